import Files
import Formats
import SystemPackage

/// Works on any number of photos, several at a time, each on its own: a photo that fails does not
/// stop the others.
package struct Batch: Sendable {
  private let walk: PhotoWalk
  private let plan: OutputPlan
  private let work: any PhotoWork
  private let jobs: Int
  private let isDryRun: Bool

  /// - Parameters:
  ///   - walk: the photos.
  ///   - plan: where they go.
  ///   - work: what is done to each.
  ///   - jobs: how many photos are worked on at the same time, at least 1.
  ///   - isDryRun: true to do everything but write.
  package init(
    walk: PhotoWalk, plan: OutputPlan, work: any PhotoWork, jobs: Int, isDryRun: Bool
  ) {
    self.walk = walk
    self.plan = plan
    self.work = work
    self.jobs = jobs
    self.isDryRun = isDryRun
  }

  /// Goes through all photos, holding no more of them than there are jobs.
  ///
  /// - Parameter report: called with each photo's record as it ends, one call at a time.
  package func run(report: (PhotoRecord) -> Void) async {
    let all = ConcurrentWalk(walk, jobs: jobs)
    await all.run { element, _ in
      switch element {
      case .photo(let photo): process(photo)
      case .problem(let path, let error):
        PhotoRecord(input: path, output: nil, result: .failed(.file(error)))
      }
    } report: { record in
      report(record)
    }
  }

  /// Works on one photo and writes the result.
  private func process(_ photo: InputPhoto) -> PhotoRecord {
    var output: FilePath?
    do throws(StampError) {
      let reader = try rethrowing(PhotoReader(photo), as: StampError.file)
      let inputFormat = try reader.format()
      try work.check(reader, format: inputFormat)
      let format = plan.outputFormat(for: inputFormat)
      output = plan.path(for: photo, format: format)
      if let output, exists(output) {
        return PhotoRecord(input: photo.path, output: output, result: .skipped(.outputExists))
      }
      if plan.destination == .inPlace, format != inputFormat {
        throw .inPlaceChangesFormat(from: inputFormat, to: format)
      }
      if case .file(let path) = plan.destination, let said = path.formatByName, said != format {
        throw .outputNameSays(said, outputIs: format)
      }
      if let output, plan.destination != .inPlace {
        try rethrowing(check(output, for: photo), as: StampError.file)
      }
      let source = try rethrowing(reader.whole(), as: StampError.file)
      let finished = try work.perform(on: source, name: photo.nameBytes, as: format)
      var warnings = finished.warnings
      if let warning = photo.nameWarning(contentIs: inputFormat) {
        warnings.insert(warning, at: 0)
      }
      if !isDryRun {
        try rethrowing(
          write(finished.bytes, to: output, attributes: source.attributes), as: StampError.file)
      }
      return PhotoRecord(
        input: photo.path, output: output, result: finished.result, warnings: warnings)
    } catch {
      return PhotoRecord(input: photo.path, output: output, result: result(of: photo, error))
    }
  }

  /// The result for a photo whose work ended with an error, which is not always a failure.
  private func result(of photo: InputPhoto, _ error: StampError) -> PhotoRecord.Result {
    // Another run on the same photos was faster.
    if case .file(.exists) = error { return .skipped(.outputExists) }
    if photo.isFound, let skip = PhotoSkip(ofFound: error) { return .skipped(skip) }
    return .failed(error)
  }

  /// Whether the output exists and must not be replaced.
  private func exists(_ output: FilePath) -> Bool {
    plan.destination != .inPlace && !plan.replacesExisting
      && (try? output.stat(followTargetSymlink: false)) != nil
  }

  /// Refuses to replace the input under another path, or what is not a file.
  private func check(_ output: FilePath, for photo: InputPhoto) throws(FileError) {
    guard let found = try? output.stat(followTargetSymlink: false) else { return }
    if let input = try? photo.path.stat(), input.inode == found.inode,
      input.deviceID == found.deviceID
    {
      throw .isInput(output)
    }
    guard found.type == .regular || found.type == .symbolicLink else {
      throw .notReplaceable(output, .init(found.type))
    }
  }

  private func write(
    _ bytes: [UInt8], to output: FilePath?, attributes: FileAttributes?
  ) throws(FileError) {
    guard let output else {
      return try rethrowing(
        FileDescriptor.standardOutput.write(all: bytes), as: FileError.system(.write, "-"))
    }
    if plan.destination != .besideInput {
      try rethrowing(
        output.folder.createFolders(), as: FileError.system(.create, output.folder))
    }
    let file = WholeFile(
      path: output, replaces: plan.destination == .inPlace || plan.replacesExisting,
      isDurable: plan.destination == .inPlace)
    try file.write(bytes, attributes: attributes)
  }
}
