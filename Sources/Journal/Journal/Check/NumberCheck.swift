import GRDB
import Store

/// Checks the numbers of an owner's posts. A number above the range of posts would soon end the
/// counting, and with it posting.
struct NumberCheck {
  let journal: OwnerJournal

  /// A post whose number is out of range.
  struct Renumbering: Sendable, Hashable {
    let old: Int
    /// Nil where nothing was changed.
    var new: Int?
  }

  /// The faults, and their new numbers.
  struct Result: Sendable, Hashable {
    var posts: [Renumbering] = []
    /// Whether the number that was last given is none that posts get.
    var isLastNumberWrong = false

    var isSound: Bool { posts.isEmpty && !isLastNumberWrong }
  }

  func find() throws -> Result {
    try journal.read { db in
      let last = try lastNumber(db)
      return Result(
        posts: try wrongPosts(db).map { Renumbering(old: $0.number) },
        isLastNumberWrong: !(0...Post.numbers.upperBound ~= last))
    }
  }

  /// Gives the posts the numbers after the last right one.
  func mend() throws -> Result {
    try journal.write { db in
      let given = try lastNumber(db)
      var last = max(
        0...Post.numbers.upperBound ~= given ? given : 0,
        try db.value(
          Int.self,
          cached: "SELECT coalesce(max(number), 0) FROM post WHERE owner = ? AND number <= ?",
          arguments: [journal.id, Post.numbers.upperBound]) ?? 0)
      var result = Result(isLastNumberWrong: !(0...Post.numbers.upperBound ~= given))
      for post in try wrongPosts(db) {
        let number: Int
        if last < Post.numbers.upperBound {
          last += 1
          number = last
        } else {
          number = try PostRows(of: journal, db).smallestFreeNumber()
        }
        try db.execute(
          cached: "UPDATE post SET number = ? WHERE id = ?", arguments: [number, post.id])
        result.posts.append(Renumbering(old: post.number, new: number))
      }
      try db.execute(
        sql: "UPDATE owner SET last_number = ? WHERE id = ?", arguments: [last, journal.id])
      return result
    }
  }

  private func lastNumber(_ db: Database) throws -> Int {
    try db.value(
      Int.self, cached: "SELECT last_number FROM owner WHERE id = ?", arguments: [journal.id]) ?? 0
  }

  private func wrongPosts(_ db: Database) throws -> [(id: Int64, number: Int)] {
    let rows = try db.rows(
      cached: """
        SELECT id, number FROM post WHERE owner = ? AND number NOT BETWEEN ? AND ? ORDER BY number
        """,
      arguments: [journal.id, Post.numbers.lowerBound, Post.numbers.upperBound])
    var posts: [(id: Int64, number: Int)] = []
    while let row = try rows.next() {
      var values = RowDecoder(row)
      posts.append((try values.next(), try values.next()))
    }
    return posts
  }
}
