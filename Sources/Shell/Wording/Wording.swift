import CaptureTime
import Fonts
import Formats
package import Stamping
package import SystemPackage

/// Every sentence that the command line says of a result; errors themselves are data. Those of one
/// program alone are with the program.
///
/// What was wrong, where, and what to do.
package enum Wording {
  static func lostOutput(_ error: Errno) -> String {
    "Standard output cannot be written: \(error). What was to be read there is missing."
  }

  /// A path for people.
  package static func name(_ path: FilePath) -> String { escaped(String(decoding: path)) }

  /// Text from a file or its name, so that it cannot do anything to a terminal.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where scalar.properties.generalCategory == .control || scalar.turnsText:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }

  package static func failure(_ path: FilePath, _ error: StampError) -> String {
    "\(name(path)): \(message(for: error))"
  }

  package static func warning(_ path: FilePath, _ warning: StampWarning) -> String {
    "\(name(path)): note: \(message(for: warning))"
  }

  package static func message(for error: LabelError) -> String {
    switch error {
    case .length(let text):
      "“\(text)” is no length: give points of the frame (16) or pixels (48px)"
    case .colour(let text):
      "“\(text)” is no colour: give #RRGGBB, #RRGGBBAA, a CSS colour name, or none"
    case .position(let text):
      "“\(text)” is no place for a label: give one of "
        + LabelPosition.allCases.map(\.rawValue).joined(separator: ", ")
    case .font(let text):
      "“\(text)” is no font: give the path of its file, with a slash in it, or one of "
        + BundledFont.allCases.map(\.rawValue).joined(separator: ", ")
    case .placeholder(let text):
      "“\(text)” in the text means nothing: {time} is the time, {{ and }} are braces"
    case .controlCharacter(let scalar, let offset):
      "the text has a control character (U+\(String(scalar.value, radix: 16, uppercase: true))) "
        + "after \(offset) characters; a label is one line"
    case .emptyTemplate: "the text is empty; {time} is the time"
    case .emptyText(let format):
      "the label would be empty: “\(format)” shows nothing of what is known of the time"
    case .missingGlyph(let character, let fonts):
      "no font has the character “\(escaped(String(character)))” (\(codePoints(character))); looked in "
        + "\(fonts.joined(separator: ", ")); --font gives another"
    case .fontFile(let error): message(for: error)
    case .marginTooLarge(let margin, let width, let height):
      "a margin of \(points(margin)) leaves no room on a frame of "
        + "\(points(width)) × \(points(height)); give a smaller --margin"
    case .tooSmallToDraw(let em, let smallest, let width, let height):
      "the label would be \((em * 100).rounded() / 100) pixels high on \(width)×\(height) pixels, "
        + "and nobody reads less than \(Int(smallest))"
    }
  }

  private static func points(_ value: Double) -> String { "\((value * 10).rounded() / 10) pt" }

  private static func codePoints(_ character: Character) -> String {
    character.unicodeScalars.map { "U+\(String($0.value, radix: 16, uppercase: true))" }
      .joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// Whether the character changes the direction of the text around it (Unicode Annex 9).
  fileprivate var turnsText: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
