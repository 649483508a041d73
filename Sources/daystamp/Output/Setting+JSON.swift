import Journal

/// A setting as one object of JSON.
struct SettingJSON: Encodable {
  let key: String
  /// Missing where nothing is set and there is no one default.
  let value: String?
  let `default`: Bool

  init(_ key: SettingKey, in settings: JournalSettings) {
    self.key = key.rawValue
    value = settings.text(key)
    `default` = settings.texts[key] == nil
  }
}
