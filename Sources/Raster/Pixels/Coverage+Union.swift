extension Coverage {
  /// Covers what another mask covers, its top left corner at a pixel; what is covered twice is
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
