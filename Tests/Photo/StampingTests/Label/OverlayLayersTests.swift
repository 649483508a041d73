import Raster
import Testing

@testable import Stamping

@Suite("Layers of colour")
struct OverlayLayersTests {
  private static let colours = [
    RGBA(red: 0, green: 0, blue: 0, alpha: 217), RGBA(red: 255, green: 140, blue: 26, alpha: 255),
    RGBA(red: 9, green: 200, blue: 90, alpha: 0), RGBA(red: 255, green: 255, blue: 255, alpha: 90),
  ]

  /// Runs of bare and of full pixels, and single ones of any opacity between.
  private static func mask(width: Int, height: Int) -> Coverage {
    var mask = Coverage(width: width, height: height)
    var index = 0
    while index < mask.values.count {
      let end = min(index + .random(in: 1...40), mask.values.count)
      switch Int.random(in: 0..<3) {
      case 0: break
      case 1: for full in index..<end { mask.values[full] = 255 }
      default: for some in index..<end { mask.values[some] = .random(in: 0...255) }
      }
      index = end
    }
    return mask
  }

  /// One colour over another, in fractions (Porter and Duff 1984).
  private func over(_ below: RGBA, _ colour: RGBA, opacity: UInt8) -> RGBA {
    let above = (Double(colour.alpha) * Double(opacity) / 255).rounded() / 255
    let rest = Double(below.alpha) / 255 * (1 - above)
    if opacity == 0 || above + rest == 0 { return below }
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(((Double(a) * above + Double(b) * rest) / (above + rest)).rounded())
    }
    return RGBA(
      red: mix(colour.red, below.red), green: mix(colour.green, below.green),
      blue: mix(colour.blue, below.blue), alpha: UInt8(((above + rest) * 255).rounded()))
  }

  @Test("lie over one another as the formula says", arguments: colours, colours)
  func formula(lower: RGBA, upper: RGBA) {
    // Not a multiple of eight pixels.
    let (width, height) = (61, 37)
    let layers = [lower, upper].map { ($0, Self.mask(width: width, height: height)) }
    let overlay = Overlay(layers: layers, width: width, height: height)
    var largest = 0
    for index in overlay.pixels.indices {
      let expected = layers.reduce(RGBA.clear) { over($0, $1.0, opacity: $1.1.values[index]) }
      let observed = overlay.pixels[index]
      largest = max(largest, abs(Int(observed.alpha) - Int(expected.alpha)))
      if expected.alpha == 0 { continue }
      for channel in [\RGBA.red, \.green, \.blue] {
        let difference = Int(observed[keyPath: channel]) - Int(expected[keyPath: channel])
        largest = max(largest, abs(difference))
      }
    }
    #expect(largest <= 1)
  }
}
