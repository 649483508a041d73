import Testing

@testable import Formats

@Suite("HEIF")
struct HEIFStructureTests {
  private static let mirror0 = HEIFSample.box("imir", [0])
  private static let mirror1 = HEIFSample.box("imir", [1])

  private static func turn(_ angle: UInt8) -> [UInt8] { HEIFSample.box("irot", [angle]) }

  private func header(_ properties: [[UInt8]], itemType: FourCC = "hvc1") throws -> PhotoHeader {
    let size = HEIFSample.ispe(4032, 3024)
    return try PhotoFile(
      HEIFSample(itemType: itemType, properties: [size] + properties).bytes
    ).header
  }

  /// The pairs that libavif's `avifImageSetExifOrientation`-like mapping uses.
  @Test(
    "Rotation and mirror become the orientation that shows the same",
    arguments: [
      ([], 1), ([mirror1], 2), ([turn(2)], 3), ([mirror0], 4), ([turn(1), mirror0], 5),
      ([turn(3)], 6), ([turn(3), mirror0], 7), ([turn(1)], 8), ([mirror0, turn(1)], 7),
    ])
  func orientation(properties: [[UInt8]], expected: Int) throws {
    #expect(try header(properties).orientation.rawValue == expected)
  }

  @Test("Size, depth and clean aperture come from the primary item's properties")
  func properties() throws {
    let clap = HEIFSample.box(
      "clap", [0, 0, 15, 0, 0, 0, 0, 1, 0, 0, 8, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16))
    let header = try header([
      clap, Self.turn(1), HEIFSample.fullBox("pixi", [3, 10, 10, 10]),
    ])
    #expect([header.width, header.height, header.bitsPerChannel] == [4032, 3024, 10])
    #expect([header.displayedWidth, header.displayedHeight] == [2048, 3840])
  }

  @Test("AV1's configuration gives depth and gray")
  func av1() throws {
    let header = try header([HEIFSample.box("av1C", [0x81, 0, 0x50, 0])], itemType: "av01")
    #expect(header.bitsPerChannel == 10)
    #expect(header.colour == .gray)
  }

  @Test("EXIF, XMP and profile of the primary item are found; EXIF's orientation is not used")
  func metadata() throws {
    let profile = Sample.profile()
    let photo = try PhotoFile(
      HEIFSample(
        properties: [
          HEIFSample.ispe(40, 30), HEIFSample.box("colr", Array("prof".utf8) + profile),
        ], exif: Sample.exif(), xmp: Array(Sample.xmp.utf8)
      ).bytes)
    #expect(photo.metadata.exif.map(Array.init) == Sample.exif())
    #expect(photo.metadata.xmp.map(Array.init) == [Array(Sample.xmp.utf8)])
    #expect(photo.metadata.icc.map(Array.init) == profile)
    #expect(photo.header.orientation == .topLeft)
  }

  @Test("Auxiliary images are alpha, or named")
  func auxiliaries() throws {
    let names = [
      "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:2",
      "urn:com:apple:photo:2020:aux:hdrgainmap", "urn:example",
    ]
    let headers = try names.map { try PhotoFile(HEIFSample(auxiliary: $0).bytes).header }
    #expect(headers.map(\.hasAlpha) == [true, false, false, false])
    #expect(headers.map(\.extras) == [[], [.depthMap], [.gainMap], [.auxiliary("urn:example")]])
  }

  @Test("A sequence is animated; a motion photo is a still with an extra")
  func sequences() throws {
    let sequence = HEIFSample(majorBrand: "hevc", moreBoxes: [HEIFSample.box("moov", [])])
    #expect(try PhotoFile(sequence.bytes).header.isAnimated)
    let motion = HEIFSample(moreBoxes: [HEIFSample.box("mpvd", [1])])
    #expect(try !PhotoFile(motion.bytes).header.isAnimated)
    #expect(try PhotoFile(motion.bytes).header.extras == [.motionPhoto])
  }

  @Test("Without a meta box the error says so")
  func errors() {
    #expect(throws: PhotoFileError.missing(.heic, part: "meta", at: 16)) {
      try PhotoFile(HEIFSample.box("ftyp", Array("heic\0\0\0\0".utf8)))
    }
  }
}
