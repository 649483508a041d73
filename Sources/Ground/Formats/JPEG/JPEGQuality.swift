/// Quantization tables, and the step of the IJG quality scale that a file's are nearest to.
package enum JPEGQuality {
  /// T.81, table K.1, in natural order.
  static let luminance = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// T.81, table K.2, in natural order.
  static let chrominance = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
    24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  ]

  /// What `jpeg_set_quality` makes of a base table's entry with baseline forced.
  static func scaled(_ base: Int, quality: Int) -> Int {
    let percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
    return min(max((base * percent + 50) / 100, 1), 255)
  }

  /// The quality from 1 to 100 with the least sum of differences over both tables of 64 in zigzag
  /// order. The larger one where two are equally near.
  static func nearest(luminance observed: [UInt16], chrominance observedChroma: [UInt16]?) -> Int {
    let pairs = [(luminance, observed), (chrominance, observedChroma ?? [])].flatMap {
      (base, observed) in
      observed.enumerated().map { (base: base[ZigzagOrder.natural[$0.offset]], Int($0.element)) }
    }
    var best = (quality: 100, distance: Int.max)
    for quality in stride(from: 100, through: 1, by: -1) {
      var distance = 0
      for (base, value) in pairs { distance += abs(scaled(base, quality: quality) - value) }
      if distance < best.distance { best = (quality, distance) }
    }
    return best.quality
  }

  /// Reads a DQT segment's tables (T.81, B.2.4.1).
  ///
  /// - Parameters:
  ///   - segment: the segment.
  ///   - bytes: the file.
  ///   - tables: by number, 64 divisors each in zigzag order; those before a cut one are added.
  /// - Throws: `PhotoFileError.truncated` for a table that is cut, `invalid` for a divisor of 0.
  package static func readTables(
    _ segment: JPEGSegment, of bytes: [UInt8], into tables: inout [Int: [UInt16]]
  ) throws(PhotoFileError) {
    var reader = ByteReader(bytes[segment.payload], .bigEndian)
    while let head = reader.next(size: 1) {
      let size = head >> 4 == 0 ? 1 : 2
      guard let elements = reader.next(count: 64 * size) else {
        throw .truncated(
          .jpeg, part: "DQT element", at: reader.index, needed: 64 * size,
          available: reader.rest.count)
      }
      let values = ByteReader(elements, .bigEndian)
      let table = (0..<64).map {
        UInt16(truncatingIfNeeded: values.value(at: $0 * size, size: size) ?? 0)
      }
      if let zero = table.firstIndex(of: 0) {
        throw .invalid(
          .jpeg, field: "DQT element", at: elements.startIndex + zero * size, observed: 0,
          expected: "1 or more")
      }
      tables[head & 0x0F] = table
    }
  }
}

/// The order in which a block's coefficients are coded (T.81, figure A.6).
package enum ZigzagOrder {
  /// The natural place of each, row by row.
  package static let natural: InlineArray<64, Int> = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
  ]
}
