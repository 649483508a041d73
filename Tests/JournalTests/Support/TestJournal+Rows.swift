import GRDB
import Journal
import SystemPackage

/// The database as another program sees it.
extension TestJournal {
  /// The number that a query gives.
  func count(_ sql: String) throws -> Int? {
    try database().read { db in try Int.fetchOne(db, sql: sql) }
  }

  /// Changes the database behind the program's back.
  func execute(_ sql: String) throws {
    try database().write { db in try db.execute(sql: sql) }
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
