import Store

/// Characters between the markers of USFM (USFM 3.1, "Syntax").
enum USFMText {
  /// Words without the signs of a blank that keeps its line (`~`) and of a place to break it (`//`).
  static func plain(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let (tilde, slash) = (UInt8(ascii: "~"), UInt8(ascii: "/"))
    guard bytes.contains(where: { $0 == tilde || $0 == slash }) else { return bytes }
    var plain: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == tilde {
        plain.append(.blank)
      } else if byte == slash, rest.first == slash {
        rest = rest.dropFirst()
      } else {
        plain.append(byte)
      }
    }
    return plain[...]
  }

  /// Takes a character after a backslash: a sign that stands for itself, or `u00E9` and `U0001F600`.
  static func character(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = rest.first else { return nil }
    if "\\/~|=\"".utf8.contains(first) {
      rest = rest.dropFirst()
      return [first]
    }
    let widths = [UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
    guard let width = widths[first] else { return nil }
    let digits = rest.dropFirst().prefix(width)
    guard digits.count == width, digits.allSatisfy({ $0.isDigit || $0.isLetter }),
      let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        .flatMap({ Unicode.Scalar($0) })
    else { return nil }
    rest = rest[digits.endIndex...]
    return Array(String(Character(scalar)).utf8)
  }

  /// Takes the next word away, with the blanks before it.
  static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    rest = rest.drop { $0 == .blank || $0 == .tab }
    let word = rest.prefix { ![.blank, .tab, .backslash].contains($0) }
    rest = rest[word.endIndex...]
    return word
  }
}

extension UInt8 {
  static let backslash = UInt8(ascii: "\\")
  static let bar = UInt8(ascii: "|")

  /// Whether it may be in the name of a marker; "+" begins one within another.
  var isInMarker: Bool {
    isLetter || isDigit || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(self)
  }
}

extension ArraySlice<UInt8> {
  /// The number of at most four digits that they are.
  var number: Int? {
    Int(digits: String(decoding: prefix(5), as: UTF8.self)[...], widths: 1...4)
  }
}
