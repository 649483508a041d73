/// A mask: how much of each pixel a shape covers, 0…255, row by row from the top.
package struct Coverage: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// `width * height` values.
  package var values: [UInt8]

  /// An empty mask.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    values = [UInt8](repeating: 0, count: width * height)
  }

  package subscript(x: Int, y: Int) -> UInt8 {
    get { values[y * width + x] }
    set { values[y * width + x] = newValue }
  }

  /// The mask in the middle of an empty one that is larger by a margin on all sides.
  func padded(by margin: Int) -> Coverage {
    var padded = Coverage(width: width + 2 * margin, height: height + 2 * margin)
    for y in 0..<height {
      let start = (margin + y) * padded.width + margin
      padded.values.replaceSubrange(
        start..<start + width, with: values[y * width..<(y + 1) * width])
    }
    return padded
  }
}

extension Coverage {
  /// Adds another mask's coverage, its top left corner at a pixel; pixels covered twice are
  /// covered as by two layers.
  mutating func add(_ other: Coverage, x: Int, y: Int) {
    combine(with: other, x: x, y: y) { above, below in
      // A factor of 255, from a bare pixel, leaves the other one as it is.
      UInt8(truncatingIfNeeded: 255 &- (255 &- UInt16(above)) &* (255 &- UInt16(below)) / 255)
    }
  }

  /// Covers every pixel as much as that of the two masks which covers it more.
  mutating func unite(_ other: Coverage, x: Int, y: Int) {
    combine(with: other, x: x, y: y, by: max)
  }

  /// Replaces every value under another mask, its top left corner at (x, y), by a function of both;
  /// what reaches beyond this mask is cut off.
  ///
  /// A loop that takes time, on bare pointers so that it becomes vector instructions. Both ranges
  /// are cut to both masks, so every index lies within them.
  @inline(__always)
  private mutating func combine(
    with other: Coverage, x: Int, y: Int, by rule: (_ other: UInt8, _ own: UInt8) -> UInt8
  ) {
    let left = max(0, -x)
    let columns = min(other.width, width - x) - left
    let rows = max(0, -y)..<max(max(0, -y), min(other.height, height - y))
    let (width, stride) = (width, other.width)
    values.withUnsafeMutableBufferPointer { own in
      other.values.withUnsafeBufferPointer { other in
        guard let own = own.baseAddress, let other = other.baseAddress, columns > 0 else { return }
        for row in rows {
          let target = own + (y + row) * width + x + left
          let source = other + row * stride + left
          for column in 0..<columns { target[column] = rule(source[column], target[column]) }
        }
      }
    }
  }
}

extension Coverage {
  /// The mask grown by a radius on all sides: what a round pen of that radius covers when its
  /// point goes over all of the mask.
  ///
  /// Pixels at least half covered count as inside; the grown edge is smoothed over one pixel. The
  /// distance to the nearest inside pixel is found along columns first and along rows then
  /// (Saito and Toriwaki 1994), exact up to the radius.
  ///
  /// - Parameter radius: in pixels, 0 or more.
  /// - Returns: a mask of the same size.
  /// - Complexity: O(width × height × radius), the inner loop over contiguous rows.
  package func dilated(by radius: Double) -> Coverage {
    let reach = Int(radius.rounded(.up)) + 1
    // Sums of two squares must fit; of short numbers twice as many go into a vector.
    return 2 * reach * reach <= Int(Int16.max)
      ? dilated(by: radius, reach: reach, measuredIn: Int16.self)
      : dilated(by: radius, reach: reach, measuredIn: Int32.self)
  }

  private func dilated<Square: FixedWidthInteger & SignedInteger>(
    by radius: Double, reach: Int, measuredIn: Square.Type
  ) -> Coverage {
    let far = Square(reach * reach)
    let squares: [Square] = squaredColumnDistances(reach: reach)
    let opacity = (0...Int(far)).map { square in
      UInt8((min(max(radius + 1 - Double(square).squareRoot(), 0), 1) * 255).rounded())
    }

    var grown = Coverage(width: width, height: height)
    var nearest = [Square](repeating: far, count: width)
    for y in 0..<height {
      let row = y * width..<(y + 1) * width
      guard squares[row].contains(where: { $0 < far }) else { continue }
      for x in 0..<width { nearest[x] = far }
      for step in -min(reach, width - 1)...min(reach, width - 1) {
        lowerMinimum(
          of: &nearest, to: squares, row: y * width, step: step, plus: Square(step * step))
      }
      for x in 0..<width { grown.values[y * width + x] = opacity[Int(nearest[x])] }
    }
    return grown
  }

