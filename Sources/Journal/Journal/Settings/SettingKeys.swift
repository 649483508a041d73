package import Store

/// The settings of a journal of posts, beside those that the store reads.
extension SettingKey: CaseIterable, RawRepresentable {
  package static let weekStart = SettingKey("week-start")
  /// A folder of the person's own that gets a copy of every stamped photo.
  package static let exportFolder = SettingKey("export-to")
  /// The texts to draw the text of the day from.
  package static let textPool = SettingKey("text-pool")
  /// The collection that the question of a day is of.
  package static let questionCollection = SettingKey("question-collection")
  /// On which day a birthday of 29 February is in other years.
  package static let leapBirthday = SettingKey("leap-birthday")
  /// The most characters in a contact's keyword.
  package static let keywordLength = SettingKey("keyword-length")
  /// How browsers reach the server, for the links of reminders.
  package static let webAddress = SettingKey("web-address")
  package static let reminderLanguage = SettingKey("reminder-language")
  /// The most megabytes of a video.
  package static let videoSize = SettingKey("video-size")
  package static let labelStyle = SettingKey("label-style")
  package static let labelFormat = SettingKey("label-format")
  package static let labelLocale = SettingKey("label-locale")
  package static let labelText = SettingKey("label-text")
  package static let labelSize = SettingKey("label-size")
  package static let labelMargin = SettingKey("label-margin")
  package static let labelPosition = SettingKey("label-position")
  package static let labelColour = SettingKey("label-color")
  package static let labelOutline = SettingKey("label-outline")
  package static let labelGlow = SettingKey("label-glow")
  package static let labelBackground = SettingKey("label-background")
  package static let labelTone = SettingKey("label-tone")
  package static let labelFont = SettingKey("label-font")

  /// The kind of a setting's values.
  private enum Values {
    case plain
    /// Each is a path of the machine on which it was set.
    case paths
    /// Those with a slash are paths.
    case namesAndPaths
  }

  /// All settings in the order in which they are read: a style comes before what overrides it.
  private static let table: [(key: SettingKey, values: Values, overridesStyle: Bool)] = [
    (.timeZone, .plain, false), (.postZone, .plain, false), (.dayStart, .plain, false),
    (.weekStart, .plain, false),
    (.lockAfter, .plain, false), (.exportFolder, .paths, false), (.textPool, .plain, false),
    (.questionCollection, .plain, false),
    (.leapBirthday, .plain, false), (.keywordLength, .plain, false),
    (.webAddress, .plain, false), (.reminderLanguage, .plain, false), (.videoSize, .plain, false),
    (.labelStyle, .plain, false),
    (.labelFormat, .plain, true), (.labelLocale, .plain, true), (.labelText, .plain, false),
    (.labelSize, .plain, true), (.labelMargin, .plain, true), (.labelPosition, .plain, true),
    (.labelColour, .plain, true), (.labelOutline, .plain, true), (.labelGlow, .plain, true),
    (.labelBackground, .plain, true), (.labelTone, .plain, true),
    (.labelFont, .namesAndPaths, true),
  ]

  /// In the order they are read.
  package static let allCases: [SettingKey] = table.map(\.key)

  /// Nil for a name that no setting has.
  package init?(rawValue: String) {
    guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = key
  }

  private static let overridingStyle = Set(table.filter(\.overridesStyle).map(\.key))
  private static let values = Dictionary(
    table.map { ($0.key, $0.values) }, uniquingKeysWith: { first, _ in first })

  /// Whether it replaces a part of the label's style, whichever of the two was set later.
  package var overridesStyle: Bool { Self.overridingStyle.contains(self) }

  /// Whether a value is a path of this machine: only its user may set one, and it is never taken
  /// from an export, the network or another user's journal.
  package func isPath(_ text: String) -> Bool {
    switch Self.values[self] {
    case .paths: true
    case .namesAndPaths: text.contains("/")
    case .plain, nil: false
    }
  }

  /// Whether a value of it can be set on the machine alone: a path, and the address that all links begin
  /// with, those with a feed's secret too. A device that set it would decide where they lead even after it is
  /// revoked.
  package func isOfMachine(_ text: String) -> Bool { isPath(text) || self == .webAddress }

  /// Whether a value of it is never taken from an export.
  func isKept(_ text: String) -> Bool { isOfMachine(text) || self == .lockAfter }
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
