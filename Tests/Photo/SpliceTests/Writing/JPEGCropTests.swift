import Formats
import Foundation
import TestSupport
import Testing

@testable import JPEGSplice

@Suite("A JPEG that is cut at its blocks")
struct JPEGCropTests {
  /// Parts that begin at the grid: some that end inside an MCU, all of the picture, its last pixel.
  private static func areas(of frame: JPEGFrameHeader) -> [PixelArea] {
    let grid = JPEGCrop.grid(of: frame)
    let (right, bottom) = (frame.width - 1, frame.height - 1)
    let (x, y) = (right / grid.width * grid.width, bottom / grid.height * grid.height)
    let (middleX, middleY) = (x / 2 / grid.width * grid.width, y / 2 / grid.height * grid.height)
    return [
      PixelArea(columns: 0..<frame.width, rows: 0..<frame.height),
      PixelArea(columns: x..<frame.width, rows: y..<frame.height),
      PixelArea(columns: x..<x + 1, rows: 0..<1),
      PixelArea(columns: middleX..<frame.width, rows: middleY..<max(middleY + 1, bottom)),
    ]
  }

  private static func crop(_ picture: JPEGPicture, to area: PixelArea) throws -> [UInt8]? {
    try JPEGCrop(picture, to: area).file(adding: []) { picture.bytes[$0.range] }
  }

  @Test("has the coefficients of that part, in any coding", arguments: SmallJPEG.all)
  func coefficients(sample: SmallJPEG) throws {
    let picture = try JPEGPicture(sample.bytes)
    for area in Self.areas(of: picture.frame) {
      let bytes = try #require(try Self.crop(picture, to: area))
      let part = try JPEGPicture(bytes)
      #expect((part.frame.width, part.frame.height) == (area.columns.count, area.rows.count))
      #expect(part.frame.coding == picture.frame.coding)
      #expect(part.scans.map(\.coding) == picture.scans.map(\.coding))
      let whole = PixelArea(columns: 0..<picture.frame.width, rows: 0..<picture.frame.height)
      if area == whole {
        let same = try #require(try part.comparison(with: picture, outside: []))
        #expect(same.different.allSatisfy { $0 == 0 } && same.compared > 0)
      }
    }
  }

  @Test(
    "is as jpegtran cuts it, of the samples",
    .enabled(if: Djpeg.isThere && Jpegtran.isThere, "\(Jpegtran.note)"),
    arguments: DjpegTests.samplePhotos)
  func sample(name: String) async throws {
    try await compare("\(Checkout.samples)/\(name)")
  }

  @Test(
    "is as jpegtran cuts it, of real photos",
    .enabled(
      if: SharedPhotos.areThere && Djpeg.isThere && Jpegtran.isThere, "\(SharedPhotos.note)"),
    arguments: [
      "sampling/fox410.jpg", "sampling/flower.png.im_q85_luma_subsample.jpg", "colour/cymk.jpg",
      "colour/grayscale.jpg", "progressive/iphoneprogressive.jpg", "exotic/bicycles_restarts.jpg",
      "exotic/flower_small.q85_420_non_interleaved.jpg", "date/verizon.jpg",
    ])
  func shared(name: String) async throws {
    try await compare(try #require(SharedPhotos.path(name)))
  }

  private func compare(_ path: String) async throws {
    let picture = try JPEGPicture([UInt8](Data(contentsOf: URL(filePath: path))))
    let area = try #require(Self.areas(of: picture.frame).last)
    let ours = try await Djpeg(try #require(try Self.crop(picture, to: area)))
    let way =
      "\(area.columns.count)x\(area.rows.count)+\(area.columns.lowerBound)+\(area.rows.lowerBound)"
    let theirs = try await Djpeg(try await Jpegtran.transcoded(path, ["-crop", way]))
    #expect((ours.width, ours.height) == (area.columns.count, area.rows.count))
    #expect(ours.warnings == theirs.warnings)
    #expect((0..<ours.height).allSatisfy { ours.isEqual(theirs, row: $0, 0..<ours.width) })
  }
}
