import Files
import Formats
import Foundation
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("Real photos")
struct RealPhotoTests {
  static let samples: [String] =
    (FileManager.default.enumerator(atPath: Checkout.samples)?.allObjects as? [String] ?? [])
    .filter { PhotoFormat(fileExtension: URL(filePath: $0).pathExtension) != nil }.sorted()

  /// The photos that are refused for what they are; every other one must be stamped.
  static let refused: Set<String> = [
    "colour/Channel_digital_image_CMYK_color.jpg", "colour/cymk.jpg",
    "corrupt/singlerowtrunc.jpg", "exotic/1x1_exif_xmp.jpg",
    "exotic/testimgari.jpg", "exotic/testimgl.jpg", "exotic/testorig12.jpg",
    "gif/rotating-squares.gif", "png/a2d1un_nkitzmiller_2020_g1.png", "png/animated_ball.png",
    "png/flower_small.rgba.png",
    "tiff/tifftag-photoshop.tiff", "webp/rotating-squares.webp",
  ]

  /// Stamps a photo, and compares what is around its picture with what was.
  private func stamp(_ path: String) throws {
    let original = try PhotoFile([UInt8](Data(contentsOf: URL(filePath: path))))
    let plan = OutputPlan(destination: .besideInput, format: nil, replacesExisting: false)
    let format = plan.outputFormat(for: original.header.format)
    let photo = try StamperTests.stamp(original.bytes, as: format)
    let file = try PhotoFile(photo.bytes)
    #expect(file.header.format == format)
    #expect(file.header.displayedWidth == original.header.displayedWidth)
    #expect(file.header.displayedHeight == original.header.displayedHeight)
    if format == original.header.format, format.carriesMetadata {
      #expect(file.metadata.exif == original.metadata.exif)
      #expect(file.metadata.xmp == original.metadata.xmp)
      #expect(file.metadata.iptc == original.metadata.iptc)
    }
    if format.carriesMetadata, photo.warnings.isEmpty {
      #expect(file.metadata.icc.map(Array.init) == original.metadata.icc.map(Array.init))
    }

    let frame = Frame(
      pixelWidth: original.header.displayedWidth, pixelHeight: original.header.displayedHeight)
    #expect(abs(photo.box.x / frame.scale - 16) < 0.5)
    let baseline = photo.box.y + photo.box.height * 1.06885 / 1.36182
    #expect(abs((Double(frame.pixelHeight) - baseline) / frame.scale - 16) < 0.5)
    #expect(abs(photo.box.height / frame.scale - 16 * 1.36182) < 0.5)
  }

  @Test(
    "of the samples keep what is around the picture, and have the label in its place",
    arguments: samples)
  func sample(name: String) throws {
    try stamp("\(Checkout.samples)/\(name)")
  }

  static let shared: [String] =
    SharedPhotos.folder.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String])?
        .filter { PhotoFormat(fileExtension: URL(filePath: $0).pathExtension) != nil }.sorted()
    } ?? []

  @Test(
    "of every kind keep what is around the picture, and have the label in its place",
    .enabled(if: SharedPhotos.areThere, "needs the photos of $DAYSTAMP_TEST_PHOTOS"),
    arguments: shared)
  func everyKind(name: String) throws {
    let path = try #require(SharedPhotos.path(name))
    if Self.refused.contains(name) {
      #expect(throws: StampError.self) { try stamp(path) }
    } else {
      try stamp(path)
    }
  }
}
