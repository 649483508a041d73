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

  /// Where an MCU is among all of them.
  @inline(__always)
  func place(of mcu: Int) -> Place {
    let (row, column) = mcu.quotientAndRemainder(dividingBy: columns)
    return Place(column: column, row: row)
  }

  struct Place {
    let column: Int
    let row: Int

    /// The block that a member of the MCU is, in its component.
    @inline(__always)
    func block(_ member: Member) -> (column: Int, row: Int) {
      (column * member.columns + member.column, row * member.rows + member.row)
    }
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

/// The parts of a scan's data between restart markers, each coded on its own (T.81, E.1.4).
///
/// They are found by their markers, without decoding, so those that are not needed cost next to
/// nothing.
struct RestartIntervals {
  struct Interval {
    /// The scan's MCUs that it codes.
    let mcus: Range<Int>
    /// From its first byte to the 0xFF of the marker after it.
    let data: Range<Int>
  }

  private let bytes: [UInt8]
  /// Where markers without a length begin, from the scan's first on; nil where they must be searched
  /// for.
  private var known: ArraySlice<Int>?
  private let scan: Scan
  private let mcuCount: Int
  private var nextMCU = 0
  private var position: Int

  init(of scan: Scan, mcuCount: Int, in structure: JPEGStructure) {
    bytes = structure.bytes
    known = structure.loneMarkers?[...]
    self.scan = scan
    self.mcuCount = mcuCount
    position = scan.data.lowerBound
  }

  /// The next interval; nil after the last.
  ///
  /// - Throws: ``JPEGError/damaged(_:at:)`` where markers are missing, too many or out of order.
  mutating func next() throws(JPEGError) -> Interval? {
    guard nextMCU < mcuCount else { return nil }
    let length = scan.restartInterval == 0 ? mcuCount : scan.restartInterval
    let mcus = nextMCU..<min(nextMCU + length, mcuCount)
    let start = position
    let marker = scan.restartInterval == 0 ? nil : try nextRestart(from: start)
    nextMCU = mcus.upperBound
    guard nextMCU < mcuCount else {
      if let marker { throw .damaged(.wrongRestart, at: marker) }
      return Interval(mcus: mcus, data: start..<scan.data.upperBound)
    }
    let expected = UInt8(0xD0 + (mcus.lowerBound / length) % 8)
    guard let marker else { throw .damaged(.endsEarly, at: scan.data.upperBound) }
    guard bytes[marker + 1] == expected else { throw .damaged(.wrongRestart, at: marker) }
    position = marker + 2
    return Interval(mcus: mcus, data: start..<marker)
  }

  /// Where the next RSTn begins in the scan's data.
  ///
  /// - Throws: ``JPEGError/damaged(_:at:)`` where another marker stands among the data, at which
  ///   decoders would stop.
  private mutating func nextRestart(from start: Int) throws(JPEGError) -> Int? {
    guard let marker = nextMarker(from: start) else { return nil }
    guard 0xD0...0xD7 ~= bytes[marker + 1] else { throw .damaged(.wrongRestart, at: marker) }
    return marker
  }

  /// Where the next 0xFF is that neither a stuffed zero nor a fill byte follows.
  private mutating func nextMarker(from start: Int) -> Int? {
    if let markers = known {
      let rest = markers.drop { $0 < start }
      known = rest
      return rest.first.flatMap { $0 + 1 < scan.data.upperBound ? $0 : nil }
    }
    return bytes.withUnsafeBytes { buffer in
      var position = start
      while let prefix = buffer.firstMarker(from: position), prefix + 1 < scan.data.upperBound {
        if buffer[prefix + 1] != 0xFF { return prefix }
        position = prefix + 1
      }
      return nil
    }
  }
}
