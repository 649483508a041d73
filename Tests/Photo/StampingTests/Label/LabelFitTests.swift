import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A label suits the photo under it")
struct LabelFitTests {
  private static let white = RGBA(red: 255, green: 255, blue: 255)
  private static let black = RGBA(red: 0, green: 0, blue: 0)

  /// The label as it is drawn on a photo of one gray.
  private func label(
    _ style: LabelStyle, on gray: UInt8, width: Int = 1200, height: Int = 900
  ) throws -> Overlay {
    let label = try LabelDrawingTests.draw(style: style, width: width, height: height)
    let (width, height) = (label.overlay.width, label.overlay.height)
    return label.fitted { _ in Backdrop(width: width, height: height) { _, _ in gray } }?.overlay
      ?? label.overlay
  }

  private func has(_ colour: RGBA, _ overlay: Overlay) -> Bool { overlay.pixels.contains(colour) }

  @Test("diary is dark on a light photo and light on a dark one")
  func diary() throws {
    let style = LabelStyle(.diary)
    #expect(try has(Self.black, label(style, on: 250)))
    #expect(try has(Self.white, label(style, on: 20)))
    #expect(try !has(Self.black, label(style, on: 20)))
  }

  @Test("a tone that is given stays", arguments: [UInt8(0), 100, 255])
  func tones(gray: UInt8) throws {
    for preset in [LabelStyle.Preset.plain, .diary, .box] {
      var style = LabelStyle(preset)
      style.tone = .light
      #expect(try has(Self.white, label(style, on: gray)))
      style.tone = .dark
      #expect(try has(Self.black, label(style, on: gray)))
    }
  }

  @Test("plain has a contrast of 4.5:1 on any gray, and its outline only where that is needed")
  func plain() throws {
    let style = LabelStyle(.plain)
    let usual = try LabelDrawingTests.draw(style: style, width: 1200, height: 900).overlay
    #expect(try label(style, on: 255) == usual)
    #expect(try label(style, on: 40) != usual)
    for gray in stride(from: UInt8(0), through: 255, by: 15) {
      let overlay = try label(style, on: gray)
      let image = try MadePhoto.image(width: overlay.width, height: overlay.height) { _, _ in
        RGBA(red: gray, green: gray, blue: gray)
      }
      image.blend(overlay, through: Placement(originX: 0, originY: 0))
      var ink = Coverage(width: overlay.width, height: overlay.height)
      for index in overlay.pixels.indices where overlay.pixels[index] == Self.white {
        ink.values[index] = 255
      }
      let (near, far) = (ink.dilated(by: 1.5), ink.dilated(by: 2))
      var least = 21.0
      for y in 0..<overlay.height {
        for x in 0..<overlay.width where near[x, y] == 0 && far[x, y] == 255 {
          least = min(least, Self.white.contrast(to: image[x, y]))
        }
      }
      #expect(least >= 4.4, "on \(gray)")
    }
  }

  @Test("an outline that was asked for is drawn on every photo")
  func outline() throws {
    var style = LabelStyle(.plain)
    style.isSoft = false
    #expect(try label(style, on: 0) == label(style, on: 255))
  }

  @Test("film has a dark line only where the photo is light")
  func film() throws {
    let style = LabelStyle(.film)
    func darkest(_ overlay: Overlay) -> UInt8 {
      overlay.pixels.filter { $0.alpha > 200 }.map(\.red).min() ?? 255
    }
    #expect(try darkest(label(style, on: 20)) > 200)
    #expect(try darkest(label(style, on: 230)) < 128)
  }

  @Test("has ink only where it might have had it", arguments: LabelStyle.Preset.allCases)
  func ink(preset: LabelStyle.Preset) throws {
    let style = LabelStyle(preset)
    let usual = try LabelDrawingTests.draw(style: style, width: 640, height: 480).overlay
    for gray in [UInt8(10), 200] {
      let overlay = try label(style, on: gray, width: 640, height: 480)
      #expect(zip(overlay.pixels, usual.pixels).allSatisfy { $0.alpha == 0 || $1.alpha > 0 })
    }
  }
}
