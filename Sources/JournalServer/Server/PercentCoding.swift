/// Percent-encoding (RFC 3986, section 2.1).
enum PercentCoding {
  /// The bytes that may stand as they are everywhere (unreserved characters).
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// As a value of a query, a component of a path, or in a header.
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      guard !isPlain(byte) else { return String(UnicodeScalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// - Parameters:
  ///   - bytes: what is encoded.
  ///   - plusIsBlank: whether `+` is a blank, as in queries that forms make.
  /// - Returns: nil where a percent sign has no two digits behind it, or no UTF-8 comes out.
  static func decoded(
    _ bytes: some Sequence<UInt8>, plusIsBlank: Bool = false
  ) -> String? {
    var decoded: [UInt8] = []
    var bytes = bytes.makeIterator()
    while let byte = bytes.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit) else {
          return nil
        }
        decoded.append(high << 4 | low)
      } else {
        decoded.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
