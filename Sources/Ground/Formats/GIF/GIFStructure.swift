/// The blocks of a GIF (GIF89a specification).
package struct GIFStructure: Sendable {
  private let bytes: [UInt8]
  private let size: PixelSize
  /// The first image's, the only one decoded; no part of it is outside the screen.
  package private(set) var firstImage: PixelSize?
  /// Where its top left corner is on the screen.
  package private(set) var firstPlace = (x: 0, y: 0)
  private var imageCount = 0
  private var isTransparent = false
  private var isComplete = false
  /// How often an animation is shown: 0 for ever; once where nothing is said.
  private var plays = 1
  private var metadata = EmbeddedMetadata()
  /// The application extensions that hold a stamp's record, from the introducer on.
  private var stamps: [Range<Int>] = []

  /// Reads the screen descriptor and walks the blocks up to the trailer or to where the file is cut.
  ///
  /// - Throws: `PhotoFileError` when the screen descriptor is cut or empty, or the first image
  ///   reaches outside the screen.
  init(_ bytes: [UInt8]) throws(PhotoFileError) {
    let reader = ByteReader(bytes, .littleEndian)
    let width = try reader.field("screen width", at: 6, size: 2, in: .gif)
    let height = try reader.field("screen height", at: 8, size: 2, in: .gif)
    let flags = try reader.field("screen flags", at: 10, size: 1, in: .gif)
    guard width > 0, height > 0 else {
      throw .invalid(
        .gif, field: width == 0 ? "screen width" : "screen height", at: width == 0 ? 6 : 8,
        observed: 0, expected: "1 to 65,535")
    }
    self.bytes = bytes
    size = PixelSize(width: width, height: height)
    try walk(reader, from: 13 + Self.colourTableSize(flags))
  }

  /// Every step goes forward by a byte at least, so the walk ends.
  private mutating func walk(_ reader: ByteReader, from start: Int) throws(PhotoFileError) {
    var position = start
    while let introducer = reader.value(at: position, size: 1) {
      switch introducer {
      case 0x2C:
        guard let flags = reader.value(at: position + 9, size: 1) else { return }
        imageCount += 1
        if imageCount == 1 { firstImage = try confinedImage(reader, at: position + 1) }
        let data = position + 10 + Self.colourTableSize(flags) + 1
        guard let end = Self.subBlocksEnd(reader, from: data) else { return }
        position = end
      case 0x21:
        guard let label = reader.value(at: position + 1, size: 1),
          let end = Self.subBlocksEnd(reader, from: position + 2)
        else { return }
        readExtension(label, reader, position + 2..<end)
        position = end
      case 0x3B:
        isComplete = imageCount > 0
        if position + 1 < reader.count { metadata.note(.trailer) }
        return
      default: return
      }
    }
  }

  /// The size of the image described at `offset`, which has to lie inside the screen
  /// (GIF89a, 20).
  private mutating func confinedImage(
    _ reader: ByteReader, at offset: Int
  ) throws(PhotoFileError) -> PixelSize {
    let left = try reader.field("image left", at: offset, size: 2, in: .gif)
    let top = try reader.field("image top", at: offset + 2, size: 2, in: .gif)
    let width = try reader.field("image width", at: offset + 4, size: 2, in: .gif)
    let height = try reader.field("image height", at: offset + 6, size: 2, in: .gif)
    guard left + width <= size.width else {
      throw .invalid(
        .gif, field: "image left and width", at: offset, observed: left + width,
        expected: "at most the screen's \(size.width)")
    }
    guard top + height <= size.height else {
      throw .invalid(
        .gif, field: "image top and height", at: offset + 2, observed: top + height,
        expected: "at most the screen's \(size.height)")
    }
    firstPlace = (left, top)
    return PixelSize(width: width, height: height)
  }

  private mutating func readExtension(_ label: Int, _ reader: ByteReader, _ range: Range<Int>) {
    switch label {
    case 0xF9:
      if let flags = reader.value(at: range.lowerBound + 1, size: 1), flags & 1 == 1 {
        isTransparent = true
      }
    case 0xFE: metadata.note(.comment)
    case 0xFF where reader.matches("\u{0B}XMP DataXMP", at: range.lowerBound):
      // The packet is not cut into sub-blocks; 258 bytes of "magic trailer" and terminator follow it
      // (XMP part 3, 1.1.2).
      let start = range.lowerBound + 12
      if metadata.xmp.isEmpty, range.upperBound - 258 > start {
        metadata.xmp.append(bytes[start..<range.upperBound - 258])
      }
    case 0xFF
    where reader.matches("\u{0B}NETSCAPE2.0\u{03}\u{01}", at: range.lowerBound)
      || reader.matches("\u{0B}ANIMEXTS1.0\u{03}\u{01}", at: range.lowerBound):
      // How often it is shown again.
      if let repeats = reader.value(at: range.lowerBound + 14, size: 2) {
        plays = repeats == 0 ? 0 : repeats + 1
      }
    case 0xFF where reader.matches(Self.stampName, at: range.lowerBound):
      // The second shows that there is more than one.
      if stamps.count < 2 { stamps.append(range.lowerBound - 2..<range.upperBound) }
    default: break
    }
  }

  /// After the empty sub-block that ends the chain at `start`; `nil` where the file ends before.
  package static func subBlocksEnd(_ reader: ByteReader, from start: Int) -> Int? {
    var position = start
    while let size = reader.value(at: position, size: 1) {
      position += 1 + size
      if size == 0 { return position }
    }
    return nil
  }

  private static func colourTableSize(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (flags & 0x07 + 1)
  }

  func contents() -> PhotoContents {
    var header = PhotoHeader(
      format: .gif, width: size.width, height: size.height, colour: .palette)
    header.hasAlpha = isTransparent || firstImage.map { $0 != size } ?? false
    header.frameCount = max(imageCount, 1)
    header.plays = plays
    header.isLossless = true
    header.isComplete = isComplete
    return PhotoContents(header: header, metadata: metadata)
  }
}

