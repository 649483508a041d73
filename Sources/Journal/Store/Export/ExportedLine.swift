import CaptureTime
package import Files
import Foundation
import GRDB

/// An area's files of lines, in the order that an export writes them and an import reads them, by
/// their names in the `counts` of `journal.json`.
package protocol LineCount: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The file.
  var list: ContainedPath { get }
  /// What a line of it says.
  var line: any ExportedLine.Type { get }
}

/// A line of an export. Reading checks that this program could have written its values, and throws
/// ``ExportedValueError`` if not.
package protocol ExportedLine: Codable, Sendable {
  /// The names of its members.
  static var fields: [String] { get }

  /// Checks what follows from its place.
  ///
  /// - Parameter number: of the line, counted from 1.
  /// - Throws: ``ExportedValueError``.
  func check(_ number: Int) throws
}

extension ExportedLine {
  package func check(_ number: Int) throws {}
}

/// A line with the content of one of an owner's rows.
package protocol StoredLine: ExportedLine {
  /// Where its rows are.
  static var source: RowSource { get }
  /// What it is made of: columns of the rows, or expressions.
  static var columns: [String] { get }

  /// The line of a row, with its end.
  ///
  /// - Parameter row: which has ``columns`` next.
  /// - Returns: the line.
  /// - Throws: ``JournalError`` where a value is none that this program writes.
  static func exportedLine(of row: inout RowDecoder) throws -> [UInt8]
}

/// An owner's rows to export, in an order that can continue after any of them.
package struct RowSource: Sendable {
  private let tables: String
  /// The columns of the order, those of no two rows the same.
  let order: [String]
  /// Which rows; the first argument is the owner.
  private let condition: String

  package init(_ tables: String, order: [String], where condition: String = "owner = ?1") {
    (self.tables, self.order, self.condition) = (tables, order, condition)
  }

  /// The most rows that are read at a time.
  private static let pageSize = 1_000

  /// The query of the columns of the order and of others.
  ///
  /// - Parameters:
  ///   - columns: the others.
  ///   - isFirst: whether it begins with the first row; else the values of the order of the row before
  ///     follow the owner as arguments.
  /// - Returns: the query.
  func query(of columns: [String], isFirst: Bool) -> String {
    let order = order.joined(separator: ", ")
    let places = self.order.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
    return """
      SELECT \(order), \(columns.joined(separator: ", ")) FROM \(tables)
      WHERE \(condition) \(isFirst ? "" : "AND (\(order)) > (\(places))")
      ORDER BY \(order) LIMIT \(Self.pageSize)
      """
  }
}

/// Reads the rows of one file of lines after the other.
package struct ExportedRows: Sendable {
  private let journal: OwnerJournal
  /// The last row that was read of the file, by its order; nil before the first.
  private var last: [DatabaseValue]?

  /// Bytes after which lines are given.
  private static let usualSize = 1 << 18

  package init(of journal: OwnerJournal) { self.journal = journal }

  /// The next lines of a file.
  ///
  /// - Parameter type: what a line says, the same until there is none.
  /// - Returns: the lines with their ends, and how many they are; nil after the last one, and then another
  ///   file may come.
  /// - Throws: ``JournalError``.
  package mutating func next<Line: StoredLine>(
    _ type: Line.Type
  ) throws -> (bytes: [UInt8], lines: Int)? {
    let (last, source) = (last, Line.source)
    let found = try journal.read { db in
      var arguments: StatementArguments = [journal.id]
      if let last { arguments += StatementArguments(last) }
      let rows = try DecodedRows(
        db, cached: source.query(of: Line.columns, isFirst: last == nil), arguments: arguments)
      var (bytes, lines, end): ([UInt8], Int, [DatabaseValue]) = ([], 0, [])
      while bytes.count < Self.usualSize, var row = try rows.next() {
        end = try source.order.map { _ in try row.next(DatabaseValue.self) }
        bytes += try Line.exportedLine(of: &row)
        lines += 1
      }
      return (bytes: bytes, lines: lines, end: end)
    }
    self.last = found.lines > 0 ? found.end : nil
    return found.lines > 0 ? (found.bytes, found.lines) : nil
  }
}

/// A value in an export that this program does not write.
package struct ExportedValueError: Error, Sendable, Hashable {
  package let field: String

  package init(field: String) { self.field = field }
}

extension Encodable {
  /// A line of JSON with its end: the same bytes for the same value.
  package func exportedLine() throws -> [UInt8] {
    [UInt8](try lineEncoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}

private let lineEncoder: JSONEncoder = {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return encoder
}()
