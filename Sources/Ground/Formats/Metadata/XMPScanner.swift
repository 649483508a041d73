import CExpat
import Glibc

/// A property that is searched for, by namespace and local name.
package struct XMPProperty: Hashable, Sendable {
  let namespace: XMPNamespace
  let name: String

  package init(_ namespace: XMPNamespace, _ name: String) {
    (self.namespace, self.name) = (namespace, name)
  }

  /// As expat gives names in namespace mode: the namespace and the local name, with a separator that
  /// it lets no namespace contain.
  fileprivate var expandedName: String { "\(namespace.rawValue)\n\(name)" }
  fileprivate static let separator = XML_Char(bitPattern: UInt8(ascii: "\n"))
}

/// The namespaces that mean something here; their prefixes are the packet's own choice.
package enum XMPNamespace: String, Sendable {
  /// Google's, of its camera.
  case camera = "http://ns.google.com/photos/1.0/camera/"
  /// Google's, of the parts of a file.
  case containerItem = "http://ns.google.com/photos/1.0/container/item/"
  case dublinCore = "http://purl.org/dc/elements/1.1/"
  case exif = "http://ns.adobe.com/exif/1.0/"
  /// Adobe's, of gain maps.
  case gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
  case photoshop = "http://ns.adobe.com/photoshop/1.0/"
  case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  case xmp = "http://ns.adobe.com/xap/1.0/"
}

