import Foundation
import GRDB
import Store

/// The findings of the check of texts, in ``JournalProblem/area(_:)``.
package enum TextsProblem: AreaProblem, Hashable {
  /// A collection says that it has another number of texts than it has.
  case count(CollectionName, observed: Int, expected: Int)
  /// The search does not find so many texts by what they say, or finds them by something else; nil where
  /// its index is damaged.
  case search(texts: Int?)
  /// A text is not as it was stored: it is not what its hash is of.
  case text(CollectionName, key: String)
  /// A text is not what the search has.
  case otherWords(CollectionName, key: String)
}

/// Checks collections with their texts, and the owners' marks, reading and plans.
final class TextsCheck: AreaCheck {
  private let tables: TableCheck
  private var store: JournalStore { tables.store }
  private var repairs: Bool { tables.repairs }

  init(of store: JournalStore, repairs: Bool) {
    tables = TableCheck(Area.texts.tables, of: store, repairs: repairs)
  }

  func mendReferences() throws { try tables.mendReferences() }

  func checkDerived(_ report: JournalCheck.Report) {
    checkCounts(report)
    let check = SearchTableCheck(.texts, of: store)
    check.findings(
      repairs: repairs, proving: TextsSalvage.proven,
      altered: { text, db in
        try TextsSalvageFinding.place(of: text, db).map {
          .area(TextsProblem.otherWords($0.name, key: $0.key))
        }
      }, { .area(TextsProblem.search(texts: $0)) }
    ).forEach(report)
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

  func checkRows(
    _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report
  ) throws {
    try tables.checkRows(check, progress, report)
    do {
      try JournalError.wrapping { try store.database.read { db in try checkTexts(db, report) } }
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      // The tables told it.
    } catch {
      report(JournalFinding(.unreadable(error), repair: .notTried))
    }
  }

  /// Checks that texts are what their hashes are of.
  private func checkTexts(_ db: Database, _ report: JournalCheck.Report) throws {
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT body, text.hash, key, name
        FROM text JOIN collection ON collection.id = collection ORDER BY text.id
        """)
    while var row = try rows.next() {
      let body = try row.text(atMost: ReadText.bodyByteLimit)
      guard try TextHash.of(body) != row.bytes() else { continue }
      let key = try row.text(atMost: ReadText.keyByteLimit)
      let name = try row.next { CollectionName(stored: $0) }
      report(
        JournalFinding(
          .area(TextsProblem.text(name, key: key)), repair: repairs ? .beyondRepair : .notTried))
    }
  }
}
