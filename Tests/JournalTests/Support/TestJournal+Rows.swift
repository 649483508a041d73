import GRDB
import Journal
import SystemPackage

/// The database as another program sees it.
extension TestJournal {
  /// The number that a query gives.
  func count(_ sql: String) throws -> Int? {
    try database().read { db in try Int.fetchOne(db, sql: sql) }
  }

  /// The text that a query gives.
  func text(_ sql: String) throws -> String? {
    try database().read { db in try String.fetchOne(db, sql: sql) }
  }

  /// All rows of what owners have, but for their locks.
  func rows() throws -> [String] {
    try database().read { db in
      try ["owner", "setting", "look", "post", "tag", "post_tag", "loose_file"].flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { row in
          "\(table) \(row.databaseValues)"
        }
      }.sorted()
    }
  }

  /// Changes the database behind the program's back.
  func execute(_ sql: String) throws {
    try database().write { db in try db.execute(sql: sql) }
  }

  /// Brings all that was written into the database's own file.
  func checkpoint() throws {
    try database().writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
  }

  private func database() throws -> DatabaseQueue {
    try DatabaseQueue(path: path.appending("journal.sqlite").string)
  }

  /// The captions of the posts that a search finds, oldest first.
  func captions(finding text: String) throws -> [String] {
    var filter = PostFilter()
    filter.text = text
    return try journal.posts(filter).map(\.caption)
  }
}
