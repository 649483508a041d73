package import Raster

/// Reads and writes colours as people do.
package enum LabelColour {
  /// Reads `#RGB`, `#RRGGBB`, `#RRGGBBAA`, a CSS colour name in any case, or `none`.
  ///
  /// - Returns: the colour, or nil for `none` and for a fully transparent one.
  /// - Throws: ``LabelError/colour(_:)`` with the text as it was given.
  package static func parse(_ text: String) throws(LabelError) -> RGBA? {
    let name = text.lowercased()
    if name == "none" || name == "transparent" { return nil }
    if let rgb = cssColours[name] {
      return RGBA(
        red: UInt8(rgb >> 16 & 0xff), green: UInt8(rgb >> 8 & 0xff), blue: UInt8(rgb & 0xff),
        alpha: 255)
    }
    guard let colour = hexadecimal(name) else { throw .colour(text) }
    return colour.alpha == 0 ? nil : colour
  }

  /// Reads `#rgb`, `#rrggbb` or `#rrggbbaa` (CSS Color Module Level 4, section 5.2).
  private static func hexadecimal(_ text: String) -> RGBA? {
    guard text.first == "#" else { return nil }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == text.count - 1 else { return nil }
    func byte(_ index: Int) -> UInt8 { UInt8(digits[index] * 16 + digits[index + 1]) }
    switch digits.count {
    case 3:
      return RGBA(
        red: UInt8(digits[0] * 17), green: UInt8(digits[1] * 17), blue: UInt8(digits[2] * 17),
        alpha: 255)
    case 6: return RGBA(red: byte(0), green: byte(2), blue: byte(4), alpha: 255)
    case 8: return RGBA(red: byte(0), green: byte(2), blue: byte(4), alpha: byte(6))
    default: return nil
    }
  }
}

extension LabelColour {
  /// The colour as ``parse(_:)`` reads it; `none` for nil and for a fully transparent one.
  package static func text(_ colour: RGBA?) -> String {
    guard let colour, colour.alpha > 0 else { return "none" }
    return colour.description
  }
}

extension RGBA: CustomStringConvertible {
  /// `#rrggbb`, or `#rrggbbaa` where the colour is not opaque.
  package var description: String {
    let bytes = [red, green, blue] + (alpha == 255 ? [] : [alpha])
    return "#"
      + bytes.map { byte in
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
      }.joined()
  }
}
