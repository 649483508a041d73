/// Lays a layer over a picture's blocks.
struct Painter {
  private let veils: [Veil]
  /// By component, the divisors in natural order.
  private let quantization: [SampleBlock]

  /// - Parameters:
  ///   - layer: lies on the coded picture.
  ///   - picture: the picture.
  ///   - colour: what its components mean.
  init(_ layer: Layer, on picture: JPEGPicture, colour: ComponentColour) {
    veils = picture.frame.components.indices.map {
      Veil(layer, component: $0, of: picture.frame, colour: colour)
    }
    quantization = picture.quantization.map { table in
      var divisors = SampleBlock(repeating: .zero)
      for index in 0..<64 {
        let place = Self.natural[index]
        divisors[place >> 3][place & 7] = Float(table[index])
      }
      return divisors
    }
  }

  /// By component, the blocks that change.
  var touched: [BlockArea] { veils.map(\.touched) }

  /// Changes the coefficients of the blocks in the store.
  ///
  /// - Parameter store: holds the touched blocks.
  func paint(_ store: inout CoefficientStore) {
    for (component, area) in store.areas.enumerated() {
      for row in area.rows {
        for column in area.columns {
          store.change(component, column: column, row: row) { block in
            paint(block, quantization[component]) { samples in
              veils[component].cover(&samples, column: column, row: row)
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
  ///   - divisors: what they are quantised with, in natural order.
  ///   - cover: changes samples from 0 to 255.
  @inline(__always)
  private func paint(
    _ block: UnsafeMutablePointer<Int16>, _ divisors: SampleBlock,
    _ cover: (inout SampleBlock) -> Void
  ) {
    var coefficients = SampleBlock(repeating: .zero)
    var rowCount = 0
    for index in 0..<64 where block[index] != 0 {
      let place = Self.natural[index]
      coefficients[place >> 3][place & 7] = Float(block[index])
      rowCount = max(rowCount, place >> 3 + 1)
    }
    for row in 0..<rowCount { coefficients[row] *= divisors[row] }
    var samples = CosineTransform.inverse(coefficients, rowCount: rowCount)
    for line in 0..<8 { samples[line] += 128 }
    cover(&samples)
    for line in 0..<8 { samples[line] -= 128 }
    coefficients = CosineTransform.forward(samples)
    for row in 0..<8 { coefficients[row] /= divisors[row] }
    for index in 0..<64 {
      let place = Self.natural[index]
      block[index] = coefficients[place >> 3][place & 7].coded
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

extension Float {
  /// The nearest whole number, the one away from zero where two are as near, that baseline codes have
  /// room for (T.81, tables F.1 and F.2).
  @inline(__always)
  fileprivate var coded: Int16 {
    let value = Swift.min(Swift.max(self, -1023), 1023)
    let whole = Int32(value)
    let rest = value - Float(whole)
    return Int16(truncatingIfNeeded: whole &+ (rest >= 0.5 ? 1 : 0) &- (rest <= -0.5 ? 1 : 0))
  }
}
