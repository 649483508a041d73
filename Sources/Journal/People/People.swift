import CaptureTime
package import GRDB
package import Store

/// The people of one owner.
package struct People: Sendable {
  let journal: OwnerJournal

  /// The most people that an owner can have.
  package static let limit = 100_000

  /// Adds a person.
  ///
  /// - Parameters:
  ///   - facts: what is known of them.
  ///   - uid: by which an import knows them; nil for one of its own.
  ///   - allowsTwins: whether there may be another of this name.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the person.
  /// - Throws: ``PersonError``; then nothing has changed.
  package func add(
    _ facts: PersonFacts, uid: String? = nil, allowingTwins allowsTwins: Bool = false, now: Int
  ) throws -> Person {
    try journal.writeMakingRoom { db in
      if !allowsTwins, let twin = try twin(of: facts.name, db) { throw PersonError.exists(twin) }
      return try insert(facts, uid: uid ?? Self.newUID(), made: now, db)
    }
  }

  /// The person with a number.
  ///
  /// - Throws: ``PersonError/unknownNumber(_:)``.
  package func person(number: Int64) throws -> Person {
    try journal.read { db in try person(number, db) }
  }

  /// Whether anybody is neither archived nor deleted.
  ///
  /// - Throws: ``JournalError``.
  package func hasAny() throws -> Bool {
    try journal.read { db in
      try db.row(
        cached: """
          SELECT 1 FROM person WHERE owner = ? AND archived IS NULL AND deleted IS NULL LIMIT 1
          """, arguments: [journal.id]) != nil
    }
  }

  /// Changes a person.
  ///
  /// - Parameters:
  ///   - number: the person's.
  ///   - allowsTwins: whether they may take a name that another has.
  ///   - change: makes what is to be said of what is; it asks nothing of the journal, which is being
  ///     written.
  /// - Returns: the person as they are then.
  /// - Throws: ``PersonError``, and what `change` throws; then nothing has changed.
  @discardableResult
  package func edit(
    _ number: Int64, allowingTwins allowsTwins: Bool = false,
    _ change: (inout PersonFacts) throws -> Void
  ) throws -> Person {
    try journal.writeMakingRoom { db in
      let person = try live(number, db)
      var facts = person.facts
      try change(&facts)
      // Who has a twin already may keep the name.
      if !allowsTwins, facts.name.folded != person.facts.name.folded,
        let twin = try twin(of: facts.name, except: number, db)
      {
        throw PersonError.exists(twin)
      }
      try update(number, facts, db)
      return try self.person(number, db)
    }
  }

  /// Archives or unarchives a person. An archived person is never due; all else stays.
  ///
  /// - Parameters:
  ///   - number: the person's.
  ///   - now: in seconds since 1970 in UTC; nil to take them back.
  /// - Returns: the person as they are then.
  /// - Throws: ``PersonError``; then nothing has changed.
  @discardableResult
  package func setArchived(_ number: Int64, _ now: Int?) throws -> Person {
    try journal.writeMakingRoom { db in
      let person = try live(number, db)
      if now != nil, person.archived != nil { throw PersonError.isArchived(person) }
      if now == nil, person.archived == nil { throw PersonError.notArchived(person) }
      try db.execute(
        cached: "UPDATE person SET archived = ? WHERE id = ?", arguments: [now, number])
      return try self.person(number, db)
    }
  }

  /// Deletes a person, or restores them with all their contacts.
  ///
  /// - Parameters:
  ///   - number: the person's.
  ///   - now: in seconds since 1970 in UTC; nil to bring them back.
  /// - Returns: the person as they are then.
  /// - Throws: ``PersonError``; then nothing has changed.
  @discardableResult
  package func setDeleted(_ number: Int64, _ now: Int?) throws -> Person {
    try journal.writeMakingRoom { db in
      let person = try person(number, db)
      if now != nil, person.deleted != nil { throw PersonError.isDeleted(person) }
      if now == nil, person.deleted == nil { throw PersonError.notDeleted(person) }
      try db.execute(
        cached: "UPDATE person SET deleted = ? WHERE id = ?", arguments: [now, number])
      return try self.person(number, db)
    }
  }

  /// Permanently removes a deleted person; their contacts go first.
  ///
  /// - Throws: ``PersonError``; then nothing has changed. ``JournalError``.
  package func remove(_ number: Int64) throws {
    func check(_ db: Database) throws {
      let person = try person(number, db)
      guard person.deleted != nil else { throw PersonError.notDeleted(person) }
    }
    try removeContacts(of: "person.id = ?", number, checking: check)
    try journal.writeMakingRoom { db in
      try check(db)
      // With contacts that came meanwhile.
      try SearchTable.contacts.remove(contacts(of: "person.id = ?", number, db), db)
      try db.execute(cached: "DELETE FROM person WHERE id = ?", arguments: [number])
    }
  }

  /// Removes the contacts of all people from the search, before their owner is removed.
  ///
  /// - Throws: ``JournalError``, `DatabaseError`.
  package func removeFromSearch(_ db: Database) throws {
    try SearchTable.contacts.remove(contacts(of: "person.owner = ?", journal.id, db), db)
  }

  /// Removes the contacts of all people.
  ///
  /// - Throws: ``JournalError``.
  package func removeContacts() throws {
    try removeContacts(of: "person.owner = ?", journal.id) { _ in }
  }

  /// Removes contacts in short transactions, until there are none.
  private func removeContacts(
    of condition: String, _ id: Int64, checking check: (Database) throws -> Void
  ) throws {
    var pieces = WritePieces(16...512)
    try pieces.writeAll { count in
      try journal.writeMakingRoom { db in
        try check(db)
        let contacts = try contacts(of: condition, id, atMost: count, db)
        if contacts.isEmpty { return true }
        try SearchTable.contacts.delete(contacts, from: "contact", db)
        return false
      }
    }
  }

  /// The rows of contacts.
  private func contacts(
    of condition: String, _ id: Int64, atMost count: Int = .max, _ db: Database
  ) throws -> [Int64] {
    try db.values(
      Int64.self, cached: "SELECT contact.id FROM \(Contact.tables) WHERE \(condition) LIMIT ?",
      arguments: [id, count])
  }

  /// A new identifier (RFC 9562, section 5.4, UUID version 4), as vCards have it.
  static func newUID() -> String {
    var generator = SystemRandomNumberGenerator()
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { digits[$0].joined() }.joined(separator: "-")
  }
}

extension OwnerJournal {
  package var people: People { People(journal: self) }
}
