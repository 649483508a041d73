import TestSupport
import Testing

@testable import Formats

@Suite("JPEG")
struct JPEGStructureTests {
  @Test("The first marker is found wherever it is, among stuffed zeros and at any distance")
  func firstMarker() {
    var random = SplitMix64(seed: 5)
    for count in 0..<300 {
      // Nothing but stuffed bytes and others; then some that may make markers.
      var bytes = (0..<count).map { $0 % 3 == 0 ? UInt8(0xFF) : 0 }
      for _ in 0..<Int.random(in: 0...2, using: &random) where count > 0 {
        bytes[Int.random(in: 0..<count, using: &random)] =
          [0xFF, 0xD0, 1].randomElement(using: &random) ?? 0
      }
      for start in [0, count / 3, count - 1, count, count + 100, .max] where start >= 0 {
        let expected = bytes.indices.first {
          $0 >= start && bytes[$0] == 0xFF && $0 + 1 < count && bytes[$0 + 1] != 0
        }
        #expect(bytes.withUnsafeBytes { $0.firstMarker(from: start) } == expected)
      }
    }
  }

  @Test("The end is found after stuffed bytes, restarts, fill bytes and further scans")
  func end() throws {
    var sample = JPEGSample()
    sample.afterScan = JPEGSample.segment(0xDA, [1, 1, 0, 0, 63, 0]) + JPEGSample.scanData
    let withoutTrailer = sample.bytes.count
    sample.trailer = [0xFF, 0xD8, 0xFF, 0xD9, 1, 2, 3]
    let photo = try PhotoFile(sample.bytes)

    #expect(photo.header.jpeg?.imageEnd == withoutTrailer)
    #expect(photo.header.isComplete)
    #expect(photo.metadata.others == [.trailer])
  }

  @Test("More scans than any encoder writes are refused: each would be decoded over all pixels")
  func scanBomb() throws {
    var sample = JPEGSample()
    let scan = JPEGSample.segment(0xDA, [1, 1, 0, 0, 63, 0]) + JPEGSample.scanData
    sample.afterScan = (1..<JPEGStructure.maximumScans).flatMap { _ in scan }
    #expect(throws: Never.self) { try PhotoFile(sample.bytes) }
    sample.afterScan += scan
    #expect(throws: PhotoFileError.self) { try PhotoFile(sample.bytes) }
  }

  @Test("A file cut before its end is incomplete, not an error")
  func cut() throws {
    let header = try PhotoFile(JPEGSample(hasEnd: false).bytes).header
    #expect(!header.isComplete)
    #expect(header.jpeg?.imageEnd == nil)
  }

  @Test("Size, coding, sampling and quality come from the frame and its tables")
  func frame() throws {
    let sample = JPEGSample(
      width: 640, height: 480, sampling: [0x21, 0x11, 0x11], frameMarker: 0xC2)
    let header = try PhotoFile(sample.bytes).header
    #expect([header.width, header.height, header.bitsPerChannel] == [640, 480, 8])
    #expect(header.jpeg?.coding == .progressive)
    #expect(header.jpeg?.subsampling == "4:2:2")
    #expect(header.jpeg?.isArithmetic == false)
  }

  @Test("A height of zero is taken from DNL after the scan")
  func numberOfLines() throws {
    var sample = JPEGSample(height: 0)
    #expect(throws: PhotoFileError.unsupported(.jpegWithoutHeight)) { try PhotoFile(sample.bytes) }
    sample.afterScan = JPEGSample.segment(0xDC, [0x01, 0x02])
    #expect(try PhotoFile(sample.bytes).header.height == 0x0102)
  }

  private static let shortAdobe = JPEGSample.segment(0xEE, Array("Adobe".utf8))

  private static func ink(_ segments: [[UInt8]], afterScan: [UInt8] = []) -> JPEGSample {
    JPEGSample(
      segments: segments, sampling: [0x11, 0x11, 0x11, 0x11], afterScan: afterScan)
  }

