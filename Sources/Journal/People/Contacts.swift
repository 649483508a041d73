package import CaptureTime
import Foundation
import GRDB
package import Store

/// An owner's contacts with people.
package struct Contacts: Sendable {
  let journal: OwnerJournal
  private var people: People { journal.people }

  /// Logs a contact.
  ///
  /// - Parameters:
  ///   - facts: what is said of it.
  ///   - number: the person's.
  ///   - day: on which it was, not after `today`.
  ///   - today: the day of the moment.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the contact.
  /// - Throws: ``ContactError/futureDay(_:today:)``, ``PersonError``; then nothing has changed.
  package func add(
    _ facts: ContactFacts, with number: Int64, on day: CivilDate, today: CivilDate, now: Int
  ) throws -> Contact {
    guard day <= today else { throw ContactError.futureDay(day, today: today) }
    return try journal.writeMakingRoom { db in
      _ = try people.live(number, db)
      return try insert(facts, with: number, on: day, made: now, db)
    }
  }

  /// Restores a deleted contact under its old number, so that links to it work again. Restoring
  /// twice changes nothing.
  ///
  /// - Parameters:
  ///   - id: the contact's number; where it was never given, or is another contact's, there is a new one.
  ///   - facts: what was said of it.
  ///   - number: the person's.
  ///   - day: on which it was, not after `today`.
  ///   - made: when it was written down, in seconds since 1970 in UTC.
  ///   - today: the day of the moment.
  /// - Returns: the contact.
  /// - Throws: ``ContactError/futureDay(_:today:)``, ``PersonError``; then nothing has changed.
  @discardableResult
  package func restore(
    _ id: Int64, _ facts: ContactFacts, with number: Int64, on day: CivilDate, made: Int,
    today: CivilDate
  ) throws -> Contact {
    guard day <= today else { throw ContactError.futureDay(day, today: today) }
    return try journal.writeMakingRoom { db in
      _ = try people.live(number, db)
      let deleted = Contact(id: id, person: number, day: day, made: made, facts: facts, post: nil)
      let there = try rows(
        "WHERE person.owner = ? AND contact.id = ?", [journal.id, id], db)
      if there == [deleted] { return deleted }
      let isFree = try db.value(
        Bool.self,
        cached: """
          SELECT ?1 BETWEEN 1 AND coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'contact'), 0)
            AND NOT EXISTS (SELECT 1 FROM contact WHERE id = ?1)
          """, arguments: [id])
      return try insert(
        facts, with: number, on: day, made: made, id: isFree == true ? id : nil, db)
    }
  }

  /// Writes a row, under a new number where there is none.
  func insert(
    _ facts: ContactFacts, with number: Int64, on day: CivilDate, made: Int, id: Int64? = nil,
    post: [UInt8]? = nil, _ db: Database
  ) throws -> Contact {
    try db.execute(
      cached: """
        INSERT INTO contact (id, person, day, made, kind, keywords, memo, post)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, number, day.description, made, facts.kind.rawValue, facts.keywords.lines,
        facts.memo.text, post.map { Data($0) },
      ])
    let id = db.lastInsertedRowID
    try SearchTable.contacts.add(SearchDocument(of: facts), id, db)
    return Contact(id: id, person: number, day: day, made: made, facts: facts, post: post)
  }

  /// The contact with a number.
  ///
  /// - Throws: ``ContactError/unknown(_:)``.
  package func contact(number: Int64) throws -> Contact {
    try journal.read { db in try contact(number, db) }
  }

  /// Changes the details of a contact.
  ///
  /// - Parameters:
  ///   - number: the contact's.
  ///   - facts: what is said of it from now on.
  ///   - day: on which it was; nil where it stays.
  ///   - today: the day of the moment.
  /// - Returns: the contact as it is then.
  /// - Throws: ``ContactError``; then nothing has changed.
  @discardableResult
  package func edit(
    _ number: Int64, _ facts: ContactFacts, on day: CivilDate? = nil, today: CivilDate
  ) throws -> Contact {
    if let day, day > today { throw ContactError.futureDay(day, today: today) }
    return try journal.writeMakingRoom { db in
      let old = try contact(number, db)
      try SearchTable.contacts.remove([number], db)
      try db.execute(
        cached: "UPDATE contact SET (day, kind, keywords, memo) = (?, ?, ?, ?) WHERE id = ?",
        arguments: [
          (day ?? old.day).description, facts.kind.rawValue, facts.keywords.lines, facts.memo.text,
          number,
        ])
      try SearchTable.contacts.add([number], db)
      return try contact(number, db)
    }
  }

  /// Deletes a contact.
  ///
  /// - Returns: what it was, by which it can be written down again.
  /// - Throws: ``ContactError/unknown(_:)``.
  @discardableResult
  package func delete(_ number: Int64) throws -> Contact {
    try journal.writeMakingRoom { db in
      let contact = try contact(number, db)
      try delete(number, db)
      return contact
    }
  }

  func delete(_ number: Int64, _ db: Database) throws {
    try SearchTable.contacts.remove([number], db)
    try db.execute(cached: "DELETE FROM contact WHERE id = ?", arguments: [number])
  }

  /// A person's contacts, latest first.
  ///
  /// - Parameters:
  ///   - number: the person's.
  ///   - contact: the last one of the page before; nil for the first page.
  ///   - count: how many at most.
  /// - Returns: the contacts; none after the last one.
  /// - Throws: ``JournalError``.
  package func page(
    of number: Int64, after contact: Contact? = nil, atMost count: Int
  ) throws -> [Contact] {
    try journal.read { db in
      try rows(
        """
        WHERE person.owner = ?1 AND contact.person = ?2
          AND (?3 IS NULL OR (contact.day, contact.made, contact.id) < (?3, ?4, ?5))
        ORDER BY contact.day DESC, contact.made DESC, contact.id DESC LIMIT ?6
        """,
        [journal.id, number, contact?.day.description, contact?.made, contact?.id, count], db)
    }
  }

  /// The contacts on some days with people who are not deleted, in order of time.
  ///
  /// - Parameter days: from the first to the last one.
  /// - Returns: the contacts.
  /// - Throws: ``JournalError``.
  package func on(_ days: ClosedRange<CivilDate>) throws -> [Contact] {
    try journal.read { db in
      try rows(
        """
        WHERE person.owner = ? AND person.deleted IS NULL AND contact.day BETWEEN ? AND ?
        ORDER BY contact.day, contact.made, contact.id
        """, [journal.id, days.lowerBound.description, days.upperBound.description], db)
    }
  }

  /// The number of contacts on some days, with people who are not deleted.
  ///
  /// - Parameter days: from the first to the last one.
  /// - Returns: the numbers, by the days that have any.
  /// - Throws: ``JournalError``.
  package func counts(on days: ClosedRange<CivilDate>) throws -> [CivilDate: Int] {
    try journal.read { db in
      let pairs: [(CivilDate, Int)] = try DecodedRows(
        db,
        cached: """
          SELECT contact.day, count(*) FROM \(Contact.tables)
          WHERE person.owner = ? AND person.deleted IS NULL AND contact.day BETWEEN ? AND ?
          GROUP BY contact.day
          """,
        arguments: [journal.id, days.lowerBound.description, days.upperBound.description]
      ).map { (try $0.day(), try $0.next()) }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  func contact(_ number: Int64, _ db: Database) throws -> Contact {
    guard
      let contact = try rows("WHERE person.owner = ? AND contact.id = ?", [journal.id, number], db)
        .first
    else { throw ContactError.unknown(number) }
    return contact
  }

  func rows(
    _ condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [Contact] {
    try DecodedRows(
      db, cached: "SELECT \(Contact.columns) FROM \(Contact.tables) \(condition)",
      arguments: arguments
    ).map { try Contact(&$0) }
  }
}

extension OwnerJournal {
  package var contacts: Contacts { Contacts(journal: self) }
}

extension Contact {
  /// What a query selects for ``init(_:)``, in its order, and of what.
  static let columns = """
    contact.id, contact.person, contact.day, contact.made, contact.kind, contact.keywords, contact.memo,
    contact.post
    """
  static let tables = "contact CROSS JOIN person ON person.id = contact.person"

  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder) throws {
    (id, person) = (try values.next(), try values.next())
    day = try values.day()
    made = try values.next(in: DayRule.instants)
    facts = ContactFacts(
      kind: try values.next { ContactKind(rawValue: $0) },
      keywords: try values.next { Keywords(stored: $0) },
      memo: try values.next { Memo(stored: $0) })
    post = try values.bytesIfAny(Self.postSize)
  }
}
