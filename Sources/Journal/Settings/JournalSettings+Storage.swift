import GRDB

extension JournalSettings {
  /// Reads an owner's settings.
  ///
  /// - Throws: ``JournalError/setting(_:)`` where one was changed to what it cannot be.
  static func load(owner: Int64, _ db: Database) throws -> JournalSettings {
    var texts: [SettingKey: String] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT key, value FROM setting WHERE owner = ?", arguments: [owner])
    while let row = try rows.next() {
      guard let key = SettingKey(rawValue: row[0]) else { continue }
      texts[key] = row[1]
    }
    do throws(SettingError) {
      return try JournalSettings(texts)
    } catch {
      throw JournalError.setting(error)
    }
  }

  /// Stores all settings of an owner in the place of the old ones.
  func save(owner: Int64, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM setting WHERE owner = ?", arguments: [owner])
    for (key, text) in texts {
      try db.execute(
        sql: "INSERT INTO setting (owner, key, value) VALUES (?, ?, ?)",
        arguments: [owner, key.rawValue, text])
    }
  }
}

extension OwnerJournal {
  /// What the owner has set.
  package func settings() throws -> JournalSettings {
    try read { db in try JournalSettings.load(owner: id, db) }
  }

  /// Changes settings; posts that are there already keep their days and labels.
  package func changeSettings(_ change: (inout JournalSettings) throws -> Void) throws {
    try write { db in
      var settings = try JournalSettings.load(owner: id, db)
      try change(&settings)
      try settings.save(owner: id, db)
    }
  }
}
