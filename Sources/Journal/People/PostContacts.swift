package import CaptureTime
import Foundation
package import GRDB
import Store

/// Contacts that a post logs by naming people. They go when the names or the post go.
///
/// Of one that a person said more of, nothing is undone: it is theirs then, and stays.
extension Contacts {
  /// Logs a contact with each person who has none on the day.
  ///
  /// - Parameters:
  ///   - people: their numbers.
  ///   - post: the post's uid.
  ///   - day: its day.
  ///   - made: when they were named, in seconds since 1970 in UTC.
  ///   - db: the connection, in a transaction.
  /// - Throws: ``JournalError``.
  package func add(
    with people: Set<Int64>, by post: [UInt8], on day: CivilDate, made: Int, _ db: Database
  ) throws {
    for person in people.sorted() where try !hasContact(with: person, on: day, db) {
      _ = try insert(ContactFacts(), with: person, on: day, made: made, post: post, db)
    }
  }

  /// Removes the contacts of a post.
  ///
  /// - Parameters:
  ///   - people: with whom; nil for all.
  ///   - post: the post's uid.
  ///   - db: the connection, in a transaction.
  /// - Throws: ``JournalError``.
  package func remove(
    with people: Set<Int64>? = nil, by post: [UInt8], _ db: Database
  ) throws {
    for contact in try made(by: post, db) where people?.contains(contact.person) ?? true {
      if contact.facts == ContactFacts() {
        try delete(contact.id, db)
      } else {
        try db.execute(
          cached: "UPDATE contact SET post = NULL WHERE id = ?", arguments: [contact.id])
      }
    }
  }

  /// Moves the contacts of a post to another day.
  ///
  /// - Parameters:
  ///   - post: the post's uid.
  ///   - old: its day until now.
  ///   - day: its day from now on.
  ///   - db: the connection, in a transaction.
  /// - Throws: ``JournalError``.
  package func move(
    by post: [UInt8], from old: CivilDate, to day: CivilDate, _ db: Database
  ) throws {
    for contact in try made(by: post, db) where contact.day == old {
      if contact.facts == ContactFacts(), try hasContact(with: contact.person, on: day, db) {
        try delete(contact.id, db)
      } else {
        try db.execute(
          cached: "UPDATE contact SET day = ? WHERE id = ?",
          arguments: [day.description, contact.id])
      }
    }
  }

  /// The contacts that a post made, in the order in which it did.
  ///
  /// - Throws: ``JournalError``.
  package func made(by post: [UInt8], _ db: Database) throws -> [Contact] {
    try rows(
      "WHERE person.owner = ? AND contact.post = ? ORDER BY contact.id",
      [journal.id, Data(post)], db)
  }

  private func hasContact(with person: Int64, on day: CivilDate, _ db: Database) throws -> Bool {
    try db.row(
      cached: "SELECT 1 FROM contact WHERE person = ? AND day = ? LIMIT 1",
      arguments: [person, day.description]) != nil
  }
}
