/// The IJG quality scale, and which step of it a file's quantization tables are nearest to.
enum JPEGQuality {
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

  /// The quality from 1 to 100 with the least sum of differences over both tables of 64 in natural
  /// order. The larger one where two are equally near.
  static func nearest(luminance observed: [Int], chrominance observedChroma: [Int]?) -> Int {
    var best = (quality: 100, distance: Int.max)
    for quality in stride(from: 100, through: 1, by: -1) {
      var distance = 0
      for (base, value) in zip(luminance, observed) {
        distance += abs(scaled(base, quality: quality) - value)
      }
      for (base, value) in zip(chrominance, observedChroma ?? []) {
        distance += abs(scaled(base, quality: quality) - value)
      }
      if distance < best.distance { best = (quality, distance) }
    }
    return best.quality
  }

  /// The tables by number of all DQT segments before the first scan, in natural order
  /// (T.81, B.2.4.1); a cut table and what follows it are left out.
  static func tables(of structure: JPEGStructure) -> [Int: [Int]] {
    var tables: [Int: [Int]] = [:]
    for segment in structure.segments {
      if segment.marker == .startOfScan { break }
      guard segment.marker == .quantizationTables else { continue }
      let reader = ByteReader(structure.payload(segment), .bigEndian)
      var offset = 0
      while let head = reader.value(at: offset, size: 1) {
        let size = head >> 4 == 0 ? 1 : 2
        guard reader.slice(at: offset + 1, count: 64 * size) != nil else { break }
        var table = [Int](repeating: 0, count: 64)
        for index in 0..<64 {
          let value = reader.value(at: offset + 1 + index * size, size: size) ?? 0
          table[ZigzagOrder.natural[index]] = value
        }
        tables[head & 0x0F] = table
        offset += 1 + 64 * size
      }
    }
    return tables
  }
}
