import Decoding
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A photo that fills a frame")
struct CoverPhotoTests {
  private static func cover(
    _ bytes: [UInt8], _ width: Int, _ height: Int, maxPixels: Int = 100_000_000,
    by decoder: any PictureDecoder = InProcessDecoder()
  ) throws -> Image {
    try CoverPhoto(
      OriginalPhoto(PhotoSource(bytes: bytes, attributes: nil)),
      filling: PixelSize(width: width, height: height), maxPixels: maxPixels,
      decoder: decoder
    ).image
  }

  /// Red at the left fifth and blue at the right one, green between; all lighter at the top.
  private static func stripes(width: Int, height: Int) throws -> Image {
    try MadePhoto.image(width: width, height: height) { x, y in
      let light: UInt8 = 2 * y < height ? 250 : 160
      return switch 5 * x / width {
      case 0: RGBA(red: light, green: 0, blue: 0)
      case 4: RGBA(red: 0, green: 0, blue: light)
      default: RGBA(red: 0, green: light, blue: 0)
      }
    }
  }

  private static func name(_ colour: RGBA) -> String {
    let light = max(colour.red, colour.green, colour.blue)
    let name = light == colour.red ? "red" : light == colour.green ? "green" : "blue"
    return light > 200 ? name : "dark \(name)"
  }

  @Test(
    "is cut on both sides alike, larger or smaller than the frame", arguments: [100, 200, 1000])
  func cut(width: Int) throws {
    let height = width / 2
    for format in [Encoding(.png), .jpeg(quality: 95, progressive: false)] {
      let photo = try Self.stripes(width: width, height: height).encoded(as: format)
      // A square of a picture twice as wide as high shows its middle half: no red, no blue but a part.
      let square = try Self.cover(photo, 160, 160)
      #expect(square.width == 160 && square.height == 160)
      #expect(Self.name(square[80, 20]) == "green" && Self.name(square[80, 140]) == "dark green")
      #expect(Self.name(square[3, 20]) == "green" && Self.name(square[156, 20]) == "green")
      // One that is wider than the picture loses the top and the bottom.
      let wide = try Self.cover(photo, 240, 60)
      #expect(Self.name(wide[10, 10]) == "red" && Self.name(wide[230, 50]) == "dark blue")
      #expect(wide.transparency == .none)
    }
  }

  @Test(
    "is upright, however the photo is turned",
    arguments: [
      (UInt16(1), "red", "blue"), (2, "blue", "red"), (3, "dark blue", "dark red"),
      (4, "dark red", "dark blue"), (5, "red", "dark red"), (6, "dark red", "red"),
      (7, "dark blue", "blue"), (8, "blue", "dark blue"),
    ])
  func orientations(orientation: UInt16, topLeft: String, topRight: String) throws {
    let jpeg = try Self.stripes(width: 320, height: 240)
      .encoded(as: .jpeg(quality: 95, progressive: false))
    let photo = jpeg[..<2] + ExifBlock(orientation: orientation).segment + jpeg[2...]
    let isTurned = orientation > 4
    for factor in [1, 3] {
      let (width, height) =
        isTurned ? (240 * factor / 2, 320 * factor / 2) : (320 * factor / 2, 240 * factor / 2)
      let image = try Self.cover(Array(photo), width, height)
      #expect(Self.name(image[8, 8]) == topLeft)
      #expect(Self.name(image[width - 9, 8]) == topRight)
    }
  }

  @Test("is decoded by another process, and one at which that crashes has failed alone")
  func otherProcess() throws {
    let decoder = DecoderProcesses(
      DecoderCommand(path: Program.misbehavingDecoder),
      limits: DecoderLimits(memory: 1 << 28, memoryUse: .kept))
    for format in PhotoFormat.allCases {
      let photo = try Self.stripes(width: 200, height: 100)
        .encoded(as: Encoding(format, quality: 90))
      let image = try Self.cover(photo, 60, 60, by: decoder)
      #expect(Self.name(image[30, 5]) == "green" && Self.name(image[30, 55]) == "dark green")
    }
    let hostile = try MadePhoto.png() + Array("misbehave:crash".utf8)
    let error = try #require(throws: StampError.self) {
      try Self.cover(hostile, 60, 60, by: decoder)
    }
    guard case .raster(.decoder(.png, .crashed)) = error else { throw error }
  }

  @Test("is not one that has more pixels than is allowed, nor a damaged one")
  func refused() throws {
    let photo = try MadePhoto.jpeg(width: 320, height: 240)
    #expect(throws: StampError.self) { try Self.cover(photo, 100, 100, maxPixels: 76_799) }
    #expect(throws: StampError.self) { try Self.cover(Array(photo.dropLast(2_000)), 1000, 1000) }
    #expect(throws: StampError.self) { try Self.cover([1, 2, 3], 10, 10) }
  }
}
