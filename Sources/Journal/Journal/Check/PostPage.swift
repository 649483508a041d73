import GRDB
import Store

/// Some of an owner's posts, those in the trash too, and the rows that cannot be read.
struct PostPage {
  var posts: [Post] = []
  var broken: [(number: Int, problem: PostProblem)] = []
  /// The last number in it; nil where there are no further posts.
  var last: Int?

  init() {}

  /// The next posts by number.
  ///
  /// - Parameters:
  ///   - journal: whose posts.
  ///   - start: they come after this one.
  ///   - size: how many at most.
  /// - Throws: ``JournalError``, also where a damaged index does not have them in order.
  init(of journal: OwnerJournal, after start: Int, size: Int) throws {
    self = try journal.read { db in
      var page = PostPage()
      let rows = try Row.fetchCursor(
        db,
        sql:
          """
          SELECT \(Post.columns) FROM \(Post.tables)
          WHERE post.owner = ? AND number > ? ORDER BY number LIMIT ?
          """,
        arguments: [journal.id, start, size])
      while let row = try rows.next() {
        let number = Int.fromDatabaseValue(row["number"])
        // The next page would be the same one again, and again.
        guard let number, number > page.last ?? start else {
          throw JournalError.corruptValue(of: "number")
        }
        do {
          page.posts.append(try Post(row: row, db))
        } catch JournalError.database(let failure) {
          let isForeign = try PostRows(of: journal, db).hasForeignPhoto(number)
          page.broken.append((number, isForeign ? .foreignPhoto : .row(failure)))
        }
        page.last = number
      }
      return page
    }
  }
}

extension PostRows {
  /// Whether a photo of a post is another owner's.
  func hasForeignPhoto(_ number: Int) throws -> Bool {
    try db.row(
      cached: """
        SELECT 1 FROM post WHERE owner = ? AND number = ? AND (
          EXISTS (SELECT 1 FROM photo WHERE photo.id = post.photo AND photo.owner <> post.owner)
          OR EXISTS (SELECT 1 FROM photo WHERE photo.post = post.id AND photo.owner <> post.owner))
        """, arguments: [owner, number]) != nil
  }
}
