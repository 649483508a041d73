import CaptureTime
import Files
import Foundation
import GRDB
import Hashing
import Store

/// Puts the texts of a file into a hidden collection, some at a time.
struct TextImport {
  private let collection: Int64
  /// The collection that this one replaces; nil if it is new.
  private let earlier: Int64?
  private let now: Int
  /// How many texts there may be.
  private let limit: Int
  private let fileHash = RunningHash()
  /// The section of the last text, of which most have the same.
  private var section: (read: ReadSection, id: Int64)?

  private(set) var added = 0
  private(set) var changed = 0
  private(set) var kept = 0
  private(set) var problems = 0
  private var firstProblem: ReadProblem?

  /// How many texts the file has.
  var count: Int { added + changed + kept }
  /// How many bytes were read.
  var bytes: Int { fileHash.count }

  /// What a transaction writes: bytes of texts.
  private static let pieceSizes = 8_192...1_048_576
  /// What a text weighs beside its words, and what stands in the place of one.
  private static let weightOfItem = 200

  /// - Parameters:
  ///   - collection: the row.
  ///   - earlier: the row of the collection that it replaces.
  ///   - now: in seconds since 1970 in UTC.
  ///   - limit: how many texts there may be; nil for any number.
  init(into collection: Int64, after earlier: Int64?, now: Int, atMost limit: Int? = nil) {
    (self.collection, self.earlier, self.now) = (collection, earlier, now)
    self.limit = limit ?? .max
  }

  /// Reads the file and stores its texts.
  ///
  /// - Parameters:
  ///   - format: how the file has them.
  ///   - language: of the texts.
  ///   - piece: gives the next bytes of the file; none at the end.
  ///   - report: called with each record that is no text.
  ///   - write: does work in a transaction.
  /// - Returns: SHA-256 of the file.
  /// - Throws: ``CollectionError/noTexts(problems:first:)``, ``CollectionError/tooManyTexts(limit:)``,
  ///   ``ReadError``, what `piece` and `write` throw.
  mutating func read(
    _ format: CollectionFormat, language: String, _ piece: @escaping () throws -> [UInt8],
    _ report: (ReadProblem) -> Void, _ write: (_ work: (Database) throws -> Void) throws -> Void
  ) throws -> [UInt8] {
    let hash = fileHash
    var reader = CollectionReader(format, language: language) {
      let bytes = try piece()
      hash.update(bytes)
      return bytes
    }
    var pieces = WritePieces(Self.pieceSizes)
    var group: [ReadItem] = []
    while let item = try reader.read() {
      group.append(item)
      guard pieces.add(Self.weight(of: item)) else { continue }
      try pieces.write { try store(group, report, write) }
      group.removeAll(keepingCapacity: true)
    }
    try store(group, report, write)
    if count == 0 { throw CollectionError.noTexts(problems: problems, first: firstProblem) }
    return fileHash.finish()
  }

  private static func weight(of item: ReadItem) -> Int {
    guard case .text(let text) = item else { return weightOfItem }
    return weightOfItem + text.body.utf8.count + text.translation.utf8.count
  }

  private mutating func tell(_ problem: ReadProblem, _ report: (ReadProblem) -> Void) {
    if problem.isOfRecord {
      problems += 1
      firstProblem = firstProblem ?? problem
    }
    report(problem)
  }

  /// Stores texts in one transaction, and tells of what is none.
  private mutating func store(
    _ group: [ReadItem], _ report: (ReadProblem) -> Void,
    _ write: (_ work: (Database) throws -> Void) throws -> Void
  ) throws {
    guard !group.isEmpty else { return }
    var problems: [ReadProblem] = []
    try write { db in
      var documents: [(document: SearchDocument, row: Int64)] = []
      for item in group {
        switch item {
        case .problem(let problem): problems.append(problem)
        case .text(let text):
          if let problem = try store(text, &documents, db) { problems.append(problem) }
        }
      }
      try SearchTable.texts.add(documents, db)
    }
    for problem in problems { tell(problem, report) }
    if count > limit { throw CollectionError.tooManyTexts(limit: limit) }
  }

  /// A text may say the same as so many others of its file, which have no keys of their own.
  private static let sameLimit = 8

  /// Stores a text.
  ///
  /// - Returns: what is wrong with it where another of the file has its key.
  private mutating func store(
    _ text: ReadText, _ documents: inout [(document: SearchDocument, row: Int64)], _ db: Database
  ) throws -> ReadProblem? {
    let hash = TextHash.of(text.body)
    func store(as key: String) throws -> Bool {
      guard let row = try insert(text, hash, as: key, db) else { return false }
      documents.append((SearchDocument(of: text, key: key, hash: hash), row))
      return true
    }
    if !text.key.isEmpty {
      return try store(as: text.key) ? nil : ReadProblem(line: text.line, .sameKey(text.key))
    }
    let key = TextHash.key(hash)
    for number in 1...Self.sameLimit {
      if try store(as: number == 1 ? key : "\(key)-\(number)") { return nil }
    }
    return ReadProblem(line: text.line, .sameKey(key))
  }

  /// Stores a text by a key.
  ///
  /// - Returns: its row; nil where another text of the file has the key.
  private mutating func insert(
    _ text: ReadText, _ hash: [UInt8], as key: String, _ db: Database
  ) throws -> Int64? {
    let section = try text.section.map { try row(of: $0, db) }
    let old = try earlierText(key, db)
    let day = text.added.map { $0.daysSinceEpoch * 86_400 }
    try db.execute(
      cached: """
        INSERT INTO text (collection, section, key, body, translation, author, source, hash, round,
          added, came)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
        ON CONFLICT (collection, key) DO NOTHING
        """,
      arguments: [
        collection, section, key, text.body, text.translation, text.author, text.source,
        Data(hash), day ?? old?.added ?? now, old.map { $0.came } ?? (earlier == nil ? nil : now),
      ])
    guard db.changesCount == 1 else { return nil }
    switch old {
    case nil: added += 1
    case let old? where old.says == [text.body, text.translation, text.author, text.source]:
      kept += 1
    default: changed += 1
    }
    return db.lastInsertedRowID
  }

  /// The text that had a key before.
  private func earlierText(
    _ key: String, _ db: Database
  ) throws -> (says: [String], added: Int, came: Int?)? {
    guard let earlier else { return nil }
    return try DecodedRows(
      db,
      cached: """
        SELECT body, translation, author, source, added, came FROM text
        WHERE collection = ? AND key = ?
        """, arguments: [earlier, key]
    ).map { values in
      (
        says: try (0..<4).map { _ in try values.next(String.self) },
        added: try values.next(Int.self), came: try values.nextIfAny(Int.self)
      )
    }.first
  }

  private mutating func row(of read: ReadSection, _ db: Database) throws -> Int64 {
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

/// Identifies a text by its words, whatever its key.
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

/// The SHA-256 of bytes that arrive in pieces.
private final class RunningHash {
  private var hash: SHA256? = SHA256()
  private(set) var count = 0

  func update(_ bytes: [UInt8]) {
    hash?.update(bytes.span)
    count += bytes.count
  }

  func finish() -> [UInt8] { hash.take()?.finish() ?? [] }
}
