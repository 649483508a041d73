import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A photo that is stamped as HEIC or AVIF")
struct StampedHEIFTests {
  private static let packet = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)

  /// A photo with EXIF and XMP.
  private func photo(_ format: PhotoFormat) throws -> [UInt8] {
    let plain = try MadePhoto.jpeg()
    let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.packet
    let jpeg = plain[..<2] + [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload + plain[2...]
    if format == .jpeg { return Array(jpeg) }
    let transfer = try MetadataTransfer(
      from: PhotoFile(Array(jpeg)), to: format, orientation: .topLeft)
    return try transfer.embed(
      in: MadePhoto.image(width: 320, height: 240)
        .encoded(as: Encoding(format, quality: 80), carrying: transfer.atEncoding))
  }

  @Test(
    "has its EXIF and XMP, whatever it was", arguments: [PhotoFormat.heic, .avif],
    [PhotoFormat.jpeg, .png, .webp, .heic, .avif])
  func carried(target: PhotoFormat, source: PhotoFormat) throws {
    let original = try photo(source)
    let stamped = try StamperTests.stamper().stamp(Stamped.source(original), as: target)
    for case .lost(.metadata(let kinds, into: _)) in stamped.warnings {
      #expect(!kinds.contains(.exif) && !kinds.contains(.xmp))
    }
    let photo = try PhotoFile(stamped.bytes)
    #expect(photo.header.format == target)
    #expect(photo.metadata.exif.map(Array.init) == ExifBlock().bytes)
    #expect(photo.metadata.xmp.map(Array.init) == [Self.packet])
  }

  @Test("is upright, and its EXIF says so")
  func turned() throws {
    let original = try MadePhoto.jpeg(width: 160, height: 100, exif: ExifBlock(orientation: 6))
    let stamped = try StamperTests.stamper().stamp(Stamped.source(original), as: .avif)
    let photo = try PhotoFile(stamped.bytes)
    #expect(photo.header.displayedSize == PixelSize(width: 100, height: 160))
    #expect(photo.metadata.exif.map(Array.init) == ExifBlock().bytes)
  }
}
