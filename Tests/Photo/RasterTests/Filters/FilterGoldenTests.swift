import Formats
import Foundation
import Raster
import TestSupport
import Testing

@testable import Filters

/// Compares filtered pictures with those that somebody has looked at: a chart of greys, hues, skin, sky and
/// leaves, and beside it a photo.
///
/// `DAYSTAMP_RECORD=1 swift test --filter FilterGolden` writes the pictures anew; look at them then.
@Suite("Golden images of filters")
struct FilterGoldenTests {
  @Test("look as they did", arguments: Filter.allCases)
  func lookAsTheyDid(filter: Filter) throws {
    let paris = try Data(contentsOf: URL(filePath: "\(Checkout.samples)/paris.png"))
    let photo = try Image(decoding: PhotoFile([UInt8](paris))).shrunk(width: 96, height: 72)
    let parts = [try MadePhoto.image(width: 96, height: 72, Self.chart), photo]
    for part in parts {
      let pass = FilterPass(filter, width: part.width, height: part.height)
      for y in 0..<part.height { part.withRow(y) { pass.apply(to: $0, y: y) } }
    }
    let both = try MadePhoto.image(width: 192, height: 72) { x, y in parts[x / 96][x % 96, y] }
    let golden = try GoldenImage("Filters/\(filter.name)", comparedWith: both)
    #expect(golden.largest <= 1, "\(golden)")
  }

  /// The chart's colour at a place: six bands of twelve pixels.
  private static func chart(x: Int, y: Int) -> RGBA {
    let share = Double(x) / 95
    let colour =
      switch y / 12 {
      case 0: Colour(repeating: share)
      case 1: hue(share)
      case 2: 0.2 + 0.5 * hue(share)
      case 3: skins[x / 16].colour
      case 4: mix(0x5A8CC8, 0xD2E6FA, share)
      default: mix(0x1E3C14, 0x78AA3C, share)
      }
    let bytes = SIMD3<UInt8>(colour * 255, rounding: .toNearestOrAwayFromZero)
    return RGBA(red: bytes.x, green: bytes.y, blue: bytes.z)
  }

  private static let skins: [ColourCode] = [
    0xF6DCC8, 0xE8BE9F, 0xD19A74, 0xB07750, 0x805236, 0x503224,
  ]

  private static func mix(_ from: ColourCode, _ to: ColourCode, _ share: Double) -> Colour {
    from.colour + (to.colour - from.colour) * share
  }

  /// Red at 0, green at a third, blue at two thirds, and red again.
  private static func hue(_ share: Double) -> Colour {
    func channel(_ centre: Double) -> Double {
      let away = abs(share - centre)
      return min(max(2 - 6 * min(away, 1 - away), 0), 1)
    }
    return Colour(channel(0), channel(1 / 3.0), channel(2 / 3.0))
  }
}
