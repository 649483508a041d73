/// A start, end or empty-element tag; indices are those of the slice that was read.
struct XMLTag {
  enum Kind { case start, end, empty }

  var kind: Kind
  var name: ArraySlice<UInt8>
  var attributes: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
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
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      if try skipMarkup() { continue }
      return try tag(start)
    }
    index = bytes.endIndex
    return nil
  }

  /// Passes what begins with "<!" or "<?"; false where something else begins.
  private mutating func skipMarkup() throws(XMPError) -> Bool {
    let end: String
    switch rest {
    case _ where takes("!--"): end = "-->"
    case _ where takes("![CDATA["): end = "]]>"
    case _ where takes("?"): end = "?>"
    case _ where takes("!"): end = ">"
    default: return false
    }
    let mark = Array(end.utf8)
    while let last = rest.firstIndex(of: mark[0]) {
      index = last
      if takes(end) { return true }
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
    name: ArraySlice<UInt8>, value: ArraySlice<UInt8>
  ) {
    let name = try name()
    skipSpace()
    guard takes("=") else { throw error(.equalsSign) }
    skipSpace()
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error(.quote)
    }
    index += 1
    guard let close = rest.firstIndex(of: quote) else { throw error(.closingQuote) }
    defer { index = close + 1 }
    return (name, bytes[index..<close])
  }

  private mutating func name() throws(XMPError) -> ArraySlice<UInt8> {
    let name = rest.prefix { byte in
      byte.isLetter || byte.isDigit || byte >= 0x80 || Self.namePunctuation.contains(byte)
    }
    guard !name.isEmpty else { throw error(.name) }
    index = name.endIndex
    return name
  }

  private static let namePunctuation = Array(":_-.".utf8)

  private var rest: ArraySlice<UInt8> { bytes[index...] }

  private mutating func takes(_ literal: StaticString) -> Bool {
    let fits = literal.withUTF8Buffer { rest.starts(with: $0) }
    if fits { index += literal.utf8CodeUnitCount }
    return fits
  }

  private mutating func takes(_ literal: String) -> Bool {
    guard rest.starts(with: literal.utf8) else { return false }
    index += literal.utf8.count
    return true
  }

  private mutating func skipSpace() {
    index = rest.prefix(while: \.isSpace).endIndex
  }

  private func error(_ expected: XMPError.Expectation) -> XMPError {
    .syntax(offset: index - bytes.startIndex, expected: expected)
  }
}
