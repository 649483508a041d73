/// A start, end or empty-element tag.
///
/// Indices, which are those of the slice that was read, and not slices: hundreds of tags are passed
/// for one that matters, and each slice would count a reference up and down.
struct XMLTag {
  enum Kind { case start, end, empty }

  var kind: Kind
  var name: Range<Int>
  var attributes: [(name: Range<Int>, value: Range<Int>)] = []
  /// Of its "<".
  var start: Int
  /// Behind its ">".
  var end: Int
}

/// Cuts XML into its tags; text, comments, CDATA and processing instructions are passed over.
struct XMLTokens {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// The next tag; nil at the end. Each call moves forward, and all calls together read a byte once.
  mutating func next() throws(XMPError) -> XMLTag? {
    while let start = find(UInt8(ascii: "<")) {
      index = start + 1
      switch peek {
      case UInt8(ascii: "!"), UInt8(ascii: "?"): try skipMarkup()
      default: return try tag(start)
      }
    }
    index = bytes.endIndex
    return nil
  }

  /// Passes what begins with "<!" or "<?": comments, CDATA, declarations, processing instructions.
  private mutating func skipMarkup() throws(XMPError) {
    let end: StaticString
    if takes("!--") {
      end = "-->"
    } else if takes("![CDATA[") {
      end = "]]>"
    } else {
      end = takes("?") ? "?>" : ">"
    }
    let mark = end.withUTF8Buffer { $0[0] }
    while let last = find(mark) {
      index = last
      if takes(end) { return }
      index = last + 1
    }
    throw error(.markupEnd)
  }

  private mutating func tag(_ start: Int) throws(XMPError) -> XMLTag {
    if takes("/") {
      let name = try name()
      skipSpace()
      guard takes(">") else { throw error(.closingBracket) }
      return XMLTag(kind: .end, name: name, start: start, end: index)
    }
    var tag = XMLTag(kind: .start, name: try name(), start: start, end: start)
    while true {
      skipSpace()
      if takes("/>") {
        tag.kind = .empty
      } else if !takes(">") {
        tag.attributes.append(try attribute())
        continue
      }
      tag.end = index
      return tag
    }
  }

  private mutating func attribute() throws(XMPError) -> (
    name: Range<Int>, value: Range<Int>
  ) {
    let name = try name()
    skipSpace()
    guard takes("=") else { throw error(.equalsSign) }
    skipSpace()
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error(.quote)
    }
    index += 1
    guard let close = find(quote) else { throw error(.closingQuote) }
    defer { index = close + 1 }
    return (name, index..<close)
  }

  private mutating func name() throws(XMPError) -> Range<Int> {
    let start = index
    while let byte = peek, Self.isNameByte(byte) { index += 1 }
    guard index > start else { throw error(.name) }
    return start..<index
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: byte.isLetter || byte.isDigit || byte >= 0x80
    }
  }

  private var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private func find(_ byte: UInt8) -> Int? {
    var place = index
    while place < bytes.endIndex {
      if bytes[place] == byte { return place }
      place += 1
    }
    return nil
  }

  private mutating func takes(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard bytes.endIndex - index >= count else { return false }
    let fits = literal.withUTF8Buffer { literal in
      literal.indices.allSatisfy { bytes[index + $0] == literal[$0] }
    }
    if fits { index += count }
    return fits
  }

  private mutating func skipSpace() {
    while let byte = peek, byte.isSpace { index += 1 }
  }

  private func error(_ expected: XMPError.Expectation) -> XMPError {
    .syntax(offset: index - bytes.startIndex, expected: expected)
  }
}
