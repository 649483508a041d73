package import Wording

/// Rows of cells as lines with aligned columns.
///
/// Widths are fixed before the first line, so that a list of any length is written row by row: given
/// up front, or fitted to the rows at hand. A cell that is wider than its column moves the rest of
/// its line to the right: nothing is lost but this line's order. Only the last cell is ever cut, and
/// only where a width of the whole line is given.
package struct TextTable: Sendable {
  package struct Column: Sendable, Hashable {
    package var alignment = DisplayWidth.Alignment.left
    /// In columns of the terminal.
    package var width: Int
  }

  package let columns: [Column]
  /// The columns of the terminal, or nil where lines may have any length.
  package let lineWidth: Int?
  package static let gap = "  "

  package init(columns: [Column], lineWidth: Int? = nil) {
    self.columns = columns
    self.lineWidth = lineWidth
  }

  /// A table with an alignment for each column, as wide as the widest cells of these rows, such as the
  /// first thousand of a list.
  package init(
    fitting rows: [[String]], alignments: [DisplayWidth.Alignment], lineWidth: Int? = nil
  ) {
    var widths = Array(repeating: 0, count: alignments.count)
    for row in rows {
      for (index, cell) in row.prefix(widths.count).enumerated() {
        widths[index] = max(widths[index], DisplayWidth.columns(of: cell))
      }
    }
    self.init(
      columns: zip(alignments, widths).map { Column(alignment: $0, width: $1) },
      lineWidth: lineWidth)
  }

  /// A row as a line without blanks at its end, from at most one cell for each column.
  ///
  /// Cells are of one line and without control characters.
  package func line(_ cells: [String]) -> String {
    var line = ""
    for (index, (cell, column)) in zip(cells, columns).enumerated() {
      if index > 0 { line += Self.gap }
      let isLast = index == columns.count - 1
      let cell = isLast ? cut(cell, after: line) : cell
      // Blanks after the last cell would only be taken away again.
      line +=
        isLast && column.alignment == .left
        ? cell : DisplayWidth.padded(cell, to: column.width, column.alignment)
    }
    return line.trimmingBlanksAtEnd()
  }

  private func cut(_ cell: String, after line: String) -> String {
    guard let lineWidth else { return cell }
    return DisplayWidth.truncated(cell, to: max(1, lineWidth - DisplayWidth.columns(of: line)))
  }
}

extension TextTable {
  /// Prints rows as a table that fits them.
  ///
  /// - Parameters:
  ///   - rows: the cells.
  ///   - numbers: the columns that are aligned right, counted from 0.
  ///   - lineWidth: the columns of the terminal; nil where lines may have any length.
  package static func print(_ rows: [[String]], numbers: [Int], lineWidth: Int? = nil) {
    let columns = 0..<(rows.map(\.count).max() ?? 0)
    let table = TextTable(
      fitting: rows, alignments: columns.map { numbers.contains($0) ? .right : .left },
      lineWidth: lineWidth)
    for row in rows { Console.print(table.line(row)) }
  }
}

extension Array {
  /// Prints a line for each: of JSON, or the row of a table.
  ///
  /// - Parameters:
  ///   - asJSON: whether of JSON.
  ///   - description: what JSON says of one.
  ///   - numbers: the columns that are aligned right, counted from 0.
  ///   - lineWidth: the columns of the terminal; nil where lines may have any length.
  ///   - cells: the row of one.
  package func printLines(
    asJSON: Bool, _ description: (Element) throws -> some Encodable, numbers: [Int] = [],
    lineWidth: Int? = nil, cells: (Element) -> [String]
  ) rethrows {
    if asJSON { return try forEach { Console.print(try description($0).jsonLine()) } }
    TextTable.print(map(cells), numbers: numbers, lineWidth: lineWidth)
  }
}
