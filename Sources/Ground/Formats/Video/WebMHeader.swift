/// The few elements at the beginning of a WebM file that describe it (RFC 9559, section 5; RFC 8794).
enum WebMHeader {
  /// Bytes of a file that are searched; writers put what describes it before the first cluster.
  static let length = 1 << 20
  /// Midnight of 1 January 2001 in UTC, from which DateUTC counts, in seconds since 1970.
  private static let epoch = 978_307_200

  private enum ID {
    static let segment = 0x1853_8067
    static let cluster = 0x1F43_B675
    static let info = 0x1549_A966
    static let timestampScale = 0x2A_D7B1
    static let duration = 0x4489
    static let date = 0x4461
    static let tracks = 0x1654_AE6B
    static let trackEntry = 0xAE
    static let video = 0xE0
    static let pixelWidth = 0xB0
    static let pixelHeight = 0xBA
  }

  /// Reads the elements before the first cluster.
  ///
  /// - Parameter head: the file's first bytes.
  /// - Returns: what they say; little where they say little.
  /// - Throws: ``VideoFileError/damaged(_:part:)`` without a segment.
  static func description(_ head: [UInt8]) throws(VideoFileError) -> VideoDescription {
    guard let segment = EBMLElement.all(in: head[...]).first(where: { $0.id == ID.segment }) else {
      throw .damaged(.webm, part: "Segment")
    }
    var described = VideoDescription()
    for element in EBMLElement.all(in: segment.content, upTo: ID.cluster) {
      switch element.id {
      case ID.info: readInfo(element, into: &described)
      case ID.tracks:
        let tracks = EBMLElement.all(in: element.content).filter { $0.id == ID.trackEntry }
        described.size = tracks.lazy.compactMap(pictureSize).first
      default: break
      }
    }
    return described
  }

  private static func readInfo(_ info: EBMLElement, into described: inout VideoDescription) {
    var (nanoseconds, ticks) = (1_000_000, Double.nan)
    for element in EBMLElement.all(in: info.content) {
      switch element.id {
      case ID.timestampScale: nanoseconds = element.unsigned ?? nanoseconds
      case ID.duration: ticks = element.float ?? ticks
      case ID.date:
        guard element.content.count == 8, let date = element.bits else { break }
        // Rounded down, also before 2001.
        let (seconds, rest) = Int(bitPattern: UInt(date)).quotientAndRemainder(
          dividingBy: 1_000_000_000)
        described.created = epoch + seconds - (rest < 0 ? 1 : 0)
      default: break
      }
    }
    described.duration = VideoDescription.seconds(ticks * Double(nanoseconds) / 1e9)
  }

  private static func pictureSize(_ track: EBMLElement) -> PixelSize? {
    guard
      let video = EBMLElement.all(in: track.content).first(where: { $0.id == ID.video })
    else { return nil }
    let elements = EBMLElement.all(in: video.content)
    func side(_ id: Int) -> Int? { elements.first { $0.id == id }?.unsigned }
    guard let width = side(ID.pixelWidth), let height = side(ID.pixelHeight) else { return nil }
    return VideoDescription.size(width, height)
  }
}

/// An element of an EBML document: an identifier, a length and that many bytes (RFC 8794, section 6).
struct EBMLElement {
  /// Elements beside each other that are read.
  private static let maximumSiblings = 1024
  private static let header = 0x1A45_DFA3
  private static let documentType = 0x4282

  let id: Int
  /// Clipped where the bytes end before the element does; to their end where its length is not said.
  let content: ArraySlice<UInt8>

  /// The elements that follow each other, up to the first with an identifier.
  static func all(in bytes: ArraySlice<UInt8>, upTo last: Int? = nil) -> [EBMLElement] {
    var reader = ByteReader(bytes, .bigEndian)
    var elements: [EBMLElement] = []
    while elements.count < maximumSiblings, let id = number(&reader, longest: 4, keepsMark: true),
      id != last, let length = number(&reader, longest: 8, keepsMark: false)
    {
      let available = reader.rest.count
      guard let content = reader.next(count: min(length, available)) else { break }
      elements.append(EBMLElement(id: id, content: content))
    }
    return elements
  }

  /// The document's type: "webm", "matroska"; nil of what is no EBML.
  static func documentType(of head: ArraySlice<UInt8>) -> String? {
    guard head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]),
      let first = all(in: head.prefix(4096)).first, first.id == header,
      let type = all(in: first.content).first(where: { $0.id == documentType })
    else { return nil }
    return String(decoding: type.content.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A number; zeros before the first one in its first byte say its length (section 4).
  ///
  /// - Returns: `Int.max` for a length that is not known: all ones.
  private static func number(_ reader: inout ByteReader, longest: Int, keepsMark: Bool) -> Int? {
    guard let first = reader.rest.first else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard length <= longest, let value = reader.next(size: length) else { return nil }
    if keepsMark { return value }
    let mark = 1 << (7 * length)
    return value & (mark - 1) == mark - 1 ? Int.max : value & (mark - 1)
  }

  /// The content's bits, at most 64.
  var bits: UInt64? {
    guard content.count <= 8 else { return nil }
    return content.reduce(0) { $0 << 8 | UInt64($1) }
  }

  var unsigned: Int? { bits.flatMap { Int(exactly: $0) } }

  var float: Double? {
    switch content.count {
    case 4: bits.map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    case 8: bits.map(Double.init(bitPattern:))
    default: nil
    }
  }
}
