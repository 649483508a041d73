import CaptureTime
import GRDB
import Store

extension SearchTable {
  /// The index of contacts.
  static let contacts = SearchTable(
    "contact_search", row: "contact.id", columns: "contact.keywords, contact.memo",
    tables: "contact",
    read: { values, document in
      // What is not a text is reported when the contact is read.
      for _ in 0..<2 {
        _ = values.withText { document.append($0) }
        values.skip(1)
      }
    })
}

extension SearchDocument {
  /// What is looked through of a contact.
  init(of facts: ContactFacts) {
    self.init()
    append(facts.keywords.lines)
    append(facts.memo.text)
  }
}

extension Contacts {
  /// Searches contacts for all of some words in keywords and memo, latest first; without those of
  /// deleted people.
  ///
  /// - Parameters:
  ///   - typed: what is looked for; of white space alone nothing is found.
  ///   - contact: the last one of the page before; nil for the first page.
  ///   - count: how many at most.
  /// - Returns: the contacts; none after the last one.
  /// - Throws: ``JournalError``.
  package func search(
    _ typed: String, after contact: Contact? = nil, atMost count: Int
  ) throws -> [Contact] {
    let words = SearchWords(typed)
    guard !words.texts.isEmpty else { return [] }
    return try journal.read { db in
      var found: [Int64] = []
      let arguments: StatementArguments = [
        journal.id, contact?.day.description, contact?.made, contact?.id,
      ]
      let isAfter =
        "(?2 IS NULL OR (contact.day, contact.made, contact.id) < (?2, ?3, ?4))"
      let order = "ORDER BY contact.day DESC, contact.made DESC, contact.id DESC"
      let scope = DocumentSearch.Scope(
        all: RowWalk([
          // The index has contacts in this order, but not their owners.
          try DecodedRows(
            db, cached: "SELECT id FROM contact WHERE \(isAfter) \(order)", arguments: arguments)
        ]), isLoose: true
      ) { rows in
        RowWalk([
          try DecodedRows(
            db,
            cached: """
              SELECT contact.id FROM json_each(?5) AS chosen CROSS JOIN \(Contact.tables)
              WHERE contact.id = chosen.value AND person.owner = ?1 AND person.deleted IS NULL
                AND \(isAfter) \(order)
              """, arguments: arguments + [rows.json])
        ])
      }
      try DocumentSearch(words.texts, in: .contacts).forEachRow(of: scope, atMost: count, db) {
        found.append($0)
      }
      return try rows(
        "WHERE person.owner = ? AND contact.id IN (SELECT value FROM json_each(?)) \(order)",
        [journal.id, found.json], db)
    }
  }
}
