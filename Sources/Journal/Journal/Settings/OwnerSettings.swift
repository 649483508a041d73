import GRDB
package import Store
import Texts

/// The settings of an owner's journal.
package struct OwnerSettings: Sendable {
  let journal: OwnerJournal

  /// - Throws: ``JournalError/setting(_:)`` where one was changed to what is not a value of it.
  package func current() throws -> JournalSettings {
    try journal.read { db in try JournalSettings.load(owner: journal.id, db) }
  }

  /// The settings that this user's posting follows. In a journal that another user may change, it
  /// leaves out paths, since those are that user's.
  ///
  /// - Returns: the settings, and the keys that were left out, in their order.
  /// - Throws: as ``current()``.
  package func followed() throws -> (settings: JournalSettings, leftOut: [SettingKey]) {
    let all = try current()
    let paths = all.paths
    guard !paths.isEmpty, !journal.store.isOfThisUser else { return (all, []) }
    return (try all.withoutPaths(), SettingKey.allCases.filter { paths[$0] != nil })
  }

  /// Changes a setting; existing posts keep their days and labels.
  ///
  /// What is stored is not read, so that a setting which another program broke can be mended.
  ///
  /// - Throws: ``SettingError``; then nothing has changed.
  package func set(_ key: SettingKey, to text: String) throws {
    let key = key.meant(by: text)
    try JournalSettings.check(key, text)
    try checkTexts(key, text)
    try change(key) { rows in try rows.set(key, to: text) }
  }

  /// Changes several settings, all or none; nil restores a default.
  ///
  /// - Returns: the settings as they are now.
  /// - Throws: ``SettingError``, also for the time zone without a value; then nothing has changed.
  package func set(_ changes: [SettingKey: String?]) throws -> JournalSettings {
    let changes = changes.reduce(into: [:]) {
      $0.updateValue($1.value, forKey: $1.key.meant(by: $1.value))
    }
    for (key, text) in changes { if let text { try checkTexts(key, text) } }
    return try journal.write { db in
      let rows = SettingRows(owner: journal.id, db)
      let texts = try JournalSettings.texts(rows).mapValues(Optional.some).merging(changes) { $1 }
      let settings = try JournalSettings(texts.compactMapValues(\.self))
      try settings.save(rows)
      if changes.keys.contains(.lockAfter) { try rows.takeOverLockDelay() }
      return settings
    }
  }

  /// Gives a key its default again, as ``set(_:to:)``.
  ///
  /// - Throws: ``SettingError`` for the time zone, which has none; then nothing has changed.
  package func reset(_ key: SettingKey) throws {
    guard key != .timeZone else { throw SettingError.missingTimeZone }
    try change(key) { rows in try rows.remove(key) }
  }

  /// What is wrong with what is stored, of each setting on its own.
  func broken() throws -> [SettingError] {
    let texts = try journal.read { db in
      try JournalSettings.texts(SettingRows(owner: journal.id, db))
    }
    var errors: [SettingError] = texts[.timeZone] == nil ? [.missingTimeZone] : []
    for key in SettingKey.allCases {
      guard let text = texts[key] else { continue }
      do {
        try JournalSettings.check(key, text)
      } catch {
        errors.append(error)
      }
    }
    return errors
  }

  /// Checks that the texts are there of which that of a day is to be drawn, or its question.
  private func checkTexts(_ key: SettingKey, _ text: String) throws {
    do {
      if key == .textPool { try TextPool(parsing: text).check(in: journal) }
      // The one that comes with Daystamp may still come.
      if key == .questionCollection, let name = try CollectionName.ofQuestions(parsing: text),
        name.folded != CollectionName.ofQuestions?.folded
      {
        _ = try journal.collections.collection(name)
      }
    } catch let error where !(error is JournalError) {
      throw SettingError(key: key, text: text, reason: error)
    }
  }

  private func change(_ key: SettingKey, _ work: (SettingRows) throws -> Void) throws {
    try journal.write { db in
      let rows = SettingRows(owner: journal.id, db)
      try work(rows)
      if key == .lockAfter { try rows.takeOverLockDelay() }
    }
  }
}

extension JournalSettings {
  /// Reads an owner's settings.
  ///
  /// - Throws: ``JournalError/setting(_:)`` where one was changed to what is not a value of it.
  static func load(owner: Int64, _ db: Database) throws -> JournalSettings {
    let texts = try texts(SettingRows(owner: owner, db))
    do throws(SettingError) {
      return try JournalSettings(texts)
    } catch {
      throw JournalError.setting(error)
    }
  }

  /// What is stored of the keys that settings have, whether or not it is a value of its key.
  fileprivate static func texts(_ rows: SettingRows) throws -> [SettingKey: String] {
    let keys = Set(SettingKey.allCases)
    return try rows.texts().filter { keys.contains($0.key) }
  }

  /// Stores all settings of an owner in the place of the old ones.
  func save(_ rows: SettingRows) throws { try rows.replace(texts, of: SettingKey.allCases) }
}
