/// A small picture with transparency, to be laid over a JPEG's picture as it is coded.
package struct Layer: Sendable, Hashable {
  package struct Pixel: Sendable, Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8
    /// 0 is transparent, 255 opaque.
    package let alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
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
    case (.rgb, 0): Weights(offset: 0, red: 1, green: 0, blue: 0)
    case (.rgb, 1): Weights(offset: 0, red: 0, green: 1, blue: 0)
    case (.rgb, _): Weights(offset: 0, red: 0, green: 0, blue: 1)
    case (_, 0): Weights(offset: 0, red: 0.299, green: 0.587, blue: 0.114)
    case (_, 1): Weights(offset: 128, red: -0.168_735_9, green: -0.331_264_1, blue: 0.5)
    case (_, _): Weights(offset: 128, red: 0.5, green: -0.418_687_6, blue: -0.081_312_4)
    }
  }

  /// A component as a sum of colours.
  struct Weights {
    let offset: Float
    let red: Float
    let green: Float
    let blue: Float

    /// The component's value, 0 to 255, of a colour.
    @inline(__always)
    func value(of pixel: Layer.Pixel) -> Float {
      offset + red * Float(pixel.red) + green * Float(pixel.green) + blue * Float(pixel.blue)
    }
  }
}
