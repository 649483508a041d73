package import Formats

/// What a JPEG's components mean.
package enum ComponentColour: Sendable, Hashable {
  /// One component of luminance.
  case gray
  /// Luminance and two colour differences (JFIF 1.02, page 3).
  case ycc
  case rgb
  /// Cyan, magenta, yellow and black ink; 255 is none and 0 the most.
  ///
  /// T.81 does not say so, but Photoshop began it (libjpeg.txt, "Special color spaces"), and djpeg,
  /// ImageMagick, Pillow, Chromium and Firefox take every JPEG of four components so. libgd does only
  /// where there is an Adobe segment, which encoders of CMYK write.
  case cmyk
  /// Black ink as in ``cmyk``, after luminance and colour differences of the other three; 255
  /// is the most (libjpeg, `ycck_cmyk_convert` in jdcolor.c).
  case ycck
  /// As ``cmyk`` the other way round, 0 is none and 255 the most: of JPEGs in TIFF files (TIFF 6.0,
  /// page 69).
  case inks

  package init(_ model: ColourModel) {
    switch model {
    case .gray: self = .gray
    case .rgb: self = .rgb
    case .cmyk: self = .cmyk
    case .ycck: self = .ycck
    default: self = .ycc
    }
  }

  /// What a component takes of each colour of its version of the layer.
  func weights(component: Int) -> Weights {
    switch (self, component) {
    case (.inks, 0), (.inks, 3): Weights(offset: 127, red: -1, green: 0, blue: 0)
    case (.inks, 1): Weights(offset: 127, red: 0, green: -1, blue: 0)
    case (.inks, _): Weights(offset: 127, red: 0, green: 0, blue: -1)
    case (.rgb, 0), (.cmyk, 0), (.cmyk, 3), (.ycck, 3):
      Weights(offset: -128, red: 1, green: 0, blue: 0)
    case (.rgb, 1), (.cmyk, 1): Weights(offset: -128, red: 0, green: 1, blue: 0)
    case (.rgb, _), (.cmyk, _): Weights(offset: -128, red: 0, green: 0, blue: 1)
    case (_, 0): Weights(offset: -128, red: 0.299, green: 0.587, blue: 0.114)
    case (_, 1): Weights(offset: 0, red: -0.168_735_9, green: -0.331_264_1, blue: 0.5)
    case (_, _): Weights(offset: 0, red: 0.5, green: -0.418_687_6, blue: -0.081_312_4)
    }
  }

  /// A component, from -128 to 127, as a sum of colours.
  struct Weights {
    let offset: Float
    let red: Float
    let green: Float
    let blue: Float

    /// The component's values of colours, so far as those hide the picture.
    @inline(__always)
    func value(of colours: LayerSums.Colours) -> SIMD8<Float> {
      offset * colours.share + red * colours.red + green * colours.green + blue * colours.blue
    }
  }

  /// The version of a layer that a component takes its colours of.
  func version(component: Int) -> LayerVersion {
    switch (self, component) {
    case (.gray, _), (.ycc, _), (.rgb, _): .light
    case (.cmyk, 3), (.ycck, 3), (.inks, 3): .black
    case (.cmyk, _), (.inks, _): .hue
    case (.ycck, _): .colouredInks
    }
  }
}

/// A layer's colours, or the part of them that some of a picture's inks print.
///
/// What paper reflects is the product of what black ink and each of the other three let through. So a
/// colour is taken apart into its largest component, which is left to black ink alone, and its
/// components over that. White needs no ink then, and black no other than black.
enum LayerVersion: Hashable {
  /// The colours as they are.
  case light
  /// What black ink lets through of white light, as a gray.
  case black
  /// What cyan, magenta and yellow let through of red, green and blue.
  case hue
  /// How much there is of cyan, magenta and yellow.
  case colouredInks

  func callAsFunction(_ layer: Layer) -> Layer {
    switch self {
    case .light: layer
    case .black: layer.map(\.black)
    case .hue: layer.map(\.hue)
    case .colouredInks: layer.map(\.hue.inverted)
    }
  }
}

extension Layer {
  fileprivate func map(_ change: (Pixel) -> Pixel) -> Layer {
    Layer(
      x: x, y: y, width: width, height: height,
      pixels: pixels.map { $0.alpha == 0 ? $0 : change($0) })
  }
}

extension Layer.Pixel {
  private var largest: UInt8 { max(red, green, blue) }

  fileprivate var black: Self { Self(red: largest, green: largest, blue: largest, alpha: alpha) }

  fileprivate var inverted: Self {
    Self(red: ~red, green: ~green, blue: ~blue, alpha: alpha)
  }

  /// The colour of full brightness. Black has none and is white.
  ///
  /// A mixture of two lights has the hue of each in proportion to how bright it is: half-transparent
  /// black only darkens, and the colour under it keeps its hue. Its brightness is unknown here, so
  /// it is taken to have no black ink; an opaque layer hides it anyway.
  fileprivate var hue: Self {
    let (whole, opacity) = (Int(largest), Int(alpha))
    let own = opacity * whole
    let all = own + 255 * (255 - opacity)
    func over(_ colour: UInt8) -> UInt8 {
      whole == 0 ? 255 : UInt8((255 * Int(colour) + whole / 2) / whole)
    }
    return Self(
      red: over(red), green: over(green), blue: over(blue),
      alpha: all == 0 ? 255 : UInt8((255 * own + all / 2) / all))
  }
}
