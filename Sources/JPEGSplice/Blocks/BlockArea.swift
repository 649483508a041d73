import Formats

/// Blocks of one component: a rectangle of them, and which of those are meant.
package struct BlockArea: Hashable, Sendable {
  package let columns: Range<Int>
  package let rows: Range<Int>
  /// Row by row.
  private var flags: [Bool]

  /// No block of a rectangle.
  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
    flags = [Bool](repeating: false, count: columns.count * rows.count)
  }

  /// All blocks of a component that hold samples of the picture.
  init(allOf component: JPEGFrameHeader.Component) {
    self.init(columns: 0..<component.columns, rows: 0..<component.rows)
    flags = flags.map { _ in true }
  }

  package var count: Int { flags.count { $0 } }

  mutating func insert(column: Int, row: Int) {
    if let index = index(column, row) { flags[index] = true }
  }

  func contains(column: Int, row: Int) -> Bool { index(column, row).map { flags[$0] } ?? false }

  /// The number of a block in the rectangle; nil outside.
  func index(_ column: Int, _ row: Int) -> Int? {
    guard columns.contains(column), rows.contains(row) else { return nil }
    return (row - rows.lowerBound) * columns.count + column - columns.lowerBound
  }

  /// From the first to the last block of a row; nil where there is none.
  func extent(inRow row: Int) -> Range<Int>? {
    guard let start = index(columns.lowerBound, row) else { return nil }
    let flags = flags[start..<start + columns.count]
    guard let first = flags.firstIndex(of: true), let last = flags.lastIndex(of: true) else {
      return nil
    }
    return columns.lowerBound + first - start..<columns.lowerBound + last - start + 1
  }
}
