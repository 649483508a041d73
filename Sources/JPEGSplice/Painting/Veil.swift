/// A layer at the resolution of one component: for each sample how much of the picture shows through
/// it, and what it adds.
///
/// Laying one colour over another is linear in its components, so it can be done in those that the
/// file has, at the resolution they have there, without going through red, green and blue.
struct Veil: Sendable {
  /// The blocks with a sample that does not stay as it is.
  private(set) var touched: BlockArea
  /// By row of samples in the rectangle of `touched` and column of blocks in it: 1 where the picture
  /// stays as it is.
  private var transmission: [SIMD8<Float>]
  /// Likewise: the layer's own light, 0 to 255.
  private var light: [SIMD8<Float>]

  /// - Parameters:
  ///   - layer: lies on the coded picture.
  ///   - index: the number of a component of the frame.
  ///   - frame: the picture's.
  ///   - colour: what the components mean.
  init(_ layer: Layer, component index: Int, of frame: Frame, colour: ComponentColour) {
    let component = frame.components[index]
    let across = SamplingRatio(of: component.horizontal, to: frame.maxHorizontal)
    let down = SamplingRatio(of: component.vertical, to: frame.maxVertical)
    let columns = across.samples(of: layer.x..<layer.x + layer.width, in: frame.width)
    let rows = down.samples(of: layer.y..<layer.y + layer.height, in: frame.height)
    guard !columns.isEmpty, !rows.isEmpty else {
      touched = BlockArea(columns: 0..<0, rows: 0..<0)
      (transmission, light) = ([], [])
      return
    }
    touched = BlockArea(
      columns: columns.lowerBound / 8..<(columns.upperBound + 7) / 8,
      rows: rows.lowerBound / 8..<(rows.upperBound + 7) / 8)
    let count = 8 * touched.rows.count * touched.columns.count
    transmission = .init(repeating: .one, count: count)
    light = .init(repeating: .zero, count: count)

    var line = VeilLine(layer, across, columns: columns, in: frame.width)
    let weights = colour.weights(component: index)
    for row in rows {
      let pixelRows = down.pixels(of: row, in: frame.height)
      for y in pixelRows.clamped(to: layer.y..<layer.y + layer.height) {
        line.add(layer, row: y - layer.y, weights)
      }
      if !line.isEmpty { take(&line, row: row, of: pixelRows.count) }
    }
    extend(
      columns: columns, to: across.samples(in: frame.width), rows: rows,
      to: down.samples(in: frame.height))
  }

  /// Takes over what a row of samples adds up to, and empties it.
  private mutating func take(_ line: inout VeilLine, row: Int, of pixelRows: Int) {
    let start = (row - 8 * touched.rows.lowerBound) * touched.columns.count
    line.takeSums(pixelRows: pixelRows) { column, transmission, light in
      let place = start + column >> 3 - touched.columns.lowerBound
      self.transmission[place][column & 7] = transmission
      self.light[place][column & 7] = light
      touched.insert(column: column >> 3, row: row >> 3)
    }
  }

  /// Lets the samples past the picture's edge, which nobody sees, follow those at the edge, so that
  /// the edge of the picture is none for the block.
  ///
  /// - Parameters:
  ///   - columns: the samples that the layer may reach.
  ///   - width: how many columns of samples the picture has.
  ///   - rows: the samples that the layer may reach.
  ///   - height: how many rows of samples the picture has.
  private mutating func extend(
    columns: Range<Int>, to width: Int, rows: Range<Int>, to height: Int
  ) {
    let across = touched.columns.count
    if columns.upperBound == width, width & 7 != 0 {
      for place in stride(from: across - 1, to: transmission.count, by: across) {
        for column in width & 7..<8 {
          transmission[place][column] = transmission[place][(width - 1) & 7]
          light[place][column] = light[place][(width - 1) & 7]
        }
      }
    }
    if rows.upperBound == height, height & 7 != 0 {
      for place in (height - 8 * touched.rows.lowerBound) * across..<transmission.count {
        transmission[place] = transmission[place - across]
        light[place] = light[place - across]
      }
    }
  }

  /// Lays the veil over a block of samples.
  ///
  /// - Parameters:
  ///   - block: the samples.
  ///   - column: a column of the touched blocks' rectangle.
  ///   - row: a row of it.
  func cover(_ block: inout SampleBlock, column: Int, row: Int) {
    let across = touched.columns.count
    var place =
      8 * (row - touched.rows.lowerBound) * across + column - touched.columns.lowerBound
    for line in 0..<8 {
      block[line] = block[line] * transmission[place] + light[place]
      place += across
    }
  }
}
