import CaptureTime
import Files
import GRDB
import Store
import SystemPackage
import TestSupport

@testable import Texts

/// A journal of texts alone, in a folder of a test's own, with the owner anna.
struct TextsJournal: AreaJournal {
  let folder: TemporaryFolder
  let journals: Journal
  let anna: OwnerJournal

  /// A file that is read at once.
  static func once(_ text: String) -> () -> [UInt8] {
    var source = Pieces(text)
    return { source.next() }
  }

  init() throws { (folder, journals, anna) = try Self.make(.texts) }

  @discardableResult
  func add(
    _ text: String, as name: String = "Sayings", _ format: CollectionFormat = .csv,
    by owner: OwnerJournal? = nil, now: Int = now, report: (ReadProblem) -> Void = { _ in }
  ) throws -> CollectionChange {
    let source = Self.once(text)
    return try (owner ?? anna).collections.add(
      Self.new(name, format), now: now, piece: source, report: report)
  }

  @discardableResult
  func update(
    _ text: String, as name: String = "Sayings", _ format: CollectionFormat = .csv,
    by owner: OwnerJournal? = nil, now: Int = now + 86_400
  ) throws -> CollectionChange {
    let source = Self.once(text)
    return try (owner ?? anna).collections.update(
      Self.new(name, format), now: now, piece: source)
  }

  static func new(_ name: String, _ format: CollectionFormat) throws -> NewCollection {
    try NewCollection(CollectionName(name), source: "sayings.txt", format: format)
  }

  /// The keys of a filter's texts, in order.
  func keys(
    _ kind: Texts.Filter.Kind = .all, of owner: OwnerJournal? = nil, now: Int = now
  ) throws -> [String] {
    var filter = Texts.Filter()
    filter.kind = kind
    var keys: [String] = []
    try (owner ?? anna).texts.forEach(filter, now: now) { keys.append($0.key) }
    return keys
  }

  /// What a check finds.
  func problems(repairs: Bool = false) throws -> [TextsProblem] {
    try findings(repairs: repairs).compactMap { finding in
      if case .area(let problem as TextsProblem) = finding.problem { problem } else { nil }
    }
  }

  func findings(repairs: Bool = false) throws -> [JournalFinding] {
    let journals = try Journal(opening: path, areas: [.texts])
    let check = JournalCheck(journals, owners: nil, repairs: repairs)
    var findings: [JournalFinding] = []
    try check.run(progress: { _, _ in }) { findings.append($0) }
    return findings
  }

  func count(_ sql: String) throws -> Int? {
    let queue = try DatabaseQueue(path: path.appending("journal.sqlite").string)
    return try queue.read { db in try Int.fetchOne(db, sql: sql) }
  }

  /// The rows of a table, as text, in an order of theirs.
  func rows(of table: String, in folder: FilePath? = nil) throws -> [String] {
    let path = (folder ?? path).appending("journal.sqlite").string
    return try DatabaseQueue(path: path).read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\($0.databaseValues)" }.sorted()
    }
  }

  /// The pieces of a file that has a text.
  private struct Pieces {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    mutating func next() -> [UInt8] {
      defer { rest = rest.dropFirst(CollectionReader.pieceSize) }
      return Array(rest.prefix(CollectionReader.pieceSize))
    }
  }
}

extension OwnerJournal {
  /// The text of the tests' day.
  func textOfTheDay() throws -> StoredText {
    try texts.text(of: TextsJournal.day, today: TextsJournal.day, now: TextsJournal.now)
  }
}
