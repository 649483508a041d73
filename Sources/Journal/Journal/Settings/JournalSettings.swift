package import CaptureTime
package import People
package import Stamping
package import Store
package import SystemPackage
package import Texts

/// The settings of an owner's journal.
///
/// Kept as the texts that were given and checked, so that what is stored is what a person wrote.
package struct JournalSettings: Sendable {
  /// The stored values; missing settings have their defaults.
  package let texts: [SettingKey: String]

  package private(set) var zone = CaptureZone.utc
  package private(set) var postZone = PostZone.usual
  package private(set) var dayStart = TimeOfDay.midnight
  /// Nil where the locale decides.
  package private(set) var weekStart: WeekStart?
  package private(set) var lockDelay = LockDelay.usual
  package private(set) var exportFolder: FilePath?
  /// The texts to draw the text of the day from.
  package private(set) var textPool = TextPool.all
  /// The collection of a day's question; nil for no question.
  package private(set) var questions = CollectionName.ofQuestions
  package private(set) var leapBirthday = LeapBirthday.usual
  package private(set) var keywordLength = KeywordLength.usual
  /// How browsers reach the server, for the links of reminders; nil where only a server knows.
  package private(set) var webAddress: BaseAddress?
  package private(set) var reminderLanguage = ReminderLanguage.english
  package private(set) var videoSize = VideoSize.usual
  /// The default look of labels.
  package private(set) var look = LabelLook(style: LabelStyle(.plain))

  /// The most bytes of UTF-8 in a value, as many as in a path.
  package static let byteLimit = 4_096

  /// The rule of days.
  package var rule: DayRule { rule(in: nil) }

  /// The rule that gives a post its day. A zone that a person names wins over all others.
  package func rule(in named: CaptureZone?) -> DayRule {
    DayRule(
      zone: named ?? zone, start: dayStart, followsPhotos: named == nil && postZone == .photo)
  }

  /// The settings of a new journal: the zone is set once, and does not change with the machine's; photos
  /// have the days of the places where they were taken.
  package init(zone: CaptureZone) {
    (self.zone, postZone) = (zone, .photo)
    texts = [.timeZone: zone.name, .postZone: PostZone.photo.rawValue]
  }

  /// Reads settings as they were stored, or were given.
  ///
  /// - Throws: ``SettingError``, also where there is no time zone.
  package init(_ texts: [SettingKey: String]) throws(SettingError) {
    self.texts = texts
    guard texts[.timeZone] != nil else {
      throw .missingTimeZone
    }
    for key in SettingKey.allCases {
      guard let text = texts[key] else { continue }
      do {
        try apply(key, text)
      } catch {
        throw SettingError(key: key, text: text, reason: error)
      }
    }
  }

  /// Checks a value that a person wants to set.
  ///
  /// - Throws: ``SettingError`` where the text is not a value of the key.
  package static func check(_ key: SettingKey, _ text: String) throws(SettingError) {
    let key = key.meant(by: text)
    _ = try JournalSettings([.timeZone: CaptureZone.utc.name].merging([key: text]) { $1 })
  }

  private mutating func apply(_ key: SettingKey, _ text: String) throws {
    guard text.utf8.count <= Self.byteLimit else {
      throw SettingProblem.tooManyBytes(observed: text.utf8.count, limit: Self.byteLimit)
    }
    switch key {
    case .timeZone: zone = try CaptureZone.parse(text)
    case .postZone: postZone = try PostZone(parsing: text)
    case .dayStart: dayStart = try TimeOfDay.parse(text)
    case .weekStart: weekStart = try WeekStart(parsing: text)
    case .lockAfter: lockDelay = try LockDelay(parsing: text)
    case .exportFolder: exportFolder = try Self.absolute(text)
    case .textPool: textPool = try TextPool(parsing: text)
    case .questionCollection: questions = try CollectionName.ofQuestions(parsing: text)
    case .leapBirthday: leapBirthday = try LeapBirthday(parsing: text)
    case .keywordLength: keywordLength = try KeywordLength(parsing: text)
    case .webAddress:
      guard let address = BaseAddress(text) else { throw SettingProblem.noAddress }
      webAddress = address
    case .reminderLanguage: reminderLanguage = try ReminderLanguage(parsing: text)
    case .videoSize: videoSize = try VideoSize(parsing: text)
    default: try look.set(key, text)
    }
  }

  /// A path that leads to the same file wherever the program is started.
  static func absolute(_ text: String) throws -> FilePath {
    let path = FilePath(text)
    guard path.isAbsolute else { throw SettingProblem.relativePath }
    return path
  }
}

extension JournalSettings {
  /// The settings with a path of this machine.
  package var paths: [SettingKey: String] { texts.filter { $0.isPath($1) } }

  /// The settings but for paths, which get their defaults.
  ///
  /// - Throws: ``SettingError``.
  package func withoutPaths() throws(SettingError) -> JournalSettings {
    paths.isEmpty ? self : try JournalSettings(texts.filter { !$0.isPath($1) })
  }
}

extension LabelLook {
  /// The look with the usual font in the place of a font's file, which is a path of the machine on which
  /// it was chosen.
  var withoutFontFile: LabelLook {
    guard case .file = style.face else { return self }
    var look = self
    look.style.face = LabelStyle(.plain).face
    return look
  }
}

extension JournalSettings {
  /// The value of a setting, stored or default, in the form to set it; nil if nothing is stored and
  /// there is no single default.
  package func text(_ key: SettingKey) -> String? {
    if let text = texts[key] { return text }
    let style = look.style
    return switch key {
    case .timeZone: zone.name
    case .postZone: postZone.rawValue
    case .dayStart: dayStart.description
    case .weekStart, .exportFolder, .webAddress: nil
    case .lockAfter: lockDelay.text
    case .textPool: textPool.description
    case .questionCollection: questions?.text ?? CollectionName.noQuestions
    case .leapBirthday: leapBirthday.rawValue
    case .keywordLength: keywordLength.text
    case .reminderLanguage: reminderLanguage.rawValue
    case .videoSize: videoSize.description
    case .labelStyle: LabelStyle.Preset.plain.rawValue
    case .labelFormat: style.format
    case .labelLocale: style.locale
    case .labelText: look.template
    case .labelSize: style.size.description
    case .labelMargin: style.margin.description
    case .labelPosition: style.position.rawValue
    case .labelColour: LabelColour.text(style.colour)
    case .labelOutline: LabelColour.text(style.outline)
    case .labelGlow: LabelColour.text(style.glow)
    case .labelBackground: LabelColour.text(style.background)
    case .labelTone: style.tone?.rawValue
    case .labelFont: style.face.description
    default: nil
    }
  }
}

extension LabelStyle {
  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  init(presetNamed name: String) throws(SettingProblem) {
    guard let preset = Preset(rawValue: name) else {
      throw .unknownName(expected: Preset.allCases.map(\.rawValue))
    }
    self.init(preset)
  }
}

extension LabelStyle.Tone {
  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  init(named name: String) throws(SettingProblem) {
    guard let tone = LabelStyle.Tone(rawValue: name) else {
      throw .unknownName(expected: Self.allCases.map(\.rawValue))
    }
    self = tone
  }
}

extension LabelPosition {
  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  init(named name: String) throws(SettingProblem) {
    guard let position = LabelPosition(rawValue: name) else {
      throw .unknownName(expected: Self.allCases.map(\.rawValue))
    }
    self = position
  }
}
