extension Sequence<UInt8> {
  /// Two digits a byte, in lower case.
  package var hexadecimal: String {
    // A page of posts has thousands of digits: a text for each byte would be a quarter of its time.
    let bytes = Array(self)
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
      for (place, byte) in bytes.enumerated() {
        digits.initializeElement(at: 2 * place, to: Self.digit(byte >> 4))
        digits.initializeElement(at: 2 * place + 1, to: Self.digit(byte & 15))
      }
      return digits.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension [UInt8] {
  /// The bytes that hexadecimal digits spell, two a byte, in either case; nil for any other text.
  package init?(hexadecimal text: some StringProtocol) {
    self = []
    var high: UInt8?
    for character in text.utf8 {
      guard let digit = Self.value(ofDigit: character) else { return nil }
      if let first = high { append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    guard high == nil else { return nil }
  }

  private static func value(ofDigit character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
