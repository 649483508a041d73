/// What a veil does to the samples of a row of blocks: by how much they are multiplied, and what is
/// added to them.
///
/// Laying one colour over another is linear in its components, so it can be done in those that the
/// file has, at the resolution they have there, without going through red, green and blue.
struct VeilStrip {
  private let veil: Veil
  /// What each of the components takes of each colour.
  private let weights: [ComponentColour.Weights]
  private var sums: LayerSums
  /// By column of blocks and row of samples: 1 where the picture stays as it is.
  private var transmission: [SIMD8<Float>]
  /// By component, and likewise: the layer's own light, for samples around 0.
  private var light: [SIMD8<Float>]
  private var columnCount: Int { veil.touched.columns.count }

  init(_ veil: Veil, _ weights: [ComponentColour.Weights]) {
    (self.veil, self.weights) = (veil, weights)
    sums = LayerSums(veil)
    let count = 8 * veil.touched.columns.count
    transmission = .init(repeating: .one, count: count)
    light = .init(repeating: .zero, count: count * weights.count)
  }

  /// Gives what the veil does to the blocks of the row.
  ///
  /// - Parameters:
  ///   - slot: the number of one of the components.
  ///   - body: takes transmission and light, eight vectors for each column of the touched blocks'
  ///     rectangle.
  func withLines(
    _ slot: Int, _ body: (UnsafePointer<SIMD8<Float>>, UnsafePointer<SIMD8<Float>>) -> Void
  ) {
    precondition(weights.indices.contains(slot))
    transmission.withUnsafeBufferPointer { transmission in
      light.withUnsafeBufferPointer { light in
        guard let transmission = transmission.baseAddress, let light = light.baseAddress else {
          return
        }
        body(transmission, light + slot * 8 * columnCount)
      }
    }
  }

  /// Goes to a row of blocks.
  mutating func fill(_ row: Int) {
    let down = veil.sampling.down
    let height = down.samples(in: veil.sampling.height)
    for line in 0..<8 {
      if 8 * row + line < height {
        let pixels = down.pixels(of: 8 * row + line, in: veil.sampling.height)
        sums.clear()
        for y in pixels.clamped(to: veil.layer.rows) { sums.add(row: y - veil.layer.y) }
        sums.finish(pixelRows: pixels.count)
        for column in 0..<columnCount { take(column, line) }
      } else {
        // Samples past the picture's edge, which nobody sees, follow those at the edge, so that the
        // edge of the picture is none for the block.
        for column in 0..<columnCount { repeatLine(above: line, column) }
      }
    }
  }

  @inline(__always)
  private mutating func take(_ column: Int, _ line: Int) {
    let place = 8 * column + line
    guard let colours = sums[column] else {
      transmission[place] = .one
      for slot in weights.indices { light[slot * 8 * columnCount + place] = .zero }
      return
    }
    transmission[place] = 1 - colours.share
    for (slot, weights) in weights.enumerated() {
      light[slot * 8 * columnCount + place] = weights.value(of: colours)
    }
  }

  private mutating func repeatLine(above line: Int, _ column: Int) {
    let place = 8 * column + line
    transmission[place] = transmission[place - 1]
    for slot in weights.indices {
      let place = slot * 8 * columnCount + place
      light[place] = light[place - 1]
    }
  }
}
