/// What of TOML a file of defaults may be made of, checked before TOMLKit sees it: on some other texts
/// toml++, the parser inside TOMLKit, ends the program, or has undefined behaviour ("[[[", "a = [[}",
/// letters beyond ASCII outside quotes).
///
/// Tables, keys, texts in any quotes, numbers, dates, true, false, arrays and remarks are all there;
/// inline tables are not, for no option has such a value. Whether it all stands in its place is for
/// TOMLKit to say.
struct TOMLScreen {
  private let bytes: [UInt8]
  private var index = 0
  /// What stood last on the line: a newline where nothing did, a quote for any text.
  private var last = UInt8(ascii: "\n")
  /// How many full stops the line has outside texts: toml++ goes into itself for each part of a name.
  private var dots = 0
  private static let mostDots = 64

  private init(_ text: String) {
    bytes = Array(text.utf8)
    // A byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The line of the first thing that is none of these; nil where there is none.
  static func firstOddLine(_ text: String) -> Int? {
    var screen = TOMLScreen(text)
    while screen.index < screen.bytes.count {
      guard screen.passNext() else {
        return 1 + screen.bytes[..<min(screen.index, screen.bytes.count)].count { $0 == 10 }
      }
    }
    return nil
  }

  private subscript(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private static func isAny(_ byte: UInt8?, of characters: StaticString) -> Bool {
    guard let byte else { return false }
    return characters.withUTF8Buffer { $0.contains(byte) }
  }

  /// - Returns: false where what comes next is odd.
  private mutating func passNext() -> Bool {
    let byte = bytes[index]
    let isNewline = Self.isAny(byte, of: "\n\r")
    guard isNewline || byte == 9 || 0x20..<0x7F ~= byte, !Self.isAny(byte, of: "{}\\") else {
      return false
    }
    if Self.isAny(byte, of: " \t") {
      index += 1
      return true
    }
    if byte == UInt8(ascii: "#") {
      while let next = self[index], !Self.isAny(next, of: "\n\r") { index += 1 }
      return true
    }
    dots = isNewline ? 0 : dots + (byte == UInt8(ascii: ".") ? 1 : 0)
    if dots > Self.mostDots { return false }
    let isQuote = Self.isAny(byte, of: "\"'")
    if last == UInt8(ascii: "\""), !isNewline, !Self.isAny(byte, of: ",]=.") { return false }
    if byte == UInt8(ascii: "["), last == UInt8(ascii: "\n"), !isHeader { return false }
    if isQuote {
      guard Self.isAny(last, of: "\n=[,."), passText(byte) else { return false }
      last = UInt8(ascii: "\"")
    } else {
      last = isNewline ? UInt8(ascii: "\n") : byte
      index += 1
    }
    return true
  }

  /// Whether a name comes after one bracket or two.
  private var isHeader: Bool {
    var next = index + 1
    if self[next] == UInt8(ascii: "[") { next += 1 }
    while Self.isAny(self[next], of: " \t") { next += 1 }
    guard let first = self[next], first < 0x80 else { return false }
    let scalar = Unicode.Scalar(first)
    return scalar.properties.isAlphabetic || Self.isAny(first, of: "0123456789_-\"'")
  }

  /// Passes a text in quotes; one of several lines is a value, and no name.
  private mutating func passText(_ quote: UInt8) -> Bool {
    let isLong = self[index + 1] == quote && self[index + 2] == quote
    if isLong, Self.isAny(last, of: "\n.") { return false }
    index += isLong ? 3 : 1
    while let byte = self[index] {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        guard Self.isAny(self[index + 1], of: isLong ? "btnfr\"\\uU \t\r\n" : "btnfr\"\\uU") else {
          return false
        }
        index += 2
      } else if !isLong {
        if Self.isAny(byte, of: "\n\r") { return false }
        index += 1
        if byte == quote { return true }
      } else if byte == quote, self[index + 1] == quote, self[index + 2] == quote {
        index += 3
        // Up to two quotes before the three that end it are the text's own.
        for _ in 0..<2 where self[index] == quote { index += 1 }
        return true
      } else {
        index += 1
      }
    }
    // TOMLKit tells where it began.
    return true
  }
}
