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
      var values = RowValues(row)
      guard let key = SettingKey(rawValue: try values.next()) else { continue }
      texts[key] = try values.next()
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
    for (key, text) in texts { try Self.set(key, to: text, owner: owner, db) }
  }

  fileprivate static func set(
    _ key: SettingKey, to text: String, owner: Int64, _ db: Database
  ) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO setting (owner, key, value) VALUES (?, ?, ?)",
      arguments: [owner, key.rawValue, text])
  }
}

extension OwnerJournal {
  /// What the owner has set.
  package func settings() throws -> JournalSettings {
    try read { db in try JournalSettings.load(owner: id, db) }
  }

  /// Sets a key; posts that are there already keep their days and labels.
  ///
  /// What is stored is not read, so that a setting which another program broke can be mended.
  ///
  /// - Throws: ``SettingError``; then nothing has changed.
  package func set(_ key: SettingKey, to text: String) throws {
    try JournalSettings.check(key, text)
    try write { db in try JournalSettings.set(key, to: text, owner: id, db) }
  }

  /// Gives a key its default again, as ``set(_:to:)``.
  ///
  /// - Throws: ``SettingError`` for the time zone, which has none; then nothing has changed.
  package func reset(_ key: SettingKey) throws {
    guard key != .timeZone else {
      throw SettingError(key: key, text: nil, reason: SettingProblem.noDefault)
    }
    try write { db in
      try db.execute(
        sql: "DELETE FROM setting WHERE owner = ? AND key = ?", arguments: [id, key.rawValue])
    }
  }
}
