/// Folded text being built: runs of white space become one blank, with none at either end.
struct FoldedText {
  private(set) var bytes: [UInt8] = []
  private var isBlankDue = false
  /// Where the text that grows begins: no blank is before its first letter.
  private var start = 0
  /// Letters of Latin, Greek and Cyrillic as a search takes them, once they were asked for.
  private var letters: [Unicode.Scalar: [UInt8]] = [:]

  /// - Parameter capacity: bytes of UTF-8 that the text will likely have.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Begins anew, with the room that there is.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    isBlankDue = false
    start = 0
  }

  /// Begins another text, with a border before it where there is one already.
  mutating func begin(after border: UInt8) {
    if !bytes.isEmpty { bytes.append(border) }
    isBlankDue = false
    start = bytes.count
  }

  /// Takes away what was appended beyond so many bytes.
  mutating func cut(to count: Int) {
    bytes.removeSubrange(count...)
    isBlankDue = false
  }

  /// Appends a text that is folded.
  mutating func append(folded text: String) { bytes += text.utf8 }

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

  /// Appends a text in UTF-8 as ``SearchText/searched(_:)`` has it, whose scalars are all plain, or
  /// letters that no mark follows.
  ///
  /// - Returns: whether they are; else some of them may be appended.
  mutating func appendPlain(_ letters: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while place < letters.count {
      let first = letters[place]
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard first < 0x80 || first >= 0xC0, place + length <= letters.count else { return false }
      var value = UInt32(first) & (length == 1 ? 0x7F : 0x7F >> UInt32(length))
      var next = place + 1
      while next < place + length {
        guard letters[next] & 0xC0 == 0x80 else { return false }
        value = value << 6 | UInt32(letters[next] & 0x3F)
        next += 1
      }
      // Longer than the scalar needs is not UTF-8 (Unicode Standard, table 3-7).
      let least: UInt32 = length == 1 ? 0 : length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
      guard value >= least, let scalar = Unicode.Scalar(value) else { return false }
      if scalar.isPlain { appendPlain(scalar) } else if !appendLetter(scalar) { return false }
      place += length
    }
    return true
  }

  /// Appends a letter of Latin, Greek or Cyrillic that no mark follows.
  ///
  /// - Returns: whether it is one.
  private mutating func appendLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xC0...0x2AF, 0x388...0x481, 0x48A...0x52F, 0x1E00...0x1EFF: break
    default: return false
    }
    guard scalar.properties.isAlphabetic else { return false }
    let small = letters[scalar] ?? Array(SearchText.searched(String(scalar)).utf8)
    letters[scalar] = small
    if isBlankDue, bytes.count > start { bytes.append(UInt8(ascii: " ")) }
    isBlankDue = false
    bytes += small
    return true
  }

  private mutating func add(_ scalar: Unicode.Scalar, isBlank: Bool) {
    if isBlank {
      isBlankDue = true
      return
    }
    if isBlankDue, bytes.count > start { bytes.append(UInt8(ascii: " ")) }
    isBlankDue = false
    bytes.append(utf8Of: scalar)
  }
}

extension [UInt8] {
  /// Appends a scalar in UTF-8 (Unicode Standard, table 3-6).
  mutating func append(utf8Of scalar: Unicode.Scalar) {
    let value = scalar.value
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(value >> shift & 0x3F) }
    switch value {
    case ..<0x80: append(UInt8(value))
    case ..<0x800:
      append(0xC0 | UInt8(value >> 6))
      append(continuation(0))
    case ..<0x1_0000:
      append(0xE0 | UInt8(value >> 12))
      append(continuation(6))
      append(continuation(0))
    default:
      append(0xF0 | UInt8(value >> 18))
      append(continuation(12))
      append(continuation(6))
      append(continuation(0))
    }
  }
}
