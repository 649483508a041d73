import CaptureTime
import Files
import Foundation
import GRDB
import Hashing
import Store

/// Puts the texts of a file into a collection, in one transaction, one after the other.
struct TextImport {
  private let collection: Int64
  private let round: Int
  private let now: Int
  private let db: Database
  private let fileHash = RunningHash()
  /// The section of the last text, of which most have the same.
  private var section: (read: ReadSection, id: Int64)?
  private var order = FileOrder()

  private(set) var added = 0
  private(set) var changed = 0
  private(set) var removed = 0
  private(set) var problems = 0
  private var kept = 0
  private var firstProblem: ReadProblem?

  /// - Parameters:
  ///   - collection: the row.
  ///   - round: how often a file was read for it, with this time.
  ///   - now: in seconds since 1970 in UTC.
  ///   - db: the connection, in a transaction.
  init(into collection: Int64, round: Int, now: Int, _ db: Database) {
    (self.collection, self.round, self.now, self.db) = (collection, round, now, db)
  }

  /// Reads the file and stores its texts.
  ///
  /// - Throws: ``CollectionError/noTexts(problems:first:)``, ``ReadError``, what `piece` throws.
  mutating func read(
    _ format: CollectionFormat, language: String, _ piece: @escaping () throws -> [UInt8],
    _ report: (ReadProblem) -> Void
  ) throws {
    let hash = fileHash
    var reader = CollectionReader(format, language: language) {
      let bytes = try piece()
      hash.update(bytes)
      return bytes
    }
    while let item = try reader.read() {
      switch item {
      case .problem(let problem): tell(problem, report)
      case .text(let text):
        if let problem = try store(text) { tell(problem, report) }
      }
    }
    if added + changed + kept == 0 {
      throw CollectionError.noTexts(problems: problems, first: firstProblem)
    }
  }

  private mutating func tell(_ problem: ReadProblem, _ report: (ReadProblem) -> Void) {
    if problem.isOfRecord {
      problems += 1
      firstProblem = firstProblem ?? problem
    }
    report(problem)
  }

  /// Takes out what the file has no more, and writes down what the collection is now.
  mutating func finish() throws {
    if round > 1 {
      removed = try TextCollection.deleteTexts(
        of: collection, where: "round < ?", [round], db)
      try db.execute(
        cached: """
          DELETE FROM section WHERE collection = ?
            AND NOT EXISTS (SELECT 1 FROM text WHERE text.section = section.id)
          """, arguments: [collection])
    }
    try db.execute(
      cached: "UPDATE collection SET texts = ?, hash = ? WHERE id = ?",
      arguments: [added + changed + kept, Data(fileHash.finish()), collection])
  }

  /// Has the texts in the order of the file, once what the collection's rows hold is settled.
  func keepOrder() throws { try order.keep(db) }

  /// A text may say the same as so many others of its file, which have no keys of their own.
  private static let sameLimit = 8

  /// Stores a text.
  ///
  /// - Returns: what is wrong with it where another of the file has its key.
  private mutating func store(_ text: ReadText) throws -> ReadProblem? {
    let hash = TextHash.of(text.body)
    if !text.key.isEmpty {
      return try store(text, hash, as: text.key)
        ? nil : ReadProblem(line: text.line, .sameKey(text.key))
    }
    let key = TextHash.key(hash)
    for number in 1...Self.sameLimit {
      if try store(text, hash, as: number == 1 ? key : "\(key)-\(number)") { return nil }
    }
    return ReadProblem(line: text.line, .sameKey(key))
  }

  /// Stores a text by a key.
  ///
  /// - Returns: whether no text of the file has the key.
  private mutating func store(_ text: ReadText, _ hash: [UInt8], as key: String) throws -> Bool {
    let section = try text.section.map { try row(of: $0) }
    let day = text.added.map { $0.daysSinceEpoch * 86_400 }
    let values: [(any DatabaseValueConvertible)?] = [
      section, text.body, text.translation, text.author, text.source, Data(hash), round,
    ]
    if round > 1 {
      let found = try DecodedRows(
        db,
        cached: """
          SELECT id, round, body, translation, author, source FROM text
          WHERE collection = ? AND key = ?
          """, arguments: [collection, key]
      ).map { values in
        (
          id: try values.next(Int64.self), round: try values.next(Int.self),
          texts: try (0..<4).map { _ in try values.next(String.self) }
        )
      }.first
      if let found {
        if found.round == round { return false }
        let isSame = found.texts == [text.body, text.translation, text.author, text.source]
        if !isSame { try SearchTable.texts.remove([found.id], db) }
        try db.execute(
          cached: """
            UPDATE text SET section = ?, body = ?, translation = ?, author = ?, source = ?, hash = ?,
              round = ?, added = coalesce(?, added)
            WHERE id = ?
            """, arguments: StatementArguments(values + [day, found.id]))
        if !isSame { try SearchTable.texts.add([found.id], db) }
        if isSame { kept += 1 } else { changed += 1 }
        order.add(found.id, in: section)
        return true
      }
    }
    try db.execute(
      cached: """
        INSERT INTO text (section, body, translation, author, source, hash, round, collection, key,
          added, came)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (collection, key) DO NOTHING
        """,
      arguments: StatementArguments(
        values + [collection, key, day ?? now, round > 1 ? now : nil]))
    guard db.changesCount == 1 else { return false }
    if round > 1 { order.add(db.lastInsertedRowID, in: section) }
    try SearchTable.texts.add(
      SearchDocument(of: text, key: key, hash: hash), db.lastInsertedRowID, db)
    added += 1
    return true
  }

  private mutating func row(of read: ReadSection) throws -> Int64 {
    if let section, section.read == read { return section.id }
    try db.execute(
      cached: """
        INSERT INTO section (collection, key, title) VALUES (?, ?, ?)
        ON CONFLICT (collection, key) DO UPDATE SET title = excluded.title
        """, arguments: [collection, read.key, read.title])
    let id = try db.value(
      Int64.self, cached: "SELECT id FROM section WHERE collection = ? AND key = ?",
      arguments: [collection, read.key])
    guard let id else { throw JournalError.corruptValue(of: "section") }
    section = (read, id)
    return id
  }
}

/// What a text is known by whatever its key is.
enum TextHash {
  /// The first 16 bytes of SHA-256 of a body.
  static func of(_ body: String) -> [UInt8] {
    Array(SHA256.hash(Array(body.utf8).span).prefix(16))
  }

  /// The key of a text that has none of its own: 16 digits.
  static func key(_ hash: [UInt8]) -> String { hash.prefix(8).hexadecimal }

  /// Whether a key was made so, or of several texts that say the same.
  static func isKey(_ key: String, of hash: [UInt8]) -> Bool {
    key.utf8.count >= 16 && key.hasPrefix(Self.key(hash))
  }
}

/// SHA-256 of bytes that come in pieces.
private final class RunningHash {
  private var hash: SHA256? = SHA256()

  func update(_ bytes: [UInt8]) { hash?.update(bytes.span) }

  func finish() -> [UInt8] { hash.take()?.finish() ?? [] }
}
