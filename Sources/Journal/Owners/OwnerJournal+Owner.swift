import GRDB

extension OwnerJournal {
  /// Gives the owner another name.
  ///
  /// - Throws: ``JournalError/ownerExists(_:)``.
  package func renameOwner(to name: OwnerName) throws {
    try write { db in
      let holder = try Int64.fetchOne(
        db, sql: "SELECT id FROM owner WHERE name = ?", arguments: [name.text])
      guard holder == nil || holder == id else { throw JournalError.ownerExists(name) }
      try db.execute(sql: "UPDATE owner SET name = ? WHERE id = ?", arguments: [name.text, id])
    }
  }

  /// Removes the owner with all of their posts, those in the trash too, their files and settings.
  package func removeOwner() throws -> Removal {
    try delete("TRUE") { db in
      try db.execute(sql: "DELETE FROM owner WHERE id = ?", arguments: [id])
    }
  }

  /// How many posts there are, without those in the trash and with only those in the trash.
  package func size() throws -> (posts: Int, inTrash: Int) {
    try read { db in
      func count(_ condition: String, by index: String) throws -> Int {
        // Left to itself SQLite takes an index that does not have the column, and reads every row.
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM post INDEXED BY \(index) WHERE owner = ? AND trashed \(condition)
            """, arguments: [id]) ?? 0
      }
      return (
        try count("IS NULL", by: "post_by_day"), try count("IS NOT NULL", by: "post_by_trash")
      )
    }
  }
}
