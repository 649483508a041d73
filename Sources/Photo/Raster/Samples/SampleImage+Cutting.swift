extension SampleImage {
  /// A new picture that shows a part of this one's pixels in other places.
  ///
  /// - Parameters:
  ///   - width: the new picture's, in pixels.
  ///   - height: likewise.
  ///   - placement: where the new picture's pixels lie on this one; all of them inside.
  /// - Returns: a picture of the same samples.
  /// - Throws: `RasterError.cannotAllocate`.
  package func cut(
    width: Int, height: Int, through placement: Placement
  ) throws(RasterError) -> SampleImage {
    for corner in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
      let (x, y) = placement.place(x: corner.0, y: corner.1)
      precondition(x >= 0 && x < self.width && y >= 0 && y < self.height)
    }
    var layout = layout
    (layout.width, layout.height) = (width, height)
    let part = try SampleImage(layout)
    let (size, length) = (layout.pixelSize, self.layout.rowLength)
    let step = placement.right.dy * length + placement.right.dx * size
    withRows { rows in
      for y in 0..<height {
        let (x, row) = placement.place(x: 0, y: y)
        let start = row * length + x * size
        part.withRow(y) { target in
          Self.copy(width, of: size, from: rows, start, every: step, to: target)
        }
      }
    }
    return part
  }

  /// Copies pixels that lie so many bytes apart; the caller guarantees that all of them are there, and room
  /// for them.
  private static func copy(
    _ count: Int, of size: Int, from rows: UnsafeMutableRawBufferPointer, _ start: Int,
    every step: Int, to target: UnsafeMutableRawBufferPointer
  ) {
    guard let source = rows.baseAddress, let target = target.baseAddress else { return }
    if step == size {
      target.copyMemory(from: source + start, byteCount: count * size)
      return
    }
    for index in 0..<count {
      let (from, to) = (source + start + index * step, target + index * size)
      for byte in 0..<size {
        to.storeBytes(
          of: from.load(fromByteOffset: byte, as: UInt8.self), toByteOffset: byte, as: UInt8.self)
      }
    }
  }
}
