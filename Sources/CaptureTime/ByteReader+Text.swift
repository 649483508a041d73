import Formats

/// Reading timestamps as text: the reader moves forward only past what it recognises
/// at its position.
extension ByteReader {
  /// A reader of single bytes, which have no order.
  init(text: ArraySlice<UInt8>) { self.init(text, .bigEndian) }

  /// Passes one byte if it is one of `choices`.
  mutating func take(_ choices: UInt8...) -> UInt8? {
    guard let next = rest.first, choices.contains(next) else { return nil }
    _ = self.next(count: 1)
    return next
  }

  /// Passes `literal` if it comes next, capital and small ASCII letters taken as the same.
  mutating func take(ignoringCase literal: [UInt8]) -> Bool {
    guard rest.count >= literal.count,
      zip(rest, literal).allSatisfy({ $0.lowercasedASCII == $1.lowercasedASCII })
    else { return false }
    return next(count: literal.count) != nil
  }

  /// Passes exactly `count` digits (at most 18) and gives their value; fewer are not passed.
  mutating func number(digits count: Int) -> Int? {
    guard count <= 18, rest.prefix(count).allSatisfy(\.isDigit), let digits = next(count: count)
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Passes the digits that come next, however many, and gives the first `limit` of them.
  mutating func digits(keeping limit: Int) -> String {
    let run = rest
    skip(while: \.isDigit)
    return String(decoding: run.prefix(min(run.count - rest.count, limit)), as: UTF8.self)
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
