import GRDB

extension JournalSettings {
  /// Reads an owner's settings.
  ///
  /// - Throws: ``JournalError/setting(_:)`` where one was changed to what it cannot be.
  static func load(owner: Int64, _ db: Database) throws -> JournalSettings {
    let texts = try texts(owner: owner, db)
    do throws(SettingError) {
      return try JournalSettings(texts)
    } catch {
      throw JournalError.setting(error)
    }
  }

  /// What is stored, be it no value of its key.
  fileprivate static func texts(owner: Int64, _ db: Database) throws -> [SettingKey: String] {
    var texts: [SettingKey: String] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT key, value FROM setting WHERE owner = ?", arguments: [owner])
    while let row = try rows.next() {
      var values = RowValues(row)
      guard let key = SettingKey(rawValue: try values.next()) else { continue }
      texts[key] = try values.next()
    }
    return texts
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
    try write { db in
      try JournalSettings.set(key, to: text, owner: id, db)
      if key == .lockAfter { try takeOverLockDelay(db) }
    }
  }

  /// Sets several keys, all or none; what is nil gets its default again.
  ///
  /// - Returns: the settings as they are now.
  /// - Throws: ``SettingError``, also for the time zone without a value; then nothing has changed.
  package func set(_ changes: [SettingKey: String?]) throws -> JournalSettings {
    try write { db in
      let texts = try JournalSettings.texts(owner: id, db).mapValues(Optional.some)
        .merging(changes) { $1 }
      let settings = try JournalSettings(texts.compactMapValues(\.self))
      try settings.save(owner: id, db)
      if changes.keys.contains(.lockAfter) { try takeOverLockDelay(db) }
      return settings
    }
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
      if key == .lockAfter { try takeOverLockDelay(db) }
    }
  }

  /// Sessions that are open are locked after the new time too, for who shortens it means it now.
  private func takeOverLockDelay(_ db: Database) throws {
    try Session.setIdle(LockDelay.load(owner: id, db).idle, owner: id, db)
  }
}
