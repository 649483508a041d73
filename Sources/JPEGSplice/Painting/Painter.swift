import Formats

/// Lays a layer over a picture's blocks.
struct Painter {
  /// One for each way of sampling that components have.
  private let veils: [Veil]
  /// By component, the number of its veil.
  private let veilNumbers: [Int]
  private let scalings: [BlockScaling]
  private let colour: ComponentColour

  /// - Parameters:
  ///   - layer: lies on the coded picture.
  ///   - picture: the picture.
  ///   - colour: what its components mean.
  init(_ layer: Layer, on picture: JPEGPicture, colour: ComponentColour) {
    var samplings: [Sampling] = []
    veilNumbers = picture.frame.components.map { component in
      let sampling = Sampling(of: component, in: picture.frame)
      if let number = samplings.firstIndex(of: sampling) { return number }
      samplings.append(sampling)
      return samplings.count - 1
    }
    veils = samplings.map { Veil(layer, $0) }
    scalings = picture.quantization.map(BlockScaling.init)
    self.colour = colour
  }

  /// By component, the blocks that change.
  var touched: [BlockArea] { veilNumbers.map { veils[$0].touched } }

  /// Changes the coefficients of the blocks in the store.
  ///
  /// - Precondition: the store is for ``touched``.
  func paint(_ store: inout CoefficientStore) {
    precondition(store.areas == touched)
    for (number, veil) in veils.enumerated() {
      let components = veilNumbers.indices.filter { veilNumbers[$0] == number }
      var strip = VeilStrip(veil, components.map(colour.weights(component:)))
      for row in veil.touched.rows {
        strip.fill(row)
        for (slot, component) in components.enumerated() {
          scalings[component].withTables { tables in
            strip.withLines(slot) { transmission, light in
              store.changeRow(component, row) { column, block in
                let place = 8 * (column - veil.touched.columns.lowerBound)
                Self.paint(block, tables, transmission + place, light + place)
              }
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
  ///   - light: eight rows of what is then added.
  @inline(__always)
  private static func paint(
    _ block: UnsafeMutablePointer<Int16>, _ scaling: BlockScaling.Tables,
    _ transmission: UnsafePointer<SIMD8<Float>>, _ light: UnsafePointer<SIMD8<Float>>
  ) {
    var samples = SampleBlock(repeating: .zero)
    var passed = SIMD8<Float>.zero
    for line in 0..<8 { passed += transmission[line] }
    if passed != .zero { samples = scaling.samples(block) }
    for line in 0..<8 { samples[line] = samples[line] * transmission[line] + light[line] }
    scaling.quantize(samples, into: block)
  }
}
