import Foundation
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A thumbnail of a damaged photo")
struct ThumbnailDamageTests {
  private static let encodings: [Encoding] = [
    .jpeg(quality: 85, progressive: false), .jpeg(quality: 85, progressive: true), .png,
    .webp(quality: 80), .gif, .bmp, .tiff, .heic(quality: 60), .avif(quality: 60),
  ]

  private func thumbnail(of bytes: [UInt8]) throws -> Thumbnail {
    try Thumbnail(of: bytes, .small, maxPixels: 1_000_000)
  }

  @Test("is refused where it ends early, at every fiftieth of it", arguments: encodings)
  func truncated(encoding: Encoding) throws {
    let whole = try MadePhoto.image(width: 300, height: 200).encoded(as: encoding)
    #expect(try thumbnail(of: whole).bytes.count > 0)
    for part in 0..<50 {
      let cut = Array(whole[..<(whole.count * part / 50)])
      #expect(throws: StampError.self, "\(part) fiftieths") { try thumbnail(of: cut) }
    }
  }

  @Test("is refused or made, however that is changed", arguments: encodings)
  func mutated(encoding: Encoding) throws {
    let whole = try MadePhoto.image(width: 300, height: 200).encoded(as: encoding)
    var random = SplitMix64(seed: 6)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      // Refused, or a picture that can be shown and is not larger than asked for.
      let made: [UInt8]
      do { made = try thumbnail(of: bytes).bytes } catch is StampError { continue }
      let image = try Image(decoding: made, as: .jpeg)
      #expect(max(image.width, image.height) <= ThumbnailSize.small.longEdge)
    }
  }

  /// What is refused for what it is; every other photo has a thumbnail.
  private static let refused: Set<String> = [
    "corrupt/singlerowtrunc.jpg", "exotic/testimgl.jpg", "exotic/testorig12.jpg",
    "webp/rotating-squares.webp",
  ]

  @Test(
    "is the only one refused, of photos of every kind",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"), arguments: RealPhotoTests.shared)
  func everyKind(name: String) throws {
    let path = try #require(SharedPhotos.path(name))
    let photo = try [UInt8](Data(contentsOf: URL(filePath: path)))
    if Self.refused.contains(name) {
      #expect(throws: StampError.self) { try thumbnail(of: photo) }
    } else {
      #expect(try Thumbnail(of: photo, .small, maxPixels: 100_000_000).bytes.count > 300)
    }
  }
}
