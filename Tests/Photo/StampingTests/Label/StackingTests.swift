import CaptureTime
import Fonts
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("Labels on one photo")
struct StackingTests {
  private static let searchPath = FontSearchPath(override: Checkout.faces, executableFolder: nil)
  private static let frame = Frame(pixelWidth: 480, pixelHeight: 360)

  private func design(
    _ template: String, _ position: LabelPosition, _ change: (inout LabelStyle) -> Void = { _ in }
  ) throws -> LabelDesign {
    var style = LabelStyle(.plain)
    style.position = position
    change(&style)
    return LabelDesign(
      style: style,
      text: try LabelText(template: template, format: TimeFormat("%H", locale: "en_US")),
      fonts: try LabelFonts(face: style.face, searchPath: Self.searchPath))
  }

  private func labels(
    _ designs: [LabelDesign], logo: LabelLogo? = nil, on frame: Frame = frame
  ) throws -> PhotoLabels {
    try PhotoLabels(
      designs, logo: logo, values: LabelValues(time: nil), requiresFields: false, on: frame)
  }

  @Test(
    "stand one past another at one place, the first where it stands alone",
    arguments: [LabelPosition.bottomLeft, .topRight, .center])
  func stacks(position: LabelPosition) throws {
    let first = try design("first", position)
    let alone = try labels([first])
    let both = try labels([first, design("second", position)])
    #expect(both.warnings.isEmpty)
    let (one, two) = (try alone.drawings(), try both.drawings())
    #expect(two[0].y == one[0].y && two[0].x == one[0].x)
    #expect(position == .bottomLeft ? two[1].y < two[0].y - 15 : two[1].y > two[0].y + 15)
  }

  @Test("leave the logo at their place its own room")
  func logo() throws {
    var picture = Overlay(width: 10, height: 10)
    for index in picture.pixels.indices { picture.pixels[index] = RGBA(red: 9, green: 9, blue: 9) }
    let logo = LabelLogo(
      picture, height: .points(32), margin: .points(16), position: .bottomLeft)
    let labels = try labels([design("first", .bottomLeft)], logo: logo)
    #expect(labels.warnings.isEmpty)
    let drawings = try labels.drawings()
    #expect(drawings[1].x == 16 && drawings[1].y + 32 <= 330)
  }

  @Test("say that they overlap where there is no room for both")
  func noRoom() throws {
    let large: (inout LabelStyle) -> Void = { $0.size = .points(150) }
    let labels = try labels([design("A", .bottomLeft, large), design("B", .bottomLeft, large)])
    #expect(labels.warnings.contains(.overlappingLabels))
  }

  @Test("a plate stands at the margin, and keeps its padding without one", arguments: [0.0, 16])
  func plates(margin: Double) throws {
    for position in [LabelPosition.topLeft, .bottomRight] {
      var style = LabelStyle(.box)
      (style.position, style.margin) = (position, .points(margin))
      let geometry = try LabelGeometry(
        frame: Self.frame, style: style, text: .init(widths: [8], ascent: 1, descent: 0.25))
      let plate = geometry.outer
      #expect(abs(plate.x - (position == .topLeft ? margin : 480 - margin - plate.width)) < 1e-9)
      #expect(abs(plate.y - (position == .topLeft ? margin : 360 - margin - plate.height)) < 1e-9)
      #expect(abs(geometry.box.x - plate.x - 0.35 * 16) < 1e-9)
    }
  }

  @Test("a long text is a block that is wrapped at the frame, and larger than one line would be")
  func wraps() throws {
    let words = Array(repeating: "weather permitting", count: 15).joined(separator: " ")
    let design = try design(words, .bottomLeft)
    let lines = try design.set([words], on: Self.frame)
    #expect(lines.count > 2)
    #expect(lines.allSatisfy { $0.width * 16 <= 448 })
    #expect(try labels([design]).warnings.isEmpty)
    #expect(try labels([design]).text == words)
    let narrow = try self.design(words, .bottomLeft) { $0.maxWidth = .points(200) }
    #expect(try narrow.set([words], on: Self.frame).count > lines.count)
  }

  @Test("a text that is too much for the frame is set smaller and wrapped again")
  func tooMuch() throws {
    let words = Array(repeating: "weather permitting", count: 60).joined(separator: " ")
    let design = try design(words, .bottomLeft)
    let labels = try labels([design])
    #expect(
      labels.warnings.contains { if case .shrunk(let factor) = $0 { factor > 0.4 } else { false } })
    #expect(labels.box.height <= 328.01 && labels.box.width <= 448.01)
  }

  @Test("what fits stays on its line, and what cannot be broken shrinks")
  func fits() throws {
    let short = try design("2024-01-31 23:59", .bottomLeft)
    #expect(try short.set(["2024-01-31 23:59"], on: Self.frame).count == 1)
    let word = String(repeating: "n", count: 80)
    let labels = try labels([design(word, .bottomLeft)])
    #expect(labels.box.width <= 448.01)
  }

  @Test("a least size counts on small photos only", arguments: [(120, 12.0), (3_600, 160)])
  func leastSize(side: Int, em: Double) throws {
    var style = LabelStyle(.plain)
    style.minSize = .pixels(12)
    let geometry = try LabelGeometry(
      frame: Frame(pixelWidth: side, pixelHeight: side), style: style,
      text: .init(widths: [4], ascent: 1, descent: 0.25))
    #expect(abs(geometry.emSize - em) < 1e-9)
  }
}
