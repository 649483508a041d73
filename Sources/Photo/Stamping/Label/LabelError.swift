package import CaptureTime
package import Raster

/// What is wrong with a label as it was asked for; the wording is the caller's.
package enum LabelError: Error, Hashable, Sendable {
  /// Not a length such as `16`, `16pt` or `48px`.
  case length(String)
  /// Not `#RGB`, `#RRGGBB`, `#RRGGBBAA`, a CSS colour name or `none`.
  case colour(String)
  /// Not one of the ``LabelPosition``s.
  case position(String)
  /// Neither a bundled font's name, nor a path with a slash in it, nor a family that is installed.
  case font(String)
  /// The text template has a `{…}` that is no field, or a brace without its pair.
  case placeholder(String)
  /// A `{time:…}` with an unusable pattern.
  case timePattern(String, TimeFormatError)
  case tooManyLines(observed: Int, limit: Int)
  /// A post does not keep what this field shows.
  case fieldNotKept(LabelField)
  /// The photo does not say what these fields show.
  case unknownFields([String])
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
  /// The margins, in points, leave nothing of the frame; its size is in points too.
  case marginTooLarge(margin: Double, frameWidth: Double, frameHeight: Double)
  /// The text would be drawn smaller than anybody can read: its size in pixels on a photo of this size.
  case tooSmallToDraw(emPixels: Double, smallest: Double, width: Int, height: Int)
}

extension LabelError {
  /// Whether nothing is left of a label that photos of another kind would have.
  var isEmptiness: Bool {
    switch self {
    case .emptyText, .unknownFields: true
    default: false
    }
  }
}
