/// Folded text while it grows: runs of white space become one blank, and none is at the ends.
struct FoldedText {
  private(set) var bytes: [UInt8] = []
  private var isBlankDue = false

  /// - Parameter capacity: bytes of UTF-8 that the text will likely have.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Begins anew, with the room that there is.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    isBlankDue = false
  }

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

  /// Appends a text in UTF-8 whose scalars are all plain.
  ///
  /// - Returns: whether they are; else some of them may be appended.
  mutating func appendPlain(_ letters: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while place < letters.count {
      let first = letters[place]
      let length = first < 0x80 ? 1 : first < 0xF0 ? 3 : 4
      // None of those that take two bytes is plain.
      guard first < 0x80 || first >= 0xE0, place + length <= letters.count else { return false }
      var value = UInt32(first) & (length == 1 ? 0x7F : length == 3 ? 0x0F : 0x07)
      for letter in letters[(place + 1)..<(place + length)] {
        guard letter & 0xC0 == 0x80 else { return false }
        value = value << 6 | UInt32(letter & 0x3F)
      }
      // Longer than the scalar needs is not UTF-8 (Unicode Standard, table 3-7).
      guard length == 1 || value >= (length == 3 ? 0x800 : 0x1_0000),
        let scalar = Unicode.Scalar(value), scalar.isPlain
      else { return false }
      appendPlain(scalar)
      place += length
    }
    return true
  }

  private mutating func add(_ scalar: Unicode.Scalar, isBlank: Bool) {
    if isBlank {
      isBlankDue = true
      return
    }
    if isBlankDue, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
    isBlankDue = false
    let value = scalar.value
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(value >> shift & 0x3F) }
    switch value {
    case ..<0x80: bytes.append(UInt8(value))
    case ..<0x800: bytes += [0xC0 | UInt8(value >> 6), continuation(0)]
    case ..<0x1_0000:
      bytes.append(0xE0 | UInt8(value >> 12))
      bytes.append(continuation(6))
      bytes.append(continuation(0))
    default:
      bytes += [0xF0 | UInt8(value >> 18), continuation(12), continuation(6), continuation(0)]
    }
  }
}
