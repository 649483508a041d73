import Formats

/// The order in which a scan codes blocks (T.81, A.2).
///
/// An MCU, which restart intervals count, has blocks of several components, or is one block of a scan
/// that has one component alone.
struct MCULayout: Sendable {
  /// A block that every MCU has.
  struct Member: Sendable {
    /// The component's number in the scan.
    let slot: Int
    /// The component's number in the frame.
    let component: Int
    /// The block's place in the MCU.
    let column: Int
    let row: Int
    /// Blocks of the component in an MCU.
    let columns: Int
    let rows: Int
  }

  let columns: Int
  let rows: Int
  let members: [Member]

  var count: Int { columns * rows }

  init(of scan: Scan, in frame: JPEGFrameHeader) {
    if scan.components.count == 1 {
      let index = scan.components[0].index
      columns = frame.components[index].columns
      rows = frame.components[index].rows
      members = [Member(slot: 0, component: index, column: 0, row: 0, columns: 1, rows: 1)]
      return
    }
    columns = frame.mcuColumns
    rows = frame.mcuRows
    members = scan.components.enumerated().flatMap { slot, component in
      let (across, down) = (
        frame.components[component.index].horizontal, frame.components[component.index].vertical
      )
      return (0..<down).flatMap { row in
        (0..<across).map { column in
          Member(
            slot: slot, component: component.index, column: column, row: row, columns: across,
            rows: down)
        }
      }
    }
  }

  /// The block that a member of an MCU is, in its component.
  @inline(__always)
  func block(_ member: Member, of mcu: Int) -> (column: Int, row: Int) {
    let (row, column) = mcu.quotientAndRemainder(dividingBy: columns)
    return (column * member.columns + member.column, row * member.rows + member.row)
  }
}

/// The MCUs of a scan that hold given blocks, as ranges in the order of coding.
struct TouchedMCUs {
  private let ranges: [Range<Int>]
  private var next = 0

  init(_ areas: [BlockArea], in layout: MCULayout) {
    var ranges: [Range<Int>] = []
    let components = Dictionary(grouping: layout.members, by: \.component).compactMap(\.value.first)
    for row in Self.rows(areas, components) where row < layout.rows {
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
      let columns = (first..<last).clamped(to: 0..<layout.columns)
      if !columns.isEmpty {
        ranges.append(
          row * layout.columns + columns.lowerBound..<row * layout.columns + columns.upperBound)
      }
    }
    self.ranges = ranges
  }

  private static func rows(_ areas: [BlockArea], _ members: [MCULayout.Member]) -> Range<Int> {
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

  /// Whether an MCU is among them; call it in ascending order.
  mutating func contains(_ mcu: Int) -> Bool {
    while next < ranges.count, ranges[next].upperBound <= mcu { next += 1 }
    return next < ranges.count && ranges[next].lowerBound <= mcu
  }

  /// The ranges within MCUs of a restart interval, each with MCUs after it and joined where they
  /// meet; call it in ascending order.
  ///
  /// - Returns: the spans, and whether the interval's last MCU is itself among the MCUs.
  mutating func spans(
    in mcus: Range<Int>, trailing: Int
  ) -> (spans: [Range<Int>], reachEnd: Bool) {
    var spans: [Range<Int>] = []
    var reachEnd = false
    while next < ranges.count, ranges[next].lowerBound < mcus.upperBound {
      let range = ranges[next].clamped(to: mcus)
      let end = min(range.upperBound + trailing, mcus.upperBound)
      if let last = spans.last, range.lowerBound <= last.upperBound {
        spans[spans.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else if !range.isEmpty {
        spans.append(range.lowerBound..<end)
      }
      if ranges[next].upperBound >= mcus.upperBound { reachEnd = true }
      if ranges[next].upperBound > mcus.upperBound { break }
      next += 1
    }
    return (spans, reachEnd)
  }
}
