/// A layer as it lies on the components that have one sampling.
struct Veil {
  let layer: Layer
  let sampling: Sampling
  /// The blocks with a sample that does not stay as it is.
  private(set) var touched: BlockArea

  /// - Parameters:
  ///   - layer: lies on the coded picture.
  ///   - sampling: the components'.
  init(_ layer: Layer, _ sampling: Sampling) {
    (self.layer, self.sampling) = (layer, sampling)
    let columns = sampling.across.samples(
      of: layer.x..<layer.x + layer.width, in: sampling.width)
    let rows = sampling.down.samples(of: layer.y..<layer.y + layer.height, in: sampling.height)
    guard !columns.isEmpty, !rows.isEmpty else {
      touched = BlockArea(columns: 0..<0, rows: 0..<0)
      return
    }
    touched = BlockArea(
      columns: columns.lowerBound / 8..<(columns.upperBound + 7) / 8,
      rows: rows.lowerBound / 8..<(rows.upperBound + 7) / 8)
    let spans = touched.columns.map { column in
      (column, Self.pixels(ofBlock: column, sampling.across, in: sampling.width, layer.columns))
    }
    for row in touched.rows {
      let lines = Self.pixels(ofBlock: row, sampling.down, in: sampling.height, layer.rows)
      for (column, span) in spans
      where lines.contains(where: { layer.hasInk(in: span, row: $0) }) {
        touched.insert(column: column, row: row)
      }
    }
  }

  /// The pixels of a layer that any of a block's samples is for, in one direction.
  private static func pixels(
    ofBlock block: Int, _ ratio: SamplingRatio, in size: Int, _ layer: Range<Int>
  ) -> Range<Int> {
    let first = ratio.pixels(of: 8 * block, in: size).lowerBound
    let last = ratio.pixels(of: 8 * block + 7, in: size).upperBound
    return (first..<max(first, last)).clamped(to: layer)
  }
}

extension Layer {
  /// Where it lies on the coded picture.
  var columns: Range<Int> { x..<x + width }
  var rows: Range<Int> { y..<y + height }

  /// Whether some of the pixels in a row, which must be among its own, are not wholly transparent.
  @inline(__always)
  fileprivate func hasInk(in columns: Range<Int>, row: Int) -> Bool {
    let start = (row - y) * width - x
    var words: UInt32 = 0
    for index in start + columns.lowerBound..<start + columns.upperBound {
      words |= pixels[index].word
    }
    return words > 0x00FF_FFFF
  }
}
