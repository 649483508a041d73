import GRDB
import Store

/// What the indexes of a damaged journal say about the rows of posts and photos. Each page may be
/// an older one that a write did not reach.
struct IndexWitness {
  /// Posts whose row, or one of whose photos, is not as an index has it.
  private(set) var doubtful: Set<Int64> = []
  /// Posts that no index has.
  private(set) var unknown: Set<Int64> = []

  init() {}

  /// - Throws: `DatabaseError`.
  init(_ rows: SalvagedRows, _ db: Database) throws {
    let posts = ["owner", "number", "day", "instant", "uid", "photo", "trashed"]
    let photos = ["owner", "file", "original_hash", "post", "place"]
    unknown = try Int64.fetchSet(db, sql: Self.unknown("post", in: rows))
    doubtful = try Int64.fetchSet(
      db,
      sql: """
        \(Self.differing("post", posts))
        UNION SELECT post FROM photo WHERE id IN (
          \(Self.differing("photo", photos)) UNION \(Self.unknown("photo", in: rows)))
        UNION SELECT id FROM post WHERE photo IN (
          \(Self.differing("photo", photos.dropLast(2))))
        """)
    for (index, condition) in PostTables.partialIndexes {
      doubtful.formUnion(
        try Int64.fetchSet(
          db,
          sql: "SELECT id FROM post WHERE NOT (\(condition)) AND id IN (\(Self.posts(in: index)))"))
      guard rows.gaps.wholeIndexes.contains(index) else { continue }
      doubtful.formUnion(
        try Int64.fetchSet(
          db,
          sql: "SELECT id FROM post WHERE \(condition) AND id NOT IN (\(Self.posts(in: index)))"))
    }
    doubtful.subtract(unknown)
  }

  private static func differing(_ table: String, _ columns: [String]) -> String {
    let differs = columns.map { "lost_\(table).\($0) <> \(table).\($0)" }
    return "SELECT \(table).id FROM \(table) JOIN lost_\(table) USING (id) WHERE "
      + differs.joined(separator: " OR ")
  }

  /// The posts that an index has, as SQL.
  private static func posts(in index: String) -> String {
    "SELECT id FROM lost_post WHERE instr(' ' || known_by, ' \(index) ')"
  }

  /// The rows of a table that no index has, as SQL: none where no index is whole that has them all.
  private static func unknown(_ table: String, in rows: SalvagedRows) -> String {
    let prefix = "sqlite_autoindex_\(table)_"
    let isAnyWhole = rows.gaps.wholeIndexes.contains {
      $0.hasPrefix(prefix) && $0.dropFirst(prefix.count).allSatisfy(\.isNumber)
    }
    return """
      SELECT id FROM \(table) WHERE \(isAnyWhole) AND id NOT IN (
        SELECT id FROM lost_\(table) WHERE instr(known_by, '_'))
      """
  }
}