  /// For every pixel the squared distance to the nearest inside pixel of its column, at most
  /// reach².
  private func squaredColumnDistances<Square: FixedWidthInteger>(reach: Int) -> [Square] {
    let far = Square(reach)
    var distances = values.map { $0 >= 128 ? 0 : far }
    distances.withUnsafeMutableBufferPointer { distances in
      guard let start = distances.baseAddress else { return }
      /// Lowers a row to one more than its neighbour; both lie within the mask.
      func lower(_ y: Int, to neighbour: Int) {
        let (target, source) = (start + y * width, start + neighbour * width)
        for x in 0..<width { target[x] = min(target[x], source[x] &+ 1) }
      }
      for y in stride(from: 1, to: height, by: 1) { lower(y, to: y - 1) }
      for y in stride(from: height - 2, through: 0, by: -1) { lower(y, to: y + 1) }
      for index in distances.indices { distances[index] = distances[index] &* distances[index] }
    }
    return distances
  }

  /// Lowers each element x of `nearest` to `squares[row + x + step] + addend` where that is less.
  ///
  /// The loop that takes the time, on bare pointers so that it becomes vector instructions. The
  /// caller guarantees `nearest.count == width`, a whole row of `squares` from `row`, and
  /// `abs(step) < width`.
  private func lowerMinimum<Square: FixedWidthInteger>(
    of nearest: inout [Square], to squares: [Square], row: Int, step: Int, plus addend: Square
  ) {
    let first = max(0, -step)
    let count = width - abs(step)
    nearest.withUnsafeMutableBufferPointer { nearest in
      squares.withUnsafeBufferPointer { squares in
        guard var target = nearest.baseAddress, var source = squares.baseAddress else { return }
        target += first
        source += row + first + step
        for x in 0..<count { target[x] = min(target[x], source[x] &+ addend) }
      }
    }
  }
}

extension Coverage {
  /// The mask at a whole fraction of its size, each pixel the mean of factor × factor of it.
  ///
  /// - Parameter factor: at least 1; width and height are whole multiples of it.
  /// - Returns: the mask itself for a factor of 1.
  package func averaged(by factor: Int) -> Coverage {
    if factor == 1 { return self }
    var small = Coverage(width: width / factor, height: height / factor)
    let area = factor * factor
    for y in 0..<small.height {
      for x in 0..<small.width {
        var sum = area / 2
        for row in 0..<factor {
          let start = (y * factor + row) * width + x * factor
          for index in start..<start + factor { sum += Int(values[index]) }
        }
        small.values[y * small.width + x] = UInt8(sum / area)
      }
    }
    return small
  }
}

extension Coverage {
  /// The mask blurred as by a Gaussian: three means over a box one after another, along rows and then
  /// along columns (Wells 1986); beyond its edges nothing is covered.
  ///
  /// - Parameter deviation: the Gaussian's standard deviation, in pixels.
  /// - Returns: a mask of the same size.
  /// - Complexity: O(width × height), whatever the deviation is.
  package func blurred(by deviation: Double) -> Coverage {
    // Three boxes of width w have the variance 3 (w² - 1) / 12.
    let radius = Int((((4 * deviation * deviation + 1).squareRoot() - 1) / 2).rounded())
    if radius < 1 || values.isEmpty { return self }
    var blurred = self
    for _ in 0..<3 {
      blurred.takeMeans(of: width, step: 1, lines: height, every: width, radius: radius)
      blurred.takeMeans(of: height, step: width, lines: width, every: 1, radius: radius)
    }
    return blurred
  }

  /// Gives every pixel of each line the mean of those around it.
  ///
  /// - Parameters:
  ///   - count: of the pixels of a line.
  ///   - step: from each of them to the next.
  ///   - lines: how many there are.
  ///   - every: from the first pixel of each line to that of the next.
  ///   - radius: of the means, in pixels.
  private mutating func takeMeans(of count: Int, step: Int, lines: Int, every: Int, radius: Int) {
    let size = 2 * radius + 1
    var line = [Int](repeating: 0, count: count)
    for number in 0..<lines {
      let start = number * every
      var isBare = true
      for place in 0..<count {
        line[place] = Int(values[start + place * step])
        if line[place] > 0 { isBare = false }
      }
      if isBare { continue }
      var sum = line.prefix(radius).reduce(0, +)
      for place in 0..<count {
        if place + radius < count { sum += line[place + radius] }
        if place > radius { sum -= line[place - radius - 1] }
        values[start + place * step] = UInt8((sum + size / 2) / size)
      }
    }
  }
}
