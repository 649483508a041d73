/// A layer at the resolution of one component: for each sample how much of the picture shows through
/// it, and what it adds.
///
/// Laying one colour over another is linear in its components, so it can be done in those that the
/// file has, at the resolution they have there, without going through red, green and blue.
struct Veil: Sendable {
  /// The samples that the layer may reach.
  let columns: Range<Int>
  let rows: Range<Int>
  /// How many samples of the picture there are.
  private let size: (columns: Int, rows: Int)
  /// By sample of that rectangle, row by row: 1 where the picture stays as it is.
  private var transmission: [Float]
  /// By sample: the layer's own light, 0 to 255.
  private var light: [Float]

  /// - Parameters:
  ///   - layer: lies on the coded picture.
  ///   - component: the number of a component of the frame.
  ///   - colour: what the components mean.
  init(_ layer: Layer, component index: Int, of frame: Frame, colour: ComponentColour) {
    let component = frame.components[index]
    let across = Ratio(of: component.horizontal, to: frame.maxHorizontal)
    let down = Ratio(of: component.vertical, to: frame.maxVertical)
    columns = across.samples(of: layer.x..<layer.x + layer.width, in: frame.width)
    rows = down.samples(of: layer.y..<layer.y + layer.height, in: frame.height)
    size = (across.samples(in: frame.width), down.samples(in: frame.height))
    transmission = .init(repeating: 1, count: columns.count * rows.count)
    light = .init(repeating: 0, count: columns.count * rows.count)
    if isEmpty { return }

    let rowStart = rows.lowerBound
    let columnStart = columns.lowerBound
    let pixelColumns = columns.map { across.pixels(of: $0, in: frame.width) }
    for row in rows {
      let pixelRows = down.pixels(of: row, in: frame.height)
      for column in columns {
        let pixelColumns = pixelColumns[column - columnStart]
        var (alpha, sum): (Float, Float) = (0, 0)
        for y in pixelRows.clamped(to: layer.y..<layer.y + layer.height) {
          let start = (y - layer.y) * layer.width - layer.x
          for x in pixelColumns.clamped(to: layer.x..<layer.x + layer.width) {
            let pixel = layer.pixels[start + x]
            if pixel.alpha == 0 { continue }
            let share = Float(pixel.alpha) / 255
            alpha += share
            sum += share * colour.value(of: pixel, component: index)
          }
        }
        if alpha == 0 { continue }
        let count = Float(pixelRows.count * pixelColumns.count)
        let place = (row - rowStart) * columns.count + column - columnStart
        transmission[place] = 1 - alpha / count
        light[place] = sum / count
      }
    }
  }

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// The blocks with a sample that does not stay as it is.
  func touchedBlocks() -> BlockArea {
    guard !isEmpty else { return BlockArea(columns: 0..<0, rows: 0..<0) }
    var area = BlockArea(
      columns: columns.lowerBound / 8..<(columns.upperBound + 7) / 8,
      rows: rows.lowerBound / 8..<(rows.upperBound + 7) / 8)
    var place = 0
    for row in rows {
      for column in columns {
        if transmission[place] != 1 { area.insert(column: column / 8, row: row / 8) }
        place += 1
      }
    }
    return area
  }

  /// Lays the veil over a block of samples.
  ///
  /// Samples past the picture's edge, which nobody sees, follow those at the edge, so that the edge
  /// of the picture is none for the block.
  func cover(_ block: inout SampleBlock, column: Int, row: Int) {
    for y in 0..<8 {
      guard let line = Self.place(min(8 * row + y, size.rows - 1), rows) else { continue }
      for x in 0..<8 {
        guard let place = Self.place(min(8 * column + x, size.columns - 1), columns) else {
          continue
        }
        let index = line * columns.count + place
        block[y][x] = block[y][x] * transmission[index] + light[index]
      }
    }
  }

  private static func place(_ sample: Int, _ range: Range<Int>) -> Int? {
    range.contains(sample) ? sample - range.lowerBound : nil
  }

  /// How samples of a component stand to pixels, in one direction.
  private struct Ratio {
    private let factor: Int
    private let largest: Int

    init(of factor: Int, to largest: Int) {
      (self.factor, self.largest) = (factor, largest)
    }

    /// How many samples there are for so many pixels (T.81, A.1.1).
    func samples(in size: Int) -> Int { (size * factor + largest - 1) / largest }

    /// The pixels that a sample is for.
    func pixels(of sample: Int, in size: Int) -> Range<Int> {
      let end = min(size, (sample * largest + largest + factor - 1) / factor)
      return min(sample * largest / factor, end)..<end
    }

    /// The samples that are for any of some pixels.
    func samples(of pixels: Range<Int>, in size: Int) -> Range<Int> {
      let seen = pixels.clamped(to: 0..<size)
      if seen.isEmpty { return 0..<0 }
      let end = (seen.upperBound * factor + largest - 1) / largest
      return seen.lowerBound * factor / largest..<end
    }
  }
}
