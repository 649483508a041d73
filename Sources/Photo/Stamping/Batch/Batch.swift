import Files
import Formats
import Raster
import SystemPackage

/// Works on any number of photos, several at a time, each on its own: a photo that fails does not
/// stop the others.
package struct Batch: Sendable {
  private let walk: PhotoWalk
  let plan: OutputPlan
  private let conflicts: ConflictResolutions
  let work: any PhotoWork
  /// The words of each photo; nil where all have the same.
  private let texts: PhotoTexts?
  private let jobs: Int
  let isDryRun: Bool
  let isProven: Bool
  /// Records how to undo the run; nil if the work does that, or nobody does.
  private let record: RunRecordFile?
  private let ending: BatchEnding
  /// Beneath which outputs stay; nil for other destinations.
  private let tree: OutputTree?

  /// - Parameters:
  ///   - walk: the photos.
  ///   - plan: where they go.
  ///   - conflicts: what to do with photos that share an output.
  ///   - work: what to do with each.
  ///   - texts: the words of each photo; nil where all have the same.
  ///   - jobs: how many photos are worked on at the same time, at least 1.
  ///   - isDryRun: true to do everything but write.
  ///   - isProven: whether records have the hashes of input and output, and an output that is
  ///     there is compared with what would be made; else one with its photo's time, or made of its photo,
  ///     is left alone.
  ///   - record: records how to undo the run; nil if the work does that, or nobody does.
  ///   - ending: between whose ``BatchEnding/enter()`` and ``BatchEnding/leave()`` each photo is
  ///     written and reported.
  package init(
    walk: PhotoWalk, plan: OutputPlan, conflicts: ConflictResolutions = ConflictResolutions(),
    work: any PhotoWork, texts: PhotoTexts? = nil, jobs: Int, isDryRun: Bool,
    isProven: Bool = false, record: RunRecordFile? = nil, ending: BatchEnding = BatchEnding()
  ) {
    self.walk = walk
    self.plan = plan
    self.conflicts = conflicts
    self.work = work
    self.texts = texts
    self.jobs = jobs
    self.isDryRun = isDryRun
    self.isProven = isProven
    self.record = record
    self.ending = ending
    tree = plan.folder.map(OutputTree.init)
  }

  /// Goes through all photos, holding at most as many as there are jobs.
  ///
  /// - Parameter report: called with each photo's record as it ends, one call at a time.
  package func run(report: (PhotoRecord) -> Void) async {
    let all = ConcurrentWalk(walk, jobs: jobs)
    await all.run { element, index in
      switch element {
      case .photo(let photo): process(photo, number: index + 1)
      case .problem(let path, let error):
        PhotoRecord(
          input: path, job: nil, result: .failed(.file(error)),
          isFailureOfMachine: StampError.file(error).isOfMachine)
      }
    } report: { record in
      report(record)
      switch record.result {
      case .stamped, .unstamped, .dated, .undone: if !isDryRun { ending.leave() }
      case .already, .skipped, .failed: break
      }
    }
  }

  /// Works on one photo, numbered from 1 in the walk, and writes the result.
  private func process(_ photo: InputPhoto, number: Int) -> PhotoRecord {
    var record = PhotoRecord(
      input: photo.path, job: photo.job?.identifier, result: .skipped(.outputExists))
    do throws(StampError) {
      record.result = try work(on: photo, number: number, &record)
    } catch {
      record.result = result(of: photo, error)
      record.warnings = []
      let isMissing = if case .file(let error) = error { error.isOfMissingFolder } else { false }
      record.isFailureOfMachine = error.isOfMachine || photo.isListed && isMissing
    }
    return record
  }

  /// A photo that is worked on: its number in the walk, what reads it, what it is, and the format to write.
  struct Item {
    let photo: InputPhoto
    let number: Int
    let reader: PhotoReader
    /// For a camera's raw photo, the JPEG picture in it.
    var raw: RawPhoto?
    let inputFormat: PhotoFormat
    let format: PhotoFormat
  }

  /// Does the work, and notes in the record what comes to be known of it.
  private func work(
    on photo: InputPhoto, number: Int, _ record: inout PhotoRecord
  ) throws(StampError) -> PhotoRecord.Result {
    let item = try item(photo, number: number)
    if let raw = item.raw, plan.naming == .dated { return try date(raw, item, &record) }
    switch try locate(item, &record) {
    case .leftAlone(let result): return result
    case .output(let output):
      let (finished, source) = try produce(item, &record)
      if isDryRun { return finished.result }
      return try store(finished, of: source, item, at: output, &record)
    }
  }

  /// Opens a photo that the work applies to.
  private func item(_ photo: InputPhoto, number: Int) throws(StampError) -> Item {
    if plan.destination == .inPlace, !isDryRun {
      Leftovers.removeOnce(from: photo.path.followingLink.folder)
    }
    let reader = try rethrowing(PhotoReader(photo), as: StampError.file)
    if let item = try rawItem(photo, number: number, reader) { return item }
    let format = try work.format(of: reader)
    try work.check(reader, format: format)
    return Item(
      photo: photo, number: number, reader: reader, inputFormat: format,
      format: plan.outputFormat(for: photo, of: format))
  }

  /// Where the result of a photo goes.
  private enum Place {
    /// Nil for standard output.
    case output(FilePath?)
    /// Nowhere: the photo has this result already.
    case leftAlone(PhotoRecord.Result)
  }

  /// Finds the place of a photo's result, and checks that it may be written there.
  private func locate(_ item: Item, _ record: inout PhotoRecord) throws(StampError) -> Place {
    let (photo, resolution) = (item.photo, conflicts[item.photo])
    let output = plan.path(for: photo, format: item.format, number: resolution?.number)
    record.output = output
    switch resolution {
    case .leftOut(let conflict): return .leftAlone(.skipped(.conflict(conflict)))
    case .refused(let conflict): throw .conflict(conflict)
    case .numbered, nil: break
    }
    if let output, exists(output) { return .leftAlone(try leave(item, at: output, &record)) }
    if plan.destination == .inPlace, item.format != item.inputFormat {
      throw .inPlaceChangesFormat(from: item.inputFormat, to: item.format)
    }
    if let said = plan.namedOutput(of: photo)?.formatByName, said != item.format {
      throw .outputNameSays(said, outputIs: item.format)
    }
    if let output, plan.destination != .inPlace {
      try rethrowing(check(output, for: photo), as: StampError.file)
      if plan.replacesExisting, let found = try? reader(of: output),
        let raw = RawFormat(of: found)
      {
        throw .outputIsRaw(output, raw)
      }
    }
    return .output(output)
  }

  /// Reads a photo, and does the work on it.
  private func produce(
    _ item: Item, _ record: inout PhotoRecord
  ) throws(StampError) -> (finished: FinishedPhoto, source: PhotoSource) {
    let source = try source(of: item, record: &record)
    let finished = try work.perform(on: source, context(of: item), as: item.format)
    if let output = record.output, case .numbered(_, let conflict) = conflicts[item.photo] {
      record.warnings.append(.numbered(output, conflict))
    }
    if item.raw == nil, let warning = item.photo.nameWarning(contentIs: item.inputFormat) {
      record.warnings.append(warning)
    }
    record.warnings += finished.warnings
    return (finished, source)
  }

  /// Writes the result of a photo, unless the batch is ending.
  func store(
    _ finished: FinishedPhoto, of source: PhotoSource, _ item: Item, at output: FilePath?,
    _ record: inout PhotoRecord
  ) throws(StampError) -> PhotoRecord.Result {
    ending.enter()
    if plan.destination == .inPlace, let output {
      do throws(StampError) {
        try work.keep(source, replacedBy: finished, at: output)
      } catch {
        ending.leave()
        throw error
      }
    }
    let attributes =
      finished.modified.map { source.attributes?.modified(at: $0) } ?? source.attributes
    do throws(FileError) {
      if plan.destination == .inPlace, finished.isRemoved, let output {
        try output.removeFile()
      } else if plan.destination == .inPlace, finished.bytes == source.bytes, let output,
        let attributes
      {
        try rethrowing(output.setTimes(attributes), as: FileError.system(.write, output))
      } else {
        try write(finished.bytes, to: output, attributes: attributes)
      }
    } catch {
      ending.leave()
      guard case .exists = error, let output else { throw .file(error) }
      // Another run was faster.
      record.warnings = []
      return try leave(item, at: output, &record)
    }
    if isProven { record.outputHash = StampMark.hash(finished.bytes) }
    if let output {
      self.record?.note(finished, of: source, at: output, inPlace: plan.destination == .inPlace)
    }
    return finished.result
  }

  /// What is known of a photo besides its bytes, and its words.
  func context(of item: Item) throws(StampError) -> PhotoContext {
    var context = PhotoContext(of: item.photo, number: item.number)
    context.text = try texts?.text(of: item.photo)
    return context
  }

  /// The result for a photo after an error, which is not always a failure.
  private func result(of photo: InputPhoto, _ error: StampError) -> PhotoRecord.Result {
    if let skip = PhotoSkip(error) { return .skipped(skip) }
    if photo.isFound, let skip = PhotoSkip(ofFound: error) { return .skipped(skip) }
    return .failed(error)
  }

  /// Whether the output exists and must not be replaced.
  func exists(_ output: FilePath) -> Bool {
    guard plan.destination != .inPlace, !plan.replacesExisting else { return false }
    return tree?.has(output) ?? ((try? output.stat(followTargetSymlink: false)) != nil)
  }

  /// Leaves a photo alone if its output already exists.
  ///
  /// - Throws: ``StampError/outputOfAnother(_:)``, for a photo that would be left out unseen,
  ///   ``StampError/outputWithOtherOptions(_:)``, and ``StampError/outputFile(_:)`` or
  ///   ``StampError/file(_:)`` where one of the two cannot be read.
  private func leave(
    _ item: Item, at output: FilePath, _ record: inout PhotoRecord
  ) throws(StampError) -> PhotoRecord.Result {
    let share = MemoryBudget.ofThisProcess.bytesPerJob / 2
    guard isProven else { return try skip(item, at: output, share) }
    let source = try source(of: item, allowed: share, record: &record)
    let made = try rethrowing(reader(of: output).whole(allowed: share), as: StampError.outputFile)
    record.outputHash = made.hash
    switch try work.compare(made, of: source, context(of: item), as: item.format) {
    case .same(let earlier): return .already(earlier)
    case .withOtherOptions: throw .outputWithOtherOptions(output)
    case .other: throw .outputOfAnother(output)
    }
  }

  /// As ``leave(_:at:_:)``, without a look at more than is needed.
  ///
  /// The output of a photo that was found in a folder has its time of last change. Where it has another,
  /// as after it was copied, a stamped photo says of what it was made. It is asked too where the photo was
  /// named: a photo of another folder may have this one's name and time.
  private func skip(
    _ item: Item, at output: FilePath, _ share: Int
  ) throws(StampError) -> PhotoRecord.Result {
    let found = try rethrowing(reader(of: output), as: StampError.outputFile)
    let hasTime = found.isStored(withTimeOf: item.reader)
    if hasTime, item.photo.isFound { return .skipped(.outputExists) }
    let made = try rethrowing(found.whole(allowed: share), as: StampError.outputFile)
    let source = try source(of: item, allowed: share)
    if work.hasMade(made, of: source) { return .skipped(.outputExists) }
    if hasTime, case .same = try work.compare(made, of: source, context(of: item), as: item.format)
    {
      return .skipped(.outputExists)
    }
    throw .outputOfAnother(output)
  }

  private func reader(of output: FilePath) throws(FileError) -> PhotoReader {
    if let tree { return try tree.reader(of: output) }
    return try PhotoReader(InputPhoto(named: output))
  }

  /// Refuses to replace the input under another path, or anything but a file.
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
    if let tree {
      return try tree.write(
        bytes, to: output, replacing: plan.replacesExisting, attributes: attributes)
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
