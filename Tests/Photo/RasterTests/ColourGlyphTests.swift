import Testing

@testable import Raster

@Suite("A glyph that is a picture in colour")
struct ColourGlyphTests {
  /// A bright disc with a dark spot in its middle.
  private let face = ColourGlyph(width: 40, height: 40, left: 2, top: 36) { x, y in
    let (dx, dy) = (Double(x) - 19.5, Double(y) - 19.5)
    let distance = (dx * dx + dy * dy).squareRoot()
    if distance > 19 { return (0, 0, 0, 0) }
    return distance < 6 ? (20, 40, 60, 255) : (40, 200, 250, 255)
  }

  @Test("covers much where it is bright and little where it is dark", arguments: [0.25, 0.5, 1, 3])
  func face(factor: Double) throws {
    let mask = try face.mask(scaledBy: factor)
    let (width, height) = (mask.ink.width, mask.ink.height)
    #expect(abs(Double(width) - 40 * factor) <= 1 && abs(Double(height) - 40 * factor) <= 1)
    #expect(
      (mask.left, mask.top) == (
        Int((2 * factor).rounded(.down)), Int((-36 * factor).rounded(.down))
      ))
    #expect(mask.ink[width / 2, height / 2] < 80)
    #expect(mask.ink[width / 2, height / 5] > 230)
    #expect(mask.ink[0, 0] < 60)
  }

  @Test(
    "of one colour covers all of its shape, be it dark or bright",
    arguments: [0, 90, 250] as [UInt8])
  func shape(value: UInt8) throws {
    let glyph = ColourGlyph(width: 8, height: 8, left: 0, top: 8) { x, _ in
      x < 4 ? (value, value, value, 255) : (value / 2, value / 2, value / 2, 128)
    }
    let mask = try glyph.mask(scaledBy: 1)
    #expect(mask.ink[1, 1] == 255 && abs(Int(mask.ink[6, 6]) - 128) <= 1)
  }

  @Test("keeps its ink at every size")
  func ink() throws {
    func ink(_ factor: Double) throws -> Double {
      try face.mask(scaledBy: factor).ink.values.reduce(0) { $0 + Double($1) } / (factor * factor)
    }
    let own = try ink(1)
    for factor in [0.11, 0.3, 0.77, 1.5, 4] { #expect(try abs(ink(factor) / own - 1) < 0.03) }
  }

  @Test("without pixels, or too large to be drawn, does no harm")
  func bounds() throws {
    #expect(try ColourGlyph.blank.mask(scaledBy: 3).ink.values.isEmpty)
    #expect(throws: RasterError.self) { try face.mask(scaledBy: 1e5) }
  }
}
