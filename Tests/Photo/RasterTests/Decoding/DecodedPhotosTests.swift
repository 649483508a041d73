import Foundation
import Formats
import Raster
import Testing
import TestSupport

@testable import Decoding

@Suite("A picture decoded by another process")
struct DecodedPhotosTests {
  private static let decoder = DecoderProcesses(
    DecoderCommand(path: Program.misbehavingDecoder), limits: DecoderLimits(memoryUse: .kept))

  private static func expectSame(_ image: Image, _ expected: Image) {
    #expect(image.layout == expected.layout)
    guard image.layout == expected.layout else { return }
    for y in 0..<image.height {
      image.withRow(y) { row in
        expected.withRow(y) { #expect(row.elementsEqual($0)) }
      }
    }
  }

  @Test("is what this one decodes, in every format", arguments: PhotoFormat.allCases)
  func formats(format: PhotoFormat) throws {
    let image = try MadePhoto.image(width: 301, height: 203) { x, y in
      var colour = MadePhoto.slope(x: x, y: y)
      if format.alpha == .channel, x < 20 { colour = RGBA(red: 1, green: 2, blue: 3, alpha: 100) }
      return colour
    }
    let photo = try PhotoFile(image.encoded(as: Encoding(format, quality: 90)))
    try Self.expectSame(Self.decoder.picture(of: photo), Image(decoding: photo))
  }

  @Test("is what this one decodes, of photos by cameras")
  func samples() throws {
    let folder = Checkout.folder.appending(path: "Samples")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter {
        PhotoFormat.allCases.flatMap(\.extensions).contains(($0 as NSString).pathExtension)
      }
    #expect(!names.isEmpty)
    for name in names {
      let photo = try PhotoFile(Array(Data(contentsOf: folder.appending(path: name))))
      try Self.expectSame(Self.decoder.picture(of: photo), Image(decoding: photo))
    }
  }

  @Test(
    "in its own samples is what this one decodes", arguments: SampleLayout.Channels.allCases,
    SampleLayout.Depth.allCases)
  func ownSamples(channels: SampleLayout.Channels, depth: SampleLayout.Depth) throws {
    if channels == .palette, depth == .sixteen { return }
    var layout = SampleLayout(width: 301, height: 203, channels, depth)
    layout.coding.isInterlaced = true
    if channels == .palette {
      layout.palette = (0..<60).map { RGBA(red: $0, green: 1, blue: 2, alpha: 4 * $0) }
    }
    let image = try SampleImage(layout)
    image.withRows { rows in
      for index in rows.indices { rows[index] = UInt8(index % 59) }
    }
    let photo = try PhotoFile(image.encoded(as: .png))
    let there = try Self.decoder.samples(of: photo)
    #expect(there.layout == layout)
    let expected = image.withRows { Array($0) }
    #expect(there.withRows { Array($0) } == expected)
    #expect(try SampleImage.decoded(from: photo).withRows { Array($0) } == expected)
  }

  @Test("of a JPEG at a smaller size is what this one decodes")
  func scaled() throws {
    let bytes = try MadePhoto.jpeg(width: 1_003, height: 777)
    let wanted = (width: 256, height: 198, maxPixels: 1_000_000)
    let here = try InProcessDecoder()
      .scaledJPEG(
        bytes, of: PixelSize(width: 1_003, height: 777), width: wanted.width, height: wanted.height,
        maxPixels: wanted.maxPixels)
    let there = try Self.decoder
      .scaledJPEG(
        bytes, of: PixelSize(width: 1_003, height: 777), width: wanted.width, height: wanted.height,
        maxPixels: wanted.maxPixels)
    #expect((there.fullWidth, there.fullHeight) == (1_003, 777))
    Self.expectSame(there.image, here.image)
  }

  @Test("has the samples of a TIFF's strips as they are", arguments: [1, 5, 8])
  func strips(compression: Int) throws {
    let bytes = try MadeTIFF { ($0.bits, $0.compression) = (16, compression) }
      .file(byteOrder: .bigEndian)
    guard case .tiff(let photo) = try PhotoFile(bytes).structure else { return }
    let page = try TIFFPage(photo.directory, of: photo)
    let form = TIFFStripForm(of: page, rows: 48)
    let coded = bytes[try page.range(of: 1)]
    let strip = try #require(TIFFStrip(coded, form))
    let samples = try Self.decoder.samples(of: strip)
    #expect(samples.count == 240 * 48 * 6)
    #expect(try samples == InProcessDecoder().samples(of: strip))
    let short = try #require(TIFFStrip(coded.dropLast(coded.count / 2), form))
    #expect(throws: RasterError.self) { try Self.decoder.samples(of: short) }
    #expect(try Self.decoder.samples(of: strip) == samples)
  }

  @Test("of a fax has no bits of other data beside its last pixels")
  func fax() throws {
    let bytes = try MadeTIFF {
      ($0.colour, $0.samplesPerPixel, $0.bits, $0.compression) = (0, 1, 1, 4)
      $0.width = 243
    }.file()
    guard case .tiff(let photo) = try PhotoFile(bytes).structure else { return }
    let page = try TIFFPage(photo.directory, of: photo)
    let strip = try #require(
      TIFFStrip(bytes[try page.range(of: 0)], TIFFStripForm(of: page, rows: 48)))
    for _ in 0..<20 {
      // Memory of the same size that holds other bits.
      var other = [UInt8](repeating: 0xff, count: 31 * 48)
      other.withUnsafeMutableBufferPointer { $0.update(repeating: 0xff) }
      other = []
      let samples = try InProcessDecoder().samples(of: strip)
      #expect(samples.count == 31 * 48)
      #expect(stride(from: 30, to: samples.count, by: 31).allSatisfy { samples[$0] & 0x1f == 0 })
    }
  }

  @Test("of a damaged photo fails as it does here")
  func damaged() throws {
    let whole = try MadePhoto.png()
    for bytes in [Array(whole.dropLast(200)), try MadePhoto.jpeg().dropLast(900)] {
      let photo = try PhotoFile(bytes)
      let here = #expect(throws: RasterError.self) { try Image(decoding: photo) }
      let there = #expect(throws: RasterError.self) { try Self.decoder.picture(of: photo) }
      #expect(here == there)
    }
  }

  @Test("says of a word by hand that it is for the program itself")
  func byHand() async throws {
    for program in [Program.misbehavingDecoder] {
      let run = try await Program.run(program, [DecoderProgram.word, "1000000", "keep"])
      #expect(run.status == 64)
      #expect(run.error.contains("is for Daystamp's own use"))
    }
  }
}
