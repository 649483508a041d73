import CExpat

/// Receives the parts of a document as it is read; names come without their prefix.
protocol XMLContent: AnyObject {
  func begin(
    _ name: String, _ attributes: [String: String], _ line: Int, _ items: inout [ReadItem])
  func add(_ text: UnsafeRawBufferPointer)
  func end(_ name: String, _ items: inout [ReadItem])
}

/// Reads XML with expat, piece by piece.
///
/// A document type is refused at its beginning, before any entity is declared, so that none is ever
/// expanded or loaded; elements are in one another only so deep, and what expat has to keep of a tag or a
/// comment that has not ended is bounded.
///
/// Owns the parser, which lives as long as this does and calls back only while bytes are read.
final class XMLReader: CollectionParser {
  static let depthLimit = 64
  /// Bytes of a tag or a comment.
  static let markupLimit = 1 << 20

  private let parser: XML_Parser?
  private let content: any XMLContent
  private var items: [ReadItem] = []
  private var depth = 0
  private var failure: ReadError?
  /// Bytes that expat was given.
  private var size = 0

  init(_ content: any XMLContent) {
    self.content = content
    parser = XML_ParserCreate(nil)
    setHandlers()
  }

  deinit { XML_ParserFree(parser) }

  func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ items: inout [ReadItem]
  ) throws(ReadError) {
    try parse(piece, isLast: false)
    items += self.items
    self.items.removeAll(keepingCapacity: true)
    size += piece.count
    // Where the last event began: what follows it, expat keeps.
    if size - Int(XML_GetCurrentByteIndex(parser)) > Self.markupLimit {
      throw .markup(line: line, limit: Self.markupLimit)
    }
  }

  func end(_ items: inout [ReadItem]) throws(ReadError) {
    try parse(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
    items += self.items
    self.items = []
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  private func parse(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(ReadError) {
    let status = UnsafeRawBufferPointer(piece).withMemoryRebound(to: CChar.self) {
      // Pieces are those of `CollectionReader`, so the count fits.
      XML_Parse(parser, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
    }
    if let failure { throw failure }
    guard status == XML_STATUS_OK else {
      let detail = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      throw .xml(line: line, detail: detail ?? "?")
    }
  }
}

extension XMLReader {
  /// The handlers find the reader by the pointer that they are given.
  private func setHandlers() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { XMLReader.of($0)?.begin($1, $2) },
      { XMLReader.of($0)?.end($1) })
    XML_SetCharacterDataHandler(parser) { XMLReader.of($0)?.add($1, Int($2)) }
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
      guard let reader = XMLReader.of(reader) else { return }
      reader.stop(.documentType(line: reader.line))
    }
  }

  /// The reader of a callback; it is alive, since it is the one that parses.
  private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLReader? {
    pointer.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Ends the parsing; handlers that expat still calls for the same tag do nothing.
  private func stop(_ error: ReadError) {
    if failure != nil { return }
    failure = error
    XML_StopParser(parser, 0)
  }

  /// Opens an element; of its attributes, names and values come in turn, ended by a null pointer.
  private func begin(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard failure == nil, let name else { return }
    depth += 1
    guard depth <= Self.depthLimit else {
      return stop(.depth(line: line, limit: Self.depthLimit))
    }
    var values: [String: String] = [:]
    if var next = attributes {
      while let name = next[0], let value = next[1] {
        values[Self.local(name)] = String(cString: value)
        next += 2
      }
    }
    content.begin(Self.local(name), values, line, &items)
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    guard failure == nil, let name else { return }
    depth -= 1
    content.end(Self.local(name), &items)
  }

  private func add(_ characters: UnsafePointer<XML_Char>?, _ count: Int) {
    guard failure == nil else { return }
    content.add(UnsafeRawBufferPointer(start: characters, count: count))
  }

  private static func local(_ name: UnsafePointer<XML_Char>) -> String {
    let name = String(cString: name)
    return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
