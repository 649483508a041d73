/// The discrete cosine transform of 8 by 8 samples and its inverse (T.81, A.3.3).
///
/// By the algorithm of Arai, Agui and Nakajima (1988), as in jfdctflt.c and jidctflt.c of libjpeg: five
/// multiplications for eight numbers, the others left to the quantisation, by ``scales``. Both ways
/// transpose once, so coefficients lie transposed: by row their horizontal frequency.
enum CosineTransform {
  /// By frequency in one direction, what coefficients here are multiplied by; ``inverse(_:)`` also
  /// wants an eighth of them, and ``forward(_:)`` gives eight times as much.
  static let scales: [Float] = [
    1, 1.387_039_845, 1.306_562_965, 1.175_875_602, 1, 0.785_694_958, 0.541_196_1, 0.275_899_379,
  ]

  /// Samples around 0 from scaled coefficients.
  @inline(__always)
  static func inverse(_ coefficients: SampleBlock) -> SampleBlock {
    inverseOfColumns(inverseOfColumns(coefficients).transposed)
  }

  /// Scaled coefficients from samples around 0.
  @inline(__always)
  static func forward(_ samples: SampleBlock) -> SampleBlock {
    forwardOfColumns(forwardOfColumns(samples).transposed)
  }

  @inline(__always)
  private static func forwardOfColumns(_ rows: SampleBlock) -> SampleBlock {
    let (sum0, sum1, sum2, sum3) = (
      rows[0] + rows[7], rows[1] + rows[6], rows[2] + rows[5], rows[3] + rows[4]
    )
    let (rest0, rest1, rest2, rest3) = (
      rows[0] - rows[7], rows[1] - rows[6], rows[2] - rows[5], rows[3] - rows[4]
    )
    var result = SampleBlock(repeating: .zero)
    let (even0, even1, even2) = (sum0 + sum3, sum1 + sum2, sum0 - sum3)
    result[0] = even0 + even1
    result[4] = even0 - even1
    let turned = (sum1 - sum2 + even2) * 0.707_106_781
    result[2] = even2 + turned
    result[6] = even2 - turned

    let (odd0, odd1, odd2) = (rest3 + rest2, rest2 + rest1, rest1 + rest0)
    let shared = (odd0 - odd2) * 0.382_683_433
    let low = odd0 * 0.541_196_1 + shared
    let high = odd2 * 1.306_562_965 + shared
    let middle = odd1 * 0.707_106_781
    let (sum, rest) = (rest0 + middle, rest0 - middle)
    result[5] = rest + low
    result[3] = rest - low
    result[1] = sum + high
    result[7] = sum - high
    return result
  }

  @inline(__always)
  private static func inverseOfColumns(_ rows: SampleBlock) -> SampleBlock {
    let (outer, inner) = (rows[0] + rows[4], rows[0] - rows[4])
    let sum = rows[2] + rows[6]
    let turned = (rows[2] - rows[6]) * 1.414_213_562 - sum
    let (even0, even1, even2, even3) = (
      outer + sum, inner + turned, inner - turned, outer - sum
    )

    let (sum35, rest35) = (rows[5] + rows[3], rows[5] - rows[3])
    let (sum17, rest17) = (rows[1] + rows[7], rows[1] - rows[7])
    let odd0 = sum17 + sum35
    let shared = (rest35 + rest17) * 1.847_759_065
    let odd1 = shared - rest35 * 2.613_125_93 - odd0
    let odd2 = (sum17 - sum35) * 1.414_213_562 - odd1
    let odd3 = rest17 * 1.082_392_2 - shared + odd2

    var result = SampleBlock(repeating: .zero)
    result[0] = even0 + odd0
    result[7] = even0 - odd0
    result[1] = even1 + odd1
    result[6] = even1 - odd1
    result[2] = even2 + odd2
    result[5] = even2 - odd2
    result[4] = even3 + odd3
    result[3] = even3 - odd3
    return result
  }
}
