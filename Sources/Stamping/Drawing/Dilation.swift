import Raster

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
  func dilated(by radius: Double) -> Coverage {
    let reach = Int(radius.rounded(.up)) + 1
    let far = Int32(reach * reach)
    let squares = squaredColumnDistances(reach: reach)
    let opacity = (0...Int(far)).map { square in
      UInt8((min(max(radius + 1 - Double(square).squareRoot(), 0), 1) * 255).rounded())
    }

    var grown = Coverage(width: width, height: height)
    var nearest = [Int32](repeating: far, count: width)
    for y in 0..<height {
      // Rows that no ink comes near are most of a label's mask.
      let row = y * width..<(y + 1) * width
      guard squares[row].contains(where: { $0 < far }) else { continue }
      for x in 0..<width { nearest[x] = far }
      for step in -min(reach, width - 1)...min(reach, width - 1) {
        lowerMinimum(
          of: &nearest, to: squares, row: y * width, step: step, plus: Int32(step * step))
      }
      for x in 0..<width { grown.values[y * width + x] = opacity[Int(nearest[x])] }
    }
    return grown
  }

  /// For every pixel the squared distance to the nearest inside pixel of its column, at most
  /// reach².
  private func squaredColumnDistances(reach: Int) -> [Int32] {
    let far = Int32(reach)
    var distances = values.map { $0 >= 128 ? 0 : far }
    distances.withUnsafeMutableBufferPointer { distances in
      // Down from the row above, then up from the row below; indices stay within the mask.
      for index in stride(from: width, to: distances.count, by: 1) {
        distances[index] = min(distances[index], distances[index - width] &+ 1)
      }
      for index in stride(from: distances.count - width - 1, through: 0, by: -1) {
        distances[index] = min(distances[index], distances[index + width] &+ 1)
      }
      for index in distances.indices { distances[index] = distances[index] &* distances[index] }
    }
    return distances
  }

  /// Lowers each element x of `nearest` to `squares[row + x + step] + addend` where that is less.
  ///
  /// The loop that takes the time, on bare pointers so that it becomes vector instructions. The
  /// caller guarantees `nearest.count == width`, a whole row of `squares` from `row`, and
  /// `abs(step) < width`.
  private func lowerMinimum(
    of nearest: inout [Int32], to squares: [Int32], row: Int, step: Int, plus addend: Int32
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
