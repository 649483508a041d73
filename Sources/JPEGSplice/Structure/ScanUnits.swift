import Formats

/// The order in which a scan codes blocks (T.81, A.2).
///
/// A unit is what restart intervals count: an MCU of several components, or one block of a scan that
/// has one component alone.
struct ScanUnits: Sendable {
  /// A block of every unit.
  struct Member: Sendable {
    /// The component's number in the scan.
    let slot: Int
    /// The component's number in the frame.
    let component: Int
    /// The block's place in the unit.
    let column: Int
    let row: Int
    /// Blocks of the component in a unit.
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

  /// The block that a member of a unit is, in its component.
  @inline(__always)
  func block(_ member: Member, of unit: Int) -> (column: Int, row: Int) {
    let (row, column) = unit.quotientAndRemainder(dividingBy: columns)
    return (column * member.columns + member.column, row * member.rows + member.row)
  }
}
