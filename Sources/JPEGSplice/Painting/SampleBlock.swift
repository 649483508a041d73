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
