/// Lays a layer over a picture's blocks.
struct Painter {
  private let veils: [Veil]
  private let quantization: [[Float]]

  init(_ layer: Layer, on picture: JPEGPicture, colour: ComponentColour) {
    veils = picture.frame.components.indices.map {
      Veil(layer, component: $0, of: picture.frame, colour: colour)
    }
    quantization = picture.quantization.map { $0.map(Float.init) }
  }

  /// By component, the blocks that change.
  var touched: [BlockArea] { veils.map { $0.touchedBlocks() } }

  /// Changes the coefficients of all blocks in the store.
  func paint(_ store: inout CoefficientStore) {
    for (component, area) in store.areas.enumerated() {
      for row in area.rows {
        for column in area.columns {
          store.change(component, column: column, row: row) { block in
            paint(block, component, column: column, row: row)
          }
        }
      }
    }
  }

  /// What stays of a block's samples comes back as the coefficients it was, to the last rounding.
  private func paint(
    _ block: UnsafeMutablePointer<Int16>, _ component: Int, column: Int, row: Int
  ) {
    let divisors = quantization[component]
    var coefficients = SampleBlock(repeating: .zero)
    for index in 0..<64 where block[index] != 0 {
      let place = Self.natural[index]
      coefficients[place >> 3][place & 7] = Float(block[index]) * divisors[index]
    }
    var samples = CosineTransform.inverse(coefficients)
    for line in 0..<8 { samples[line] += 128 }
    veils[component].cover(&samples, column: column, row: row)
    for line in 0..<8 { samples[line] -= 128 }
    coefficients = CosineTransform.forward(samples)
    for index in 0..<64 {
      let place = Self.natural[index]
      let value = (coefficients[place >> 3][place & 7] / divisors[index]).rounded()
      // What baseline codes have room for (T.81, tables F.1 and F.2).
      block[index] = Int16(min(max(value, -1023), 1023))
    }
  }

  /// The natural place of each coefficient in zigzag order (T.81, figure A.6).
  private static let natural: InlineArray<64, Int> = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
  ]
}
