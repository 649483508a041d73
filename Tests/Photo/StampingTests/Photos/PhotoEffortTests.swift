import Formats
import Raster
import Testing
import TestSupport

@testable import Stamping

@Suite("How long a photo takes")
struct PhotoEffortTests {
  private static let side = PixelSize(width: 1_000, height: 1_000)

  /// A GIF of a thousand pictures.
  ///
  /// - Parameters:
  ///   - screen: its size, and that of the first picture.
  ///   - picture: the others'.
  /// - Returns: the file, whose pictures have no pixels.
  private static func gif(screen: PixelSize, picture: PixelSize) -> [UInt8] {
    let (first, other) = (
      HostilePhoto.gif(screen: screen, picture: screen),
      HostilePhoto.gif(screen: picture, picture: picture)
    )
    // After the screen and its colours, without the trailer.
    let frame = other[19..<other.count - 1]
    return first.dropLast() + Array(repeatElement(frame, count: 999).joined()) + [0x3B]
  }

  /// A PNG that says how many pictures it has.
  private static func animatedPNG(width: Int, height: Int, frames: [UInt8]) -> [UInt8] {
    let still = HostilePhoto.png(width: width, height: height)
    return still.prefix(33) + HostilePhoto.chunk("acTL", frames + [0, 0, 0, 0])
      + still.dropFirst(33)
  }

  @Test(
    "is known from its header: by pixels and pictures, and by what coding them takes",
    arguments: [
      ("PNG", HostilePhoto.png(width: 4_000, height: 3_000), false),
      ("large PNG", HostilePhoto.png(width: 8_000, height: 8_000), true),
      ("16 bits", HostilePhoto.png(width: 4_000, height: 3_000, bits: 16), true),
      (
        "16 bits and opacity",
        HostilePhoto.png(width: 3_600, height: 3_000, colourType: 6, bits: 16), true
      ),
      ("VP8L", HostilePhoto.webp(width: 4_000, height: 3_000), true),
      ("small VP8L", HostilePhoto.webp(width: 2_000, height: 2_000), false),
      ("PNG of 20 megapixels", HostilePhoto.png(width: 5_000, height: 4_000), true),
      ("BMP", HostilePhoto.bmp(width: 6_000, height: 4_000), false),
      ("large BMP", HostilePhoto.bmp(width: 8_000, height: 8_000), true),
      ("TIFF", HostilePhoto.tiff(width: 4_000, height: 3_000), false),
      ("large TIFF", HostilePhoto.tiff(width: 5_000, height: 4_000), true),
      ("the largest TIFF", HostilePhoto.tiff(width: 8_050, height: 8_050), true),
      ("GIF", gif(screen: side, picture: side), true),
      (
        "GIF whose later pictures are large",
        gif(screen: PixelSize(width: 1, height: 1), picture: side), true
      ),
      ("small GIF", gif(screen: side, picture: PixelSize(width: 1, height: 1)), true),
      ("animated PNG", animatedPNG(width: 1_000, height: 1_000, frames: [0, 0, 0, 10]), true),
    ])
  func long(name: String, bytes: [UInt8], isLong: Bool) throws {
    #expect(try PhotoEffort(of: bytes).isLong == isLong)
  }

  @Test("is that of the first picture where it is looked at, of which none is coded")
  func still() throws {
    let png = HostilePhoto.png(width: 5_000, height: 4_000)
    #expect(try !PhotoEffort(of: png, isStill: true).isLong)
    for bytes in [
      Self.gif(screen: Self.side, picture: Self.side),
      Self.animatedPNG(width: 1_000, height: 1_000, frames: [0, 0, 0, 10]),
    ] {
      #expect(try !PhotoEffort(of: bytes, isStill: true).isLong)
    }
  }

  @Test("is usual for 50 megapixels of a phone, and longer for a JPEG of many scans or bytes")
  func phone() throws {
    func effort(_ encoding: Encoding, then bytes: Int = 0) throws -> Double {
      let photo = try MadePhoto.image(width: 500, height: 400).encoded(as: encoding)
      return try PhotoEffort(of: photo + [UInt8](repeating: 0, count: bytes)).milliseconds / 0.2
    }
    let encoding = Encoding.jpeg(quality: 90, progressive: false)
    let (jpeg, progressive) = (
      try effort(encoding), try effort(.jpeg(quality: 90, progressive: true))
    )
    #expect(jpeg * 50 <= 2_000 && progressive * 12 <= 2_000 && progressive > jpeg)
    // Noise of the best quality has four bytes for a pixel.
    #expect(try effort(encoding, then: 800_000) * 20 > 2_000)
    #expect(try effort(Encoding(.heic, quality: 50)) * 51 <= 2_000)
  }

  @Test("is long of a WebP with loss that has opacity, which has none itself")
  func opacity() throws {
    func effort(_ opacity: UInt8) throws -> Double {
      let photo = try MadePhoto.image(width: 500, height: 400) { x, y in
        RGBA(red: UInt8(x & 255), green: 0, blue: 0, alpha: x < 9 ? opacity : .max)
      }.encoded(as: Encoding(.webp, quality: 50))
      return try PhotoEffort(of: photo).milliseconds / 0.2
    }
    #expect(try effort(.max) < 200 && effort(9) >= 640)
  }

  @Test("is long of a TIFF with very many strips, and of one with strips that are the same bytes")
  func strips() throws {
    #expect(try !PhotoEffort(of: HostilePhoto.tiff(strips: 1_000, sharing: 100)).isLong)
    #expect(try PhotoEffort(of: HostilePhoto.tiff(strips: 150_000, sharing: 1)).isLong)
    #expect(try PhotoEffort(of: HostilePhoto.tiff(strips: 1_000, sharing: 500_000)).isLong)
    #expect(
      try PhotoEffort(of: HostilePhoto.tiff(strips: 1_000, sharing: 500_000), isStill: true).isLong)
  }

  @Test("of several photos is that of all")
  func several() throws {
    let photo = try PhotoEffort(of: HostilePhoto.png(width: 4_000, height: 3_000))
    #expect(!photo.isLong && PhotoEffort([photo, photo]).isLong && !PhotoEffort([]).isLong)
  }

  @Test("is known of sizes that no photo has")
  func hostile() throws {
    let most = Int(Int32.max)
    let bytes = Self.animatedPNG(width: most, height: most, frames: [255, 255, 255, 255])
    #expect(try PhotoEffort(of: bytes).isLong)
  }
}