  @Test(
    "Colours are told as libjpeg tells them",
    arguments: [
      (JPEGSample(sampling: [0x11]), ColourModel.gray), (JPEGSample(), .ycc),
      (JPEGSample(segments: [JPEGSample.adobe(transform: 0)]), .rgb),
      (JPEGSample(segments: [JPEGSample.adobe(transform: 1)]), .ycc),
      (JPEGSample(segments: [JPEGSample.jfif, JPEGSample.adobe(transform: 0)]), .ycc),
      (ink([]), .cmyk), (ink([JPEGSample.adobe(transform: 0)]), .cmyk),
      (ink([JPEGSample.adobe(transform: 2)]), .ycck),
      (ink([JPEGSample.adobe(transform: 1)]), .ycck),
      (ink([JPEGSample.jfif, JPEGSample.adobe(transform: 9)]), .ycck),
      (ink([JPEGSample.adobe(transform: 0), JPEGSample.adobe(transform: 2)]), .ycck),
      (ink([JPEGSample.adobe(transform: 2), JPEGSample.adobe(transform: 0)]), .cmyk),
      (ink([JPEGSample.adobe(transform: 2), shortAdobe]), .ycck),
      (ink([], afterScan: JPEGSample.adobe(transform: 2)), .cmyk),
    ])
  func colour(sample: JPEGSample, colour: ColourModel) throws {
    #expect(try PhotoFile(sample.bytes).header.colour == colour)
  }

  @Test("Without a frame header, and with no width, the error says so")
  func errors() {
    #expect(throws: PhotoFileError.missing(.jpeg, part: "SOF", at: 2)) {
      try PhotoFile([0xFF, 0xD8, 0xFF, 0xD9])
    }
    #expect(throws: PhotoFileError.self) { try PhotoFile(JPEGSample(width: 0).bytes) }
  }

  @Test(
    "The quality of tables scaled from the standard ones is found",
    arguments: [1, 25, 50, 75, 90, 100])
  func quality(quality: Int) {
    func scaled(_ table: [Int]) -> [UInt16] {
      (0..<64).map {
        UInt16(JPEGQuality.scaled(table[ZigzagOrder.natural[$0]], quality: quality))
      }
    }
    let luminance = scaled(JPEGQuality.luminance)
    let chrominance = scaled(JPEGQuality.chrominance)
    #expect(JPEGQuality.nearest(luminance: luminance, chrominance: chrominance) == quality)
  }

  private static let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 0xFF, 0xD9]
  private static let scan: [UInt8] = [0xFF, 0xDA, 0, 3, 9]

  @Test("The end is the first EOI that is not inside a segment")
  func firstEnd() throws {
    let bytes = Self.head + Self.scan + [1, 0xFF, 0, 0xFF, 0xD3, 2] + [0xFF, 0xD9, 0xFF, 0xD9]
    #expect(try JPEGStructure(bytes).imageEnd == 21)
    #expect(try !JPEGStructure(bytes).hasJunkInHeader)
  }

  @Test("Fill bytes belong to the marker that follows")
  func fill() throws {
    let bytes = Self.head + Self.scan + [1, 0xFF, 0xFF, 0xFF, 0xD9]
    #expect(try JPEGStructure(bytes).imageEnd == 18)
  }

  @Test("Bytes between segments are junk, coded data and markers without a length are not")
  func junk() throws {
    func hasJunk(_ bytes: [UInt8]) throws -> Bool { try JPEGStructure(bytes).hasJunkInHeader }
    #expect(try hasJunk(Self.head + [7] + Self.scan + [1, 0xFF, 0xD9]))
    #expect(try hasJunk(Self.head + [7, 0xFF, 0xD9]))
    #expect(try !hasJunk(Self.head + [0xFF, 0x01] + Self.scan + [1, 0xFF, 0xD9]))
    #expect(try !hasJunk(Self.head + Self.scan + [1, 2, 3, 0xFF, 0xD9]))
  }

  @Test("A file that ends anywhere has no end")
  func truncated() throws {
    let whole = Self.head + Self.scan + [1, 0xFF, 0, 2]
    for count in 2...whole.count {
      #expect(try JPEGStructure(Array(whole[..<count])).imageEnd == nil)
    }
  }
}
