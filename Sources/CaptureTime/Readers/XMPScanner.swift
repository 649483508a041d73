import CExpat
import Glibc

/// A property that is searched for, by namespace and local name.
struct XMPProperty: Hashable {
  let namespace: XMPNamespace
  let name: String

  init(_ namespace: XMPNamespace, _ name: String) {
    (self.namespace, self.name) = (namespace, name)
  }

  /// As expat gives names in namespace mode: the namespace and the local name, with a separator that
  /// it lets no namespace contain.
  fileprivate var expandedName: String { "\(namespace.rawValue)\n\(name)" }
  fileprivate static let separator = XML_Char(bitPattern: UInt8(ascii: "\n"))
}

/// The namespaces that mean something here; their prefixes are the packet's own choice.
enum XMPNamespace: String {
  case exif = "http://ns.adobe.com/exif/1.0/"
  case photoshop = "http://ns.adobe.com/photoshop/1.0/"
  case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  case xmp = "http://ns.adobe.com/xap/1.0/"
}

/// Searches an XMP packet for simple properties of the photo itself (XMP Part 1, section 7).
///
/// A property is an attribute or a child element of an `rdf:Description` that stands directly in
/// `rdf:RDF`: what is nested deeper belongs to ingredients and past versions. The XML is read by
/// expat, which is given no document type: a packet that has one is refused at its beginning, before
/// any entity is declared, so that none is ever expanded or loaded.
///
/// Owns the parser, which lives as long as this does and calls back only while ``scan()`` runs.
final class XMPScanner {
  /// Bytes of a packet that are searched. Standard packets of JPEG are under 64 KiB.
  static let lengthLimit = 1 << 20
  static let depthLimit = 64
  /// Namespaces that are bound at one place.
  static let namespaceLimit = 128
  /// Bytes of a namespace: expat repeats it in the name of each element and attribute.
  static let namespaceLengthLimit = 1024

  /// What is known of an element that is open.
  private struct OpenElement {
    enum Role { case rdf, description, other }
    let role: Role
    /// Nil also where something other than text is in it.
    var property: XMPProperty?
  }

  /// The value of each property in the first place that has it, in UTF-8.
  private(set) var found: [XMPProperty: [UInt8]] = [:]
  private let wanted: [String: XMPProperty]
  private let packet: ArraySlice<UInt8>
  private let encoding: XMPEncoding?
  private let parser: XML_Parser?
  private var open: [OpenElement] = []
  private var hasRoot = false
  private var namespaceCount = 0
  /// The text of the innermost element, where that is a property.
  private var text: [UInt8] = []
  /// Why the parser was stopped.
  private var stop: Stop?

  private enum Stop {
    /// At the end of `rdf:RDF`, which is all that is searched.
    case done
    case error(XMPError)
  }

  init(_ packet: ArraySlice<UInt8>, wanted: [XMPProperty]) {
    self.packet = packet
    self.wanted = Dictionary(uniqueKeysWithValues: wanted.map { ($0.expandedName, $0) })
    var head = packet.prefix(Self.lengthLimit)
    // A character may be cut in two there.
    if head.count < packet.count { while head.last ?? 0 >= 0x80 { head.removeLast() } }
    encoding = XMPEncoding(of: head)
    parser = encoding.flatMap { XML_ParserCreateNS($0.rawValue, XMPProperty.separator) }
  }

  deinit { XML_ParserFree(parser) }

  /// Fills ``found`` with the first value of each property, up to the end of `rdf:RDF` or an error.
  /// To be called once.
  func scan() throws(XMPError) {
    guard let encoding else { throw .encoding }
    let (bytes, skipped) = encoding.readable(packet.prefix(Self.lengthLimit))
    if bytes.isEmpty { return }
    let isWhole = packet.count <= Self.lengthLimit
    setHandlers()
    let status = bytes.withUnsafeBytes { buffer in
      // At most the length limit, so it fits.
      XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count),
        isWhole ? 1 : 0)
    }
    switch stop {
    case .done: return
    case .error(let error): throw error
    case nil: break
    }
    if status == XML_STATUS_OK {
      if !isWhole { throw .limit(.length(Self.lengthLimit)) }
    } else if !hasRoot || !open.isEmpty {
      throw .syntax(
        offset: skipped + Int(XML_GetCurrentByteIndex(parser)),
        XMPError.Fault(XML_GetErrorCode(parser)))
    }
    // Whatever comes after the root element is padding.
  }
}

