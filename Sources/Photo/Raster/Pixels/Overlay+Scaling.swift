extension Overlay {
  /// The overlay at another size: each pixel is the mean of what it covers of this one, pixels at its
  /// edge by the part that it covers, and transparent ones by none of their colour.
  ///
  /// - Parameters:
  ///   - width: in pixels, at least 1.
  ///   - height: likewise.
  /// - Returns: an overlay of that size.
  /// - Complexity: O(width × this one's height + both pictures' pixels).
  package func scaled(width: Int, height: Int) -> Overlay {
    if (width, height) == (self.width, self.height) { return self }
    let columns = Self.shares(of: self.width, in: width)
    let rows = Self.shares(of: self.height, in: height)
    // Alpha, then each colour times alpha; a row of this overlay at the new width.
    let narrow = (0..<self.height).map { y in
      columns.map { shares in
        shares.reduce(into: SIMD4<Float>.zero) { sum, share in
          sum += share.weight * self[share.index, y].premultiplied
        }
      }
    }
    var scaled = Overlay(width: width, height: height)
    for (y, shares) in rows.enumerated() {
      for x in 0..<width {
        let sum = shares.reduce(into: SIMD4<Float>.zero) { $0 += $1.weight * narrow[$1.index][x] }
        scaled[x, y] = RGBA(premultiplied: sum)
      }
    }
    return scaled
  }

  /// What each of `count` pixels takes of `length` pixels in one direction; the weights of one are 1
  /// together.
  private static func shares(
    of length: Int, in count: Int
  ) -> [[(index: Int, weight: Float)]] {
    let step = Double(length) / Double(count)
    return (0..<count).map { place in
      let (start, end) = (Double(place) * step, Double(place + 1) * step)
      if step < 1 {
        // Enlarged: between the two nearest pixels, by the distance from the middle of each.
        let centre = min(max((start + end) / 2 - 0.5, 0), Double(length - 1))
        let (first, part) = (Int(centre), Float(centre - centre.rounded(.down)))
        return [(first, 1 - part), (min(first + 1, length - 1), part)]
      }
      let last = min(Int(end.rounded(.up)), length)
      return (Int(start)..<max(last, Int(start) + 1)).map { index in
        let covered = min(end, Double(index + 1)) - max(start, Double(index))
        return (index, Float(covered / step))
      }
    }
  }
}

extension RGBA {
  /// Red, green and blue, each times alpha, and alpha, from 0 to 1.
  fileprivate var premultiplied: SIMD4<Float> {
    let colours = SIMD4<Float>(Float(red), Float(green), Float(blue), 255) / 255
    return colours * (Float(alpha) / 255)
  }

  fileprivate init(premultiplied sum: SIMD4<Float>) {
    let alpha = min(max(sum.w, 0), 1)
    guard alpha > 0 else {
      self = .clear
      return
    }
    func byte(_ value: Float) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
    self.init(
      red: byte(sum.x / alpha), green: byte(sum.y / alpha), blue: byte(sum.z / alpha),
      alpha: byte(alpha))
  }
}

extension Overlay {
  /// The pixels of an image, as they are coded.
  package init(_ image: Image) {
    self.init(width: image.width, height: image.height)
    for y in 0..<height {
      for x in 0..<width { self[x, y] = image[x, y] }
    }
  }
}
