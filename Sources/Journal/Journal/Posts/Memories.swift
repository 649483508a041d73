package import CaptureTime
import GRDB
package import Store

/// Posts of the same day in other years, and posts at random.
package struct Memories: Sendable {
  /// As many posts of each year as a person looks through.
  package var usualOfEachYear: Int { 10 }

  let journal: OwnerJournal

  /// The posts of the same day in other years, oldest first.
  ///
  /// - Parameters:
  ///   - day: the day; 29 February has memories of leap years only.
  ///   - limit: how many posts of each year are wanted at most, the first of its day; nil for all.
  /// - Returns: posts in order.
  /// - Throws: ``JournalError``.
  /// - Complexity: a search in the index for every year that the journal spans.
  package func posts(of day: CivilDate, ofEachYear limit: Int? = nil) throws -> [Post] {
    try posts(of: MonthDay(of: day), besides: day.year, ofEachYear: limit)
  }

  /// The posts of a day of each year but one, as ``posts(of:ofEachYear:)``.
  package func posts(
    of day: MonthDay, besides year: Int, ofEachYear limit: Int? = nil
  ) throws -> [Post] {
    try journal.read { db in
      guard let first = try edge("", db), let last = try edge("DESC", db), first <= last
      else { return [] }
      let days = (first.year...last.year).filter { $0 != year }.compactMap {
        CivilDate(year: $0, month: day.month, day: day.day)
      }
      return try days.flatMap { day in
        try DecodedRows(
          db,
          cached: """
            SELECT \(Post.columns) FROM \(Post.tables) WHERE post.owner = ? AND trashed IS NULL AND day = ?
            ORDER BY instant, number LIMIT ?
            """, arguments: [journal.id, day.description, limit ?? -1]
        ).map { try Post(&$0, db) }
      }
    }
  }

  /// The first or the last day that has a post.
  private func edge(_ direction: String, _ db: Database) throws -> CivilDate? {
    let row = try db.row(
      cached: """
        SELECT day FROM post WHERE owner = ? AND trashed IS NULL ORDER BY day \(direction) LIMIT 1
        """, arguments: [journal.id])
    return try row.map { row in
      var values = RowDecoder(row)
      return try values.next { CivilDate(iso: $0) }
    }
  }

  /// A random post; the same seed draws the same post, whatever is posted meanwhile.
  ///
  /// - Parameters:
  ///   - seed: any number.
  ///   - before: only posts that were posted before this instant are drawn, unless there are none.
  ///   - last: the post that is not to be drawn again, where there is any other.
  /// - Returns: nil where the journal is empty.
  /// - Throws: ``JournalError``.
  package func randomPost(seed: UInt64, before: Int, besides last: Int? = nil) throws -> Post? {
    try journal.read { db in
      let post = try draw(seed, before: before, db) ?? draw(seed, before: .max, db)
      guard let post, post.number == last else { return post }
      return try next(after: post.number, db) ?? next(after: 0, db) ?? post
    }
  }

  /// The post with the next number.
  private func next(after number: Int, _ db: Database) throws -> Post? {
    try db.row(
      cached: """
        SELECT \(Post.columns) FROM \(Post.tables)
        WHERE post.owner = ? AND number > ? AND trashed IS NULL ORDER BY number LIMIT 1
        """, arguments: [journal.id, number]
    ).map { try Post(row: $0, db) }
  }

  /// A random post that is the same all day.
  ///
  /// - Parameters:
  ///   - day: today.
  ///   - rule: how the owner's days are counted.
  /// - Returns: nil where the journal is empty.
  /// - Throws: ``JournalError``.
  package func post(ofTheDay day: CivilDate, _ rule: DayRule) throws -> Post? {
    try randomPost(
      seed: UInt64(bitPattern: Int64(day.daysSinceEpoch)), before: rule.start(of: day))
  }

  /// Draws a number up to the largest, and takes the post that has it or the next one that is there.
  private func draw(_ seed: UInt64, before: Int, _ db: Database) throws -> Post? {
    func post(_ condition: String, _ direction: String, _ number: Int) throws -> Post? {
      try db.row(
        cached: """
          SELECT \(Post.columns) FROM \(Post.tables)
          WHERE post.owner = ? AND number \(condition) ? AND trashed IS NULL AND posted < ?
          ORDER BY number \(direction) LIMIT 1
          """, arguments: [journal.id, number, before]
      ).map { try Post(row: $0, db) }
    }
    guard let last = try post(">=", "DESC", 0) else { return nil }
    var generator = SplitMix64(seed: seed)
    let number = Int.random(in: 1...last.number, using: &generator)
    return try post(">=", "ASC", number)
  }
}

/// The generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
private struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