extension XMPScanner {
  /// The handlers find the scanner by the pointer that they are given.
  private func setHandlers() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { XMPScanner.of($0)?.begin($1, $2) },
      { scanner, _ in XMPScanner.of(scanner)?.end() })
    XML_SetCharacterDataHandler(parser) { XMPScanner.of($0)?.add($1, Int($2)) }
    XML_SetNamespaceDeclHandler(
      parser,
      { scanner, _, namespace in XMPScanner.of(scanner)?.bind(namespace) },
      { scanner, _ in XMPScanner.of(scanner)?.namespaceCount -= 1 })
    XML_SetStartDoctypeDeclHandler(parser) { scanner, _, _, _, _ in
      XMPScanner.of(scanner)?.stop(.error(.documentType))
    }
  }

  /// The scanner of a callback; it is alive, since it is the one that parses.
  private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMPScanner? {
    pointer.map { Unmanaged<XMPScanner>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Ends the parsing; handlers that expat still calls for the same tag do nothing.
  private func stop(_ reason: Stop) {
    if stop != nil { return }
    stop = reason
    XML_StopParser(parser, 0)
  }

  private func bind(_ namespace: UnsafePointer<XML_Char>?) {
    namespaceCount += 1
    if let namespace, strnlen(namespace, Self.namespaceLengthLimit + 1) > Self.namespaceLengthLimit
    {
      stop(.error(.limit(.namespaceLength(Self.namespaceLengthLimit))))
    }
    if namespaceCount > Self.namespaceLimit {
      stop(.error(.limit(.namespaces(Self.namespaceLimit))))
    }
  }

  /// Opens an element; of its attributes, names and values come in turn, ended by a null pointer.
  private func begin(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard stop == nil, let name else { return }
    guard open.count < Self.depthLimit else {
      return stop(.error(.limit(.depth(Self.depthLimit))))
    }
    hasRoot = true
    // A property with an element in it is no simple value.
    if let parent = open.indices.last { open[parent].property = nil }
    text = []
    let expandedName = String(cString: name)
    let parent = open.last?.role
    var role = OpenElement.Role.other
    if expandedName == Self.rdf {
      role = .rdf
    } else if parent == .rdf, expandedName == Self.description {
      role = .description
      keep(attributes)
    }
    open.append(
      OpenElement(role: role, property: parent == .description ? wanted[expandedName] : nil))
  }

  private func keep(_ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    guard var next = attributes else { return }
    while let name = next[0], let value = next[1] {
      if let property = wanted[String(cString: name)] {
        keep(Array(String(cString: value).utf8), as: property)
      }
      next += 2
    }
  }

  private func add(_ characters: UnsafePointer<XML_Char>?, _ count: Int) {
    guard stop == nil, open.last?.property != nil else { return }
    text += UnsafeRawBufferPointer(start: characters, count: count)
  }

  private func end() {
    guard stop == nil, let element = open.popLast() else { return }
    if let property = element.property { keep(text, as: property) }
    if element.role == .rdf { stop(.done) }
  }

  private func keep(_ value: [UInt8], as property: XMPProperty) {
    if found[property] == nil { found[property] = value }
  }

  private static let rdf = XMPProperty(.rdf, "RDF").expandedName
  private static let description = XMPProperty(.rdf, "Description").expandedName
}

/// Why an XMP packet is not searched to its end.
package enum XMPError: Error, Sendable, Hashable {
  /// In UTF-32, which XMP allows and hardly any program writes.
  case encoding
  /// It has a document type, which XMP does not allow; it could declare entities.
  case documentType
  /// No well-formed XML from this byte on, or none that keeps the rules of namespaces.
  case syntax(offset: Int, Fault)
  case limit(Limit)

  /// What is wrong with the XML.
  package enum Fault: Sendable, Hashable {
    /// An element or the document has no end.
    case missingEndTag
    case invalidToken
    /// The packet ends within a tag, a comment or the like.
    case unclosedToken
    case mismatchedTag
    case duplicateAttribute
    /// A prefix that no namespace is bound to.
    case unboundPrefix
    case undefinedEntity
    /// Any other, by its number in expat's `XML_Error`.
    case other(Int)
  }

  /// A bound of the search.
  package enum Limit: Sendable, Hashable {
    case depth(Int)
    case namespaces(Int)
    /// In bytes.
    case namespaceLength(Int)
    /// In bytes.
    case length(Int)
  }
}

extension XMPError.Fault {
  fileprivate init(_ error: XML_Error) {
    self =
      switch error {
      case XML_ERROR_NO_ELEMENTS: .missingEndTag
      case XML_ERROR_INVALID_TOKEN: .invalidToken
      case XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR: .unclosedToken
      case XML_ERROR_TAG_MISMATCH: .mismatchedTag
      case XML_ERROR_DUPLICATE_ATTRIBUTE: .duplicateAttribute
      case XML_ERROR_UNBOUND_PREFIX: .unboundPrefix
      case XML_ERROR_UNDEFINED_ENTITY: .undefinedEntity
      default: .other(Int(error.rawValue))
      }
  }
}
