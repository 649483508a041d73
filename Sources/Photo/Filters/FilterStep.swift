/// Red, green and blue, 0…1 each: values of sRGB, or amounts of light.
package typealias Colour = SIMD3<Double>

/// One step of a recipe: takes a colour and gives another, its channels 0…1 again, without a jump and
/// without an edge where something would be cut off. So few entries of a table say all of it.
package indirect enum FilterStep: Hashable, Sendable {
  /// All channels through one curve.
  case curve(ToneCurve)
  /// Each channel through a curve of its own.
  case curves(red: ToneCurve, green: ToneCurve, blue: ToneCurve)
  /// The grey of these shares of the channels, 1 together, as film has it behind a glass of some colour.
  case grey(red: Double, green: Double, blue: Double)
  /// Towards the grey of the same luminance: 1 leaves the colour, 0 leaves its grey.
  case saturation(Double)
  /// Away from the grey of the same luminance, by so much of the way from there, at most 0.25, where a
  /// channel is in the middle; by less the nearer it is to its ends.
  case vibrance(Double)
  /// A colour laid over it.
  case blend(BlendMode, ColourCode, opacity: Double)
  /// Black becomes the one colour and white the other; tones between them are interpolated.
  case ends(black: ColourCode, white: ColourCode)
  /// Steps on amounts of light, where a grey is as light as the colour that it stands for.
  case inLinearLight([FilterStep])
}

/// How a colour is laid over another.
package enum BlendMode: Hashable, Sendable {
  /// As two projectors on one screen: it only gets lighter.
  case screen
  /// Darker where the colour is below the middle and lighter where it is above it, black and white staying
  /// (W3C Compositing and Blending, §10.1.11, without the edge that this has at a quarter).
  case softLight
}

/// A colour of sRGB as pages have it, `0xRRGGBB`.
package struct ColourCode: Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let code: UInt32

  package init(integerLiteral code: UInt32) { self.code = code }

  package var colour: Colour {
    Colour(Double(code >> 16 & 0xff), Double(code >> 8 & 0xff), Double(code & 0xff)) / 255
  }
}

extension FilterStep {
  package func callAsFunction(_ colour: Colour) -> Colour {
    switch self {
    case .curve(let curve): return Colour(curve(colour.x), curve(colour.y), curve(colour.z))
    case .curves(let red, let green, let blue):
      return Colour(red(colour.x), green(colour.y), blue(colour.z))
    case .grey(let red, let green, let blue): return colour.grey(of: Colour(red, green, blue))
    case .saturation(let share):
      let grey = colour.grey(of: Colour.luminance)
      return grey + (colour - grey) * share
    case .vibrance(let share):
      let grey = colour.grey(of: Colour.luminance)
      return colour + (colour - grey) * (4 * share * colour * (1 - colour))
    case .blend(let mode, let layer, let opacity):
      return colour + (mode.lay(layer.colour, over: colour) - colour) * opacity
    case .ends(let black, let white):
      return black.colour + (white.colour - black.colour) * colour
    case .inLinearLight(let steps):
      return steps.reduce(colour.linear) { $1($0) }.encoded
    }
  }
}

extension BlendMode {
  fileprivate func lay(_ layer: Colour, over colour: Colour) -> Colour {
    switch self {
    case .screen: return layer + colour - layer * colour
    case .softLight:
      let pull: Colour = (2 * layer - 1) * colour
      return colour + pull * (1 - colour)
    }
  }
}

extension Colour {
  /// The shares of the channels in how light a colour is (ITU-R BT.709).
  fileprivate static let luminance = Colour(0.2126, 0.7152, 0.0722)

  fileprivate func grey(of shares: Colour) -> Colour { Colour(repeating: (shares * self).sum()) }

  /// Amounts of light for values of sRGB (IEC 61966-2-1).
  ///
  /// By roots and products alone, which are the same on every machine; `pow` of a C library need not be.
  var linear: Colour {
    map { $0 <= 0.04045 ? $0 / 12.92 : (($0 + 0.055) / 1.055).root(5).raised(to: 12) }
  }

  /// Values of sRGB for amounts of light.
  var encoded: Colour {
    map {
      $0 <= 0.0031308
        ? $0 * 12.92 : 1.055 * $0.squareRoot().squareRoot().root(3).raised(to: 5) - 0.055
    }
  }

  private func map(_ body: (Double) -> Double) -> Colour { Colour(body(x), body(y), body(z)) }
}

extension Double {
  /// The root of a number above 0 and at most 1, by Newton's method: from 1 it comes down to it, in about
  /// ten steps, and stays where no step leads lower.
  fileprivate func root(_ degree: Int) -> Double {
    var estimate = max(1, self)
    while true {
      let step = (estimate - self / estimate.raised(to: degree - 1)) / Double(degree)
      guard estimate - step < estimate else { return estimate }
      estimate -= step
    }
  }

  fileprivate func raised(to power: Int) -> Double {
    (0..<power).reduce(1) { product, _ in product * self }
  }
}
