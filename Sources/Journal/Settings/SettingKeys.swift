package import Store

/// What can be set of a journal of posts, beside what the store itself reads.
extension SettingKey: CaseIterable, RawRepresentable {
  package static let weekStart = SettingKey("week-start")
  /// A folder of the person's own that gets a copy of every stamped photo.
  package static let exportFolder = SettingKey("export-to")
  package static let labelStyle = SettingKey("label-style")
  package static let labelFormat = SettingKey("label-format")
  package static let labelLocale = SettingKey("label-locale")
  package static let labelText = SettingKey("label-text")
  package static let labelSize = SettingKey("label-size")
  package static let labelMargin = SettingKey("label-margin")
  package static let labelPosition = SettingKey("label-position")
  package static let labelColour = SettingKey("label-color")
  package static let labelOutline = SettingKey("label-outline")
  package static let labelBackground = SettingKey("label-background")
  package static let labelFont = SettingKey("label-font")

  /// In the order in which they are read: a style comes before what overrides it.
  package static let allCases: [SettingKey] =
    [.timeZone, .dayStart, .weekStart, .lockAfter, .exportFolder, .labelStyle]
    + [.labelFormat, .labelLocale, .labelText, .labelSize, .labelMargin, .labelPosition]
    + [.labelColour, .labelOutline, .labelBackground, .labelFont]

  /// Nil for a name that no setting has.
  package init?(rawValue: String) {
    guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = key
  }

  private static let overridingStyle: Set<SettingKey> = [
    .labelFormat, .labelLocale, .labelSize, .labelMargin, .labelPosition, .labelColour,
    .labelOutline, .labelBackground, .labelFont,
  ]

  /// Whether it takes the place of a part of the label's style, whichever of the two was set later.
  package var overridesStyle: Bool { Self.overridingStyle.contains(self) }
}

/// A setting as JSON, on the command line as over the network.
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
