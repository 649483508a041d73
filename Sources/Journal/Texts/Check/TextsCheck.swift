import Foundation
import GRDB
package import Store

/// What the check of texts finds, as ``JournalProblem/area(_:)``.
package enum TextsProblem: AreaProblem, Hashable {
  /// A collection says that it has another number of texts than it has.
  case count(CollectionName, observed: Int, expected: Int)
  /// The search does not find so many texts by what they say, or finds them by something else; nil where
  /// its index is damaged.
  case search(texts: Int?)
  /// A text is not as it was stored: it is not what its hash is of.
  case text(CollectionName, key: String)
  /// A value in a table is not one that this program writes; nothing after it was looked at.
  case row(table: String, DatabaseFailure)
}

/// Checks collections with their texts, and what owners did with them.
package final class TextsCheck: AreaCheck {
  private let store: JournalStore
  private let repairs: Bool

  package init(of store: JournalStore, repairs: Bool) {
    (self.store, self.repairs) = (store, repairs)
  }

  /// Lets go of texts of collections that are gone, and keeps marks whose texts are.
  package func mendReferences() throws {
    try JournalError.wrapping {
      try store.write { db in
        try db.execute(
          sql: """
            UPDATE collection SET owner = NULL WHERE owner NOT IN (SELECT id FROM owner);
            DELETE FROM section WHERE collection NOT IN (SELECT id FROM collection);
            DELETE FROM text WHERE collection NOT IN (SELECT id FROM collection);
            UPDATE text SET section = NULL WHERE section NOT IN (SELECT id FROM section);
            \(StoredTable.all.map(\.mending).joined(separator: "\n"))
            DELETE FROM text_query WHERE owner NOT IN (SELECT id FROM owner);
            """)
      }
    }
  }

  package func checkDerived(_ report: JournalCheck.Report) {
    checkCounts(report)
    let check = SearchTableCheck(.texts, of: store)
    check.finding(repairs: repairs) { .area(TextsProblem.search(texts: $0)) }.map(report)
  }

  private func checkCounts(_ report: JournalCheck.Report) {
    do {
      let found = try JournalError.wrapping {
        try store.database.read { db in
          try DecodedRows(
            db,
            cached: """
              SELECT name, texts, (SELECT count(*) FROM text WHERE collection = collection.id)
              FROM collection WHERE hidden IS NULL
              """
          ).map { values in
            (
              try values.next { CollectionName(stored: $0) }, try values.next(Int.self),
              try values.next(Int.self)
            )
          }
        }
      }
      let wrong = found.filter { $0.1 != $0.2 }
      if repairs, !wrong.isEmpty { try count() }
      for (name, observed, expected) in wrong {
        let problem = TextsProblem.count(name, observed: observed, expected: expected)
        report(JournalFinding(.area(problem), repair: repairs ? .rebuilt : .notTried))
      }
    } catch {
      report(JournalFinding(.unreadable(error), repair: .notTried))
    }
  }

  private func count() throws {
    try JournalError.wrapping {
      try store.write { db in
        try db.execute(
          sql: """
            UPDATE collection
            SET texts = (SELECT count(*) FROM text WHERE collection = collection.id)
            WHERE hidden IS NULL
            """)
      }
    }
  }

  package func checkRows(
    _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report
  ) throws {
    let tables = TableCheck(of: store, repairs: repairs) { TextsProblem.row(table: $0, $1) }
    tables.read("collection", report) { db in _ = try Collections.all(db) }
    tables.read("section", report) { db in
      let rows = try DecodedRows(db, cached: "SELECT key, title FROM section")
      while var row = try rows.next() {
        _ = try row.text(atMost: ReadText.keyByteLimit)
        _ = try row.text(atMost: ReadText.lineByteLimit)
      }
    }
    tables.read("text", report) { db in try checkTexts(db, report) }
    for table in StoredTable.all {
      tables.read(table.name, report) { db in
        let columns = table.columns.map(\.name).joined(separator: ", ")
        let rows = try DecodedRows(db, cached: "SELECT \(columns) FROM \(table.name)")
        while var row = try rows.next() { try table.read(&row) }
      }
    }
    tables.read("text_query", report) { db in
      let rows = try DecodedRows(db, cached: "SELECT text FROM text_query")
      while var row = try rows.next() { _ = try row.text(atMost: TextSearches.byteLimit) }
    }
  }

  private func checkTexts(_ db: Database, _ report: JournalCheck.Report) throws {
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT \(StoredText.columns) FROM \(StoredText.tables) ORDER BY text.id
        """, arguments: [nil])
    while var row = try rows.next() {
      let text = try StoredText(&row)
      guard TextHash.of(text.body) != text.hash else { continue }
      report(
        JournalFinding(
          .area(TextsProblem.text(text.collection, key: text.key)),
          repair: repairs ? .beyondRepair : .notTried))
    }
  }

  package func finish(mendingWith strays: [StrayFiles.Stray]?, _ report: JournalCheck.Report) throws
  {}

  package func removeLeftovers() {}
}
