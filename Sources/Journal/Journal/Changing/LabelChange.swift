package import Stamping
package import Store

/// Changes to the label of a post's photo, as settings of labels; missing ones stay. A style brings
/// all of its own, except for those given with it.
package struct LabelChange: Sendable, Hashable {
  /// The settings that can change after the photo is posted.
  package static let keys: [SettingKey] = [
    .labelStyle, .labelPosition, .labelColour, .labelSize,
  ]

  private let texts: [SettingKey: String]

  /// - Parameter texts: values as they are set in a journal, of ``keys``.
  /// - Throws: ``SettingError`` where one is none of its key's.
  package init(_ texts: [SettingKey: String]) throws(SettingError) {
    self.texts = texts.filter { Self.keys.contains($0.key) }
    _ = try applied(to: LabelLook(style: LabelStyle(.plain)))
  }

  package var isEmpty: Bool { texts.isEmpty }

  /// A look with these differences.
  ///
  /// - Throws: ``SettingError``.
  package func applied(to look: LabelLook) throws(SettingError) -> LabelLook {
    var look = look
    // In this order: a style comes before what overrides it.
    for key in Self.keys {
      guard let text = texts[key] else { continue }
      do {
        try look.set(key, text)
      } catch {
        throw SettingError(key: key, text: text, reason: error)
      }
    }
    return look
  }
}

extension LabelLook {
  /// Sets what a setting of labels says; other settings change nothing.
  ///
  /// - Throws: ``SettingProblem``, and what reading a value throws; then nothing has changed.
  mutating func set(_ key: SettingKey, _ text: String) throws {
    guard text.utf8.count <= JournalSettings.byteLimit else {
      throw SettingProblem.tooManyBytes(
        observed: text.utf8.count, limit: JournalSettings.byteLimit)
    }
    var changed = self
    switch key {
    case .labelStyle: changed.style = try LabelStyle(presetNamed: text)
    case .labelFormat: changed.style.format = text
    case .labelLocale: changed.style.locale = text
    case .labelText: changed.template = text
    case .labelSize:
      changed.style.size = try Length(parsing: text)
      if changed.style.size.isZero { throw SettingProblem.drawsNothing }
    case .labelMargin: changed.style.margin = try Length(parsing: text)
    case .labelPosition: changed.style.position = try LabelPosition(named: text)
    case .labelColour:
      guard let colour = try LabelColour.parse(text) else { throw SettingProblem.drawsNothing }
      if colour != changed.style.colour { changed.style.tone = nil }
      changed.style.colour = colour
    case .labelOutline:
      let outline = try LabelColour.parse(text)
      if outline != changed.style.outline {
        (changed.style.isSoft, changed.style.tone) = (false, nil)
      }
      changed.style.outline = outline
    case .labelGlow: changed.style.glow = try LabelColour.parse(text)
    case .labelBackground: changed.style.background = try LabelColour.parse(text)
    case .labelTone: changed.style.tone = try LabelStyle.Tone(named: text)
    case .labelFont:
      changed.style.face = try LabelStyle.Face(parsing: text)
      if case .file(let path) = changed.style.face { _ = try JournalSettings.absolute(path) }
    default: break
    }
    // Only where words can be made of it.
    if [.labelFormat, .labelLocale, .labelText].contains(key) { _ = try changed.journalText() }
    self = changed
  }
}
