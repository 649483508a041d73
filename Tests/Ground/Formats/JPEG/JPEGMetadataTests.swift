import Testing

@testable import Formats

@Suite("JPEG metadata")
struct JPEGMetadataTests {
  private func metadata(_ segments: [[UInt8]]) throws -> EmbeddedMetadata {
    try PhotoFile(JPEGSample(segments: segments).bytes).metadata
  }

  @Test("EXIF begins at its TIFF header and gives the orientation")
  func exif() throws {
    let photo = try PhotoFile(JPEGSample(segments: [JPEGSample.exif(Sample.exif())]).bytes)
    #expect(photo.metadata.exif.map(Array.init) == Sample.exif())
    #expect(photo.header.orientation == .rightTop)
    #expect([photo.header.displayedWidth, photo.header.displayedHeight] == [6, 8])
  }

  @Test("Further EXIF segments are read in their order, at most eight in all")
  func severalEXIF() throws {
    let blocks = (0..<10).map { Sample.exif() + [UInt8($0)] }
    let metadata = try metadata(blocks.map { JPEGSample.exif($0) })
    #expect(metadata.exifBlocks.map(Array.init) == Array(blocks.prefix(8)))
    #expect(metadata.kinds == [.exif])
    let broken = try self.metadata([JPEGSample.exif([]), JPEGSample.exif(blocks[0])])
    #expect(broken.exif.map(Array.init) == blocks[0])
    #expect(broken.problems.map(\.reason) == [.notTIFF])
  }

  @Test("EXIF that is not a TIFF structure is a noted problem, not an error")
  func brokenEXIF() throws {
    let metadata = try metadata([JPEGSample.exif([])])
    #expect(metadata.exif == nil)
    #expect(metadata.problems.map(\.reason) == [.notTIFF])
    #expect(metadata.kinds == [.exif])
  }

  @Test("A profile in parts is joined by their numbers, in whatever order they come")
  func profile() throws {
    let metadata = try metadata([
      JPEGSample.profile(2, of: 2, [3, 4]), JPEGSample.profile(1, of: 2, [1, 2]),
    ])
    #expect(metadata.icc.map(Array.init) == [1, 2, 3, 4])
  }

  @Test("A profile that lacks a part is a noted problem")
  func incompleteProfile() throws {
    let metadata = try metadata([JPEGSample.profile(1, of: 3, [1, 2])])
    #expect(metadata.icc == nil)
    #expect(metadata.problems.map(\.reason) == [.incomplete(found: 1, expected: 3)])
  }

  @Test("IPTC is found after other resources, and where two segments share it")
  func iptc() throws {
    let other: [UInt8] = Array("8BIM".utf8) + [0x04, 0x0C, 1, 0x41, 0, 0, 0, 1, 7, 0]
    let resources = other + PhotoshopResources.resource(iptc: Sample.iptc[...])
    let whole = try metadata([JPEGSample.photoshop(resources)])
    let split = try metadata([
      JPEGSample.photoshop(Array(resources[..<30])), JPEGSample.photoshop(Array(resources[30...])),
    ])
    #expect(whole.iptc.map(Array.init) == [Sample.iptc])
    #expect(split.iptc.map(Array.init) == [Sample.iptc])
    #expect(whole.others == [.block("Photoshop 3.0")])
  }

  @Test("IPTC is found wherever two segments share the resources, also within its signature")
  func iptcCutAnywhere() throws {
    // Of odd length: its last byte is padding.
    let other: [UInt8] = Array("8BIM".utf8) + [0x04, 0x0C, 0, 0, 0, 0, 0, 3, 7, 7, 7, 0]
    let resources = other + PhotoshopResources.resource(iptc: Sample.iptc[...])
    for cut in 1..<resources.count {
      let found = try metadata([
        JPEGSample.photoshop(Array(resources[..<cut])),
        JPEGSample.photoshop(Array(resources[cut...])),
      ])
      #expect(found.iptc.map(Array.init) == [Sample.iptc], "cut at \(cut)")
    }
  }

  @Test("IPTC is found in the last of many segments that cut resources")
  func iptcOfMany() throws {
    let other: [UInt8] = Array("8BIM".utf8) + [0x04, 0x0C, 0, 0, 0, 0, 0, 1, 7, 0]
    var all: [UInt8] = []
    for _ in 0..<200 { all += other }
    all += PhotoshopResources.resource(iptc: Sample.iptc[...])
    // Every other one ends within the size of a resource.
    let segments = stride(from: 0, to: all.count, by: 35).map {
      JPEGSample.photoshop(Array(all[$0..<min($0 + 35, all.count)]))
    }
    #expect(try metadata(segments).iptc.map(Array.init) == [Sample.iptc])
  }

  @Test("Standard XMP is given, extended XMP, comments and unknown segments are listed")
  func others() throws {
    let extended = JPEGSample.segment(
      0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [1, 2])
    let metadata = try metadata([
      JPEGSample.jfif, JPEGSample.xmp(Sample.xmp), extended, JPEGSample.comment,
      JPEGSample.segment(0xEB, Array("JP\0\u{1}".utf8)),
    ])
    #expect(metadata.xmp.map(Array.init) == [Array(Sample.xmp.utf8)])
    #expect(metadata.kinds == [.xmp, .extendedXMP, .comment, .block("JP")])
  }
}
