/// A small picture with transparency, to be laid over a JPEG's picture as it is coded.
package struct Layer: Sendable, Hashable {
  /// A colour with straight (not premultiplied) alpha; 0 is transparent, 255 opaque.
  package struct Pixel: Sendable, Hashable {
    /// From the lowest byte: red, green, blue and alpha.
    let word: UInt32

    package var red: UInt8 { UInt8(truncatingIfNeeded: word) }
    package var green: UInt8 { UInt8(truncatingIfNeeded: word >> 8) }
    package var blue: UInt8 { UInt8(truncatingIfNeeded: word >> 16) }
    package var alpha: UInt8 { UInt8(truncatingIfNeeded: word >> 24) }

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
      word = UInt32(alpha) << 24 | UInt32(blue) << 16 | UInt32(green) << 8 | UInt32(red)
    }
  }

  /// Where its top left pixel lies on the coded picture; may be outside.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// `width * height`, row by row.
  package let pixels: [Pixel]

  /// - Precondition: there are `width * height` pixels.
  package init(x: Int, y: Int, width: Int, height: Int, pixels: [Pixel]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    self.pixels = pixels
  }
}

/// What a JPEG's components mean.
package enum ComponentColour: Sendable, Hashable {
  /// One component of luminance.
  case gray
  /// Luminance and two colour differences (JFIF 1.02, page 3).
  case ycc
  case rgb

  /// What a component takes of each colour.
  func weights(component: Int) -> Weights {
    switch (self, component) {
    case (.rgb, 0): Weights(offset: -128, red: 1, green: 0, blue: 0)
    case (.rgb, 1): Weights(offset: -128, red: 0, green: 1, blue: 0)
    case (.rgb, _): Weights(offset: -128, red: 0, green: 0, blue: 1)
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
}
