import Testing

@testable import Formats

@Suite("JPEG assembly")
struct JPEGAssemblyTests {
  private func transferred(
    _ original: JPEGSample, into encoded: JPEGSample = .encoded
  ) throws -> [UInt8] {
    let photo = try PhotoFile(original.bytes)
    return try MetadataTransfer(from: photo, to: .jpeg, orientation: photo.header.orientation)
      .embed(in: encoded.bytes)
  }

  @Test("All original segments come before the new picture, byte for byte, the trailer after it")
  func segments() throws {
    let segments = [
      JPEGSample.exif(Sample.exif()), JPEGSample.segment(0xEC, Array("Ducky\0".utf8)),
      JPEGSample.segment(0xFE, Array("a comment".utf8)), JPEGSample.adobe(transform: 1),
    ]
    let trailer: [UInt8] = [1, 2, 0xFF, 0xD9]
    let result = try transferred(JPEGSample(segments: segments, trailer: trailer))

    #expect(result == JPEGSample(segments: segments, trailer: trailer).bytes)
  }

  @Test("The encoder's comment and JFIF segment are gone where the original has none")
  func encoderSegments() throws {
    #expect(try transferred(JPEGSample()) == JPEGSample().bytes)
  }

  @Test("An Adobe segment that would misdescribe the new colours is left out", arguments: [0, 2])
  func adobe(transform: UInt8) throws {
    let sampling = [UInt8](repeating: 0x11, count: transform == 0 ? 3 : 4)
    let original = JPEGSample(
      segments: [JPEGSample.adobe(transform: transform)], sampling: sampling)
    let header = try PhotoFile(transferred(original)).header
    #expect(header.colour == .ycc)
    #expect(header.jpeg?.adobeTransform == nil)
  }

  @Test("The multi-picture index leads to the second image after the first changed its size")
  func multiPictureIndex() throws {
    let second: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    var original = JPEGSample(segments: [JPEGSample.jfif, Self.index(size: 0, offset: 0)])
    let end = original.bytes.count
    let headerStart = 2 + JPEGSample.jfif.count + MultiPictureIndex.headerOffset
    original.segments[1] = Self.index(size: end, offset: end - headerStart)
    original.trailer = second
    var encoded = JPEGSample.encoded
    encoded.afterScan = [0xFF, 0x00, 1, 2, 3, 4, 5]

    let result = try transferred(original, into: encoded)
    let newEnd = result.count - second.count
    #expect(try PhotoFile(result).header.jpeg?.imageEnd == newEnd)
    let index = Self.index(size: newEnd, offset: newEnd - headerStart)
    #expect(Array(result[(2 + JPEGSample.jfif.count)...].prefix(index.count)) == index)
  }

  @Test("A large profile is split over segments, and a large IPTC stream too")
  func split() throws {
    let profile = Sample.profile(size: 200_000)
    let iptc = Sample.iptc + [UInt8](repeating: 1, count: 100_001)
    let compressed = PNGChunk.serialized("iCCP", Array("x\0\0".utf8) + Zlib.stored(profile[...]))
    let digits = iptc.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let text = PNGChunk.serialized(
      "tEXt", Array("Raw profile type iptc\0\niptc\n\(iptc.count)\n\(digits)\n".utf8))
    let photo = try PhotoFile(Sample.png(beforeData: [compressed, text]))
    let transfer = MetadataTransfer(from: photo, to: .jpeg, orientation: .topLeft)
    let result = try PhotoFile(transfer.embed(in: JPEGSample.encoded.bytes))
    #expect(result.metadata.icc.map(Array.init) == profile)
    #expect(result.metadata.iptc.map(Array.init) == [iptc])
  }

  @Test(
    "An XMP packet larger than a segment is dropped and named; the largest that fits is carried")
  func largeXMP() throws {
    for (size, dropped) in [
      (JPEGAssembly.maximumXMP, []), (JPEGAssembly.maximumXMP + 1, [MetadataKind.xmp]),
    ] {
      let packet = [UInt8](repeating: 0x20, count: size)
      let photo = try PhotoFile(Sample.webp([Sample.vp8, Sample.riffChunk("XMP ", packet)]))
      let transfer = MetadataTransfer(from: photo, to: .jpeg, orientation: .topLeft)
      #expect(transfer.dropped == dropped)
      let result = try PhotoFile(transfer.embed(in: JPEGSample.encoded.bytes))
      #expect(result.metadata.xmp.map(Array.init) == (dropped.isEmpty ? [packet] : []))
    }
  }

  @Test("A picture that the encoder did not finish is refused")
  func unfinished() throws {
    #expect(throws: PhotoFileError.self) {
      try transferred(JPEGSample(), into: JPEGSample(hasEnd: false))
    }
  }

  /// An APP2 segment with an index of two images, the second at `offset` from its TIFF header.
  private static func index(size: Int, offset: Int) -> [UInt8] {
    let order = ByteOrder.bigEndian
    let first = [0, 3, 0, 0] + order.bytes(of: UInt32(size)) + [UInt8](repeating: 0, count: 8)
    let second = [0, 0, 0, 0, 0, 0, 0, 4] + order.bytes(of: UInt32(offset)) + [0, 0, 0, 0]
    let entries = TIFFSample(
      byteOrder: order,
      fields: [
        .init(tag: MultiPictureIndex.entryTag, type: .undefined, count: 32, value: first + second)
      ])
    return JPEGSample.segment(0xE2, Array("MPF\0".utf8) + entries.bytes)
  }
}
