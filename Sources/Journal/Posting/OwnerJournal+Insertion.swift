import CaptureTime
import Foundation
import GRDB
import Stamping
import SystemPackage

extension OwnerJournal {
  /// Refuses a photo that has a post already.
  ///
  /// - Parameter hash: SHA-256 of the photo without its stamp.
  /// - Throws: ``JournalError/postedBefore(number:isInTrash:)``.
  func checkIsNew(_ hash: [UInt8]) throws {
    try read { db in try checkIsNew(hash, db) }
  }

  private func checkIsNew(_ hash: [UInt8], _ db: Database) throws {
    let row = try db.row(
      cached: """
        SELECT number, trashed IS NOT NULL FROM post WHERE owner = ? AND original_hash = ?
        ORDER BY number LIMIT 1
        """, arguments: [id, Data(hash)])
    if let row { throw JournalError.postedBefore(number: row[0], isInTrash: row[1]) }
  }

  /// Brings an arrival's row, whose files are in their place.
  ///
  /// - Throws: ``JournalError/postedBefore(number:isInTrash:)`` where another process was faster.
  func insert(_ arrival: Arrival, _ settings: Posting.Settings, _ db: Database) throws -> Post {
    if !settings.allowsAgain { try checkIsNew(arrival.staged.photo.originalHash, db) }
    let post = Post(
      number: try newNumber(db), time: arrival.time, caption: arrival.details.caption.text,
      isStarred: arrival.details.isStarred, tags: arrival.details.tags.map(\.text),
      photo: arrival.staged.photo, posted: settings.now(), trashed: nil, id: 0, uid: arrival.uid,
      look: try lookID(arrival.look, db))
    return try insert(post, db)
  }

  /// Brings a post's row with its tags and its place in the search.
  ///
  /// - Returns: the post as it is stored.
  func insert(_ post: Post, _ db: Database) throws -> Post {
    try db.execute(
      cached: """
        INSERT INTO post (
          uid, owner, number, day, instant, offset, subsecond, precision, source, zone,
          is_offset_assumed, caption, is_starred, look, file, hash, original_file, original_hash,
          original_name, posted, trashed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        Data(post.uid), id, post.number, post.day.description, post.time.instant, post.time.offset,
        post.time.subsecond, post.time.precision.rawValue, post.time.source.rawValue,
        post.time.zone, post.time.isOffsetAssumed, post.caption, post.isStarred, post.look,
        String(decoding: post.photo.file), Data(post.photo.hash),
        post.photo.originalFile.map { String(decoding: $0) }, Data(post.photo.originalHash),
        post.photo.originalName, post.posted, post.trashed,
      ])
    let row = db.lastInsertedRowID
    try addToSearch(post.caption, row, db)
    for tag in post.tags { try addTag(TagName(tag), row, db) }
    for file in post.photo.files { try LooseFiles.claim(file, db) }
    return try self.post(post.number, db)
  }
}

/// The owner's numbers.
extension OwnerJournal {
  /// The largest number that was ever given; 0 where none was.
  func lastNumber(_ db: Database) throws -> Int {
    try db.row(
      cached: """
        SELECT max(last_number, coalesce((SELECT max(number) FROM post WHERE owner = owner.id), 0))
        FROM owner WHERE id = ?
        """, arguments: [id])?[0] ?? 0
  }

  func hasPost(_ number: Int, _ db: Database) throws -> Bool {
    try db.row(
      cached: "SELECT 1 FROM post WHERE owner = ? AND number = ?", arguments: [id, number]) != nil
  }

  /// Gives a number that no post ever had, larger than `floor` too.
  func newNumber(above floor: Int = 0, _ db: Database) throws -> Int {
    try keepNumber(max(lastNumber(db), floor) + 1, db)
  }

  /// Takes a number that a post brings along as given.
  @discardableResult
  func keepNumber(_ number: Int, _ db: Database) throws -> Int {
    try db.execute(
      cached: "UPDATE owner SET last_number = max(last_number, ?) WHERE id = ?",
      arguments: [number, id])
    return number
  }
}
