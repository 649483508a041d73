import GRDB
package import Store

/// The findings of a salvage of tags, in ``SalvageFinding/area(_:)``.
package enum TagSalvageFinding: AreaSalvageFinding, Hashable {
  /// So many tags of an owner's posts have the folded names that only an index still has.
  case folded(OwnerName, Int)
}

/// Restores lost tags of posts among the copied rows.
struct TagSalvage {
  /// The posts that have lost tags, as SQL.
  static let postsOfLost = "SELECT post FROM post_tag WHERE tag NOT IN (SELECT id FROM tag)"
  /// How many are made without a name: a damaged database may refer to any number of them.
  private static let limit = 1_000

  private let salvage: JournalSalvage

  init(_ salvage: JournalSalvage) { self.salvage = salvage }

  /// Whether rows of the table may be lost: else what refers to others is damaged itself.
  private var isDamaged: Bool {
    let gaps = salvage.rows.gaps
    return !gaps.hasHeader || gaps.tables.union(gaps.missing).contains("tag")
  }

  /// Takes names from the index of owners and folded names, of the tags that posts have.
  func makeNamed(_ report: JournalSalvage.Report) throws {
    guard isDamaged else { return }
    var counts: [Int64: Int] = [:]
    try write { rows in
      let lost = try Row.fetchAll(
        rows,
        sql: """
          SELECT id, owner, folded FROM lost_tag AS lost
          WHERE id IN (SELECT tag FROM post_tag) AND id NOT IN (SELECT id FROM tag)
            AND NOT EXISTS (
              SELECT 1 FROM tag WHERE tag.owner = lost.owner AND tag.folded = lost.folded)
          ORDER BY id
          """)
      for row in lost {
        guard let owner = Int64.fromDatabaseValue(row["owner"]), salvage.owners[owner] != nil,
          let folded = String.fromDatabaseValue(row["folded"]),
          let name = try? TagName(folded), name.text == folded
        else { continue }
        try insert(row["id"], owner, name, rows)
        counts[owner, default: 0] += 1
      }
    }
    for (owner, count) in counts.sorted(by: { $0.key < $1.key }) {
      guard let name = salvage.owners[owner] else { continue }
      report(.area(TagSalvageFinding.folded(name, count)))
    }
  }

  /// Gives a name to each of the others that posts have.
  func makeNameless(_ report: JournalSalvage.Report) throws {
    guard isDamaged else { return }
    var (made, number) = (0, 0)
    try write { rows in
      let lost = try Row.fetchAll(
        rows,
        sql: """
          SELECT tag, min(owner) FROM post_tag JOIN post ON post.id = post
          WHERE tag NOT IN (SELECT id FROM tag) AND typeof(tag) = 'integer' AND tag > 0
            AND typeof(owner) = 'integer'
          GROUP BY tag ORDER BY tag LIMIT \(Self.limit)
          """)
      let taken = try String.fetchSet(
        rows, sql: "SELECT folded FROM tag WHERE typeof(folded) = 'text'")
      for row in lost {
        var name: TagName
        repeat {
          number += 1
          name = try TagName("recovered \(number)")
        } while taken.contains(name.folded)
        try insert(row[0], row[1], name, rows)
        made += 1
      }
    }
    if made > 0 { report(.recovered(made, table: "tag")) }
  }

  private func insert(_ id: Int64, _ owner: Int64, _ name: TagName, _ rows: Database) throws {
    try rows.execute(
      cached: "INSERT INTO tag (id, owner, name, folded) VALUES (?, ?, ?, ?)",
      arguments: [id, owner, name.text, name.folded])
  }

  private func write(_ work: (Database) throws -> Void) throws {
    try JournalError.wrapping { try salvage.rows.database.write(work) }
  }
}
