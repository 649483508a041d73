/// What programs are told of a setting, on the command line as over the network, in JSON.
package struct SettingDescription: Encodable, Sendable {
  let key: String
  /// Missing where nothing is set and there is no one default.
  let value: String?
  let `default`: Bool

  package init(_ key: SettingKey, in settings: JournalSettings) {
    self.key = key.rawValue
    value = settings.text(key)
    `default` = settings.texts[key] == nil
  }
}
