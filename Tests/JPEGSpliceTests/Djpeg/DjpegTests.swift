import Formats
import Foundation
import TestSupport
import Testing

@testable import JPEGSplice

@Suite("As djpeg decodes it", .enabled(if: Djpeg.isThere, "\(Djpeg.note)"))
struct DjpegTests {
  private static func jpegs(in folder: String?) -> [String] {
    guard let folder else { return [] }
    let files = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return files.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".mpo") }.sorted()
  }

  /// Photos that are of no form that is spliced, or broken.
  private static let refused: Set<String> = [
    "colour/Channel_digital_image_CMYK_color.jpg", "colour/cymk.jpg",
    "corrupt/singlerowtrunc.jpg", "exotic/beach.jpg", "exotic/testimgari.jpg",
    "exotic/testimgl.jpg", "exotic/testorig12.jpg",
  ]
  static let sharedPhotos = jpegs(in: SharedPhotos.folder).filter { !refused.contains($0) }
  static let samplePhotos = jpegs(in: Checkout.samples)

  /// Where labels lie: all places and sizes on small photos, fewer the larger they are.
  private func layers(_ frame: JPEGFrameHeader, fileSize: Int) -> [Layer] {
    let side = min(frame.width, frame.height)
    let usual = max(16, side / 6)
    func label(_ position: Int, _ size: Int) -> Layer {
      let (x, y) = Label.place(position, of: size, in: (frame.width, frame.height))
      return Label.layer(x: x, y: y, width: size, height: max(3, size / 2))
    }
    let outside = Label.layer(
      x: frame.width - usual / 2, y: frame.height - usual / 4, width: usual, height: usual / 2)
    if fileSize > 200_000 { return [label(8, usual)] }
    if fileSize > 20_000 { return [label(4, usual), label(0, 9), outside] }
    return (0..<9).flatMap { [label($0, 9), label($0, usual)] }
      + [outside, label(4, 2 * max(frame.width, frame.height))]
  }

  private func splice(_ bytes: [UInt8]) throws {
    let picture = try JPEGPicture(bytes)
    let original = try Djpeg(bytes)
    let small = try Djpeg(bytes, "-scale", "1/8")
    for layer in layers(picture.frame, fileSize: bytes.count) {
      let splice = try Splice(layer, over: picture, colour: picture.colour)
      try splice.check(JPEGStructure(splice.bytes), against: picture)
      try splice.expectOriginal(bytes)
      #expect(JPEGParts.differInTablesAlone(bytes, splice.bytes))
      let pixels = TouchedPixels(splice.touched, in: picture.frame)
      let changes = expectSame(original, try Djpeg(splice.bytes), pixels, layer)
      #expect(changes || min(layer.width, picture.frame.width) < 10)
      let eighths = TouchedPixels(splice.touched, in: picture.frame, scale: 8)
      _ = expectSame(small, try Djpeg(splice.bytes, "-scale", "1/8"), eighths, layer)
    }
  }

  /// Expects no change outside the touched pixels.
  ///
  /// - Returns: whether there is one inside.
  private func expectSame(
    _ original: Djpeg, _ spliced: Djpeg, _ pixels: TouchedPixels, _ layer: Layer
  ) -> Bool {
    let place = Comment(
      rawValue: "layer \(layer.width) by \(layer.height) at \(layer.x), \(layer.y)")
    #expect(spliced.warnings == original.warnings, place)
    #expect([spliced.width, spliced.height] == [original.width, original.height], place)
    guard [spliced.width, spliced.height] == [original.width, original.height] else { return false }
    var (parts, touched, key): ([Range<Int>], [Range<Int>], [ClosedRange<Int>]) = ([], [], [])
    var (different, changed) = (0, false)
    for row in 0..<original.height {
      if pixels.key(row: row) != key {
        key = pixels.key(row: row)
        parts = pixels.parts(row: row, width: original.width, touched: false)
        touched = pixels.parts(row: row, width: original.width, touched: true)
      }
      if !parts.allSatisfy({ original.isEqual(spliced, row: row, $0) }) { different += 1 }
      if !changed {
        changed = !touched.allSatisfy { original.isEqual(spliced, row: row, $0) }
      }
    }
    #expect(different == 0, "rows that differ outside, \(place)")
    return changed
  }

  @Test("only the pixels under touched blocks change, of small files", arguments: SmallJPEG.all)
  func small(sample: SmallJPEG) throws { try splice(sample.bytes) }

  @Test("only the pixels under touched blocks change, of the samples", arguments: samplePhotos)
  func sample(name: String) throws {
    try splice([UInt8](Data(contentsOf: URL(filePath: "\(Checkout.samples)/\(name)"))))
  }

  @Test(
    "only the pixels under touched blocks change, of real photos",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"), arguments: sharedPhotos)
  func shared(name: String) throws {
    let path = try #require(SharedPhotos.path(name))
    try splice([UInt8](Data(contentsOf: URL(filePath: path))))
  }

  @Test("only the pixels under touched blocks change, of a file without tables")
  func withoutTables() throws {
    try splice(JPEGParts(SmallJPEG.restarts.bytes).withoutTables().bytes)
  }
}
