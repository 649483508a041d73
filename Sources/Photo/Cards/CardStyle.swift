package import Formats
package import Raster

/// What a card is for, which says its size in pixels.
package enum CardShape: String, CaseIterable, Sendable {
  /// 1080 × 1080.
  case square
  /// 1080 × 1920, a phone's screen.
  case story
  /// 1920 × 1080, a desktop's.
  case wide

  package var size: PixelSize {
    switch self {
    case .square: PixelSize(width: 1080, height: 1080)
    case .story: PixelSize(width: 1080, height: 1920)
    case .wide: PixelSize(width: 1920, height: 1080)
    }
  }

  /// Where lines stand. A story leaves free what phones cover with their own buttons, at its top and
  /// bottom; lines of a wide card are no longer than they read well.
  package var textBox: PixelRectangle {
    let (x, y): (Int, Int) =
      switch self {
      case .square: (124, 124)
      case .story: (112, 270)
      case .wide: (260, 124)
      }
    return PixelRectangle(x: x, y: y, width: size.width - 2 * x, height: size.height - 2 * y)
  }

  /// Within which all ink lies: accents may reach out of the box of the lines, not out of this.
  package var safeArea: PixelRectangle {
    let margin = 60
    let box = textBox
    return PixelRectangle(
      x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin,
      height: box.height + 2 * margin)
  }
}

/// How large the type is where there is room for it.
package enum CardSize: String, CaseIterable, Sendable {
  case small, medium, large

  /// The body's em, in pixels.
  var em: Double {
    switch self {
    case .small: 52
    case .medium: 72
    case .large: 96
    }
  }
}

/// The colours of a card: a ground and two inks.
package enum CardTheme: String, CaseIterable, Sendable {
  case sand, rose, sage, sky, lilac, honey
  case white, black

  /// Behind everything.
  package var ground: RGBA { Self.rgb(colours.ground) }
  /// Of the text and its translation: a contrast of at least 7:1 with the ground.
  package var ink: RGBA { Self.rgb(colours.ink) }
  /// Of the rule and the author: at least 4.5:1.
  package var secondInk: RGBA { Self.rgb(colours.secondInk) }

  private var colours: (ground: UInt32, ink: UInt32, secondInk: UInt32) {
    switch self {
    case .sand: (0xF1E8D8, 0x3A2F23, 0x6F5B41)
    case .rose: (0xF6E1E0, 0x47232A, 0x864A53)
    case .sage: (0xDFE8DA, 0x24352A, 0x4A6650)
    case .sky: (0xDCE8F1, 0x1C3245, 0x44637D)
    case .lilac: (0xE8E1F1, 0x32274A, 0x655487)
    case .honey: (0xF7E7BF, 0x3E2F0C, 0x73591A)
    case .white: (0xFFFFFF, 0x1F1F1F, 0x6A6A6A)
    case .black: (0x111111, 0xF2F0EC, 0xA6A39D)
    }
  }

  private static func rgb(_ value: UInt32) -> RGBA {
    RGBA(
      red: UInt8(value >> 16 & 0xff), green: UInt8(value >> 8 & 0xff), blue: UInt8(value & 0xff))
  }
}

/// How a card looks.
package struct CardStyle: Sendable, Hashable {
  package var theme: CardTheme
  package var size: CardSize
  package var shape: CardShape

  package init(theme: CardTheme = .sand, size: CardSize = .medium, shape: CardShape = .square) {
    (self.theme, self.size, self.shape) = (theme, size, shape)
  }
}

/// Why a card could not be made.
package enum CardError: Error, Hashable, Sendable {
  /// The text has nothing that is drawn.
  case empty
  /// In the smallest readable type, at most this many characters of the text and its
  /// translation fit.
  case tooLong(observed: Int, fitting: Int)
  /// No face is called so; there are the bundled ones.
  case font(String, known: [String])
  /// A face cannot be used.
  case fontFile(FontError)
  /// It could not be drawn, or coded.
  case raster(RasterError)
}
