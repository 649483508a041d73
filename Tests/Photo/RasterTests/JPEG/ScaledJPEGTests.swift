import Formats
import Foundation
import TestSupport
import Testing

@testable import Raster

@Suite("A JPEG decoded at a fraction of its size")
struct ScaledJPEGTests {
  private static let photos = [
    "colour/grayscale.jpg",
    "colour/flower.png.im_q85_rgb_subsample_blue.jpg", "progressive/iphoneprogressive.jpg",
    "exotic/flower_small.q85_420_non_interleaved.jpg", "exotic/bicycles_restarts.jpg",
    "exotic/1x1_exif_xmp.jpg", "sampling/fox410.jpg",
    "sampling/flower.png.im_q85_luma_subsample.jpg",
    "colour/Channel_digital_image_CMYK_color.jpg", "colour/cymk.jpg",
  ]

  /// Decodes so that a fraction of so many eighths is the least that will do.
  private func decode(_ bytes: [UInt8], eighths: Int) throws -> ScaledJPEG {
    let full = try ScaledJPEG(decoding: bytes, width: 1, height: 1, maxPixels: .max)
    return try ScaledJPEG(
      decoding: bytes, width: (full.fullWidth * eighths + 7) / 8,
      height: (full.fullHeight * eighths + 7) / 8, maxPixels: .max)
  }

  @Test(
    "is as djpeg decodes it, byte for byte",
    .enabled(if: DjpegPicture.isThere, "\(DjpegPicture.note)"), arguments: [1, 2, 4, 8],
    [false, true])
  func djpeg(eighths: Int, progressive: Bool) async throws {
    for (width, height) in [(1, 1), (7, 300), (303, 201), (640, 480)] {
      let bytes = try Picture.photo(width: width, height: height)
        .encoded(as: .jpeg(quality: 80, progressive: progressive))
      let theirs = try await DjpegPicture(bytes, eighths: eighths)
      let ours = try decode(bytes, eighths: eighths)
      // So small that a smaller fraction rounds up to the same edge.
      if theirs.width == 1 { continue }
      #expect(theirs.difference(ours.image) == 0, "\(width) by \(height)")
      #expect(ours.fullWidth == width && ours.fullHeight == height)
    }
  }

  @Test(
    "is as djpeg decodes it, of real photos of every colour and coding",
    .enabled(if: SharedPhotos.areThere && DjpegPicture.isThere, "needs djpeg and photos"),
    arguments: photos)
  func real(name: String) async throws {
    let bytes = try bytes(ofFile: #require(SharedPhotos.path(name)))
    for eighths in [1, 2, 4, 8] {
      let ours = try decode(bytes, eighths: eighths).image
      let theirs = try await DjpegPicture(bytes, eighths: eighths)
      if max(theirs.width, theirs.height) == 1 { continue }
      let difference = try #require(theirs.difference(ours))
      // libgd and djpeg round CMYK differently.
      #expect(difference <= (name.contains("MYK") || name.contains("cymk") ? 1 : 0))
    }
  }

  @Test(
    "is at its own size as libgd decodes it", .enabled(if: SharedPhotos.areThere, "needs photos"),
    arguments: photos)
  func libgd(name: String) throws {
    let bytes = try bytes(ofFile: #require(SharedPhotos.path(name)))
    let whole = try Image(decoding: bytes, as: .jpeg)
    let scaled = try ScaledJPEG(decoding: bytes, width: .max, height: 1, maxPixels: .max).image
    try #require(scaled.width == whole.width && scaled.height == whole.height)
    let different = (0..<whole.height).filter {
      memcmp(whole.row($0), scaled.row($0), 4 * whole.width) != 0
    }
    #expect(different == [])
  }

  @Test("is shrunk to the exact size where that is wanted, and opaque")
  func exact() throws {
    let bytes = try Picture.photo(width: 303, height: 201)
      .encoded(as: .jpeg(quality: 90, progressive: false))
    let larger = try ScaledJPEG(decoding: bytes, width: 100, height: 66, maxPixels: .max).image
    let exact = try ScaledJPEG(
      decoding: bytes, width: 100, height: 66, isExact: true, maxPixels: .max
    ).image
    #expect(larger.width == 152 && larger.height == 101)
    #expect(exact.width == 100 && exact.height == 66)
    #expect(Picture.difference(exact, try larger.shrunk(width: 100, height: 66)) == 0)
    #expect(exact.transparency == .none)
  }

  @Test(
    "has at least the wanted side, by a fraction that is fast",
    arguments: [
      (4032, 256, 1), (2048, 256, 1), (2041, 256, 1), (2040, 256, 2), (4032, 1024, 4),
      (8192, 1024, 1), (2048, 1024, 4), (2047, 1024, 4), (2046, 1024, 8), (100, 256, 8), (1, 1, 1),
      (65_535, 256, 1),
    ])
  func fraction(side: Int, wanted: Int, eighths: Int) {
    #expect(ScaledJPEG.eighths(of: side, for: wanted) == eighths)
  }

  @Test(
    "is refused by name where it is of another form", .enabled(if: SharedPhotos.areThere, "photos"),
    arguments: [
      ("exotic/testorig12.jpg", "not 8 bits a channel"),
      ("exotic/testimgari.jpg", "arithmetic coding"),
      ("exotic/testimgl.jpg", "lossless or hierarchical coding"),
    ])
  func refused(name: String, detail: String) throws {
    let bytes = try bytes(ofFile: #require(SharedPhotos.path(name)))
    #expect(throws: RasterError.cannotDecode(.jpeg, detail: detail)) {
      try ScaledJPEG(decoding: bytes, width: 256, height: 1, maxPixels: .max)
    }
  }
}
