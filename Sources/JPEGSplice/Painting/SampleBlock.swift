/// The 64 samples of a block, or as many coefficients in natural order: eight rows of eight.
typealias SampleBlock = InlineArray<8, SIMD8<Float>>

/// The discrete cosine transform of 8 by 8 samples and its inverse (T.81, A.3.3).
enum CosineTransform {
  /// C(u)/2 · cos((2x+1)uπ/16), by u and x: the cosines of kπ/16 for k from 0 to 8.
  private static let basis: SampleBlock = {
    let cosines: [Float] = [
      1, 0.980_785_28, 0.923_879_53, 0.831_469_61, 0.707_106_78, 0.555_570_23, 0.382_683_43,
      0.195_090_32, 0,
    ]
    func cosine(_ sixteenths: Int) -> Float {
      let turned = sixteenths % 32
      let half = turned > 16 ? 32 - turned : turned
      return half > 8 ? -cosines[16 - half] : cosines[half]
    }
    var basis = SampleBlock(repeating: .zero)
    for u in 0..<8 {
      for x in 0..<8 {
        basis[u][x] = (u == 0 ? cosines[4] : 1) / 2 * cosine((2 * x + 1) * u)
      }
    }
    return basis
  }()

  /// The same by x and u.
  private static let transposedBasis: SampleBlock = {
    var transposed = SampleBlock(repeating: .zero)
    for u in 0..<8 {
      for x in 0..<8 { transposed[x][u] = basis[u][x] }
    }
    return transposed
  }()

  /// Samples around 0 from coefficients.
  ///
  /// - Parameters:
  ///   - coefficients: in natural order.
  ///   - rowCount: how many rows of them come before those of zeros.
  /// - Returns: the samples.
  static func inverse(_ coefficients: SampleBlock, rowCount: Int) -> SampleBlock {
    product(product(transposedBasis, coefficients, count: rowCount), basis, count: 8)
  }

  /// Coefficients from samples around 0.
  static func forward(_ samples: SampleBlock) -> SampleBlock {
    product(product(basis, samples, count: 8), transposedBasis, count: 8)
  }

  /// The product of two matrices.
  ///
  /// - Parameters:
  ///   - a: the left one.
  ///   - b: the right one.
  ///   - count: how many rows of `b` come before those of zeros.
  /// - Returns: the product.
  @inline(__always)
  private static func product(_ a: SampleBlock, _ b: SampleBlock, count: Int) -> SampleBlock {
    var product = SampleBlock(repeating: .zero)
    for row in 0..<8 {
      var sum = SIMD8<Float>.zero
      for index in 0..<count { sum += a[row][index] * b[index] }
      product[row] = sum
    }
    return product
  }
}
