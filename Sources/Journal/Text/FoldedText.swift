/// Folded text while it grows: runs of white space become one blank, and none is at the ends.
struct FoldedText {
  private var bytes: [UInt8] = []
  private var isBlankDue = false

  /// - Parameter capacity: bytes of UTF-8 that the text will likely have.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends any scalar as it is.
  mutating func append(_ scalar: Unicode.Scalar) {
    add(scalar, isBlank: scalar.properties.isWhitespace)
  }

  /// Appends a scalar that is plain (see ``SearchText``): capital letters and white space only in
  /// ASCII, and nothing invisible but U+200D and U+FE0F, which are left out.
  mutating func appendPlain(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A: add(Unicode.Scalar(UInt8(scalar.value) + 32), isBlank: false)
    case 0x09...0x0D, 0x20: isBlankDue = true
    case 0x200D, 0xFE0F: break
    default: add(scalar, isBlank: false)
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar, isBlank: Bool) {
    if isBlank {
      isBlankDue = true
      return
    }
    if isBlankDue, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
    isBlankDue = false
    if scalar.isASCII {
      bytes.append(UInt8(scalar.value))
    } else {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
