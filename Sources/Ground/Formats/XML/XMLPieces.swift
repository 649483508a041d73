import CExpat
import Glibc

/// Receives the elements of a document as it is read.
package protocol XMLEvents: AnyObject {
  /// An element begins.
  ///
  /// - Parameters:
  ///   - name: without its prefix.
  ///   - attributes: valid only during the call, like the name.
  func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes)

  /// Text of the element that began last, or a part of it; valid only during the call.
  func add(_ text: UnsafeRawBufferPointer)

  /// An element ends; parameters as of ``begin(_:_:)``.
  func end(_ name: UnsafePointer<CChar>)
}

/// The attributes of an element, in their order.
package struct XMLAttributes: Sequence, IteratorProtocol {
  /// Names and values come in turn, ended by a null pointer.
  fileprivate var rest: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  package mutating func next() -> (name: UnsafePointer<CChar>, value: UnsafePointer<CChar>)? {
    guard let pair = rest, let name = pair[0], let value = pair[1] else { return nil }
    rest = pair + 2
    return (name, value)
  }
}

/// Why it stopped reading a document; lines are counted from 1.
package enum XMLFault: Error, Sendable, Hashable {
  /// It has a document type, which could declare entities.
  case documentType(line: Int)
  /// Elements are nested deeper than this.
  case depth(line: Int, limit: Int)
  /// A tag or a comment has more bytes than this.
  case markup(line: Int, limit: Int)
  /// From this line on, it is not XML, in the words of expat; or it ends too early.
  case syntax(line: Int, detail: String, isCut: Bool)
}

/// Reads XML with expat, piece by piece.
///
/// It refuses a document type at its beginning, before any entity is declared, and so never expands or loads
/// one. It bounds how deep elements are nested, and how long a tag or a comment may be, which expat keeps
/// until its end.
///
/// Owns the parser, which calls back only while bytes are read.
package final class XMLPieces {
  package static let depthLimit = 64
  /// Bytes of a tag or a comment.
  package static let markupLimit = 1 << 20

  private let parser: XML_Parser?
  /// The receiver of the elements, while bytes are read.
  private weak var events: (any XMLEvents)?
  /// How many elements are open.
  package private(set) var depth = 0
  private var fault: XMLFault?
  private var isStopped = false
  /// Bytes that expat was given.
  private var size = 0

  package init() {
    parser = XML_ParserCreate(nil)
    setHandlers()
  }

  deinit { XML_ParserFree(parser) }

  /// The line that is read, counted from 1.
  package var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  /// Reads the next piece.
  ///
  /// - Parameters:
  ///   - piece: at most two gigabytes.
  ///   - events: receives its elements.
  /// - Throws: ``XMLFault``; read nothing more then.
  package func read(
    _ piece: UnsafeBufferPointer<UInt8>, to events: any XMLEvents
  ) throws(XMLFault) {
    try parse(piece, isLast: false, events)
    size += piece.count
    // Expat keeps the bytes from the last event on.
    if size - Int(XML_GetCurrentByteIndex(parser)) > Self.markupLimit {
      throw .markup(line: line, limit: Self.markupLimit)
    }
  }

  /// Ends the document.
  ///
  /// - Parameter events: receives the last elements.
  /// - Throws: ``XMLFault`` if it ends too early.
  package func end(to events: any XMLEvents) throws(XMLFault) {
    try parse(UnsafeBufferPointer(start: nil, count: 0), isLast: true, events)
  }

  /// Ends the parsing, for the receiver's own reason, without a fault. Handlers that expat still calls for the
  /// same tag do nothing.
  package func stop() {
    isStopped = true
    XML_StopParser(parser, 0)
  }

  private func parse(
    _ piece: UnsafeBufferPointer<UInt8>, isLast: Bool, _ events: any XMLEvents
  ) throws(XMLFault) {
    self.events = events
    let status = UnsafeRawBufferPointer(piece).withMemoryRebound(to: CChar.self) {
      XML_Parse(parser, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
    }
    if let fault { throw fault }
    guard status == XML_STATUS_OK || isStopped else {
      let code = XML_GetErrorCode(parser)
      throw .syntax(
        line: line, detail: XML_ErrorString(code).map { String(cString: $0) } ?? "?",
        isCut: isLast && (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN))
    }
  }
}

extension XMLPieces {
  /// The handlers find the reader by the pointer that they are given.
  private func setHandlers() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { XMLPieces.of($0)?.begin($1, $2) },
      { XMLPieces.of($0)?.end($1) })
    XML_SetCharacterDataHandler(parser) { XMLPieces.of($0)?.add($1, Int($2)) }
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
      guard let reader = XMLPieces.of(reader) else { return }
      reader.stop(.documentType(line: reader.line))
    }
  }

  /// The reader of a callback; it is alive, since it is the one that parses.
  private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLPieces? {
    pointer.map { Unmanaged<XMLPieces>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stop(_ fault: XMLFault) {
    if isStopped { return }
    self.fault = fault
    stop()
  }

  private func begin(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard !isStopped, let name else { return }
    depth += 1
    guard depth <= Self.depthLimit else {
      return stop(.depth(line: line, limit: Self.depthLimit))
    }
    events?.begin(Self.local(name), XMLAttributes(rest: attributes))
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    guard !isStopped, let name else { return }
    events?.end(Self.local(name))
    depth -= 1
  }

  private func add(_ characters: UnsafePointer<XML_Char>?, _ count: Int) {
    guard !isStopped else { return }
    events?.add(UnsafeRawBufferPointer(start: characters, count: count))
  }

  /// A name without its prefix.
  package static func local(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar> {
    strrchr(name, CInt(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) } ?? name
  }
}
