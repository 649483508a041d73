/// A place in the bytes of a text, moved forward by what is recognised there and by nothing else.
///
/// For timestamps as text; numbers that a file has as bytes are read at their offsets by `Formats`.
struct TextScanner {
  private let bytes: ArraySlice<UInt8>
  private(set) var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// Bytes passed so far.
  var position: Int { index - bytes.startIndex }
  var isAtEnd: Bool { index == bytes.endIndex }
  var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }
  var rest: ArraySlice<UInt8> { bytes[index...] }

  /// Passes one byte if it is one of `choices`.
  mutating func take(_ choices: UInt8...) -> UInt8? {
    guard let next, choices.contains(next) else { return nil }
    index += 1
    return next
  }

  /// Passes `literal` if it comes next, capital and small ASCII letters taken as the same.
  mutating func take(ignoringCase literal: [UInt8]) -> Bool {
    guard rest.count >= literal.count,
      zip(rest, literal).allSatisfy({ $0.lowercasedASCII == $1.lowercasedASCII })
    else { return false }
    index += literal.count
    return true
  }

  /// Passes exactly `count` digits (at most 18) and gives their value; fewer are not passed.
  mutating func number(digits count: Int) -> Int? {
    guard count <= 18, rest.count >= count, rest.prefix(count).allSatisfy(\.isDigit) else {
      return nil
    }
    defer { index += count }
    return rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Passes the digits that come next, however many, and gives the first `limit` of them.
  mutating func digits(keeping limit: Int) -> String {
    let run = rest.prefix(while: \.isDigit)
    index = run.endIndex
    return String(decoding: run.prefix(limit), as: UTF8.self)
  }

  mutating func skip(while condition: (UInt8) -> Bool) {
    index = rest.prefix(while: condition).endIndex
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercasedASCII }
  /// White space of ASCII.
  var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
  var lowercasedASCII: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}

extension ArraySlice<UInt8> {
  /// Without white space and NULs at both ends, as text fields of fixed length are padded.
  var trimmed: ArraySlice<UInt8> {
    let isPadding = { (byte: UInt8) in byte == 0 || byte.isSpace }
    guard let first = firstIndex(where: { !isPadding($0) }),
      let last = lastIndex(where: { !isPadding($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}

/// How offsets from UTC are written: "Z", "+09:00", "+0900".
enum UTCOffset {
  /// The furthest that a clock on Earth goes from UTC, in seconds (Kiribati).
  static let limit = 14 * 3_600

  /// Passes an offset and gives its seconds east of UTC; passes nothing that is not one.
  static func scan(_ scanner: inout TextScanner) -> Int? {
    var ahead = scanner
    if ahead.take(UInt8(ascii: "Z"), UInt8(ascii: "z")) != nil {
      scanner = ahead
      return 0
    }
    guard let sign = ahead.take(UInt8(ascii: "+"), UInt8(ascii: "-")),
      let hours = ahead.number(digits: 2)
    else { return nil }
    _ = ahead.take(UInt8(ascii: ":"))
    guard let minutes = ahead.number(digits: 2), minutes < 60 else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    guard seconds <= limit else { return nil }
    scanner = ahead
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// The offset that is the whole of `text` but for padding; nil when it is anything else.
  static func parse(_ text: ArraySlice<UInt8>) -> Int? {
    var scanner = TextScanner(text.trimmed)
    guard let offset = scan(&scanner), scanner.isAtEnd else { return nil }
    return offset
  }

  /// "+09:00", or "+0900" without a separator; seconds, which only old local times have, are cut.
  static func text(_ offset: Int, separator: String) -> String {
    let minutes = offset.magnitude / 60
    let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (offset < 0 ? "-" : "+") + parts.joined(separator: separator)
  }
}
