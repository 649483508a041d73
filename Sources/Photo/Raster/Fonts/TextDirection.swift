/// The way in which a script's lines run.
package enum TextDirection: Hashable, Sendable {
  case leftToRight, rightToLeft

  /// That of a paragraph: of its first letter (UAX #9, rules P2 and P3), or left to right where it has
  /// none.
  package init(of paragraph: some StringProtocol) {
    let first = paragraph.unicodeScalars.first(where: \.properties.isAlphabetic)
    self = first?.isRightToLeft == true ? .rightToLeft : .leftToRight
  }
}

extension Unicode.Scalar {
  /// Whether it is where Unicode keeps the scripts that run right to left, and allots them in future
  /// (DerivedBidiClass.txt).
  package var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}
