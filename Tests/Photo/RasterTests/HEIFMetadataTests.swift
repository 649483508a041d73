import Formats
import Raster
import TestSupport
import Testing

@Suite("What a HEIC or AVIF holds beside its picture")
struct HEIFMetadataTests {
  private static let formats = [PhotoFormat.heic, .avif]
  private static let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0] + orientation + [0, 0, 0, 0]
  private static let orientation: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0]

  private func file(_ format: PhotoFormat, _ metadata: PictureMetadata) throws -> PhotoFile {
    try PhotoFile(
      Picture.photo(width: 64, height: 48)
        .encoded(as: Encoding(format, quality: 50), carrying: metadata))
  }

  @Test("is what the encoder was given", arguments: formats)
  func given(format: PhotoFormat) throws {
    let profile = [UInt8](repeating: 7, count: 300)
    let xmp = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)
    let metadata = try file(
      format, PictureMetadata(exif: Self.exif, xmp: xmp, icc: profile)
    ).metadata
    #expect(metadata.exif.map(Array.init) == Self.exif)
    #expect(metadata.xmp.map(Array.init) == [xmp])
    #expect(metadata.icc.map(Array.init) == profile)
    #expect(metadata.problems.isEmpty)
  }

  @Test(
    "is nothing but that it is sRGB over the full range, where it was given none",
    arguments: formats)
  func none(format: PhotoFormat) throws {
    let photo = try file(format, PictureMetadata())
    #expect(photo.metadata.kinds.isEmpty)
    // BT.709's primaries, the transfer of sRGB, the matrix of BT.601 (ITU-T H.273).
    let colour = Array("colrnclx".utf8) + [0, 1, 0, 13, 0, 6, 0x80]
    #expect(photo.bytes.firstRange(of: colour) != nil)
  }
}
