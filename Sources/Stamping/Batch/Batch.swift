import Dispatch
import PhotoFile
import SystemPackage

/// Stamps any number of photos, several at a time, each on its own: a photo that fails stops no
/// other.
package struct Batch: Sendable {
  private let walk: PhotoWalk
  private let plan: OutputPlan
  private let stamper: Stamper
  private let jobs: Int
  private let isDryRun: Bool

  /// - Parameters:
  ///   - walk: the photos.
  ///   - plan: where they go.
  ///   - stamper: what puts the label on.
  ///   - jobs: how many photos are worked on at the same time, at least 1.
  ///   - isDryRun: true to do everything but write.
  package init(walk: PhotoWalk, plan: OutputPlan, stamper: Stamper, jobs: Int, isDryRun: Bool) {
    self.walk = walk
    self.plan = plan
    self.stamper = stamper
    self.jobs = jobs
    self.isDryRun = isDryRun
  }

  /// Stamps all photos, holding no more of them than there are jobs.
  ///
  /// Photos are decoded on threads of their own, not on those of Swift's cooperative pool, which
  /// must not be blocked.
  ///
  /// - Parameter report: called with each photo's record as it ends, one call at a time.
  package func run(report: (StampRecord) -> Void) async {
    let threads = DispatchQueue(label: "daystamp.batch", attributes: .concurrent)
    await withTaskGroup(of: StampRecord.self) { group in
      var running = 0
      for element in walk {
        if running == jobs, let record = await group.next() {
          report(record)
          running -= 1
        }
        switch element {
        case .problem(let path, let error):
          report(StampRecord(input: path, output: nil, result: .failed(.file(error))))
        case .photo(let photo):
          group.addTask {
            await withCheckedContinuation { continuation in
              threads.async { continuation.resume(returning: process(photo)) }
            }
          }
          running += 1
        }
      }
      for await record in group { report(record) }
    }
  }

  /// Stamps one photo and writes it.
  private func process(_ photo: InputPhoto) -> StampRecord {
    var output: FilePath?
    do throws(StampError) {
      let reader = try StampError.wrapping { () throws(FileError) in try PhotoReader(photo) }
      let head = try StampError.wrapping { () throws(FileError) in try reader.head() }
      guard let inputFormat = PhotoFormat.detect(head) else {
        throw .photo(.unknownFormat(start: Array(head.prefix(16))))
      }
      let format = plan.outputFormat(for: inputFormat)
      output = plan.path(for: photo, format: format)
      if let output, exists(output) {
        return StampRecord(input: photo.path, output: output, result: .skipped)
      }
      if plan.destination == .inPlace, format != inputFormat {
        throw .inPlaceChangesFormat(from: inputFormat, to: format)
      }
      if case .file(let path) = plan.destination, let said = path.formatByName, said != format {
        throw .outputNameSays(said, outputIs: format)
      }
      if let output, plan.destination != .inPlace {
        try StampError.wrapping { () throws(FileError) in try check(output, for: photo) }
      }
      let source = try StampError.wrapping { () throws(FileError) in try reader.whole() }
      var stamped = try stamper.stamp(source, name: photo.nameBytes, as: format)
      if let said = photo.path.formatByName, !said.isSameFamily(as: inputFormat) {
        stamped.warnings.insert(.nameSays(said, contentIs: inputFormat), at: 0)
      }
      if !isDryRun { try write(stamped.bytes, to: output, attributes: source.attributes) }
      return StampRecord(
        input: photo.path, output: output, result: .stamped(stamped.withoutBytes))
    } catch {
      // Another run on the same photos was faster.
      if case .file(.exists) = error {
        return StampRecord(input: photo.path, output: output, result: .skipped)
      }
      return StampRecord(input: photo.path, output: output, result: .failed(error))
    }
  }

  /// Whether an output is there already that is to be left alone.
  private func exists(_ output: FilePath) -> Bool {
    plan.destination != .inPlace && !plan.replacesExisting
      && (try? output.stat(followTargetSymlink: false)) != nil
  }

  /// Refuses to replace the input under another path, or what is no file.
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
  ) throws(StampError) {
    try StampError.wrapping { () throws(FileError) in
      guard let output else {
        do throws(Errno) {
          return try FileDescriptor.standardOutput.write(all: bytes)
        } catch {
          throw .system(.write, "-", error)
        }
      }
      if case .besideInput = plan.destination {} else { try createFolder(of: output) }
      let file = WholeFile(
        path: output, replaces: plan.destination == .inPlace || plan.replacesExisting,
        isDurable: plan.destination == .inPlace)
      try file.write(bytes, attributes: attributes)
    }
  }

  private func createFolder(of output: FilePath) throws(FileError) {
    do {
      try output.folder.createFolders()
    } catch {
      throw .system(.create, output.folder, error)
    }
  }
}

extension PhotoFormat {
  /// HEIC and AVIF share a container, and files of either are named `.heif`.
  fileprivate func isSameFamily(as other: PhotoFormat) -> Bool {
    func family(_ format: PhotoFormat) -> PhotoFormat { format == .avif ? .heic : format }
    return family(self) == family(other)
  }
}
