import CaptureTime
package import Fonts
package import Raster

/// How a label looks and where it stands; what it says is ``LabelText``.
package struct LabelStyle: Sendable, Hashable {
  /// The strftime pattern of the time.
  package var format: String
  /// The language of month and day names, such as `ko_KR`.
  package var locale: String
  /// The face that is tried first for every character.
  package var face: Face
  /// The size of the text: the em of its font.
  package var size: Length
  /// The distance from the edges of the photo to the label's anchor.
  package var margin: Length
  package var position: LabelPosition
  /// The colour of the glyphs.
  package var colour: RGBA
  /// The colour of the line around the glyphs; nil draws none.
  package var outline: RGBA?
  /// The colour of the plate behind the text; nil draws none.
  package var background: RGBA?

  /// A font: one that comes with Daystamp, or a file of the user's own.
  package enum Face: Sendable, Hashable {
    case bundled(BundledFont)
    case file(String)
  }
}

extension LabelStyle {
  /// The looks that have a name.
  package enum Preset: String, CaseIterable, Sendable {
    /// White with a dark outline.
    case plain
    /// The orange seven-segment date of a film camera's back.
    case film
    /// A Korean diary's date: large, black, with the day of the week.
    case diary
    /// White on a translucent dark plate.
    case box
  }

  package init(_ preset: Preset) {
    switch preset {
    case .plain: self = .plain
    case .film: self = .film
    case .diary: self = .diary
    case .box: self = .box
    }
  }

  private static let plain = LabelStyle(
    format: "%Y-%m-%d %H:%M", locale: "en_US", face: .bundled(.sans), size: .points(16),
    margin: .points(16), position: .bottomLeft,
    colour: RGBA(red: 255, green: 255, blue: 255, alpha: 255),
    outline: RGBA(red: 0, green: 0, blue: 0, alpha: 217), background: nil)

  private static let film = {
    var style = plain
    style.format = "'%y    %m    %d    %H:%M"
    style.face = .bundled(.sevenSegment)
    style.position = .bottomRight
    style.colour = RGBA(red: 255, green: 140, blue: 26, alpha: 255)
    style.outline = RGBA(red: 48, green: 8, blue: 0, alpha: 217)
    return style
  }()

  private static let diary = {
    var style = plain
    style.format = "%Y년 %m월 %d일 (%a) %H:%M"
    style.locale = "ko_KR"
    style.face = .bundled(.hangul)
    style.size = .points(20)
    style.colour = RGBA(red: 0, green: 0, blue: 0, alpha: 255)
    style.outline = RGBA(red: 255, green: 255, blue: 255, alpha: 230)
    return style
  }()

  private static let box = {
    var style = plain
    style.outline = nil
    style.background = RGBA(red: 0, green: 0, blue: 0, alpha: 184)
    return style
  }()
}

/// Where on the displayed photo a label stands: one of nine places.
package enum LabelPosition: String, CaseIterable, Sendable {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// Where along one axis the label stands.
  enum Alignment { case start, middle, end }

  var horizontal: Alignment {
    switch self {
    case .topLeft, .left, .bottomLeft: .start
    case .top, .center, .bottom: .middle
    case .topRight, .right, .bottomRight: .end
    }
  }

  var vertical: Alignment {
    switch self {
    case .topLeft, .top, .topRight: .start
    case .left, .center, .right: .middle
    case .bottomLeft, .bottom, .bottomRight: .end
    }
  }
}

extension LabelStyle.Face: CustomStringConvertible {
  /// Reads a bundled font's name, such as `sans`, or the path of a font's file, which has a slash in
  /// it.
  ///
  /// - Throws: ``LabelError/font(_:)`` with the text when it is neither.
  package init(parsing text: String) throws(LabelError) {
    if let font = BundledFont(rawValue: text) {
      self = .bundled(font)
    } else if text.contains("/"), !text.utf8.contains(0) {
      self = .file(text)
    } else {
      throw .font(text)
    }
  }

  /// The font as ``init(parsing:)`` reads it. A path without a slash gets `./` before it, which leads
  /// to the same file.
  package var description: String {
    switch self {
    case .bundled(let font): font.rawValue
    case .file(let path): path.contains("/") ? path : "./\(path)"
    }
  }
}

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
  private enum Key: String, CodingKey, CaseIterable {
    case background, color, font, format, locale, margin, outline, position, size, text
  }

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
  /// The text template, or the time's format, has more bytes of UTF-8 than a label's.
  case tooManyBytes(observed: Int, limit: Int)
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
