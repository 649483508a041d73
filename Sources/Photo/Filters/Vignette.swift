/// A colour that comes in from a photo's edges, the same at all four corners.
///
/// The distance of a place from the centre is measured by the photo's own sides: 0 there and 1 at the
/// corners. So it is the same whichever way the photo is turned. A pixel becomes a mix, in sRGB, of what
/// it is and the colour, by the amount at its middle; in GLSL, for `uv` of 0…1:
///
///     vec2 place = 2.0 * uv - 1.0;
///     float end = radius + softness;
///     float amount = strength * smoothstep(radius * radius, end * end, dot(place, place) / 2.0);
///     pixel = mix(pixel, colour, amount);
package struct Vignette: Hashable, Sendable {
  /// The distance at which it begins.
  package let radius: Double
  /// How far it is from there to its full strength, above 0.
  package let softness: Double
  /// The colour's share there, from 0 to less than 1.
  package let strength: Double
  package let colour: ColourCode

  /// The colour's share at the square of a distance.
  package func amount(atSquare square: Double) -> Double {
    let (start, end) = (radius * radius, (radius + softness) * (radius + softness))
    let share = min(max((square - start) / (end - start), 0), 1)
    return strength * share * share * (3 - 2 * share)
  }
}

/// A vignette at a photo's size.
struct VignetteShade: Sendable {
  typealias Amounts = SIMD4<UInt32>

  /// What a pixel's column adds to the share that `smoothstep` makes smooth, for as many pixels as fill
  /// groups of eight.
  private let columns: [Float]
  private let height: Int
  /// What an addition to the square of the distance is in that share.
  private let slope: Double
  /// The share at the centre, at most 0.
  private let centre: Double
  private let strength: Float

  init(_ vignette: Vignette, width: Int, height: Int) {
    let (start, end) = (vignette.radius, vignette.radius + vignette.softness)
    let slope = 1 / (end * end - start * start)
    columns = (0..<(width + 7) / 8 * 8).map { x in
      Float(slope * Self.square(of: min(x, width - 1), in: width))
    }
    self.height = height
    self.slope = slope
    centre = -slope * start * start
    strength = Float(vignette.strength * 256)
  }

  /// What a column or row adds to the square of a distance: at the ends nearly half of all.
  private static func square(of index: Int, in count: Int) -> Double {
    let place = Double(2 * index + 1 - count) / Double(count)
    return place * place / 2
  }

  func row(_ y: Int) -> Row {
    Row(shade: self, least: Float(centre + slope * Self.square(of: y, in: height)))
  }

  /// A vignette along one row of the photo.
  struct Row {
    fileprivate let shade: VignetteShade
    /// The share in the middle of the row.
    fileprivate let least: Float

    /// Whether all pixels from one to another are within the radius.
    func isClear(from first: Int, through last: Int) -> Bool {
      // Shares rise to both sides of the centre.
      max(shade.columns[first], shade.columns[last]) + least <= 0
    }

    /// The colour's share in a pixel of the photo, from 0 to less than 1.
    func share(_ x: Int) -> Float {
      let share = min(max(shade.columns[x] + least, 0), 1)
      return share * share * (3 - 2 * share) * shade.strength / 256
    }

    /// The colour's share, in 256ths, in four pixels from a column on; the caller guarantees that there are
    /// so many in the photo, or in the group of eight that its last ones begin.
    @inline(__always)
    func amounts(_ x: Int) -> Amounts {
      typealias Four = SIMD4<Float>
      var share = shade.columns.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: 4 &* x, as: Four.self)
      }
      share += Four(repeating: least)
      share.replace(with: Four(repeating: 0), where: share .< Four(repeating: 0))
      share.replace(with: Four(repeating: 1), where: share .> Four(repeating: 1))
      let (two, three) = (2 * shade.strength, 3 * shade.strength)
      let smooth = share * share * (Four(repeating: three) - share * Four(repeating: two))
      // From 2²³ on the last bit of a Float is worth 1.
      let rounded = smooth + Four(repeating: 8_388_608)
      return unsafeBitCast(rounded, to: Amounts.self) & Amounts(repeating: 0xff)
    }
  }
}
