import GRDB
import Store

/// The order in which a file that is read again has its texts and sections. Their rows' numbers keep it: by
/// them sections are read one after the other, and texts listed.
struct FileOrder {
  private var texts: [Int64] = []
  private var sections: [Int64] = []
  private var seen: Set<Int64> = []

  /// Notes the next text of the file.
  ///
  /// - Parameters:
  ///   - text: its row.
  ///   - section: the row of its section, if it has one.
  mutating func add(_ text: Int64, in section: Int64?) {
    texts.append(text)
    if let section, seen.insert(section).inserted { sections.append(section) }
  }

  /// Numbers the rows anew where what is new in the file is not at its end. Only of collections with
  /// sections: others are not read from beginning to end.
  ///
  /// - Parameter db: the connection, in a transaction.
  /// - Throws: `DatabaseError`, ``JournalError``.
  /// - Complexity: O(*n*) in the rows from the first one on that is in another place.
  func keep(_ db: Database) throws {
    guard !sections.isEmpty else { return }
    let moved = Self.moves(texts)
    // Rows name numbers that are not there until all have moved.
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    try SearchTable.texts.remove(moved.map(\.old), db)
    try Self.move(Self.moves(sections), in: [("section", "id"), ("text", "section")], db)
    try Self.move(moved, in: [("text", "id")] + MarkPlaces.tables.map { ($0, "text") }, db)
    try SearchTable.texts.add(moved.map(\.new), db)
  }

  /// The rows that get another number: the same numbers, in the order of the file.
  private static func moves(_ rows: [Int64]) -> [(old: Int64, new: Int64)] {
    zip(rows, rows.sorted()).filter { $0 != $1 }.map { (old: $0, new: $1) }
  }

  /// Numbers below zero are nobody's, so that no two rows have the same one on the way.
  private static func move(
    _ rows: [(old: Int64, new: Int64)], in columns: [(table: String, column: String)],
    _ db: Database
  ) throws {
    guard !rows.isEmpty else { return }
    for (table, column) in columns {
      for (old, new) in rows {
        try db.execute(
          cached: "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?",
          arguments: [-new, old])
      }
      try db.execute(cached: "UPDATE \(table) SET \(column) = -\(column) WHERE \(column) < 0")
    }
  }
}
