extension Coverage {
  /// The mask blurred as by a Gaussian, for shadows and light: a wide blur is made of a smaller mask, which
  /// is then enlarged again; nobody sees the difference.
  ///
  /// - Parameter deviation: the Gaussian's standard deviation, in pixels.
  /// - Returns: a mask of the same size.
  package func softened(by deviation: Double) -> Coverage {
    let factor = Int((deviation / Self.finestDeviation).rounded(.down))
    if factor < 2 { return blurred(by: deviation) }
    func up(_ length: Int) -> Int { (length + factor - 1) / factor * factor }
    var whole = Coverage(width: up(width), height: up(height))
    for y in 0..<height {
      whole.values.replaceSubrange(
        y * whole.width..<y * whole.width + width, with: values[y * width..<(y + 1) * width])
    }
    return whole.averaged(by: factor).blurred(by: deviation / Double(factor))
      .enlarged(by: factor, width: width, height: height)
  }

  /// In pixels of the smaller mask: a blur that hides that it was made there.
  private static let finestDeviation = 2.5

  /// The mask at a multiple of its size, cut to a size; between the middles of its pixels it is linear.
  private func enlarged(by factor: Int, width: Int, height: Int) -> Coverage {
    var large = Coverage(width: width, height: height)
    let columns = Self.neighbours(of: width, factor, in: self.width)
    let rows = Self.neighbours(of: height, factor, in: self.height)
    let parts = 2 * factor
    for y in 0..<height {
      let (above, below, down) = rows[y]
      let (first, second) = (above * self.width, below * self.width)
      // The small mask's row between the two that are nearest, in parts.
      let line = (0..<self.width).map { x in
        Int(values[first + x]) * (parts - down) + Int(values[second + x]) * down
      }
      if !line.contains(where: { $0 > 0 }) { continue }
      for x in 0..<width {
        let (left, right, across) = columns[x]
        let sum = line[left] * (parts - across) + line[right] * across
        large.values[y * width + x] = UInt8((sum + parts * parts / 2) / (parts * parts))
      }
    }
    return large
  }

  /// For each pixel of the large mask its two neighbours in the small one, and how much the second counts,
  /// in parts of twice the factor.
  private static func neighbours(
    of count: Int, _ factor: Int, in small: Int
  ) -> [(first: Int, second: Int, share: Int)] {
    (0..<count).map { place in
      // The middle of the pixel from the middle of the first small one, in half pixels.
      let offset = 2 * place + 1 - factor
      let first = offset < 0 ? -1 : offset / (2 * factor)
      let share = offset - first * 2 * factor
      return (max(first, 0), min(first + 1, small - 1), share)
    }
  }
}
