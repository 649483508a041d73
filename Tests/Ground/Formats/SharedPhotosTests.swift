import Foundation
import TestSupport
import Testing

@testable import Formats

@Suite("Real photos", .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"))
struct SharedPhotosTests {
  private func photo(_ name: String) throws -> PhotoFile {
    let path = try #require(SharedPhotos.path(name))
    return try PhotoFile([UInt8](Data(contentsOf: URL(filePath: path))))
  }

  @Test("Headers say what other programs read", arguments: SharedPhoto.all)
  func header(expected: SharedPhoto) throws {
    let photo = try photo(expected.name)
    let header = photo.header
    #expect([header.width, header.height] == expected.size)
    #expect(header.orientation.rawValue == expected.orientation)
    #expect(header.bitsPerChannel == expected.bits)
    #expect(header.colour == expected.colour)
    #expect(header.isComplete == !expected.name.hasPrefix("corrupt/"))
    #expect(photo.metadata.problems.isEmpty)
  }

  @Test(
    "Animations are told with their frames",
    arguments: [
      ("gif/rotating-squares.gif", 30), ("webp/rotating-squares.webp", 9),
      ("png/animated_ball.png", 20), ("heic/arrow.heic", 1),
    ])
  func frames(name: String, count: Int) throws {
    #expect(try photo(name).header.frameCount == count)
  }

  /// Sizes as `exiftool -b -exif`, `-xmp`, `-iptc` and `-icc_profile` write them.
  @Test(
    "Metadata blocks are as long as exiftool extracts them",
    arguments: [
      ("camera/Issue 266.jpg", [5651, 8354, 93, 3144]),
      ("colour/Channel_digital_image_CMYK_color.jpg", [9536, 16949, 0, 557_168]),
      ("date/app13-multiple.jpg", [0, 0, 36, 0]),
      ("png/paris_icc_exif_xmp.png", [1126, 3898, 0, 596]),
      ("png/t0gho7_orlaustral_srgb8.png", [32424, 0, 0, 8940]),
      ("webp/denali.webp", [5680, 8347, 0, 6922]),
      ("heic/arrow.heic", [1720, 0, 0, 548]), ("heic/aux_YCbCr.heic", [916, 1962, 0, 632]),
      ("avif/paris_icc_exif_xmp.avif", [1126, 3898, 0, 596]),
      ("tiff/tifftag-photoshop.tiff", [538_732, 128_842, 236, 560]),
    ])
  func blocks(name: String, sizes: [Int]) throws {
    let metadata = try photo(name).metadata
    let observed = [
      metadata.exif?.count ?? 0, metadata.xmp.reduce(0) { $0 + $1.count },
      metadata.iptc.reduce(0) { $0 + $1.count }, metadata.icc?.count ?? 0,
    ]
    #expect(observed == sizes)
  }

  @Test(
    "Further images and trailers are found, and the qualities of tables",
    arguments: [
      ("trailer/frozenpond.mpo", true, 82_451, 80),
      ("phone/Ultra_HDR_Samples_Originals_05.jpg", true, 2_253_874, 94),
      ("phone/PXL_20200710_061629144.MP.jpg", false, 2_728_123, 94),
      ("phone/iphone.jpg", false, 2_236_391, 96), ("camera/slrhills.jpg", false, 3_093_458, 90),
    ])
  func jpeg(name: String, hasIndex: Bool, end: Int, quality: Int) throws {
    let jpeg = try #require(try photo(name).header.jpeg)
    #expect(jpeg.hasMultiPictureIndex == hasIndex)
    #expect(jpeg.imageEnd == end)
    #expect(jpeg.quality == quality)
  }

  @Test("A gain map beside the picture is named")
  func extras() throws {
    #expect(try photo("heic/aux_YCbCr.heic").header.extras == [.gainMap])
    #expect(try photo("heic/arrow.heic").header.extras.isEmpty)
  }

  @Test(
    "The second image is found where the corrected index says",
    arguments: ["trailer/frozenpond.mpo", "phone/Ultra_HDR_Samples_Originals_05.jpg"])
  func multiPicture(name: String) throws {
    let original = try photo(name)
    let transfer = MetadataTransfer(
      from: original, to: .jpeg, orientation: original.header.orientation)
    let result = try PhotoFile(transfer.embed(in: JPEGSample.encoded.bytes))
    let structure = try JPEGStructure(result.bytes)
    let segment = try #require(structure.multiPictureSegment)
    let start = segment.range.lowerBound + MultiPictureIndex.headerOffset
    let index = try TIFFStructure(result.bytes[start..<segment.range.upperBound])
    let entries = try #require(try index.firstDirectory()[MultiPictureIndex.entryTag])
    let offset = try #require(ByteReader(entries.bytes, entries.byteOrder).uint32(at: 24))
    #expect(result.bytes[(start + Int(offset))...].starts(with: [0xFF, 0xD8, 0xFF]))
  }

  @Test("Within their format photos keep every metadata block", arguments: SharedPhoto.all)
  func carrying(expected: SharedPhoto) throws {
    let original = try photo(expected.name)
    let encoded: [PhotoFormat: [UInt8]] = [
      .jpeg: JPEGSample.encoded.bytes, .png: Sample.png(), .webp: Sample.webp([Sample.vp8]),
    ]
    guard let picture = encoded[original.header.format] else { return }
    let transfer = MetadataTransfer(
      from: original, to: original.header.format, orientation: original.header.orientation)
    let result = try PhotoFile(transfer.embed(in: picture))
    #expect(result.metadata.exif == original.metadata.exif)
    #expect(result.metadata.xmp == original.metadata.xmp)
    #expect(result.metadata.iptc == original.metadata.iptc)
    #expect(result.metadata.others == original.metadata.others)
    let keepsProfile = !transfer.dropped.contains(.icc)
    #expect(result.metadata.icc == (keepsProfile ? original.metadata.icc : nil))
  }
}
