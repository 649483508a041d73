import Arrivals
import Foundation
import GRDB
import Hashing
import Store

/// The rows of an owner's arrivals within one transaction.
struct ArrivalRows {
  let journal: OwnerJournal
  let db: Database

  init(of journal: OwnerJournal, _ db: Database) { (self.journal, self.db) = (journal, db) }

  /// What is known of an entry that came.
  struct Came {
    let uid: [UInt8]
    /// SHA-256 of the entry.
    let entry: [UInt8]
    /// SHA-256 of the post as it came.
    let post: [UInt8]
    /// Whether its arrival was taken back.
    let isUndone: Bool
  }

  private static let columns = "uid, entry, arrived.post, undone IS NOT NULL"

  /// What came by an arrival.
  func came(by number: Int) throws -> [Came] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(Self.columns) FROM arrival JOIN arrived ON arrived.arrival = arrival.id
        WHERE arrival.owner = ? AND number = ?
        """, arguments: [journal.id, number]
    ).map { try Came(&$0) }
  }

  /// What came of an entry; nil where nothing did.
  func came(_ uid: [UInt8]) throws -> Came? {
    let row = try db.row(
      cached: """
        SELECT \(Self.columns) FROM arrived JOIN arrival ON arrival.id = arrived.arrival
        WHERE arrived.owner = ? AND uid = ?
        """, arguments: [journal.id, Data(uid)])
    guard let row else { return nil }
    var values = RowDecoder(row)
    return try Came(&values)
  }

  /// Writes down what came of an entry, in place of what came of it before.
  ///
  /// - Parameters:
  ///   - post: as it is stored.
  ///   - entry: SHA-256 of the entry.
  ///   - arrival: the row.
  /// - Throws: `DatabaseError`.
  func note(_ post: Post, of entry: [UInt8], by arrival: Int64) throws {
    try db.execute(
      cached: """
        INSERT INTO arrived (owner, uid, arrival, entry, post) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (owner, uid) DO UPDATE
        SET arrival = excluded.arrival, entry = excluded.entry, post = excluded.post
        """,
      arguments: [
        journal.id, Data(post.uid), arrival, Data(entry), Data(PostState.hash(of: post)),
      ])
  }

  /// The arrival of a source that was ended before its end, to go on with, or a new one.
  func begin(_ format: ArrivalFormat, _ source: String, now: Int) throws -> Int64 {
    let open = try db.value(
      Int64.self,
      cached: """
        SELECT id FROM arrival
        WHERE owner = ? AND format = ? AND source = ? AND finished IS NULL AND undone IS NULL
        ORDER BY number DESC LIMIT 1
        """, arguments: [journal.id, format.rawValue, source])
    if let open { return open }
    try db.execute(
      cached: """
        INSERT INTO arrival (owner, number, format, source, started)
        VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM arrival WHERE owner = ?1), ?2, ?3, ?4)
        """, arguments: [journal.id, format.rawValue, source, now])
    return db.lastInsertedRowID
  }

  /// - Returns: the arrival's number.
  func finish(_ arrival: Int64, now: Int) throws -> Int {
    try db.execute(
      cached: "UPDATE arrival SET finished = ? WHERE id = ?", arguments: [now, arrival])
    return try db.value(cached: "SELECT number FROM arrival WHERE id = ?", arguments: [arrival])
      ?? 0
  }
}

extension ArrivalRows.Came {
  fileprivate init(_ values: inout RowDecoder) throws {
    uid = try values.bytes(Post.uidSize)
    entry = try values.bytes(32)
    post = try values.bytes(32)
    isUndone = try values.next()
  }
}

/// All of a post that a person may change.
enum PostState {
  /// SHA-256 of it, 32 bytes.
  static func hash(of post: Post) -> [UInt8] {
    var hash = FieldHash()
    hash.add(post.title)
    hash.add(post.words)
    hash.add("\(post.mood?.rawValue ?? 0) \(post.isMorning) \(post.isStarred) \(post.cover)")
    hash.add("\(post.day) \(post.time.captureTime) \(post.time.zone)")
    post.tags.map { SearchText.folded($0) }.sorted().forEach { hash.add($0) }
    for photo in post.photos {
      hash.add(photo.hash)
      hash.add(photo.originalHash)
      hash.add(photo.caption)
      hash.add(photo.edit.stored ?? "")
    }
    return hash.finish()
  }
}

/// SHA-256 of texts and bytes, each with its length, so that no two lists have the same.
struct FieldHash: ~Copyable {
  private var hash = SHA256()

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  mutating func add(_ bytes: [UInt8]) {
    let length = Array("\(bytes.count):".utf8)
    hash.update(length.span)
    hash.update(bytes.span)
  }

  consuming func finish() -> [UInt8] { hash.finish() }
}
