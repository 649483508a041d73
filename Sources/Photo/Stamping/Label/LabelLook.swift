import CaptureTime
import Raster

/// How a label looks and what it says, as values that can be stored.
package struct LabelLook: Sendable, Hashable {
  package var style: LabelStyle
  /// The lines with their fields, as ``LabelText`` reads them; checked when the words are made.
  package var template: String

  package init(style: LabelStyle, template: String = "{time}") {
    self.style = style
    self.template = template
  }

  /// The label's words.
  ///
  /// - Throws: ``LabelError`` for the template, `TimeFormatError` for the style's format and locale.
  package func text() throws -> LabelText {
    try LabelText(
      template: template, format: TimeFormat(style.format, locale: style.locale))
  }

  /// The label's words, where a post keeps all that they show: its label is drawn again when its time
  /// changes.
  ///
  /// - Throws: as ``text()``, and ``LabelError/fieldNotKept(_:)``.
  package func journalText() throws -> LabelText {
    let text = try text()
    let lost = LabelField.allCases.filter { Self.notKept.contains($0) && text.fields.contains($0) }
    if let field = lost.first { throw LabelError.fieldNotKept(field) }
    return text
  }

  private static let notKept: Set<LabelField> = [.folder, .number, .place]
}

/// An object of strings, named and written as the options of the command line: `"size": "48px"`,
/// `"outline": "none"`. A bundled font is stored by its name, any other by its path. Older looks lack `glow`,
/// `max-width`, `min-size`, `shadow` and `tone`; all other keys are required. Unknown ones are ignored.
extension LabelLook: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case background, color, font, format, glow, locale, margin, outline, position, shadow, size
    case text, tone
    case maxWidth = "max-width"
    case minSize = "min-size"
  }

  /// The value of `shadow` for a soft one.
  private static let softShadow = "soft"

  /// The keys of the object.
  package static let keys = Key.allCases.map(\.rawValue)

  /// - Throws: `DecodingError` where a string is missing, ``LabelError`` where it is not of its kind.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String { try fields.decode(String.self, forKey: key) }
    guard let colour = try LabelColour.parse(text(.color)) else {
      throw LabelError.colour(try text(.color))
    }
    guard let position = LabelPosition(rawValue: try text(.position)) else {
      throw LabelError.position(try text(.position))
    }
    style = LabelStyle(
      format: try text(.format), locale: try text(.locale),
      face: try LabelStyle.Face(parsing: text(.font)),
      size: try Length(parsing: text(.size)), margin: try Length(parsing: text(.margin)),
      position: position, colour: colour, outline: try LabelColour.parse(text(.outline)),
      glow: try fields.decodeIfPresent(String.self, forKey: .glow).flatMap(LabelColour.parse),
      background: try LabelColour.parse(text(.background)),
      isSoft: try fields.decodeIfPresent(String.self, forKey: .shadow) == Self.softShadow,
      minSize: try fields.decodeIfPresent(String.self, forKey: .minSize).map(Length.init),
      maxWidth: try fields.decodeIfPresent(String.self, forKey: .maxWidth).map(Length.init),
      tone: try fields.decodeIfPresent(String.self, forKey: .tone).flatMap(LabelStyle.Tone.init))
    template = try text(.text)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(LabelColour.text(style.background), forKey: .background)
    try fields.encode(style.colour.description, forKey: .color)
    try fields.encode(style.face.description, forKey: .font)
    try fields.encode(style.format, forKey: .format)
    if let glow = style.glow { try fields.encode(glow.description, forKey: .glow) }
    try fields.encode(style.locale, forKey: .locale)
    try fields.encode(style.margin.description, forKey: .margin)
    if let width = style.maxWidth { try fields.encode(width.description, forKey: .maxWidth) }
    if let size = style.minSize { try fields.encode(size.description, forKey: .minSize) }
    try fields.encode(LabelColour.text(style.outline), forKey: .outline)
    try fields.encode(style.position.rawValue, forKey: .position)
    if style.isSoft { try fields.encode(Self.softShadow, forKey: .shadow) }
    try fields.encode(style.size.description, forKey: .size)
    try fields.encode(template, forKey: .text)
    if let tone = style.tone { try fields.encode(tone.rawValue, forKey: .tone) }
  }
}
