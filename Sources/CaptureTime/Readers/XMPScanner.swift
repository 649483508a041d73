/// A property that is looked for, by namespace and local name.
struct XMPProperty: Hashable {
  let namespace: XMPNamespace
  let name: [UInt8]

  init(_ namespace: XMPNamespace, _ name: String) {
    self.namespace = namespace
    self.name = Array(name.utf8)
  }
}

/// The namespaces that mean something here; their prefixes are the packet's own choice.
enum XMPNamespace: String, CaseIterable {
  case exif = "http://ns.adobe.com/exif/1.0/"
  case photoshop = "http://ns.adobe.com/photoshop/1.0/"
  case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  case xmp = "http://ns.adobe.com/xap/1.0/"

  init?(uri: ArraySlice<UInt8>) {
    guard let match = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(uri) }) else {
      return nil
    }
    self = match
  }
}

/// Searches an XMP packet for simple properties of the photo itself (XMP Part 1, section 7).
///
/// A property is an attribute or a child element of an `rdf:Description` that stands directly in
/// `rdf:RDF`: what is nested deeper is told of ingredients and past versions. Not a general XML
/// reader: no entities (no date has one), no DTD; names are compared as bytes.
struct XMPScanner {
  /// Bytes of a packet that are searched. Standard packets of JPEG are under 64 KiB.
  static let lengthLimit = 1 << 20
  static let depthLimit = 64
  static let namespaceLimit = 128

  /// What is known of an element that is open.
  private struct OpenElement {
    enum Role { case rdf, description, other }
    let name: Range<Int>
    let role: Role
    let property: XMPProperty?
    /// Where its text begins if nothing but text is in it.
    let contentStart: Int
    /// Bindings in scope outside of it.
    let outerBindings: Int
  }

  private(set) var found: [XMPProperty: ArraySlice<UInt8>] = [:]
  private let wanted: [XMPProperty]
  private let packet: ArraySlice<UInt8>
  private var tokens: XMLTokens
  private var open: [OpenElement] = []
  private var bindings: [(prefix: Range<Int>, namespace: XMPNamespace?)] = []

  init(_ packet: ArraySlice<UInt8>, wanted: [XMPProperty]) {
    self.packet = packet
    self.wanted = wanted
    tokens = XMLTokens(packet.prefix(Self.lengthLimit))
  }

  /// Fills `found` with the first value of each property, up to the end of `rdf:RDF` or an error.
  mutating func scan() throws(XMPError) {
    guard packet.first != 0, packet.dropFirst().first != 0, packet.first ?? 0 < 0xFE else {
      throw .notUTF8
    }
    while let tag = try tokens.next() {
      switch tag.kind {
      case .start, .empty:
        try enter(tag)
        if tag.kind == .empty { leave(closing: nil) }
      case .end:
        guard let name = open.last?.name, isSame(name, tag.name) else {
          throw .syntax(offset: tag.start - packet.startIndex, expected: .matchingEndTag)
        }
        let role = open.last?.role
        leave(closing: tag.start)
        if role == .rdf { return }
      }
    }
    if packet.count > Self.lengthLimit { throw .limit(.length(Self.lengthLimit)) }
    if !open.isEmpty { throw .syntax(offset: packet.count, expected: .matchingEndTag) }
  }

  private mutating func enter(_ tag: XMLTag) throws(XMPError) {
    guard open.count < Self.depthLimit else { throw .limit(.depth(Self.depthLimit)) }
    let outerBindings = bindings.count
    for attribute in tag.attributes where starts(attribute.name, with: Self.xmlns) {
      guard bindings.count < Self.namespaceLimit else {
        throw .limit(.namespaces(Self.namespaceLimit))
      }
      let prefix = attribute.name.dropFirst(Self.xmlns.count)
      bindings.append((prefix, XMPNamespace(uri: packet[attribute.value])))
    }
    let parent = open.last?.role
    var role = OpenElement.Role.other
    if property(tag.name, among: [Self.rdf]) != nil { role = .rdf }
    if parent == .rdf, property(tag.name, among: [Self.description]) != nil {
      role = .description
      for attribute in tag.attributes {
        if let property = property(attribute.name, among: wanted) {
          keep(packet[attribute.value], as: property)
        }
      }
    }
    open.append(
      OpenElement(
        name: tag.name, role: role,
        property: parent == .description ? property(tag.name, among: wanted) : nil,
        contentStart: tag.end, outerBindings: outerBindings))
  }

  /// Ends the innermost element; `end` is where its end tag begins.
  private mutating func leave(closing end: Int?) {
    guard let element = open.popLast() else { return }
    if let property = element.property, let end {
      let content = packet[element.contentStart..<end]
      if !content.contains(UInt8(ascii: "<")) { keep(content, as: property) }
    }
    bindings.removeSubrange(element.outerBindings...)
  }

  private mutating func keep(_ value: ArraySlice<UInt8>, as property: XMPProperty) {
    if found[property] == nil { found[property] = value }
  }

  /// Which of `properties` the name with its prefix stands for, in the bindings of this place.
  private func property(_ name: Range<Int>, among properties: [XMPProperty]) -> XMPProperty? {
    // The local name is compared first: it is nearly always another, and binding is a search.
    for property in properties where ends(name, with: property.name) {
      let colon = name.upperBound - property.name.count - 1
      guard colon > name.lowerBound, packet[colon] == UInt8(ascii: ":") else { continue }
      let binding = bindings.last { isSame($0.prefix, name.lowerBound..<colon) }
      if binding?.namespace == property.namespace { return property }
    }
    return nil
  }

  private func ends(_ range: Range<Int>, with text: [UInt8]) -> Bool {
    let start = range.upperBound - text.count
    return start >= range.lowerBound && text.indices.allSatisfy { packet[start + $0] == text[$0] }
  }

  private func starts(_ range: Range<Int>, with text: [UInt8]) -> Bool {
    range.count >= text.count
      && text.indices.allSatisfy { packet[range.lowerBound + $0] == text[$0] }
  }

  private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { packet[$0] == packet[$1] }
  }

  private static let xmlns = Array("xmlns:".utf8)
  private static let rdf = XMPProperty(.rdf, "RDF")
  private static let description = XMPProperty(.rdf, "Description")
}

/// Why an XMP packet is not searched to its end.
package enum XMPError: Error, Sendable, Hashable {
  /// Not in UTF-8: UTF-16 and UTF-32 are allowed by XMP and hardly ever written.
  case notUTF8
  /// No well-formed XML from this byte on.
  case syntax(offset: Int, expected: Expectation)
  case limit(Limit)

  /// What should have come where the XML breaks.
  package enum Expectation: String, Sendable {
    case name, equalsSign, quote, closingQuote, closingBracket, matchingEndTag, markupEnd
  }

  /// A bound of the search.
  package enum Limit: Sendable, Hashable {
    case depth(Int)
    case namespaces(Int)
    /// In bytes.
    case length(Int)
  }
}
