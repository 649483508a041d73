import Formats

/// The coefficients of some blocks of every component, quantised, in zigzag order.
struct CoefficientStore: Sendable, Equatable {
  let areas: [BlockArea]
  /// By component; 64 for each block of the area's rectangle.
  private var values: [[Int16]]

  init(_ areas: [BlockArea]) {
    self.areas = areas
    values = areas.map { .init(repeating: 0, count: 64 * $0.columns.count * $0.rows.count) }
  }

  /// Gives the 64 coefficients of a block that one of the areas contains; otherwise does nothing.
  mutating func change(
    _ component: Int, column: Int, row: Int, _ body: (UnsafeMutablePointer<Int16>) -> Void
  ) {
    guard areas[component].contains(column: column, row: row),
      let index = areas[component].index(column, row)
    else { return }
    values[component].withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { body(base + 64 * index) }
    }
  }

  /// Gives the 64 coefficients of each block in a row that a component's area contains.
  ///
  /// - Parameters:
  ///   - component: its number.
  ///   - row: a row of blocks.
  ///   - body: takes a block's column and its coefficients.
  mutating func changeRow(
    _ component: Int, _ row: Int, _ body: (Int, UnsafeMutablePointer<Int16>) -> Void
  ) {
    let area = areas[component]
    values[component].withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for column in area.columns where area.contains(column: column, row: row) {
        if let index = area.index(column, row) { body(column, base + 64 * index) }
      }
    }
  }

  /// The 64 coefficients of a block; nil where no area contains it.
  func read<Value>(
    _ component: Int, column: Int, row: Int, _ body: (UnsafePointer<Int16>) -> Value
  ) -> Value? {
    guard areas[component].contains(column: column, row: row),
      let index = areas[component].index(column, row)
    else { return nil }
    return values[component].withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { body($0 + 64 * index) }
    }
  }
}

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
