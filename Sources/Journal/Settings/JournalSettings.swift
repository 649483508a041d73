package import CaptureTime
package import Stamping
package import SystemPackage

/// What an owner has set of their journal.
///
/// Kept as the texts that were given and checked, so that what is stored is what a person wrote.
package struct JournalSettings: Sendable {
  /// What is set; what is missing has its default.
  package private(set) var texts: [SettingKey: String]

  package private(set) var zone: CaptureZone
  package private(set) var dayStart = TimeOfDay.midnight
  /// Nil where the locale decides.
  package private(set) var weekStart: WeekStart?
  package private(set) var exportFolder: FilePath?
  /// How labels look where nothing else is asked for.
  package private(set) var look = LabelLook(style: LabelStyle(.plain))

  /// How days are told.
  package var rule: DayRule { DayRule(zone: zone, start: dayStart) }

  /// The settings of a new journal: the zone is told once, and does not change with the machine's.
  package init(zone: CaptureZone) {
    self.zone = zone
    texts = [.timeZone: zone.name]
  }

  /// Reads settings as they were stored, or were given.
  ///
  /// - Throws: ``SettingError``.
  package init(_ texts: [SettingKey: String]) throws(SettingError) {
    self.init(zone: .utc)
    self.texts = texts
    // In the order of the keys: a style comes before what overrides it.
    for key in SettingKey.allCases {
      guard let text = texts[key] else { continue }
      do {
        try apply(key, text)
      } catch {
        throw SettingError(key: key, text: text, reason: error)
      }
    }
  }

  /// Sets a key to what a person wrote.
  ///
  /// - Throws: ``SettingError``; then nothing has changed.
  package mutating func set(_ key: SettingKey, to text: String) throws(SettingError) {
    self = try JournalSettings(texts.merging([key: text]) { _, new in new })
  }

  /// Gives a key its default again; a journal always has a time zone, which stays.
  package mutating func reset(_ key: SettingKey) throws(SettingError) {
    guard key != .timeZone else { return }
    self = try JournalSettings(texts.filter { $0.key != key })
  }

  private mutating func apply(_ key: SettingKey, _ text: String) throws {
    switch key {
    case .timeZone: zone = try CaptureZone.parse(text)
    case .dayStart: dayStart = try TimeOfDay.parse(text)
    case .weekStart: weekStart = try WeekStart(parsing: text)
    case .exportFolder: exportFolder = try Self.folder(text)
    case .labelStyle: look.style = try LabelStyle(presetNamed: text)
    case .labelFormat: try setWords { $0.style.format = text }
    case .labelLocale: try setWords { $0.style.locale = text }
    case .labelText: try setWords { $0.template = text }
    case .labelSize: look.style.size = try Length(parsing: text)
    case .labelMargin: look.style.margin = try Length(parsing: text)
    case .labelPosition: look.style.position = try LabelPosition(named: text)
    case .labelColour:
      guard let colour = try LabelColour.parse(text) else { throw LabelError.colour(text) }
      look.style.colour = colour
    case .labelOutline: look.style.outline = try LabelColour.parse(text)
    case .labelBackground: look.style.background = try LabelColour.parse(text)
    case .labelFont: look.style.face = try LabelStyle.Face(parsing: text)
    }
  }

  /// Changes what the label says, if words can be made of it.
  private mutating func setWords(_ change: (inout LabelLook) -> Void) throws {
    var changed = look
    change(&changed)
    _ = try changed.text()
    look = changed
  }

  /// A folder that is the same wherever the program is started.
  private static func folder(_ text: String) throws -> FilePath {
    let path = FilePath(text)
    guard path.isAbsolute else { throw SettingProblem.relativePath }
    return path
  }
}
