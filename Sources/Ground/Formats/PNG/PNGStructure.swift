/// The chunks of a PNG (PNG third edition, 5.3).
package struct PNGStructure: Sendable {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// No real file comes near; a bound on what a hostile one makes us keep.
  static let maximumChunks = 1_000_000

  package let bytes: [UInt8]
  let header: PNGHeader
  let chunks: [PNGChunk]
  /// After IEND; `nil` when the file ends before it.
  package let end: Int?

  /// Walks the chunks up to IEND or to where the file is cut; CRCs are not checked.
  ///
  /// - Throws: `PhotoFileError` when IHDR is not the first chunk, is there twice, or holds an invalid
  ///   value.
  init(_ bytes: [UInt8]) throws(PhotoFileError) {
    let reader = ByteReader(bytes, .bigEndian)
    var chunks: [PNGChunk] = []
    var position = Self.signature.count
    var end: Int?
    while let length = reader.value(at: position, size: 4),
      let type = reader.fourCC(at: position + 4),
      length <= bytes.count - position - 12
    {
      guard chunks.count < Self.maximumChunks else {
        throw .invalid(
          .png, field: "number of chunks", at: position, observed: chunks.count + 1,
          expected: "at most \(Self.maximumChunks)")
      }
      chunks.append(PNGChunk(type: type, range: position..<position + 12 + length))
      position += 12 + length
      if type == "IEND" {
        end = position
        break
      }
    }
    if let first = chunks.first, first.type != "IHDR" {
      throw .missing(.png, part: "IHDR", at: Self.signature.count)
    }
    if let second = chunks.dropFirst().first(where: { $0.type == "IHDR" }) {
      throw .invalid(
        .png, field: "number of IHDR chunks", at: second.range.lowerBound, observed: 2,
        expected: "1")
    }
    self.bytes = bytes
    self.header = try PNGHeader(reader)
    self.chunks = chunks
    self.end = end
  }

  func data(_ chunk: PNGChunk) -> ArraySlice<UInt8> { bytes[chunk.data] }

  func first(_ type: FourCC) -> PNGChunk? { chunks.first { $0.type == type } }
}

extension PNGStructure {
  /// Chunks that a decoder makes the pixels of.
  private static let pixelTypes: Set<FourCC> = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]

  /// The signature and the chunks that hold the pixels, neighbours joined: all that a decoder needs.
  package var pixelRanges: [Range<Int>] {
    var ranges = [0..<Self.signature.count]
    for chunk in chunks where Self.pixelTypes.contains(chunk.type) {
      if let last = ranges.last, last.upperBound == chunk.range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<chunk.range.upperBound
      } else {
        ranges.append(chunk.range)
      }
    }
    return ranges
  }

  /// The type of the first chunk that holds pixels and does not agree with its checksum.
  package var damagedChunk: String? {
    chunks.first { Self.pixelTypes.contains($0.type) && !agrees($0) }?.type.description
  }

  /// Whether a chunk agrees with its checksum, or would with another type.
  func agrees(_ chunk: PNGChunk, as type: FourCC? = nil) -> Bool {
    let body = bytes[chunk.range.lowerBound + 4..<chunk.data.upperBound]
    let sum = type.map { Zlib.crc32(($0.bytes + body.dropFirst(4))[...]) } ?? Zlib.crc32(body)
    return ByteReader(bytes, .bigEndian).uint32(at: chunk.data.upperBound) == sum
  }
}

/// Where a chunk is in a PNG file.
struct PNGChunk: Sendable {
  let type: FourCC
  /// Length, type, data and CRC.
  let range: Range<Int>

  var data: Range<Int> { range.lowerBound + 8..<range.upperBound - 4 }

  /// A letter's case carries a property (5.4): the first's, whether decoders can do without it.
  var isAncillary: Bool { type.code & 0x2000_0000 != 0 }

  /// The fourth's, whether it stays true when the picture's data change.
  var isSafeToCopy: Bool { type.code & 0x0000_0020 != 0 }

  /// A whole chunk with its length and CRC-32.
  static func serialized(_ type: FourCC, _ data: some Collection<UInt8>) -> [UInt8] {
    let body = type.bytes + data
    return ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: data.count)) + body
      + ByteOrder.bigEndian.bytes(of: Zlib.crc32(body[...]))
  }
}

/// The image header (PNG third edition, 11.2.1).
struct PNGHeader {
  let width: Int
  let height: Int
  let bitDepth: Int
  let colourType: Int

  /// - Throws: `PhotoFileError` when IHDR is cut, or a side, the bit depth or the colour type is
  ///   invalid.
  init(_ reader: ByteReader) throws(PhotoFileError) {
    width = try reader.field("IHDR width", at: 16, size: 4, in: .png)
    height = try reader.field("IHDR height", at: 20, size: 4, in: .png)
    bitDepth = try reader.field("IHDR bit depth", at: 24, size: 1, in: .png)
    colourType = try reader.field("IHDR colour type", at: 25, size: 1, in: .png)
    for (name, side, offset) in [("IHDR width", width, 16), ("IHDR height", height, 20)] {
      guard 1...0x7FFF_FFFF ~= side else {
        throw .invalid(.png, field: name, at: offset, observed: side, expected: "1 to 2^31-1")
      }
    }
    guard [0, 2, 3, 4, 6].contains(colourType) else {
      throw .invalid(
        .png, field: "IHDR colour type", at: 25, observed: colourType, expected: "0, 2, 3, 4 or 6")
    }
    guard PhotoFormat.png.bitDepths.contains(bitDepth) else {
      throw .invalid(
        .png, field: "IHDR bit depth", at: 24, observed: bitDepth, expected: "1, 2, 4, 8 or 16")
    }
  }
}

extension PNGStructure {
  /// Chunks that only say how the picture is coded or to be shown: no metadata to lose. `caNv` and
  /// `vpAg` are ImageMagick's virtual canvas, the last is our own.
  static let technicalTypes: Set<FourCC> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "cICP", "mDCV", "cLLI", "mDCv",
    "cLLi", "sBIT", "bKGD", "hIST", "sPLT", "pHYs", "tIME", "iCCP", "eXIf", "acTL", "fcTL", "fdAT",
    "caNv", "vpAg", stampType,
  ]

  func contents() -> PhotoContents {
    let metadata = metadata()
    var header = PhotoHeader(
      format: .png, width: self.header.width, height: self.header.height, colour: colour)
    header.orientation = Orientation(exif: metadata.exif)
    header.bitsPerChannel = self.header.bitDepth
    header.hasAlpha = [4, 6].contains(self.header.colourType) || first("tRNS") != nil
    header.isLossless = true
    header.isComplete = end != nil && first("IDAT") != nil
    if let control = first("acTL") {
      let reader = ByteReader(data(control), .bigEndian)
      header.frameCount = reader.value(at: 0, size: 4) ?? 1
      header.plays = reader.value(at: 4, size: 4)
    }
    return PhotoContents(header: header, metadata: metadata)
  }

  private var colour: ColourModel {
    switch header.colourType {
    case 0, 4: .gray
    case 3: .palette
    default: .rgb
    }
  }
}
