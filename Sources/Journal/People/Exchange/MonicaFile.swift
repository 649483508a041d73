/// Monica's JSON export without its large parts: white space, and the pictures and documents inside
/// it.
struct MonicaFile {
  private(set) var bytes: [UInt8] = []
  private var isInText = false
  private var isEscaped = false
  /// Whether what comes of the text is dropped.
  private var isDropped = false
  /// Where the text begins in ``bytes``.
  private var start = 0

  /// Bytes that are kept of a file: those of some thousand people.
  static let limit = 16 << 20
  /// Bytes of a text that is longer than any that is kept.
  static let textLimit = 1 << 20
  /// Bytes within which an address of data says that it is one (RFC 2397).
  private static let dataLength = 96

  /// Takes the next bytes of the file.
  ///
  /// - Throws: ``PeopleFileError/jsonTooLarge(limit:)``.
  mutating func read(_ piece: [UInt8]) throws(PeopleFileError) {
    for byte in piece {
      if isInText { takeInText(byte) } else { takeOutside(byte) }
    }
    if bytes.count > Self.limit { throw .jsonTooLarge(limit: Self.limit) }
  }

  private mutating func takeOutside(_ byte: UInt8) {
    switch byte {
    // A byte order mark is no JSON either.
    case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: break
    case UInt8(ascii: "\""):
      bytes.append(byte)
      (isInText, isDropped, start) = (true, false, bytes.count)
    default: bytes.append(byte)
    }
  }

  private mutating func takeInText(_ byte: UInt8) {
    if !isEscaped, byte == UInt8(ascii: "\"") {
      bytes.append(byte)
      isInText = false
      return
    }
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    if isDropped { return }
    bytes.append(byte)
    let length = bytes.count - start
    if length == Self.dataLength && isData || length > Self.textLimit {
      bytes.removeSubrange(start...)
      isDropped = true
    }
  }

  private var isData: Bool {
    let text = String(decoding: bytes[start...], as: UTF8.self)
    return text.hasPrefix("data:") && text.contains(";base64,")
  }
}
