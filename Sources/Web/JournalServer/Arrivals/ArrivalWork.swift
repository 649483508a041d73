import Arrivals
import CaptureTime
import Files
import Foundation
import Journal
import Stamping
import Store
import Synchronization

/// Looks at a file of another program's journal, or imports it, as `daystamp import` does.
struct ArrivalWork: Sendable {
  let upload: ArrivalUpload
  let choice: ArrivalChoice
  let journal: OwnerJournal
  let device: Device
  let labels: Labelling
  /// Where photos take their turns with those that others post.
  let posting: WorkQueue
  let now: @Sendable () -> Int
  /// Throws to end it between two entries.
  let check: @Sendable () throws -> Void

  /// Finds out what would come; stores nothing.
  ///
  /// - Throws: `ArrivalError`, `FileError`, `JournalError`, `CancellationError`.
  func look() throws -> ArrivalSight {
    let (work, format, files) = try makeImport()
    var lines = ArrivalLines()
    let survey = try work.survey { lines.add($0) }
    if choice.format != nil, survey.new + survey.known + survey.changed == 0 {
      try format.checkIsFormat(of: files, hasFaults: survey.failed > 0)
    }
    return ArrivalSight(
      format: format, survey: survey, passedOver: files.passedOver.kinds, lines: lines)
  }

  /// Imports what is new; another run goes on where this one ended.
  ///
  /// - Parameters:
  ///   - sight: what was found.
  ///   - report: called with each entry.
  /// - Returns: the arrival's number; nil where nothing came.
  /// - Throws: as ``look()``.
  func bring(_ sight: ArrivalSight, report: (ArrivalRecord) -> Void) throws -> Int? {
    try makeImport().work.run(sight.survey, report: report)
  }

  private func makeImport() throws -> (
    work: ArrivalImport, format: ArrivalFormat, files: any ArrivalFiles
  ) {
    let files = try ArrivalSource.open(upload.path, named: upload.name)
    let (format, reader) = try recognized(files)
    let work = ArrivalImport(
      of: files, as: format, by: reader.init(choice.readerOptions), into: journal, try options())
    return (work, format, files)
  }

  private func recognized(
    _ files: any ArrivalFiles
  ) throws -> (format: ArrivalFormat, reader: any ArrivalReader.Type) {
    guard let format = choice.format, let reader = format.reader else {
      return try ArrivalFormat.recognize(files)
    }
    return (format, reader)
  }

  private func options() throws -> ArrivalImport.Options {
    let own = journal.settings
    let (settings, album) = (try own.followed().settings, try own.albumFolder())
    var posting = Posting.Settings(
      stamper: try labels.stamper(drawing: settings.look, by: settings.rule, given: nil),
      look: settings.look, rule: settings.rule,
      details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
      exportFolder: album, now: now)
    posting.isAlbum = true
    var options = ArrivalImport.Options(posting: posting)
    options.takesPeople = choice.takesPeople
    options.check = { [journal, check] in
      try check()
      try journal.checkUnlocked()
    }
    options.turn = { photo, work in try takeTurn(with: photo, work) }
    return options
  }

  /// Does work on a photo when it is the device's turn, as on one that it posts.
  private func takeTurn(
    with photo: ReceivedFile, _ work: @escaping @Sendable () throws -> Void
  ) throws {
    while true {
      do {
        return try Self.waiting { [posting, device] in
          try await posting.run(for: device, on: { try photo.effort() }, work)
        }
      } catch let problem as Problem where problem.isOfLoad {
        // Its own device has that much under way: this waits longest.
        Thread.sleep(forTimeInterval: Double(problem.retryAfter ?? 1))
        try check()
      }
    }
  }

  /// Waits on this thread, which is the import's own, for work elsewhere.
  private static func waiting(_ work: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Void, any Error>?>(nil)
    Task {
      do {
        try await work()
        result.withLock { $0 = .success(()) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    try result.withLock { $0 }?.get()
  }
}
