import Foundation
import GRDB

/// Reads the values of a row one after the other.
///
/// GRDB's own subscripts end the program where a value is of another type, as it may be in a damaged
/// database; these throw.
struct RowValues {
  private let row: Row
  private var index = 0

  init(_ row: Row) { self.row = row }

  /// The next value.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is null or of another type.
  mutating func next<Value: DatabaseValueConvertible>() throws -> Value {
    let value: DatabaseValue = take()
    guard let converted = Value.fromDatabaseValue(value) else { throw unexpected }
    return converted
  }

  /// The next number.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is out of the range too.
  mutating func next(in range: ClosedRange<Int>) throws -> Int {
    let number: Int = try next()
    guard range.contains(number) else { throw unexpected }
    return number
  }

  /// The next value, nil where it is null.
  mutating func nextIfAny<Value: DatabaseValueConvertible>() throws -> Value? {
    let value: DatabaseValue = take()
    if value.isNull { return nil }
    guard let converted = Value.fromDatabaseValue(value) else { throw unexpected }
    return converted
  }

  /// The next number, nil where it is null.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is out of the range too.
  mutating func nextIfAny(in range: ClosedRange<Int>) throws -> Int? {
    let number: Int? = try nextIfAny()
    if let number, !range.contains(number) { throw unexpected }
    return number
  }

  /// What the next text stands for.
  mutating func next<Value>(_ read: (String) -> Value?) throws -> Value {
    guard let value = read(try next()) else { throw unexpected }
    return value
  }

  /// The bytes of the next blob.
  mutating func bytes() throws -> [UInt8] {
    defer { index += 1 }
    return try row.withUnsafeData(atIndex: index) { data in
      guard let data else { throw unexpected }
      return Array(data)
    }
  }

  private mutating func take() -> DatabaseValue {
    defer { index += 1 }
    return row[index]
  }

  private var unexpected: JournalError {
    let names = Array(row.columnNames)
    let name = names.indices.contains(index - 1) ? names[index - 1] : "?"
    return .database(
      DatabaseFailure(
        kind: .corrupt, code: 0, message: "a value of “\(name)” is not what it can be"))
  }
}
