import Formats

/// Lays layers over a picture's blocks.
struct Painter {
  /// For each pair of a sampling and a version of the layers that components have, one for each layer,
  /// the lowest first.
  private let coverages: [[LayerCoverage]]
  /// By component, the number of its coverages.
  private let coverageNumbers: [Int]
  private let scalings: [BlockScaling]
  private let colour: ComponentColour
  /// By component, the blocks that change.
  let touched: [BlockArea]

  /// - Parameters:
  ///   - layers: lie on the coded picture, the lowest first.
  ///   - picture: the picture.
  ///   - colour: what its components mean.
  init(_ layers: [Layer], on picture: JPEGPicture, colour: ComponentColour) {
    var ways: [Way] = []
    let numbers = picture.frame.components.enumerated().map { index, component in
      let way = Way(
        sampling: Sampling(of: component, in: picture.frame),
        version: colour.version(component: index))
      if let number = ways.firstIndex(of: way) { return number }
      ways.append(way)
      return ways.count - 1
    }
    let coverages = ways.map { way in
      layers.map { LayerCoverage(way.version($0), way.sampling) }
    }
    let areas = coverages.map { BlockArea(unionOf: $0.map(\.touched)) }
    touched = numbers.map { areas[$0] }
    (self.coverages, coverageNumbers) = (coverages, numbers)
    scalings = picture.quantization.map(BlockScaling.init)
    self.colour = colour
  }

  /// How components take a layer.
  private struct Way: Hashable {
    let sampling: Sampling
    let version: LayerVersion
  }

  /// Changes the coefficients of the blocks in the store.
  ///
  /// - Precondition: the store has all that are ``touched``.
  func paint(_ store: inout CoefficientStore) {
    precondition(zip(store.areas, touched).allSatisfy { $0.contains($1) })
    for (number, coverages) in coverages.enumerated() {
      let components = coverageNumbers.indices.filter { coverageNumbers[$0] == number }
      for coverage in coverages { paint(coverage, components, in: &store) }
    }
  }

  /// Lays one layer over the blocks of components that take it in the same way.
  private func paint(
    _ coverage: LayerCoverage, _ components: [Int], in store: inout CoefficientStore
  ) {
    var coverageRow = CoverageRow(coverage, components.map(colour.weights(component:)))
    let first = coverage.touched.columns.lowerBound
    for row in coverage.touched.rows {
      coverageRow.fill(row)
      for (slot, component) in components.enumerated() {
        scalings[component].withTables { tables in
          coverageRow.withLines(slot) { transmission, light in
            store.changeRow(component, row, of: coverage.touched) { column, block in
              let place = 8 * (column - first)
              Self.paint(block, tables, transmission + place, light + place)
            }
          }
        }
      }
    }
  }

  /// What stays of a block's samples comes back as the coefficients it was, to the last rounding.
  ///
  /// - Parameters:
  ///   - block: 64 coefficients, quantised, in zigzag order.
  ///   - scaling: their component's.
  ///   - transmission: eight rows of what samples are multiplied by.
  ///   - light: eight rows of values to add then.
  @inline(__always)
  private static func paint(
    _ block: UnsafeMutablePointer<Int16>, _ scaling: BlockScaling.Tables,
    _ transmission: UnsafePointer<SIMD8<Float>>, _ light: UnsafePointer<SIMD8<Float>>
  ) {
    var samples = SampleBlock(repeating: .zero)
    var passed = SIMD8<Float>.zero
    for line in 0..<8 { passed += transmission[line] }
    if !passed.isZero { samples = scaling.samples(block) }
    for line in 0..<8 { samples[line] = samples[line] * transmission[line] + light[line] }
    scaling.quantize(samples, into: block)
  }
}

/// The layer on a row of blocks: by how much their samples are multiplied (one less alpha), and what is
/// added to them (the layer's colour times alpha).
///
/// Laying one colour over another is linear in its components, so it can be done in those that the
/// file has, at the resolution they have there, without going through red, green and blue.
struct CoverageRow {
  private let coverage: LayerCoverage
  /// What each of the components takes of each colour.
  private let weights: [ComponentColour.Weights]
  private var sums: LayerSums
  /// By column of blocks and row of samples: 1 where the picture stays as it is.
  private var transmission: [SIMD8<Float>]
  /// By component, then in the same way: what the layer adds, for samples around 0.
  private var light: [SIMD8<Float>]
  private var columnCount: Int { coverage.touched.columns.count }

  init(_ coverage: LayerCoverage, _ weights: [ComponentColour.Weights]) {
    (self.coverage, self.weights) = (coverage, weights)
    sums = LayerSums(coverage)
    let count = 8 * coverage.touched.columns.count
    transmission = .init(repeating: .one, count: count)
    light = .init(repeating: .zero, count: count * weights.count)
  }

  /// Gives the factors and summands of the row's samples.
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
    let down = coverage.sampling.down
    let height = down.samples(in: coverage.sampling.height)
    for line in 0..<8 {
      if 8 * row + line < height {
        let pixels = down.pixels(of: 8 * row + line, in: coverage.sampling.height)
        sums.clear()
        for y in pixels.clamped(to: coverage.layer.rows) { sums.add(row: y - coverage.layer.y) }
        sums.finish(pixelRows: pixels.count)
        take(line)
      } else {
        // Samples past the picture's edge, which are not shown, repeat those at the edge, so that
        // the block has no edge there.
        for column in 0..<columnCount { repeatLine(above: line, column) }
      }
    }
  }

  /// Takes what has been summed up for a line of samples.
  private mutating func take(_ line: Int) {
    var (transmission, light): ([SIMD8<Float>], [SIMD8<Float>]) = ([], [])
    swap(&transmission, &self.transmission)
    swap(&light, &self.light)
    transmission.withUnsafeMutableBufferPointer { transmission in
      light.withUnsafeMutableBufferPointer { light in
        weights.withUnsafeBufferPointer { weights in
          sums.forEachColumn { column, colours in
            var place = 8 * column + line
            transmission[place] = 1 - colours.share
            for weights in weights {
              light[place] = weights.value(of: colours)
              place += transmission.count
            }
          } uncovered: { column in
            var place = 8 * column + line
            transmission[place] = .one
            for _ in weights {
              light[place] = .zero
              place += transmission.count
            }
          }
        }
      }
    }
    swap(&transmission, &self.transmission)
    swap(&light, &self.light)
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
