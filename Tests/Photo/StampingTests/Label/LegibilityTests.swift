import Foundation
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A label can be read")
struct LegibilityTests {
  enum Background: CaseIterable {
    case white, black, noise

    func colour(_ x: Int, _ y: Int) -> RGBA {
      switch self {
      case .white: RGBA(red: 255, green: 255, blue: 255)
      case .black: RGBA(red: 0, green: 0, blue: 0)
      case .noise:
        // A hash of the place (xorshift), black or white for each channel.
        { () -> RGBA in
          var state = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) | 1
          state ^= state << 13
          state ^= state >> 17
          state ^= state << 5
          return RGBA(
            red: state & 8 == 0 ? 0 : 255, green: state & 16 == 0 ? 0 : 255,
            blue: state & 32 == 0 ? 0 : 255)
        }()
      }
    }
  }

  /// Relative luminance (WCAG 2.2).
  private func luminance(_ colour: RGBA) -> Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
      + 0.0722 * linear(colour.blue)
  }

  /// Contrast ratio (WCAG 2.2).
  private func contrast(_ first: RGBA, _ second: RGBA) -> Double {
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test(
    "every glyph's fill has a contrast of 4.5:1 with what directly surrounds it",
    // Light has no contrast to a light ground; film has a hairline there (LabelFitTests).
    arguments: LabelStyle.Preset.allCases.filter { $0 != .film }, Background.allCases)
  func contrasts(preset: LabelStyle.Preset, background: Background) throws {
    let style = LabelStyle(preset)
    let (width, height) = (1200, 900)
    let text = preset == .diary ? "2024년 01월 31일 (수) 23:59" : "24-01-31 23:59"
    let label = try LabelDrawingTests.draw(text, style: style, width: width, height: height)
    let overlay = label.overlay
    let image = try MadePhoto.image(width: overlay.width, height: overlay.height) { x, y in
      background.colour(x, y)
    }
    image.blend(overlay, through: Placement(originX: 0, originY: 0))

    var fill = Coverage(width: overlay.width, height: overlay.height)
    for index in overlay.pixels.indices where overlay.pixels[index] == style.colour {
      fill.values[index] = 255
    }
    // From a pixel and a half beyond the fill, past its smoothed edge, to three pixels beyond.
    let (near, far) = (fill.dilated(by: 1.5), fill.dilated(by: 3))
    var ratios: [Double] = []
    for y in 0..<overlay.height {
      for x in 0..<overlay.width where near[x, y] == 0 && far[x, y] == 255 {
        ratios.append(contrast(style.colour, image[x, y]))
      }
    }
    #expect(fill.values.contains(255))
    #expect(ratios.count > 500)
    #expect(try #require(ratios.min()) >= 4.5)
  }

  @Test(
    "white glyphs are set off from a white ground on a small photo too",
    arguments: [(160, 120), (240, 180), (320, 240), (640, 480)])
  func smallPhotos(width: Int, height: Int) throws {
    let label = try LabelDrawingTests.draw(width: width, height: height)
    let overlay = label.overlay
    let image = try MadePhoto.image(width: overlay.width, height: overlay.height) { _, _ in
      RGBA(red: 255, green: 255, blue: 255)
    }
    image.blend(overlay, through: Placement(originX: 0, originY: 0))
    let white = RGBA(red: 255, green: 255, blue: 255)
    // Along every row that crosses a glyph, what bounds it on each side.
    var darkest: [Double] = []
    for y in 0..<overlay.height {
      let ratios = (0..<overlay.width).map { contrast(white, image[$0, y]) }
      let inked = (0..<overlay.width).filter { overlay[$0, y].alpha > 200 }
      guard let first = inked.first, let last = inked.last, last - first > overlay.width / 2 else {
        continue
      }
      darkest.append(ratios[max(0, first - 1)...first + 1].max() ?? 1)
      darkest.append(ratios[last - 1...min(last + 1, overlay.width - 1)].max() ?? 1)
    }
    #expect(darkest.count > 4)
    #expect(try #require(darkest.min()) >= 4.5)
  }
}
