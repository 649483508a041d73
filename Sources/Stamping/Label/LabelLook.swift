import CaptureTime

/// How a label looks and what it says, as values that can be stored.
package struct LabelLook: Sendable, Hashable {
  package var style: LabelStyle
  /// The text around the time, as ``LabelText`` reads it; checked when the words are made.
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
}

/// An object of strings, named and written as the options of the command line: `"size": "48px"`,
/// `"outline": "none"`. Of a font that is bundled it has the name, of any other the path. All of them
/// have to be there; others are passed over.
extension LabelLook: Codable {
  private enum Key: String, CodingKey {
    case background, color, font, format, locale, margin, outline, position, size, text
  }

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
      background: try LabelColour.parse(text(.background)))
    template = try text(.text)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(LabelColour.text(style.background), forKey: .background)
    try fields.encode(style.colour.description, forKey: .color)
    try fields.encode(style.face.description, forKey: .font)
    try fields.encode(style.format, forKey: .format)
    try fields.encode(style.locale, forKey: .locale)
    try fields.encode(style.margin.description, forKey: .margin)
    try fields.encode(LabelColour.text(style.outline), forKey: .outline)
    try fields.encode(style.position.rawValue, forKey: .position)
    try fields.encode(style.size.description, forKey: .size)
    try fields.encode(template, forKey: .text)
  }
}