/// Searches an XMP packet for simple properties of the photo itself, and for texts that it has in
/// several languages (XMP Part 1, sections 7 and 8.2.2.4).
///
/// A property is an attribute or a child element of an `rdf:Description` that stands directly in
/// `rdf:RDF`: anything nested deeper belongs to ingredients and past versions. The XML is read by
/// expat, which is given no document type: a packet that has one is refused at its beginning, before
/// any entity is declared, so that none is ever expanded or loaded.
///
/// Owns the parser, which lives as long as this does and calls back only while ``scan()`` runs.
package final class XMPScanner {
  /// Bytes of a packet that are searched. Standard packets of JPEG are under 64 KiB.
  package static let lengthLimit = 1 << 20
  static let depthLimit = 64
  /// Namespaces that are bound at one place.
  static let namespaceLimit = 128
  /// Bytes of a namespace: expat repeats it in the name of each element and attribute.
  static let namespaceLengthLimit = 1024

  /// What is known of an element that is open.
  private struct OpenElement {
    enum Role {
      case rdf, description, other
      /// `rdf:Alt` in a property that may be in several languages.
      case languages(of: XMPProperty)
      /// One language's text in it.
      case language(isDefault: Bool)
    }
    let role: Role
    /// Nil also where something other than text is in it.
    var property: XMPProperty?
  }

  /// The value of each property in the first place that has it, in UTF-8.
  package private(set) var found: [XMPProperty: [UInt8]] = [:]
  /// Of elements at any depth, the attributes that describe a part of the file, an element each; at most
  /// ``partLimit``.
  package private(set) var parts: [[XMPProperty: [UInt8]]] = []
  static let partLimit = 32
  private let wanted: [String: XMPProperty]
  private let wantedOfParts: [String: XMPProperty]
  private let multilingual: Set<XMPProperty>
  private let packet: ArraySlice<UInt8>
  private let encoding: XMPEncoding?
  private let parser: XML_Parser?
  private var open: [OpenElement] = []
  private var hasRoot = false
  private var namespaceCount = 0
  /// The text of the innermost element, where that is a property.
  private var text: [UInt8] = []
  /// Of the languages read so far of one property: the default's text, else the first one's.
  private var language: (text: [UInt8], isDefault: Bool)?
  /// Why the parser was stopped.
  private var stop: Stop?

  private enum Stop {
    /// At the end of `rdf:RDF`, which is all that is searched.
    case done
    case error(XMPError)
  }

  /// - Parameters:
  ///   - packet: all of it.
  ///   - wanted: the properties that are searched for.
  ///   - multilingual: those among them that are a text in several languages; the one of the language
  ///     `x-default` is found, else the first. All others are found where they are simple.
  ///   - parts: the attributes that describe parts of the file.
  package init(
    _ packet: ArraySlice<UInt8>, wanted: Set<XMPProperty>, multilingual: Set<XMPProperty> = [],
    parts: Set<XMPProperty> = []
  ) {
    self.packet = packet
    self.wanted = Dictionary(uniqueKeysWithValues: wanted.map { ($0.expandedName, $0) })
    self.multilingual = multilingual
    wantedOfParts = Dictionary(uniqueKeysWithValues: parts.map { ($0.expandedName, $0) })
    var head = packet.prefix(Self.lengthLimit)
    // A character may be cut in two there.
    if head.count < packet.count { while head.last ?? 0 >= 0x80 { head.removeLast() } }
    encoding = XMPEncoding(of: head)
    parser = encoding.flatMap { XML_ParserCreateNS($0.rawValue, XMPProperty.separator) }
  }

  deinit { XML_ParserFree(parser) }

  /// Fills ``found`` with the first value of each property, up to the end of `rdf:RDF` or an error.
  /// To be called once.
  package func scan() throws(XMPError) {
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
    if !wantedOfParts.isEmpty, parts.count < Self.partLimit { keepPart(attributes) }
    let element = element(String(cString: name), attributes, in: open.last)
    // A property with an element in it is no simple value.
    if let parent = open.indices.last { open[parent].property = nil }
    text = []
    open.append(element)
  }

  /// What an element is in its parent; of a description, the attributes are kept.
  private func element(
    _ expandedName: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?,
    in parent: OpenElement?
  ) -> OpenElement {
    if expandedName == Self.rdf { return OpenElement(role: .rdf) }
    switch parent?.role {
    case .rdf where expandedName == Self.description:
      keep(attributes)
      return OpenElement(role: .description)
    case .description: return OpenElement(role: .other, property: wanted[expandedName])
    case .other where expandedName == Self.alternatives:
      guard let property = parent?.property, multilingual.contains(property) else { break }
      language = nil
      return OpenElement(role: .languages(of: property))
    case .languages(let property) where expandedName == Self.item:
      return OpenElement(
        role: .language(isDefault: Self.isDefaultLanguage(attributes)), property: property)
    default: break
    }
    return OpenElement(role: .other)
  }

  private static func isDefaultLanguage(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> Bool {
    guard var next = attributes else { return false }
    while let name = next[0], let value = next[1] {
      if strcmp(name, languageAttribute) == 0 { return strcasecmp(value, "x-default") == 0 }
      next += 2
    }
    return false
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

  private func keepPart(_ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    guard var next = attributes else { return }
    var part: [XMPProperty: [UInt8]] = [:]
    while let name = next[0], let value = next[1] {
      if let property = wantedOfParts[String(cString: name)] {
        part[property] = Array(String(cString: value).utf8)
      }
      next += 2
    }
    if !part.isEmpty { parts.append(part) }
  }

  private func add(_ characters: UnsafePointer<XML_Char>?, _ count: Int) {
    guard stop == nil, open.last?.property != nil else { return }
    text += UnsafeRawBufferPointer(start: characters, count: count)
  }

  private func end() {
    guard stop == nil, let element = open.popLast() else { return }
    switch element.role {
    case .language(let isDefault):
      guard element.property != nil else { return }
      if language == nil || isDefault && language?.isDefault == false {
        language = (text, isDefault)
      }
    case .languages(let property):
      if let language { keep(language.text, as: property) }
    case .rdf: stop(.done)
    case .description, .other:
      if let property = element.property { keep(text, as: property) }
    }
  }

  private func keep(_ value: [UInt8], as property: XMPProperty) {
    if found[property] == nil { found[property] = value }
  }

  private static let rdf = XMPProperty(.rdf, "RDF").expandedName
  private static let description = XMPProperty(.rdf, "Description").expandedName
  private static let alternatives = XMPProperty(.rdf, "Alt").expandedName
  private static let item = XMPProperty(.rdf, "li").expandedName
  /// `xml:lang`; the prefix is bound by XML itself (Namespaces in XML 1.0, section 3).
  private static let languageAttribute = "http://www.w3.org/XML/1998/namespace\nlang"
}