/// The stamp's record, in an application extension (GIF89a, 26).
extension GIFStructure {
  /// The block's length, 11, the application and its authentication code.
  private static let stampName: StaticString = "\u{0B}DAYSTAMP1.0"
  private static let longestSubBlock = 255

  var stampBlock: StampBlock? {
    guard let stamp = stamps.first else { return nil }
    return StampBlock(
      offset: stamp.lowerBound, record: stamps.count == 1 ? joinedSubBlocks(of: stamp)[...] : nil)
  }

  /// The data of an extension that was read to its end.
  private func joinedSubBlocks(of block: Range<Int>) -> [UInt8] {
    let reader = ByteReader(bytes[block], .littleEndian)
    var position = 2 + Self.stampName.utf8CodeUnitCount
    var data: [UInt8] = []
    while let size = reader.value(at: position, size: 1), size > 0,
      let part = reader.slice(at: position + 1, count: size)
    {
      data += part
      position += 1 + size
    }
    return data
  }

  /// The file with the record before its first block; as GIF89a, for GIF87a has no extensions.
  func holding(stamp record: [UInt8]) -> [UInt8]? {
    guard bytes.count > 13 else { return nil }
    let place = 13 + Self.colourTableSize(Int(bytes[10]))
    guard place <= bytes.count else { return nil }
    var block: [UInt8] = [0x21, 0xFF]
    Self.stampName.withUTF8Buffer { block += $0 }
    for start in stride(from: 0, to: record.count, by: Self.longestSubBlock) {
      let part = record[start..<min(start + Self.longestSubBlock, record.count)]
      block += [UInt8(part.count)] + part
    }
    return Array("GIF89a".utf8) + bytes[6..<place] + block + [0] + bytes[place...]
  }
}
