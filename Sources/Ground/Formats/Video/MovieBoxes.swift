/// Walks the boxes of an MP4 or QuickTime file that is not in memory, and reads those that describe it
/// (ISO/IEC 14496-12, 8; QuickTime File Format, "Movie Atoms").
///
/// Of the boxes before and in `moov`, headers are read one by one; contents only of the few that are
/// asked for, so that an index of whatever size costs nothing.
struct MovieBoxes {
  /// Boxes beside each other that are read.
  static let maximumSiblings = 1024
  /// Boxes that are read in all: three levels of that many siblings would be a billion.
  static let maximumBoxes = 8 * maximumSiblings
  /// Bytes of a `meta` box that are read; one with a large cover picture is passed over.
  static let metaLimit = 1 << 20
  /// Bytes of any other box that are read.
  private static let leafLimit = 4096
  private static let creationDate = "com.apple.quicktime.creationdate"
  private static let location = "com.apple.quicktime.location.ISO6709"
  private static let contentIdentifier = "com.apple.quicktime.content.identifier"

  /// A box by the place of its content in the file.
  private struct Place {
    let type: FourCC
    let content: Range<Int>
    /// Whether the file ends before the box does.
    let isCut: Bool
  }

  let fileSize: Int
  let read: VideoFile.Reading
  private let walked = Walked()

  /// How many boxes were read.
  private final class Walked {
    var count = 0
  }

  init(fileSize: Int, read: @escaping VideoFile.Reading) {
    (self.fileSize, self.read) = (fileSize, read)
  }

  /// - Throws: ``VideoFileError``.
  func description(of format: VideoFormat) throws(VideoFileError) -> VideoDescription {
    guard let movie = try boxes(in: 0..<fileSize, upTo: "moov").last, movie.type == "moov",
      !movie.isCut
    else {
      throw .damaged(format, part: "moov")
    }
    var described = VideoDescription()
    var hasHeader = false
    for box in try boxes(in: movie.content) {
      switch box.type {
      case "mvhd":
        hasHeader = try readHeader(box, into: &described)
      case "trak" where described.size == nil:
        described.size = try pictureSize(ofTrack: box)
      case "meta": readKeys(try contents(of: box, limit: Self.metaLimit), into: &described)
      case "udta":
        try readUserData(box, into: &described)
      default: break
      }
    }
    guard hasHeader else { throw .damaged(format, part: "mvhd") }
    return described
  }

  /// The boxes that follow each other in a range of the file, up to the first of a type.
  private func boxes(
    in range: Range<Int>, upTo last: FourCC? = nil
  ) throws(VideoFileError) -> [Place] {
    var places: [Place] = []
    var position = range.lowerBound
    while places.count < Self.maximumSiblings, walked.count < Self.maximumBoxes,
      position <= range.upperBound - 8
    {
      walked.count += 1
      let head = ByteReader(
        try read(position, min(16, range.upperBound - position)), .bigEndian)
      guard let header = ISOBox.Header(in: head, at: 0) else { break }
      let available = range.upperBound - position
      let size = min(header.size ?? available, available)
      guard size >= header.length else { break }
      places.append(
        Place(
          type: header.type, content: position + header.length..<position + size,
          isCut: header.size ?? 0 > available))
      if header.type == last { break }
      position += size
    }
    return places
  }

  /// A box's content; empty where that is larger than a limit.
  private func contents(
    of box: Place, limit: Int = leafLimit
  ) throws(VideoFileError) -> ISOBox {
    let content =
      box.content.count <= limit ? try read(box.content.lowerBound, box.content.count) : []
    return ISOBox(
      type: box.type, content: content[...], isCut: content.count < box.content.count)
  }

  /// What phones that are not Apple's write beside the index, and iPhones into what they export: values by
  /// name, and texts of their own.
  private func readUserData(
    _ box: Place, into described: inout VideoDescription
  ) throws(VideoFileError) {
    for box in try boxes(in: box.content) {
      switch box.type {
      case "meta": readKeys(try contents(of: box, limit: Self.metaLimit), into: &described)
      case Self.userLocation where described.location == nil:
        described.location = Self.userText(try contents(of: box))
      case Self.userDate where described.creationDate == nil:
        described.creationDate = Self.userText(try contents(of: box))
      default: break
      }
    }
  }

