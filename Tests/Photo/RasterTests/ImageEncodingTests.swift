import Formats
import Raster
import TestSupport
import Testing

@Suite struct ImageEncodingTests {
  @Test(
    "lossless formats give back every pixel",
    arguments: [PhotoFormat.png, .webp, .bmp, .tiff].map { Encoding($0) })
  func lossless(encoding: Encoding) throws {
    let image = try Picture.photo(width: 101, height: 37)
    let again = try Image(decoding: image.encoded(as: encoding), as: encoding.format)
    #expect(Picture.pixels(of: again) == Picture.pixels(of: image))
  }

  @Test(
    "lossy formats stay near",
    arguments: [
      Encoding.jpeg(quality: 95, progressive: false), .jpeg(quality: 95, progressive: true),
      Encoding(.webp, quality: 95),
    ])
  func lossy(encoding: Encoding) throws {
    let image = try MadePhoto.image(width: 101, height: 37)
    let again = try Image(decoding: image.encoded(as: encoding), as: encoding.format)
    let difference = try #require(Picture.difference(again, image))
    #expect(difference < 2)
  }

  @Test("a JPEG is progressive when asked, and its quality counts")
  func jpeg() throws {
    let image = try Picture.photo(width: 100, height: 100)
    let baseline = try image.encoded(as: .jpeg(quality: 90, progressive: false))
    let progressive = try image.encoded(as: .jpeg(quality: 90, progressive: true))
    let small = try image.encoded(as: .jpeg(quality: 30, progressive: false))
    func has(_ marker: UInt8, _ bytes: [UInt8]) -> Bool {
      zip(bytes, bytes.dropFirst()).contains { $0 == (0xff, marker) }
    }
    #expect(has(0xc0, baseline) && !has(0xc2, baseline))
    #expect(has(0xc2, progressive) && !has(0xc0, progressive))
    #expect(small.count < baseline.count / 2)
  }

  private static let limits: [(encoding: Encoding, limit: Int)] = [
    (.jpeg(quality: 80, progressive: false), 65_500), (Encoding(.webp, quality: 80), 16_383),
    (Encoding(.webp), 16_383), (Encoding(.gif), 65_535), (Encoding(.heic, quality: 50), 32_768),
    (Encoding(.avif, quality: 50), 32_768),
  ]

  @Test("a side that a format cannot hold is refused before it is tried", arguments: limits)
  func tooLong(encoding: Encoding, limit: Int) throws {
    let error = RasterError.sideTooLong(encoding.format, observed: limit + 1, limit: limit)
    #expect(throws: error) { try Image(width: limit + 1, height: 1).encoded(as: encoding) }
    #expect(throws: error) { try Image(width: 1, height: limit + 1).encoded(as: encoding) }
  }

  @Test(
    "a panorama of 65,535 pixels goes through the formats that hold it",
    arguments: [PhotoFormat.png, .gif, .bmp, .tiff].map { Encoding($0) })
  func panorama(encoding: Encoding) throws {
    let file = try Image(width: 65_535, height: 2).encoded(as: encoding)
    #expect(try Image(decoding: file, as: encoding.format).width == 65_535)
  }

  @Test("an image without pixels or with too many cannot be made")
  func sizes() {
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (1 << 20, 1 << 20), (Int.max, 1)] {
      #expect(throws: RasterError.cannotAllocate(width: width, height: height)) {
        try Image(width: width, height: height)
      }
    }
  }
}
