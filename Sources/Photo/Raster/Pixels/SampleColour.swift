import Formats
import Glibc

extension Double {
  /// The natural one.
  var logarithm: Double { log(self) }
}

/// Shows light of any brightness: values above white approach white (Reinhard and
/// others, "Photographic Tone Reproduction for Digital Images", 2002, the global operator).
struct ToneMapping {
  private let scale: Double

  /// What a picture's mean brightness is shown as.
  private static let middleGray = 0.18

  /// - Parameter meanLogarithm: that of the picture's light.
  init(meanLogarithm: Double) { scale = Self.middleGray / exp(meanLogarithm) }

  /// The share of white, as it is coded (IEC 61966-2-1).
  func callAsFunction(_ light: Double) -> Double {
    guard light > 0 else { return 0 }
    let scaled = light * scale
    let shown = scaled.isFinite ? scaled / (1 + scaled) : 1
    return shown <= 0.003_130_8 ? 12.92 * shown : 1.055 * pow(shown, 1 / 2.4) - 0.055
  }
}

extension SampleGrid {
  /// A pixel's colour in eight bits; ink without a colour profile.
  ///
  /// - Parameters:
  ///   - x: its column.
  ///   - y: its row.
  ///   - tone: how light is shown; nil for samples that are from 0 to 1.
  /// - Returns: the colour, with straight alpha.
  func colour(x: Int, y: Int, tone: ToneMapping?) -> RGBA {
    var alpha = 1.0
    if samples.alpha != .none {
      alpha = max(0, min(1, share(x: x, y: y, sample: samples.colour.sampleCount)))
    }
    func shown(_ sample: Int) -> Double {
      var value = share(x: x, y: y, sample: sample)
      if samples.alpha == .associated, alpha > 0 { value /= alpha }
      return tone.map { $0(value) } ?? value
    }
    func colour(_ red: Double, _ green: Double, _ blue: Double) -> RGBA {
      RGBA(
        red: Self.byte(red), green: Self.byte(green), blue: Self.byte(blue),
        alpha: Self.byte(alpha))
    }
    switch samples.colour {
    case .palette:
      let entry = palette(Int(raw(x: x, y: y, sample: 0)))
      return RGBA(red: UInt8(entry[0]), green: UInt8(entry[1]), blue: UInt8(entry[2]))
    case .blackIsZero:
      let gray = shown(0)
      return colour(gray, gray, gray)
    case .whiteIsZero:
      let gray = 1 - shown(0)
      return colour(gray, gray, gray)
    case .rgb, .ycc: return colour(shown(0), shown(1), shown(2))
    case .cmyk:
      let paper = 1 - shown(3)
      return colour((1 - shown(0)) * paper, (1 - shown(1)) * paper, (1 - shown(2)) * paper)
    }
  }

  private static func byte(_ share: Double) -> UInt8 {
    share > 0 ? UInt8(min(share, 1) * 255 + 0.5) : 0
  }

  /// How bright a pixel of floating-point samples is: on the mean, and in its brightest colour.
  func light(x: Int, y: Int) -> (mean: Double, largest: Double) {
    let values = (0..<samples.colour.sampleCount).map { share(x: x, y: y, sample: $0) }
    return (values.reduce(0, +) / Double(values.count), values.max() ?? 0)
  }
}
