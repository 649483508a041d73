import Testing

@testable import Formats

@Suite("Metadata transfer")
struct MetadataTransferTests {
  private static let profile = Sample.profile()

  private static let jpeg = JPEGSample(segments: [
    JPEGSample.exif(Sample.exif()), JPEGSample.xmp(Sample.xmp),
    JPEGSample.profile(1, of: 1, profile),
    JPEGSample.photoshop(PhotoshopResources.resource(iptc: Sample.iptc[...])),
  ])

  private static let png = Sample.png(beforeData: [
    PNGChunk.serialized("iCCP", Array("x\0\0".utf8) + Zlib.stored(profile[...])),
    PNGChunk.serialized("eXIf", Sample.exif()),
    PNGChunk.serialized("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0\(Sample.xmp)".utf8)),
  ])

  private static let webp = Sample.webp([
    Sample.riffChunk("VP8X", [0x2C, 0, 0, 0, 0x2B, 0x01, 0, 0xC7, 0, 0]),
    Sample.riffChunk("ICCP", profile), Sample.vp8, Sample.riffChunk("EXIF", Sample.exif()),
    Sample.riffChunk("XMP ", Array(Sample.xmp.utf8)),
  ])

  private static let encoded = [JPEGSample.encoded.bytes, Sample.png(), Sample.webp([Sample.vp8])]

  @Test(
    "EXIF, XMP and profile are equal after every path between JPEG, PNG and WebP",
    arguments: [jpeg.bytes, png, webp], encoded)
  func carried(original: [UInt8], encoded: [UInt8]) throws {
    let photo = try PhotoFile(original)
    let format = try #require(PhotoFormat.detect(encoded))
    let transfer = MetadataTransfer(
      from: photo, to: format, orientation: photo.header.orientation)
    let result = try PhotoFile(transfer.embed(in: encoded))

    #expect(result.header.format == format)
    #expect(result.header.orientation == .rightTop)
    #expect(result.header.isComplete)
    #expect(result.metadata.exif.map(Array.init) == Sample.exif())
    #expect(result.metadata.xmp.map(Array.init) == [Array(Sample.xmp.utf8)])
    #expect(result.metadata.icc.map(Array.init) == Self.profile)
    #expect(result.metadata.problems.isEmpty)
    let isJPEGToOther = photo.header.format == .jpeg && format != .jpeg
    #expect(transfer.dropped == (isJPEGToOther ? [.iptc] : []))
    #expect(result.metadata.iptc == (format == .jpeg ? photo.metadata.iptc : []))
  }

  @Test(
    "Formats that carry nothing name all that was there",
    arguments: [
      PhotoFormat.gif, .tiff,
    ])
  func nothing(format: PhotoFormat) throws {
    let photo = try PhotoFile(Self.jpeg.bytes)
    let transfer = MetadataTransfer(from: photo, to: format, orientation: .topLeft)
    #expect(transfer.dropped == [.exif, .xmp, .iptc, .icc])
  }

  @Test("From HEIC the orientation tag is set to what the pixels now are", arguments: encoded)
  func orientation(encoded: [UInt8]) throws {
    let photo = try PhotoFile(HEIFSample(exif: Sample.exif(orientation: 6)).bytes)
    let format = try #require(PhotoFormat.detect(encoded))
    let transfer = MetadataTransfer(from: photo, to: format, orientation: .topLeft)
    let result = try PhotoFile(transfer.embed(in: encoded))

    #expect(transfer.dropped.isEmpty)
    #expect(result.header.orientation == .topLeft)
    #expect(result.metadata.exif.map(Array.init) == Sample.exif(orientation: 1))
  }

  @Test("An orientation that the EXIF lacks, or that there is no EXIF for, is added")
  func addedOrientation() throws {
    for exif in [Sample.exif(orientation: nil), nil] {
      let photo = try PhotoFile(HEIFSample(exif: exif).bytes)
      let transfer = MetadataTransfer(from: photo, to: .jpeg, orientation: .bottomRight)
      let result = try PhotoFile(transfer.embed(in: JPEGSample.encoded.bytes))
      #expect(result.header.orientation == .bottomRight)
      let directory = try TIFFStructure(#require(result.metadata.exif)).firstDirectory()
      #expect(directory[.dateTime]?.text == (exif == nil ? nil : "2024:01:31 23:59:58"))
    }
  }

  @Test("A profile that is not for RGB is dropped and named", arguments: ["GRAY", "CMYK"])
  func foreignProfile(space: String) throws {
    let photo = try PhotoFile(
      JPEGSample(segments: [JPEGSample.profile(1, of: 1, Sample.profile(space))]).bytes)
    for encoded in Self.encoded {
      let format = try #require(PhotoFormat.detect(encoded))
      let transfer = MetadataTransfer(from: photo, to: format, orientation: .topLeft)
      #expect(transfer.dropped == [.icc])
      #expect(try PhotoFile(transfer.embed(in: encoded)).metadata.icc == nil)
    }
  }

  @Test("A picture of another format than planned is an error that names both")
  func wrongFormat() throws {
    let photo = try PhotoFile(Self.png)
    let transfer = MetadataTransfer(from: photo, to: .png, orientation: .topLeft)
    #expect(throws: PhotoFileError.encodedFormat(observed: .gif, expected: .png)) {
      try transfer.embed(in: Sample.gif(images: 1))
    }
  }
}
