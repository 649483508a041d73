/// Writes content lines for vCards (RFC 6350, section 3.3) and calendars (RFC 5545, section 3.1) in
/// UTF-8: at most 75 bytes each, the rest on folded lines that all end with CR LF.
package struct ContentLineWriter {
  package private(set) var bytes: [UInt8] = []

  /// Bytes of a line, without its end (RFC 6350, section 3.2; RFC 5545, section 3.1).
  private static let width = 75

  package init() {}

  /// Writes a line, folded between characters. A character longer than a line is folded between its
  /// code points.
  ///
  /// - Parameters:
  ///   - name: with group and parameters where it has such.
  ///   - value: without line breaks, as it is to be read: escaped where it is a text.
  package mutating func line(_ name: String, _ value: String) {
    var used = 0
    func write(_ part: String.UTF8View, to bytes: inout [UInt8]) {
      if used + part.count > Self.width {
        bytes += Array("\r\n ".utf8)
        used = 1
      }
      bytes += part
      used += part.count
    }
    for character in "\(name):\(value)" {
      if character.utf8.count < Self.width {
        write(character.utf8, to: &bytes)
      } else {
        for scalar in character.unicodeScalars { write(String(scalar).utf8, to: &bytes) }
      }
    }
    bytes += Array("\r\n".utf8)
  }

  /// Writes a line with a text as its value.
  ///
  /// - Parameters:
  ///   - name: with group and parameters where it has such.
  ///   - text: its line breaks are LF; it has no other control characters.
  package mutating func text(_ name: String, _ text: String) { line(name, Self.escaped(text)) }

  /// A text with its backslashes, commas, semicolons and line breaks escaped (RFC 6350, section 3.4;
  /// RFC 5545, section 3.3.11).
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ",", ";": escaped.unicodeScalars += ["\\", scalar]
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