  /// "©xyz" and "©day" in Mac Roman ("User Data Text Strings and Language Codes", QuickTime File Format).
  private static let userLocation = FourCC([0xA9, 0x78, 0x79, 0x7A])
  private static let userDate = FourCC([0xA9, 0x64, 0x61, 0x79])

  /// The first text of such a box: its length and language in two bytes each, then the text.
  private static func userText(_ box: ISOBox) -> [UInt8]? {
    guard let length = box.reader.value(at: 0, size: 2), 1...128 ~= length else { return nil }
    return box.reader.slice(at: 4, count: length).map(Array.init)
  }

  /// - Returns: whether the header says what it has to.
  private func readHeader(
    _ box: Place, into described: inout VideoDescription
  ) throws(VideoFileError) -> Bool {
    guard let (version, _, content) = try contents(of: box).fullBox, version <= 1 else {
      return false
    }
    let width = version == 1 ? 8 : 4
    guard let created = content.value(at: 0, size: width),
      let scale = content.value(at: 2 * width, size: 4),
      let duration = content.value(at: 2 * width + 4, size: width)
    else { return false }
    // Some cameras count from 1970, as exiftool knows.
    let since1904 = -VideoFile.unsetClock
    if created == 0 || created >= since1904 {
      described.created = created - since1904
    } else {
      described.created = created
    }
    // All ones: not known.
    let isKnown = duration != (version == 1 ? Int.max : Int(UInt32.max))
    if scale > 0, isKnown {
      described.duration = VideoDescription.seconds(Double(duration) / Double(scale))
    }
    return true
  }

  /// The size of a track as displayed; nil of sound, and where it has none.
  private func pictureSize(ofTrack track: Place) throws(VideoFileError) -> PixelSize? {
    var size: PixelSize?
    var isPicture = false
    for box in try boxes(in: track.content) {
      if box.type == "tkhd" { size = Self.displayedSize(try contents(of: box)) }
      if box.type == "mdia" {
        for box in try boxes(in: box.content) where box.type == "hdlr" {
          isPicture = try contents(of: box).fullBox?.content.fourCC(at: 4) == "vide"
        }
      }
    }
    return isPicture ? size : nil
  }

  /// Width and height in 16.16 after the matrix (8.3.2), which may turn them by a quarter.
  private static func displayedSize(_ box: ISOBox) -> PixelSize? {
    guard let (version, _, content) = box.fullBox, version <= 1 else { return nil }
    let matrix = version == 1 ? 48 : 36
    guard let a = content.value(at: matrix, size: 4),
      let b = content.value(at: matrix + 4, size: 4),
      let d = content.value(at: matrix + 16, size: 4),
      let width = content.value(at: matrix + 36, size: 2),
      let height = content.value(at: matrix + 40, size: 2)
    else { return nil }
    let isTurned = a == 0 && d == 0 && b != 0
    return isTurned
      ? VideoDescription.size(height, width) : VideoDescription.size(width, height)
  }

  /// Values by name, in the boxes `keys` and `ilst` ("Metadata", QuickTime File Format).
  private func readKeys(_ box: ISOBox, into described: inout VideoDescription) {
    // QuickTime's is no full box: its first box follows at once.
    let isFull = box.reader.fourCC(at: 4) != "hdlr"
    let boxes = ISOBox.boxes(in: box.content.dropFirst(isFull ? 4 : 0))
    guard let keys = boxes.first(where: { $0.type == "keys" })?.fullBox?.content.slice(from: 4),
      let list = boxes.first(where: { $0.type == "ilst" })
    else { return }
    let names = ISOBox.boxes(in: keys).prefix(Self.maximumSiblings).map {
      String(decoding: $0.content.prefix(256), as: UTF8.self)
    }
    for item in ISOBox.boxes(in: list.content).prefix(Self.maximumSiblings) {
      guard let name = names[checked: Int(item.type.code) - 1],
        let data = ISOBox.boxes(in: item.content).first(where: { $0.type == "data" }),
        let value = data.reader.slice(from: 8)
      else { continue }
      if name == Self.creationDate, described.creationDate == nil {
        described.creationDate = Array(value.prefix(256))
      } else if name == Self.location, described.location == nil {
        described.location = Array(value.prefix(128))
      } else if name == Self.contentIdentifier, described.contentIdentifier == nil {
        described.contentIdentifier = ContentIdentifier.parse(value)
      }
    }
  }
}

extension Array {
  /// The element at an index; nil where there is none.
  fileprivate subscript(checked index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
