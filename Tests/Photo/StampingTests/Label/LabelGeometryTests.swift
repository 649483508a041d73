import Raster
import Testing

@testable import Stamping

@Suite("The label's geometry")
struct LabelGeometryTests {
  static let text = LabelGeometry.TextExtents(widths: [8], ascent: 1, descent: 0.25)
  static let sizes = [
    (133, 100), (100, 133), (640, 480), (480, 640), (4608, 3456), (8660, 5774), (3000, 400),
    (400, 3000), (65_500, 1_000),
  ]

  @Test("is the same in points on every photo", arguments: sizes)
  func isTheSameInPoints(width: Int, height: Int) throws {
    let frame = Frame(pixelWidth: width, pixelHeight: height)
    let geometry = try LabelGeometry(frame: frame, style: LabelStyle(.plain), text: Self.text)
    #expect(abs(geometry.emSize / frame.scale - 16) < 1e-9)
    #expect(abs(geometry.box.x / frame.scale - 16) < 1e-9)
    #expect(abs((Double(height) - geometry.lines[0].baseline) / frame.scale - 16) < 1e-9)
    #expect(abs(geometry.box.width / frame.scale - 128) < 1e-9)
    #expect(abs(geometry.box.height / frame.scale - 20) < 1e-9)
    #expect(geometry.shrink == 1)
  }

  @Test(
    "stands at the nine places",
    arguments: [
      (LabelPosition.topLeft, 16.0, 16.0), (.top, 176, 16), (.topRight, 336, 16),
      (.left, 16, 170), (.center, 176, 170), (.right, 336, 170),
      (.bottomLeft, 16, 328), (.bottom, 176, 328), (.bottomRight, 336, 328),
    ])
  func stands(position: LabelPosition, x: Double, y: Double) throws {
    var style = LabelStyle(.plain)
    style.position = position
    let frame = Frame(pixelWidth: 480, pixelHeight: 360)
    let geometry = try LabelGeometry(frame: frame, style: style, text: Self.text)
    #expect(abs(geometry.box.x - x) < 1e-9)
    #expect(abs(geometry.box.y - y) < 1e-9)
  }

  @Test("keeps its left end and baseline whatever the text's width")
  func keepsItsAnchor() throws {
    let frame = Frame(pixelWidth: 640, pixelHeight: 480)
    let boxes = try [1.0, 4, 8].map { width in
      try LabelGeometry(
        frame: frame, style: LabelStyle(.plain),
        text: .init(widths: [width], ascent: 1, descent: 0.25))
    }
    #expect(Set(boxes.map(\.lines[0].x)).count == 1)
    #expect(Set(boxes.map(\.lines[0].baseline)).count == 1)
  }

  @Test("sets lines one below another, flush with the side at which they stand")
  func lines() throws {
    let text = LabelGeometry.TextExtents(widths: [8, 4, 6], ascent: 1, descent: 0.25)
    let frame = Frame(pixelWidth: 480, pixelHeight: 360)
    func geometry(_ position: LabelPosition) throws -> LabelGeometry {
      var style = LabelStyle(.plain)
      style.position = position
      return try LabelGeometry(frame: frame, style: style, text: text)
    }
    let bottom = try geometry(.bottomLeft)
    #expect(bottom.lines.map(\.x) == [16, 16, 16])
    #expect(bottom.lines.map(\.baseline) == [304, 324, 344])
    #expect(bottom.box == .init(x: 16, y: 288, width: 128, height: 60))
    let top = try geometry(.topRight)
    #expect(top.lines.map(\.x) == [336, 400, 368])
    #expect(top.lines.map(\.baseline) == [32, 52, 72])
    let middle = try geometry(.center)
    #expect(middle.lines.map(\.x) == [176, 208, 192])
    #expect(middle.box == .init(x: 176, y: 150, width: 128, height: 60))
    #expect(middle.lines[0].baseline == 166)
  }

  @Test("shrinks lines that are together too high")
  func shrinksLines() throws {
    let geometry = try LabelGeometry(
      frame: Frame(pixelWidth: 360, pixelHeight: 360), style: LabelStyle(.plain),
      text: .init(widths: [Double](repeating: 1, count: 41), ascent: 1, descent: 0.25))
    #expect(abs(geometry.shrink - 0.4) < 1e-9)
    #expect(abs(geometry.box.height - 328) < 1e-9)
  }

  @Test("is shrunk to the frame less its margins")
  func shrinks() throws {
    let frame = Frame(pixelWidth: 360, pixelHeight: 480)
    let geometry = try LabelGeometry(
      frame: frame, style: LabelStyle(.plain), text: .init(widths: [41], ascent: 1, descent: 0.25))
    #expect(abs(geometry.box.width - 328) < 1e-9)
    #expect(abs(geometry.shrink - 0.5) < 1e-9)
  }

  @Test("takes sizes in pixels as they are")
  func pixels() throws {
    var style = LabelStyle(.plain)
    style.size = .pixels(48)
    style.margin = .pixels(20)
    let geometry = try LabelGeometry(
      frame: Frame(pixelWidth: 4000, pixelHeight: 3000), style: style, text: Self.text)
    #expect(geometry.emSize == 48)
    #expect(geometry.box.x == 20)
    #expect(geometry.lines[0].baseline == 2980)
  }

  @Test("keeps the descent on the photo where there is no margin")
  func noMargin() throws {
    var style = LabelStyle(.plain)
    style.margin = .points(0)
    let geometry = try LabelGeometry(
      frame: Frame(pixelWidth: 360, pixelHeight: 360), style: style, text: Self.text)
    #expect(geometry.box.y + geometry.box.height == 360)
  }

  @Test("refuses what nobody could read", arguments: [(1, 1), (30, 20), (5000, 1)])
  func tooSmall(width: Int, height: Int) {
    #expect(throws: LabelError.self) {
      try LabelGeometry(
        frame: Frame(pixelWidth: width, pixelHeight: height), style: LabelStyle(.plain),
        text: Self.text)
    }
  }

  @Test("refuses margins that leave nothing")
  func margins() {
    var style = LabelStyle(.plain)
    style.margin = .points(180)
    #expect(
      throws: LabelError.marginTooLarge(margin: 180, frameWidth: 480, frameHeight: 360)
    ) {
      try LabelGeometry(
        frame: Frame(pixelWidth: 640, pixelHeight: 480), style: style, text: Self.text)
    }
  }
}
