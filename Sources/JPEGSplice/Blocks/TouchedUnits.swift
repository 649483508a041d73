/// The units of a scan that hold given blocks, as ranges in the order of coding.
struct TouchedUnits {
  private let ranges: [Range<Int>]
  private var next = 0

  init(_ areas: [BlockArea], in units: ScanUnits) {
    var ranges: [Range<Int>] = []
    let components = Dictionary(grouping: units.members, by: \.component).compactMap(\.value.first)
    for row in Self.rows(areas, components) where row < units.rows {
      let extents = components.flatMap { member in
        (row * member.rows..<(row + 1) * member.rows).compactMap { blockRow in
          areas[member.component].extent(inRow: blockRow).map {
            $0.lowerBound / member.columns..<($0.upperBound - 1) / member.columns + 1
          }
        }
      }
      guard let first = extents.map(\.lowerBound).min(),
        let last = extents.map(\.upperBound).max()
      else { continue }
      let columns = (first..<last).clamped(to: 0..<units.columns)
      if !columns.isEmpty {
        ranges.append(
          row * units.columns + columns.lowerBound..<row * units.columns + columns.upperBound)
      }
    }
    self.ranges = ranges
  }

  private static func rows(_ areas: [BlockArea], _ members: [ScanUnits.Member]) -> Range<Int> {
    let rows = members.compactMap { member -> Range<Int>? in
      let rows = areas[member.component].rows
      guard !rows.isEmpty else { return nil }
      return rows.lowerBound / member.rows..<(rows.upperBound - 1) / member.rows + 1
    }
    guard let first = rows.map(\.lowerBound).min(), let end = rows.map(\.upperBound).max() else {
      return 0..<0
    }
    return first..<end
  }

  /// Whether a unit is among them; to be asked in ascending order.
  mutating func contains(_ unit: Int) -> Bool {
    while next < ranges.count, ranges[next].upperBound <= unit { next += 1 }
    return next < ranges.count && ranges[next].lowerBound <= unit
  }

  /// The ranges within units of a restart interval, each with units behind it and joined where they
  /// meet; to be asked in ascending order.
  ///
  /// - Returns: the spans, and whether the interval's last unit is itself among the units.
  mutating func spans(
    in units: Range<Int>, trailing: Int
  ) -> (spans: [Range<Int>], reachEnd: Bool) {
    var spans: [Range<Int>] = []
    var reachEnd = false
    while next < ranges.count, ranges[next].lowerBound < units.upperBound {
      let range = ranges[next].clamped(to: units)
      let end = min(range.upperBound + trailing, units.upperBound)
      if let last = spans.last, range.lowerBound <= last.upperBound {
        spans[spans.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else if !range.isEmpty {
        spans.append(range.lowerBound..<end)
      }
      if ranges[next].upperBound >= units.upperBound { reachEnd = true }
      if ranges[next].upperBound > units.upperBound { break }
      next += 1
    }
    return (spans, reachEnd)
  }
}
