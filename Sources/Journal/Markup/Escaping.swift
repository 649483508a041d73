extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The text with what means something in HTML, and in values between double quotes, written
  /// otherwise.
  var escaped: String {
    guard utf8.contains(where: { Self.reference(of: $0) != nil }) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 32)
    for byte in utf8 {
      if let reference = Self.reference(of: byte) {
        bytes.append(contentsOf: reference.utf8)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func reference(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }

  /// The address as a value between double quotes, with what no address holds as its bytes (RFC 3986).
  var escapedAddress: String {
    let safe = Set("-_.+!*'(),%#@?=;:/$~&".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "'"): bytes.append(contentsOf: "&#x27;".utf8)
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
      case let byte where safe.contains(byte): bytes.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
