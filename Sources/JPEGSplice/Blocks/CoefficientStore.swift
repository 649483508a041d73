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
