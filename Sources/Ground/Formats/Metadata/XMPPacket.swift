import CExpat

/// How a packet's characters are coded, by expat's names, whatever an XML declaration says.
enum XMPEncoding: String {
  case utf8 = "UTF-8"
  /// What is not UTF-8: names and dates are the same in any set of 8-bit characters, and what people
  /// wrote is most often in this one.
  case latin1 = "ISO-8859-1"
  case utf16BigEndian = "UTF-16BE"
  case utf16LittleEndian = "UTF-16LE"

  /// Recognises it by a byte order mark or the zeros of the first character, which is a "<" or a blank.
  ///
  /// - Returns: nil for UTF-32, which expat does not read.
  init?(of packet: ArraySlice<UInt8>) {
    let first = Array(packet.prefix(4))
    if [[0, 0], [0xFF, 0xFE, 0, 0], [UInt8(ascii: "<"), 0, 0, 0]].contains(where: first.starts) {
      return nil
    }
    if first.starts(with: [0xFE, 0xFF]) || first.first == 0 {
      self = .utf16BigEndian
    } else if first.starts(with: [0xFF, 0xFE]) || first.dropFirst().first == 0 {
      self = .utf16LittleEndian
    } else {
      self = String(validating: packet, as: UTF8.self) == nil ? .latin1 : .utf8
    }
  }

  /// The packet from its first tag on, unless it is in UTF-16, and with blanks for the NULs and control
  /// characters that XML forbids and some programs write; and how many bytes were left out.
  func readable(_ packet: ArraySlice<UInt8>) -> (bytes: ArraySlice<UInt8>, skipped: Int) {
    guard self == .utf8 || self == .latin1 else { return (packet, 0) }
    let bytes = packet.drop { $0 != UInt8(ascii: "<") }
    let skipped = bytes.startIndex - packet.startIndex
    guard bytes.contains(where: \.isForbiddenInXML) else { return (bytes, skipped) }
    return (bytes.map { $0.isForbiddenInXML ? 0x20 : $0 }[...], skipped)
  }
}

extension UInt8 {
  /// A control character other than tab, line feed and carriage return (XML 1.0, production 2).
  fileprivate var isForbiddenInXML: Bool {
    self < 0x20 && self != 0x09 && self != 0x0A && self != 0x0D
  }
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
  init(_ error: XML_Error) {
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
