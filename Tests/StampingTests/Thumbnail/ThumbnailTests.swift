import Foundation
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A thumbnail")
struct ThumbnailTests {
  private static func thumbnail(
    of bytes: [UInt8], _ size: ThumbnailSize = .small, maxPixels: Int = 100_000_000
  ) throws -> Image {
    try Image(
      decoding: PhotoFile(Thumbnail(of: bytes, size, maxPixels: maxPixels).bytes))
  }

  /// Another colour in each quarter.
  private static func quarters(x: Int, y: Int, width: Int, height: Int) -> RGBA {
    switch (2 * x < width, 2 * y < height) {
    case (true, true): RGBA(red: 220, green: 30, blue: 30)
    case (false, true): RGBA(red: 30, green: 200, blue: 30)
    case (true, false): RGBA(red: 30, green: 30, blue: 220)
    case (false, false): RGBA(red: 230, green: 230, blue: 230)
    }
  }

  private static func image(width: Int, height: Int) throws -> Image {
    try MadePhoto.image(width: width, height: height) {
      quarters(x: $0, y: $1, width: width, height: height)
    }
  }

  /// The quarters' colours, told by the middle of each, in reading order.
  private static func corners(_ image: Image) -> [String] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let colour = image[x * image.width / 4, y * image.height / 4]
      switch (colour.red > 128, colour.green > 128, colour.blue > 128) {
      case (true, false, false): return "red"
      case (false, true, false): return "green"
      case (false, false, true): return "blue"
      default: return "white"
      }
    }
  }

  @Test(
    "of a photo is upright, however that is turned",
    arguments: [
      (UInt16(1), "red green blue white"), (2, "green red white blue"),
      (3, "white blue green red"), (4, "blue white red green"), (5, "red blue green white"),
      (6, "blue red white green"), (7, "white green blue red"), (8, "green white red blue"),
    ], ThumbnailSize.allCases)
  func orientations(turned: (orientation: UInt16, corners: String), size: ThumbnailSize) throws {
    let jpeg = try Self.image(width: 1600, height: 1200)
      .encoded(as: .jpeg(quality: 90, progressive: false))
    let exif = ExifBlock(orientation: turned.orientation)
    let small = try Self.thumbnail(of: jpeg[..<2] + exif.segment + jpeg[2...], size)
    #expect(Self.corners(small).joined(separator: " ") == turned.corners)
    let (long, short) = (size.longEdge, size.longEdge * 3 / 4)
    let isWide = turned.orientation < 5
    #expect(small.width == (isWide ? long : short))
    #expect(small.height == (isWide ? short : long))
  }

  @Test(
    "fits its long edge, and is never larger than the photo",
    arguments: [
      (4032, 3024, 256, 192), (3024, 4032, 192, 256), (2041, 2040, 256, 256),
      (2040, 2041, 256, 256), (2040, 3, 256, 1),
      (256, 256, 256, 256), (255, 100, 255, 100), (1, 1, 1, 1), (257, 2, 256, 2),
      (5000, 1, 256, 1),
    ])
  func sizes(width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
    let jpeg = try Image(width: width, height: height)
      .encoded(as: .jpeg(quality: 50, progressive: false))
    let small = try Self.thumbnail(of: jpeg)
    #expect(small.width == toWidth)
    #expect(small.height == toHeight)
  }

  @Test("is made of every format", arguments: PhotoFormat.allCases)
  func formats(format: PhotoFormat) throws {
    let encodings: [PhotoFormat: Encoding] = [
      .jpeg: .jpeg(quality: 90, progressive: true), .png: .png, .webp: .webp(quality: 80),
      .gif: .gif, .bmp: .bmp, .tiff: .tiff, .heic: .heic(quality: 60), .avif: .avif(quality: 60),
    ]
    let photo = try Self.image(width: 400, height: 600).encoded(as: #require(encodings[format]))
    let small = try Self.thumbnail(of: photo)
    #expect(small.width == 171)
    #expect(small.height == 256)
    #expect(Self.corners(small) == ["red", "green", "blue", "white"])
  }

  @Test("is white where the photo is transparent")
  func transparent() throws {
    let photo = try MadePhoto.image(width: 300, height: 300) { x, _ in
      x < 150 ? .clear : RGBA(red: 0, green: 0, blue: 0)
    }.encoded(as: .png)
    let small = try Self.thumbnail(of: photo)
    #expect(small[20, 100].green >= 254)
    #expect(small[236, 100].green <= 1)
  }

  @Test("shows what the photo shows", arguments: ["birthday-dog.jpg", "three-puppies.jpg"])
  func looks(name: String) throws {
    let bytes = try Stamped.bytes(name)
    let small = try Self.thumbnail(of: bytes)
    let averaged = try Canvas(decoding: PhotoFile(bytes)).upright().image
      .shrunk(width: small.width, height: small.height)
    var sum = 0
    for y in 0..<small.height {
      for x in 0..<small.width {
        sum += abs(Int(small[x, y].green) - Int(averaged[x, y].green))
      }
    }
    #expect(Double(sum) / Double(small.width * small.height) < 6)
  }

  @Test("of more pixels than allowed is refused before any is decoded")
  func tooManyPixels() throws {
    let photo = try MadePhoto.png()
    #expect {
      try Thumbnail(of: photo, .small, maxPixels: 76_799)
    } throws: { error in
      guard case StampError.tooManyPixels(320, 240, limit: 76_799) = error else { return false }
      return true
    }
    #expect(try Self.thumbnail(of: photo, maxPixels: 76_800).width == 256)
  }
}
