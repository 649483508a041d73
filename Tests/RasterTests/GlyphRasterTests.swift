import Foundation
import Raster
import TestSupport
import Testing

@Suite struct GlyphRasterTests {
  /// A line of text and how it lies in its mask, all in em.
  private struct Line {
    static let left = 0.5
    static let baseline = 1.5

    var glyphs: [PositionedGlyph] = []
    let width: Double

    init(_ text: String, font: Font, emSize: Double) {
      var pen = Self.left
      for scalar in text.unicodeScalars {
        glyphs.append(PositionedGlyph(scalar: scalar, font: font, x: pen * emSize))
        pen += font.advance(of: scalar)
      }
      width = pen + Self.left
    }
  }

  /// What a mask shows, in em.
  private struct Ink {
    var left = Double.infinity
    var right = -Double.infinity
    var top = Double.infinity
    var bottom = -Double.infinity
    var centre = (x: 0.0, y: 0.0)
    var area = 0.0

    init(_ mask: Coverage, emSize: Double) {
      for y in 0..<mask.height {
        for x in 0..<mask.width where mask[x, y] > 0 {
          let share = Double(mask[x, y]) / 255
          area += share
          centre.x += share * (Double(x) + 0.5)
          centre.y += share * (Double(y) + 0.5)
          // The edge pixel counts as far as it is covered.
          left = min(left, Double(x) + 1 - share)
          right = max(right, Double(x) + share)
          top = min(top, Double(y) + 1 - share)
          bottom = max(bottom, Double(y) + share)
        }
      }
      centre = (centre.x / area / emSize, centre.y / area / emSize)
      area /= emSize * emSize
      (left, right, top, bottom) = (left / emSize, right / emSize, top / emSize, bottom / emSize)
    }
  }

  private func draw(
    _ text: String, _ face: Face, outline: Double? = nil, emSize: Double
  ) throws -> Coverage {
    let line = Line(text, font: try face.font(), emSize: emSize)
    return try GlyphRaster.coverage(
      of: line.glyphs, outline: outline, baseline: Line.baseline * emSize, emSize: emSize,
      width: Int((line.width * emSize).rounded(.up)), height: Int((2 * emSize).rounded(.up)))
  }

  private static let labels: [(face: Face, text: String)] = [
    (.sans, "2024-01-31 23:59"), (.hangul, "2024년 01월 31일"), (.segments, "24-01-31 23:59"),
  ]
  /// Smaller ones are drawn larger by the caller: pens are put on whole pixels.
  private static let emSizes = [48, 57.7, 64, 96.3, 130]

  @Test("the same text is the same picture at every size", arguments: labels, emSizes)
  func scales(label: (face: Face, text: String), emSize: Double) throws {
    let large = Ink(try draw(label.text, label.face, emSize: 267), emSize: 267)
    let ink = Ink(try draw(label.text, label.face, emSize: emSize), emSize: emSize)
    #expect(abs(ink.centre.x - large.centre.x) < 0.04)
    #expect(abs(ink.centre.y - large.centre.y) < 0.02)
    #expect(abs(ink.area / large.area - 1) < 0.05)
    // Within a pixel, which is what the coverage of an edge pixel says of its ink.
    let pixel = 1 / emSize + 0.02
    #expect(abs(ink.left - large.left) < pixel)
    #expect(abs(ink.right - large.right) < pixel)
    #expect(abs(ink.top - large.top) < pixel)
    #expect(abs(ink.bottom - large.bottom) < pixel)
  }

  @Test("what a glyph wholly covers is 255, what it does not reach is 0")
  func extremes() throws {
    let mask = try draw("8", .segments, emSize: 100)
    #expect(mask.values.max() == 255)
    #expect(mask[0, 0] == 0)
  }

  @Test("a line's outline is what grows from all of its ink", arguments: labels, [0.3, 1, 5.7, 12])
  func outline(label: (face: Face, text: String), radius: Double) throws {
    let ink = try draw(label.text, label.face, emSize: 64)
    let outline = try draw(label.text, label.face, outline: radius, emSize: 64)
    #expect(outline == ink.dilated(by: radius))
  }

  @Test("glyphs that overlap cover no more than everything, and no less than each alone")
  func overlap() throws {
    let font = try Face.sans.font()
    func cover(_ positions: [Double]) throws -> Coverage {
      try GlyphRaster.coverage(
        of: positions.map { PositionedGlyph(scalar: "8", font: font, x: $0) }, baseline: 50,
        emSize: 60, width: 80, height: 60)
    }
    let both = try cover([5, 15])
    let (first, second) = (try cover([5]), try cover([15]))
    for index in both.values.indices {
      #expect(both.values[index] >= max(first.values[index], second.values[index]))
    }
  }

  @Test("what reaches beyond the mask is cut off on all sides")
  func clipped() throws {
    let font = try Face.sans.font()
    for (x, y) in [(-30.0, 20.0), (30, 20), (0, -5), (0, 90), (-1e9, 1e9)] {
      let mask = try GlyphRaster.coverage(
        of: [PositionedGlyph(scalar: "W", font: font, x: x)], baseline: y, emSize: 40, width: 40,
        height: 40)
      #expect(mask.values.count == 1600)
    }
  }

  @Test("text far below a pixel is a faint shade", arguments: [0.001, 0.04, 0.5, 1.5])
  func tiny(emSize: Double) throws {
    let mask = try draw("2024-01-31", .sans, emSize: emSize)
    #expect((mask.values.max() ?? 0) < 200)
  }

  @Test("a font file that is gone is an error that names it")
  func gone() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Face.segments.path)
    let font = try Font(file: path)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: RasterError.cannotDraw(font: path, detail: "Could not find/open font")) {
      try GlyphRaster.coverage(
        of: [PositionedGlyph(scalar: "8", font: font, x: 0)], baseline: 10, emSize: 10, width: 10,
        height: 10)
    }
  }

  @Test("threads draw at the same time and draw the same")
  func threads() async throws {
    let expected = try draw("2024-01-31", .sans, emSize: 16)
    try await withThrowingTaskGroup(of: Coverage.self) { group in
      for _ in 0..<8 { group.addTask { try draw("2024-01-31", .sans, emSize: 16) } }
      for try await mask in group { #expect(mask == expected) }
    }
  }
}
