import Testing

@testable import Formats

@Suite("PNG")
struct PNGStructureTests {
  @Test("Size, depth and colour come from IHDR, alpha from the colour type or tRNS")
  func header() throws {
    let plain = try PhotoFile(Sample.png()).header
    #expect([plain.width, plain.height, plain.bitsPerChannel] == [5, 3, 8])
    #expect(plain.colour == .rgb && !plain.hasAlpha && !plain.isAnimated && plain.isComplete)
    #expect(try PhotoFile(Sample.png(colourType: 4)).header.hasAlpha)
    let transparency = PNGChunk.serialized("tRNS", [0, 0, 0, 0, 0, 0])
    #expect(try PhotoFile(Sample.png(beforeData: [transparency])).header.hasAlpha)
  }

  @Test("An animation control chunk with more frames than one makes it animated")
  func animation() throws {
    let control = PNGChunk.serialized("acTL", [0, 0, 0, 20, 0, 0, 0, 0])
    let header = try PhotoFile(Sample.png(beforeData: [control])).header
    #expect(header.frameCount == 20)
    #expect(header.isAnimated)
  }

  @Test("A chunk of EXIF gives metadata and orientation")
  func exif() throws {
    let photo = try PhotoFile(
      Sample.png(beforeData: [PNGChunk.serialized("eXIf", Sample.exif())]))
    #expect(photo.metadata.exif.map(Array.init) == Sample.exif())
    #expect(photo.header.orientation == .rightTop)
  }

  @Test("XMP is read from text chunks, plain and compressed")
  func xmp() throws {
    let head = Array("XML:com.adobe.xmp\0".utf8)
    let packet = Array(Sample.xmp.utf8)
    let plain = PNGChunk.serialized("iTXt", head + [0, 0, 0, 0] + packet)
    let compressed = PNGChunk.serialized("iTXt", head + [1, 0, 0, 0] + Zlib.stored(packet[...]))
    for chunk in [plain, compressed] {
      let metadata = try PhotoFile(Sample.png(beforeData: [chunk])).metadata
      #expect(metadata.xmp.map(Array.init) == [packet])
    }
  }

  @Test("The profile is inflated; one that does not inflate is a noted problem")
  func profile() throws {
    let profile = Sample.profile()
    let good = PNGChunk.serialized("iCCP", Array("x\0\0".utf8) + Zlib.stored(profile[...]))
    let bad = PNGChunk.serialized("iCCP", Array("x\0\0".utf8) + [0x78, 0x01, 0x07])
    #expect(try PhotoFile(Sample.png(beforeData: [good])).metadata.icc.map(Array.init) == profile)
    let problems = try PhotoFile(Sample.png(beforeData: [bad])).metadata.problems
    #expect(problems.map(\.reason) == [.compression(.invalid(detail: "invalid block type"))])
  }

  @Test("ImageMagick's hexadecimal profiles are read", arguments: ["exif", "APP1"])
  func rawProfile(name: String) throws {
    let block = Array("Exif\0\0".utf8) + Sample.exif()
    let hex = block.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let lines = "\n\(name)\n     \(block.count)\n\(hex.prefix(72))\n\(hex.dropFirst(72))\n"
    let keyword = Array("Raw profile type \(name)\0".utf8)
    let plain = PNGChunk.serialized("tEXt", keyword + Array(lines.utf8))
    let compressed = PNGChunk.serialized(
      "zTXt", keyword + [0] + Zlib.stored(Array(lines.utf8)[...]))
    for chunk in [plain, compressed] {
      let metadata = try PhotoFile(Sample.png(afterData: [chunk])).metadata
      #expect(metadata.exif.map(Array.init) == Sample.exif())
      #expect(metadata.kinds == [.exif])
    }
  }

  @Test("The checksum is that of PNG")
  func checksum() {
    // The IEND chunk of every PNG file.
    #expect(
      PNGChunk.serialized("IEND", []) == [0, 0, 0, 0, 73, 69, 78, 68, 0xAE, 0x42, 0x60, 0x82])
  }

  private static let mixed = Sample.png(beforeData: [
    PNGChunk.serialized("tEXt", [1, 2, 3]), PNGChunk.serialized("tRNS", [0, 9, 0, 9, 0, 9]),
  ])

  @Test("Chunks that hold no pixels are left out for decoders, the rest is kept in order")
  func pixelRanges() throws {
    // Signature and IHDR take 33 bytes, tEXt 15.
    let bytes = Self.mixed
    #expect(try PNGStructure(bytes).pixelRanges == [0..<33, 48..<bytes.count])
    #expect(try PNGStructure(bytes + [7, 7]).pixelRanges == [0..<33, 48..<bytes.count])
    #expect(try PNGStructure(bytes).damagedChunk == nil)
  }

  @Test("A file that ends before IEND is cut, and the rest of it is not read")
  func truncated() throws {
    for count in 33..<Self.mixed.count {
      let cut = try PNGStructure(Array(Self.mixed[..<count]))
      #expect(cut.end == nil)
      #expect(cut.pixelRanges.allSatisfy { $0.upperBound <= count })
    }
    #expect(try PNGStructure(Self.mixed).end == Self.mixed.count)
    var long = Self.mixed
    long[8] = 0xFF
    #expect(try PNGStructure(long).end == nil)
    #expect(try PNGStructure(long).pixelRanges == [0..<8])
  }

  @Test("The first chunk with a wrong checksum is named")
  func damaged() throws {
    var bytes = Self.mixed
    bytes[29] ^= 1
    bytes[bytes.count - 20] ^= 1
    #expect(try PNGStructure(bytes).damagedChunk == "IHDR")
  }

  @Test("A second header, whose size a decoder might take, is refused")
  func twoHeaders() {
    let header = PNGChunk.serialized("IHDR", [0, 0, 9, 9, 0, 0, 9, 9, 8, 2, 0, 0, 0])
    let error = PhotoFileError.invalid(
      .png, field: "number of IHDR chunks", at: 33, observed: 2, expected: "1")
    #expect(throws: error) { try PhotoFile(Sample.png(beforeData: [header])) }
  }
}
