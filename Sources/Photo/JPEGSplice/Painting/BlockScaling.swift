import Formats

/// Takes a component's quantised coefficients to samples and back.
struct BlockScaling {
  /// In zigzag order: what takes quantised coefficients to those that ``CosineTransform`` wants.
  private var fromQuantized = [Float](repeating: 0, count: 64)
  /// Transposed, what takes those that it gives to quantised ones.
  private var toQuantized = [SIMD8<Float>](repeating: .zero, count: 8)
  /// By place in zigzag order, where a transposed block has the coefficient, in bytes.
  private var offsets = [Int](repeating: 0, count: 64)

  /// - Parameter table: 64 divisors in zigzag order, none of them 0.
  init(_ table: [UInt16]) {
    for index in 0..<64 {
      let (row, column) = (ZigzagOrder.natural[index] >> 3, ZigzagOrder.natural[index] & 7)
      let scale = CosineTransform.scales[row] * CosineTransform.scales[column]
      fromQuantized[index] = Float(table[index]) * scale / 8
      toQuantized[column][row] = 1 / (Float(table[index]) * scale * 8)
      offsets[index] = (column << 3 | row) * MemoryLayout<Float>.stride
    }
  }

  /// Gives the numbers, which stay alive for that time.
  func withTables(_ body: (Tables) -> Void) {
    fromQuantized.withUnsafeBufferPointer { fromQuantized in
      toQuantized.withUnsafeBufferPointer { toQuantized in
        offsets.withUnsafeBufferPointer { offsets in
          guard let first = fromQuantized.baseAddress, let second = toQuantized.baseAddress,
            let third = offsets.baseAddress
          else { return }
          body(Tables(fromQuantized: first, toQuantized: second, offsets: third))
        }
      }
    }
  }

  /// The memory of the numbers, for the time that ``withTables(_:)`` gives it.
  struct Tables {
    fileprivate let fromQuantized: UnsafePointer<Float>
    fileprivate let toQuantized: UnsafePointer<SIMD8<Float>>
    fileprivate let offsets: UnsafePointer<Int>
  }

  /// 1.5 · 2²³: of a small number added to it, a float has room for the nearest whole number alone, in
  /// its lowest bits.
  fileprivate static let rounder: Float = 12_582_912
}

extension BlockScaling.Tables {
  /// Samples around 0.
  ///
  /// - Parameter block: 64 coefficients, quantised, in zigzag order.
  /// - Returns: the samples.
  @inline(__always)
  func samples(_ block: UnsafePointer<Int16>) -> SampleBlock {
    var coefficients = SampleBlock(repeating: .zero)
    withUnsafeMutableBytes(of: &coefficients) { coefficients in
      for start in stride(from: 0, to: 64, by: 4) {
        // Past the first of them most are zeros.
        if UnsafeRawPointer(block + start).loadUnaligned(as: UInt64.self) == 0 { continue }
        for index in start..<start + 4 {
          coefficients.storeBytes(
            of: Float(block[index]) * fromQuantized[index], toByteOffset: offsets[index],
            as: Float.self)
        }
      }
    }
    return CosineTransform.inverse(coefficients)
  }

  /// Quantises samples around 0: the coefficients are the nearest whole numbers that baseline codes have
  /// room for (T.81, tables F.1 and F.2). Samples as they came from ``samples(_:)`` give the
  /// coefficients they came from.
  ///
  /// - Parameters:
  ///   - samples: the samples.
  ///   - block: for 64 coefficients in zigzag order.
  @inline(__always)
  func quantize(_ samples: SampleBlock, into block: UnsafeMutablePointer<Int16>) {
    let (least, most) = (SIMD8<Float>(repeating: -1023), SIMD8<Float>(repeating: 1023))
    var coefficients = CosineTransform.forward(samples)
    for row in 0..<8 {
      var scaled = coefficients[row] * toQuantized[row]
      scaled.replace(with: least, where: scaled .< least)
      scaled.replace(with: most, where: scaled .> most)
      coefficients[row] = scaled + BlockScaling.rounder
    }
    withUnsafeBytes(of: &coefficients) { rounded in
      for index in 0..<64 {
        let bits = rounded.load(fromByteOffset: offsets[index], as: UInt32.self)
        block[index] = Int16(truncatingIfNeeded: bits)
      }
    }
  }
}

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

extension SIMD8<Float> {
  /// Whether none has a bit set: all are zero, and none is negative zero. As whole words, where `==`
  /// compares one number after another.
  @inline(__always)
  var isZero: Bool { unsafeBitCast(self, to: SIMD4<UInt64>.self).isZero }
}

/// The 64 samples of a block, or as many coefficients: eight rows of eight.
typealias SampleBlock = InlineArray<8, SIMD8<Float>>

extension InlineArray where Element == SIMD8<Float>, count == 8 {
  /// Rows for columns.
  ///
  /// In squares of four by four, each in steps that take from two vectors, which a processor has
  /// instructions for.
  @inline(__always)
  var transposed: SampleBlock {
    let topLeft = Self.transposed(
      self[0].lowHalf, self[1].lowHalf, self[2].lowHalf, self[3].lowHalf)
    let topRight = Self.transposed(
      self[0].highHalf, self[1].highHalf, self[2].highHalf, self[3].highHalf)
    let bottomLeft = Self.transposed(
      self[4].lowHalf, self[5].lowHalf, self[6].lowHalf, self[7].lowHalf)
    let bottomRight = Self.transposed(
      self[4].highHalf, self[5].highHalf, self[6].highHalf, self[7].highHalf)
    return [
      SIMD8(lowHalf: topLeft.0, highHalf: bottomLeft.0),
      SIMD8(lowHalf: topLeft.1, highHalf: bottomLeft.1),
      SIMD8(lowHalf: topLeft.2, highHalf: bottomLeft.2),
      SIMD8(lowHalf: topLeft.3, highHalf: bottomLeft.3),
      SIMD8(lowHalf: topRight.0, highHalf: bottomRight.0),
      SIMD8(lowHalf: topRight.1, highHalf: bottomRight.1),
      SIMD8(lowHalf: topRight.2, highHalf: bottomRight.2),
      SIMD8(lowHalf: topRight.3, highHalf: bottomRight.3),
    ]
  }

  private typealias Row = SIMD4<Float>

  @inline(__always)
  private static func transposed(
    _ a: Row, _ b: Row, _ c: Row, _ d: Row
  ) -> (Row, Row, Row, Row) {
    let (ab, cd) = (Row(a[0], b[0], a[1], b[1]), Row(c[0], d[0], c[1], d[1]))
    let (abHigh, cdHigh) = (Row(a[2], b[2], a[3], b[3]), Row(c[2], d[2], c[3], d[3]))
    return (
      Row(ab[0], ab[1], cd[0], cd[1]), Row(ab[2], ab[3], cd[2], cd[3]),
      Row(abHigh[0], abHigh[1], cdHigh[0], cdHigh[1]),
      Row(abHigh[2], abHigh[3], cdHigh[2], cdHigh[3])
    )
  }
}
