import Glibc

extension RGBA {
  /// How light the colour is, 0…1: the relative luminance of WCAG 2.2; alpha does not count.
  package var luminance: Double {
    let weights = Luminance.weights
    return weights.red * Luminance.linear[Int(red)] + weights.green * Luminance.linear[Int(green)]
      + weights.blue * Luminance.linear[Int(blue)]
  }

  /// The contrast ratio to another colour, 1…21 (WCAG 2.2).
  package func contrast(to other: RGBA) -> Double {
    Luminance.contrast(luminance, other.luminance)
  }
}

/// Luminance by WCAG 2.2, of colours and of parts of pictures.
package enum Luminance {
  /// The contrast ratio of two luminances.
  package static func contrast(_ first: Double, _ second: Double) -> Double {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  fileprivate static let weights = (red: 0.2126, green: 0.7152, blue: 0.0722)

  /// The light of each value of sRGB.
  fileprivate static let linear = (0...255).map { value in
    let share = Double(value) / 255
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }

  /// The luminance of a gray, 0…255.
  static func ofGray(_ value: Int) -> Double { linear[value] }

  /// The gray of a luminance.
  static func gray(of luminance: Double) -> UInt8 {
    grays[Int((min(max(luminance, 0), 1) * Double(grays.count - 1)).rounded())]
  }

  /// The gray that is as light as a colour: red, green and blue from the lowest byte on.
  @inline(__always)
  static func gray(ofWord word: UInt32) -> Int16 {
    let light =
      lights.red[Int(word & 0xFF)] + lights.green[Int(word >> 8 & 0xFF)]
      + lights.blue[Int(word >> 16 & 0xFF)]
    return Int16(grays[min(Int(light), grays.count - 1)])
  }

  /// By step of luminance, fine enough for the darkest grays, their numbers.
  private static let grays: [UInt8] = (0...8_191).map { step in
    let light = Double(step) / 8_191
    let share = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((share * 255).rounded())
  }

  /// What each value of a colour adds to the luminance, in those steps.
  private static let lights = (
    red: linear.map { UInt16(($0 * weights.red * 8_191).rounded()) },
    green: linear.map { UInt16(($0 * weights.green * 8_191).rounded()) },
    blue: linear.map { UInt16(($0 * weights.blue * 8_191).rounded()) }
  )

  /// Each value under a layer of black, which has that share of 255.
  fileprivate static func darkened(_ value: Int, by black: Int) -> Int {
    (value * (255 - black) + 127) / 255
  }
}

extension Image {
  /// The side of the blocks for measuring luminance, in pixels: smaller than a letter's counter, and
  /// larger than grain.
  package static let luminanceBlock = 8

  /// The luminance of the lightest block that lies in some rectangles, the mean of its pixels', as it
  /// were with a layer of black over the image.
  ///
  /// - Parameters:
  ///   - rectangles: what lies outside the image is left out; a block at an edge may be smaller.
  ///   - black: the layer's share, in 255ths.
  /// - Returns: 0…1; 0 where there is no pixel.
  /// - Precondition: it is in true colour and opaque.
  package func greatestLuminance(
    in rectangles: [PixelRectangle], darkenedBy black: Int = 0
  ) -> Double {
    precondition(!isPalette)
    let light = (0...255).map { Luminance.linear[Luminance.darkened($0, by: black)] }
    let (red, green, blue) = (
      light.map { $0 * Luminance.weights.red }, light.map { $0 * Luminance.weights.green },
      light.map { $0 * Luminance.weights.blue }
    )
    var greatest = 0.0
    for rectangle in rectangles {
      let (columns, rows) = rectangle.clipped(to: self)
      for top in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.luminanceBlock) {
        for left in stride(
          from: columns.lowerBound, to: columns.upperBound, by: Self.luminanceBlock)
        {
          let right = min(left + Self.luminanceBlock, columns.upperBound)
          let bottom = min(top + Self.luminanceBlock, rows.upperBound)
          var sum = 0.0
          for y in top..<bottom {
            let row = row(y)
            for x in left..<right {
              let colour = TrueColour(raw: row[x])
              sum += red[Int(colour.red)] + green[Int(colour.green)] + blue[Int(colour.blue)]
            }
          }
          greatest = max(greatest, sum / Double((right - left) * (bottom - top)))
        }
      }
    }
    return greatest
  }

  /// Lays black over all of the image.
  ///
  /// - Parameter black: the layer's share, in 255ths.
  /// - Precondition: it is in true colour and opaque.
  package func darken(by black: Int) {
    precondition(!isPalette)
    let values = (0...255).map { Int32(Luminance.darkened($0, by: black)) }
    for y in 0..<height {
      let row = row(y)
      for x in 0..<width {
        let colour = TrueColour(raw: row[x])
        row[x] =
          TrueColour(
            red: values[Int(colour.red)], green: values[Int(colour.green)],
            blue: values[Int(colour.blue)], transparency: 0
          ).raw
      }
    }
  }
}
