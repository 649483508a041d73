import Arrivals
import CaptureTime
import JournalSupport
import Stamping
import Store
import Wording

@testable import Journal

/// What a test brings: entries, and the files that they have.
final class BroughtFiles: ArrivalFiles {
  let name: String
  let files: FileList
  private let contents: [String: [UInt8]]

  init(_ contents: [String: [UInt8]] = [:], name: String = "brought") {
    (self.name, self.contents) = (name, contents)
    files = FileList(
      contents.map { ArrivalFile(path: $0.key, size: $0.value.count, modified: nil) })
  }

  func read(_ file: ArrivalFile, piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    guard let bytes = contents[file.path] else { throw ArrivalFault.missingFile(file.path) }
    _ = try bytes.withUnsafeBufferPointer(piece)
  }

  /// The photo of a file, which may be missing.
  func photo(_ path: String, caption: String = "", time: CaptureTime? = nil) -> ArrivedPhoto {
    let file = files.first { $0.path == path }
    return ArrivedPhoto(
      file ?? ArrivalFile(path: path, size: nil, modified: nil), caption: caption, time: time)
  }
}

/// Gives items, and may end before its end.
struct ListReader: ArrivalReader {
  var items: [ArrivedItem] = []
  var end: ArrivalError?

  static func recognizes(_ files: any ArrivalFiles) -> Bool { true }

  init(_ options: ArrivalOptions) {}
  init(_ items: [ArrivedItem], end: ArrivalError? = nil) { (self.items, self.end) = (items, end) }

  func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    for item in items { try found(item) }
    if let end { throw end }
  }
}

extension TestJournal {
  /// Brings items.
  ///
  /// - Returns: what the survey found, what was reported of it and of the run, and the arrival's number.
  func bring(
    _ items: [ArrivedItem], _ files: BroughtFiles = BroughtFiles(), end: ArrivalError? = nil,
    takesPeople: Bool = false, now: Int = 1_750_000_000
  ) throws -> Brought {
    let look = LabelLook(style: LabelStyle(.plain))
    let settings = Posting.Settings(
      stamper: try Self.stamper(look), look: look,
      rule: try journal.settings.current().rule,
      details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
      exportFolder: nil, now: { now })
    var options = ArrivalImport.Options(posting: settings)
    (options.takesPeople, options.jobs) = (takesPeople, 2)
    let work = ArrivalImport(
      of: files, as: .jrnl, by: ListReader(items, end: end), into: journal, options)
    var (surveyed, records) = ([ArrivalRecord](), [ArrivalRecord]())
    let survey = try work.survey { surveyed.append($0) }
    let number = try work.run(survey) { records.append($0) }
    return Brought(survey: survey, surveyed: surveyed, records: records, number: number)
  }

  struct Brought {
    let survey: ArrivalSurvey
    let surveyed: [ArrivalRecord]
    let records: [ArrivalRecord]
    let number: Int?

    /// The numbers of the posts that came.
    var posts: [Int] {
      records.flatMap { record in
        if case .posted(let numbers) = record.result { numbers } else { [Int]() }
      }
    }

    var known: Int {
      records.count { if case .known = $0.result { true } else { false } }
    }

    var notes: [String] { records.flatMap { $0.notes.map(\.wording.commandLine) } }
  }
}
