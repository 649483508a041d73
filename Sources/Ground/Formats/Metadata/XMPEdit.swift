import CExpat

/// Sets simple properties in an XMP packet, and leaves every other byte as it is.
///
/// expat finds the elements, and their bytes are cut out; new values stand in an
/// `rdf:Description` of its own after the others, of the same subject, as XMP allows (XMP Part 1, 7.4).
/// All namespaces that are needed are declared there, so nothing is asked of those of the packet.
package enum XMPEdit {
  /// A packet that says nothing as yet.
  package static let empty = Array(
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """.utf8 + [0x0A])

  /// A packet with properties set.
  ///
  /// - Parameters:
  ///   - values: each property's text; nil removes it.
  ///   - packet: UTF-8, at most ``XMPScanner/lengthLimit`` bytes.
  /// - Returns: the packet with them, each once.
  /// - Throws: ``XMPError`` for data that is not XMP, has no closed `rdf:RDF`, or is not UTF-8.
  package static func set(
    _ values: [(property: XMPProperty, text: String?)], in packet: [UInt8]
  ) throws(XMPError) -> [UInt8] {
    guard packet.count <= XMPScanner.lengthLimit else {
      throw .limit(.length(XMPScanner.lengthLimit))
    }
    guard XMPEncoding(of: packet[...]) == .utf8 else { throw .encoding }
    let outline = XMPOutline(packet, removing: values.map(\.property))
    try outline.read()
    guard let end = outline.end else { throw .syntax(offset: packet.count, .missingEndTag) }
    var added = "<rdf:Description xmlns:rdf=\"\(XMPNamespace.rdf.rawValue)\""
    added += " rdf:about=\"\(escaped(outline.subject))\""
    var declared: Set<XMPNamespace> = []
    for (property, text) in values {
      guard let text else { continue }
      let prefix = property.namespace.prefix
      if declared.insert(property.namespace).inserted {
        added += "\n   xmlns:\(prefix)=\"\(property.namespace.rawValue)\""
      }
      added += "\n   \(prefix):\(property.name)=\"\(escaped(text))\""
    }
    added += "/>\n "
    var result: [UInt8] = []
    result.reserveCapacity(packet.count + added.utf8.count)
    var position = 0
    for cut in outline.cuts.sorted(by: { $0.lowerBound < $1.lowerBound })
    where cut.lowerBound >= position {
      result += packet[position..<cut.lowerBound]
      position = cut.upperBound
    }
    result += packet[position..<end] + Array(added.utf8) + packet[end...]
    // What was made is read once more, by the reader of everything else.
    let scanner = XMPScanner(result[...], wanted: Set(values.map(\.property)))
    try scanner.scan()
    for (property, text) in values where scanner.found[property] != text.map({ Array($0.utf8) }) {
      throw .syntax(offset: end, .invalidToken)
    }
    return result
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

extension XMPNamespace {
  /// As programs usually write it.
  fileprivate var prefix: String {
    switch self {
    case .camera: "GCamera"
    case .containerItem: "Item"
    case .dublinCore: "dc"
    case .exif: "exif"
    case .gainMap: "hdrgm"
    case .photoshop: "photoshop"
    case .rdf: "rdf"
    case .xmp: "xmp"
    }
  }
}

/// Where in a packet the properties of the photo are, and where its `rdf:RDF` ends.
///
/// Owns the parser, which lives as long as this does and calls back only while ``read()`` runs.
private final class XMPOutline {
  /// Bytes to be taken out.
  private(set) var cuts: [Range<Int>] = []
  /// Where the end tag of `rdf:RDF` begins; nil where there is none.
  private(set) var end: Int?
  /// What the packet is about: the text of `rdf:about`.
  private(set) var subject = ""

  private let packet: [UInt8]
  private let removed: Set<String>
  private let parser: XML_Parser?
  /// Of the open elements: what they are, and where the one begins that is cut.
  private var open: [(role: Role, start: Int)] = []
  private var error: XMPError?

  private enum Role {
    case rdf, description, removed, other
    /// A description that held only removed properties.
    case spent
  }

  private static let separator = XML_Char(bitPattern: UInt8(ascii: "\n"))

  init(_ packet: [UInt8], removing properties: [XMPProperty]) {
    self.packet = packet
    removed = Set(properties.map { "\($0.namespace.rawValue)\n\($0.name)" })
    parser = XML_ParserCreateNS(XMPEncoding.utf8.rawValue, Self.separator)
  }

  deinit { XML_ParserFree(parser) }

  func read() throws(XMPError) {
    XML_SetReturnNSTriplet(parser, 1)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { XMPOutline.of($0)?.begin($1, $2) },
      { outline, _ in XMPOutline.of(outline)?.finish() })
    XML_SetStartDoctypeDeclHandler(parser) { outline, _, _, _, _ in
      guard let outline = XMPOutline.of(outline) else { return }
      outline.error = .documentType
      XML_StopParser(outline.parser, 0)
    }
    let status = packet.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
    }
    if let error { throw error }
    // Whatever comes after the root element is padding.
    guard status == XML_STATUS_OK || end != nil && open.isEmpty else {
      throw .syntax(
        offset: Int(XML_GetCurrentByteIndex(parser)), XMPError.Fault(XML_GetErrorCode(parser)))
    }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMPOutline? {
    pointer.map { Unmanaged<XMPOutline>.fromOpaque($0).takeUnretainedValue() }
  }

  private var position: Int { Int(XML_GetCurrentByteIndex(parser)) }
  private var length: Int { Int(XML_GetCurrentByteCount(parser)) }

  /// Namespace and local name of a name in three parts.
  private static func name(_ name: UnsafePointer<XML_Char>) -> (full: String, prefix: String?) {
    let parts = String(cString: name).split(separator: "\n", omittingEmptySubsequences: false)
    return (parts.prefix(2).joined(separator: "\n"), parts.count > 2 ? String(parts[2]) : nil)
  }

  private func begin(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard error == nil, let name else { return }
    guard open.count < XMPScanner.depthLimit else {
      error = .limit(.depth(XMPScanner.depthLimit))
      XML_StopParser(parser, 0)
      return
    }
    let full = Self.name(name).full
    let rdf = XMPNamespace.rdf.rawValue
    switch open.last?.role {
    case .rdf where full == "\(rdf)\nDescription":
      open.append((cutAttributes(attributes) ? .spent : .description, position))
    case .description where removed.contains(full), .spent where removed.contains(full):
      open.append((.removed, position))
    default: open.append((full == "\(rdf)\nRDF" && end == nil ? .rdf : .other, position))
    }
  }

  private func finish() {
    guard error == nil, let element = open.popLast() else { return }
    switch element.role {
    case .removed: cuts.append(element.start..<position + length)
    // An empty element has no end tag.
    case .rdf: if length > 0 { end = position }
    case .spent:
      // Empty, it goes, with the blanks after it.
      if length == 0 {
        let rest = packet[position...].prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        cuts.append(element.start..<rest.endIndex)
      }
    case .description, .other: break
    }
  }

  /// Cuts attributes out of the tag that the parser has just read, and notes its subject.
  ///
  /// - Returns: whether it had these, and no others.
  private func cutAttributes(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> Bool {
    guard var next = attributes else { return false }
    var names: Set<String> = []
    var hasOthers = false
    while let name = next[0], let value = next[1] {
      let (full, prefix) = Self.name(name)
      if removed.contains(full), let local = full.split(separator: "\n").last {
        names.insert(prefix.map { "\($0):\(local)" } ?? String(local))
      } else if full == "\(XMPNamespace.rdf.rawValue)\nabout" {
        if subject.isEmpty { subject = String(cString: value) }
      } else {
        hasOthers = true
      }
      next += 2
    }
    if names.isEmpty { return false }
    cuts += Self.places(ofAttributes: names, in: packet, position..<position + length)
    return !hasOthers
  }

  /// The places of attributes, with the blanks before them, in a start tag that is well formed.
  private static func places(
    ofAttributes names: Set<String>, in packet: [UInt8], _ tag: Range<Int>
  ) -> [Range<Int>] {
    func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    var places: [Range<Int>] = []
    var reader = ByteReader(packet[tag], .bigEndian)
    reader.skip { !isBlank($0) }
    while !reader.isAtEnd {
      let start = reader.index
      reader.skip(while: isBlank)
      let name = reader.rest.prefix { !isBlank($0) && $0 != UInt8(ascii: "=") }
      reader.skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
      guard !name.isEmpty, let quote = reader.next(size: 1) else { break }
      reader.skip { Int($0) != quote }
      guard reader.next(size: 1) != nil else { break }
      if names.contains(String(decoding: name, as: UTF8.self)) {
        places.append(start..<reader.index)
      }
    }
    return places
  }
}
