import Fonts
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A drawn label")
struct LabelDrawingTests {
  static let time = "2024-01-31 23:59"

  static func draw(
    _ text: String = time, style: LabelStyle = LabelStyle(.plain), width: Int, height: Int
  ) throws -> LabelDrawing {
    let searchPath = FontSearchPath(override: Checkout.faces, executableFolder: nil)
    let line = try LabelFonts(face: style.face, searchPath: searchPath).line(text)
    let geometry = try LabelGeometry(
      frame: Frame(pixelWidth: width, pixelHeight: height), style: style,
      text: .init(
        widths: [line.width], ascent: line.fonts.ascent, descent: line.fonts.descent))
    return try LabelDrawing([line], geometry: geometry, style: style)
  }

  /// Where the ink is, weighted by its opacity: mean and spread of both axes, in frame points from
  /// the left and bottom edges.
  private func ink(width: Int, height: Int, text: String = time) throws -> [Double] {
    // The line around the glyphs has a least width in pixels, and so is wider on a tiny photo.
    var style = LabelStyle(.plain)
    style.outline = nil
    let label = try Self.draw(text, style: style, width: width, height: height)
    let overlay = label.overlay
    var (sum, sumX, sumY, sumXX, sumYY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for y in 0..<overlay.height {
      for x in 0..<overlay.width {
        let weight = Double(overlay[x, y].alpha)
        if weight == 0 { continue }
        let (px, py) = (Double(label.x + x) + 0.5, Double(height - label.y - y) - 0.5)
        sum += weight
        sumX += weight * px
        sumY += weight * py
        sumXX += weight * px * px
        sumYY += weight * py * py
      }
    }
    let scale = Frame(pixelWidth: width, pixelHeight: height).scale
    let (meanX, meanY) = (sumX / sum, sumY / sum)
    let spreadX = (sumXX / sum - meanX * meanX).squareRoot()
    let spreadY = (sumYY / sum - meanY * meanY).squareRoot()
    return [meanX, meanY, spreadX, spreadY].map { $0 / scale }
  }

  @Test(
    "has its ink at the same place and of the same size in points on every photo",
    arguments: [
      (100, 134), (134, 100), (333, 250), (640, 480), (480, 640), (1200, 300), (4608, 3456),
      (8660, 5774),
    ])
  func sameInk(width: Int, height: Int) throws {
    let reference = try ink(width: 2000, height: 2000)
    for (observed, expected) in zip(try ink(width: width, height: height), reference) {
      #expect(abs(observed - expected) < 0.5)
    }
  }

  @Test("does not move when the time changes")
  func doesNotMove() throws {
    // A digit's shadow reaches as far as the next hyphen.
    var style = LabelStyle(.plain)
    style.isSoft = false
    let first = try Self.draw("2024-01-31 23:59", style: style, width: 640, height: 480)
    let second = try Self.draw("2011-11-11 11:11", style: style, width: 640, height: 480)
    #expect(first.x == second.x && first.y == second.y)
    #expect(first.overlay.width == second.overlay.width)
    #expect(first.overlay.height == second.overlay.height)
    // The colon and the hyphens are the same pixels in both: only the digits differ.
    let em = 16.0 * 480 / 360
    let hyphen = Int(16.0 * 480 / 360 + (4 * 0.571 + 0.1) * em) - first.x
    for y in 0..<first.overlay.height {
      #expect(first.overlay[hyphen, y] == second.overlay[hyphen, y])
    }
  }

  @Test("takes characters from the next bundled face where the first lacks them")
  func fallsBack() throws {
    var style = LabelStyle(.plain)
    style.face = .bundled(.sevenSegment)
    let label = try Self.draw("24 월 ABC", style: style, width: 640, height: 480)
    #expect(label.overlay.pixels.contains { $0.alpha == 255 })
    #expect(throws: LabelError.self) {
      try Self.draw("\u{1F389}", style: style, width: 640, height: 480)
    }
  }

  @Test("draws Hangul the same in either normal form")
  func normalForms() throws {
    let composed = try Self.draw("월", width: 640, height: 480)
    let decomposed = try Self.draw("\u{110B}\u{116F}\u{11AF}", width: 640, height: 480)
    #expect(composed.overlay == decomposed.overlay)
  }
}
