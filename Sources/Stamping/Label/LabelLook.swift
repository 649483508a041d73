import CaptureTime
package import Raster

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
/// `"outline": "none"`. A bundled font is stored by its name, any other by its path. All keys must be
/// there; unknown ones are ignored.
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

/// What is wrong with a label as it was asked for; the wording is the caller's.
package enum LabelError: Error, Hashable, Sendable {
  /// Not a length such as `16`, `16pt` or `48px`.
  case length(String)
  /// Not `#RGB`, `#RRGGBB`, `#RRGGBBAA`, a CSS colour name or `none`.
  case colour(String)
  /// Not one of the ``LabelPosition``s.
  case position(String)
  /// Neither a bundled font's name nor a path with a slash in it.
  case font(String)
  /// The text template has a `{…}` other than `{time}`, or a brace without its pair.
  case placeholder(String)
  /// The text has a control character, at this offset in characters.
  case controlCharacter(Unicode.Scalar, offset: Int)
  /// The text template has nothing in it.
  case emptyTemplate
  /// After the parts that the capture time does not know were left out, nothing is left to draw.
  case emptyText(format: String)
  /// No font of the label has this character.
  case missingGlyph(Character, fonts: [String])
  /// A fallback font cannot be used.
  case fontFile(FontError)
  /// The margins, in points, leave nothing of the frame, whose size is in points too.
  case marginTooLarge(margin: Double, frameWidth: Double, frameHeight: Double)
  /// The text would be drawn smaller than anybody can read: its size in pixels on a photo of this size.
  case tooSmallToDraw(emPixels: Double, smallest: Double, width: Int, height: Int)
}
