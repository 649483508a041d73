package import Files
package import GRDB
import SystemPackage

/// Decodes the values of a row one after the other, in the order of the query.
///
/// A damaged database may hold a value of another type than its column's. GRDB's subscripts then end
/// the program, and its quick decoding, which `Row.decode` and `fetchOne` have for types that conform
/// to `StatementColumnConvertible`, takes what SQLite converts ("abc" to 0). What is generic over
/// `DatabaseValueConvertible` alone, as here, gets the decoding that compares types and throws.
package struct RowDecoder {
  private let row: Row
  private var index = 0

  package init(_ row: Row) { self.row = row }

  /// The next value.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is null or of another type.
  package mutating func next<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self
  ) throws -> Value {
    defer { index += 1 }
    do {
      return try row.decode(type, atIndex: index)
    } catch is RowDecodingError {
      throw JournalError.corruptValue(row, index)
    }
  }

  /// The next value, nil where it is null.
  package mutating func nextIfAny<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self
  ) throws -> Value? {
    try next(Value?.self)
  }

  /// The next number.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is out of the range too.
  package mutating func next(in range: ClosedRange<Int>) throws -> Int {
    let number = try next(Int.self)
    guard range.contains(number) else { throw unexpected }
    return number
  }

  /// The next number, nil where it is null.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is out of the range too.
  package mutating func nextIfAny(in range: ClosedRange<Int>) throws -> Int? {
    let number = try nextIfAny(Int.self)
    if let number, !range.contains(number) { throw unexpected }
    return number
  }

  /// The next text, nil where it is null.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is longer than so many bytes too.
  package mutating func textIfAny(atMost limit: Int) throws -> String? {
    let text = try nextIfAny(String.self)
    if let text, text.utf8.count > limit { throw unexpected }
    return text
  }

  /// What the next text stands for.
  package mutating func next<Value>(_ read: (String) -> Value?) throws -> Value {
    let text = try next(String.self)
    guard let value = read(text) else { throw unexpected }
    return value
  }

  /// The next path from the journal's folder, of a file below its photos.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it leads elsewhere too: the schema refuses such a
  ///   path, but a database that somebody else made may have one.
  package mutating func path() throws -> ContainedPath { try next(Self.path) }

  /// The next path as ``path()``, nil where it is null.
  package mutating func pathIfAny() throws -> ContainedPath? {
    guard let text = try nextIfAny(String.self) else { return nil }
    guard let path = Self.path(text) else { throw unexpected }
    return path
  }

  private static func path(_ text: String) -> ContainedPath? {
    // Written in one way only: by its text a file is found again in the database.
    guard let path = try? ContainedPath(text), path.isBelow(JournalStore.photosFolder),
      String(decoding: path) == text
    else { return nil }
    return path
  }

  /// The bytes of the next blob.
  package mutating func bytes() throws -> [UInt8] {
    defer { index += 1 }
    return try row.withUnsafeData(atIndex: index) { data in
      guard let data else { throw JournalError.corruptValue(row, index) }
      return Array(data)
    }
  }

  /// The value that was read last is not what it can be.
  private var unexpected: JournalError { .corruptValue(row, index - 1) }
}

extension JournalError {
  fileprivate static func corruptValue(_ row: Row, _ index: Int) -> JournalError {
    let names = Array(row.columnNames)
    return .corruptValue(of: names.indices.contains(index) ? names[index] : "?")
  }
}

/// Statements that come again for every post, compiled once for each connection: compiling takes
/// longer than running most of them.
extension Database {
  package func execute(cached sql: String, arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  package func row(cached sql: String, arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  package func rows(cached sql: String, arguments: StatementArguments = []) throws -> RowCursor {
    try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first value of the first row; nil where there is no row.
  ///
  /// - Throws: `DatabaseError`, ``JournalError/database(_:)`` where it is null or of another type.
  package func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, cached sql: String, arguments: StatementArguments = []
  ) throws -> Value? {
    guard let row = try row(cached: sql, arguments: arguments) else { return nil }
    var values = RowDecoder(row)
    return try values.next(type)
  }

  /// The first value of each row.
  ///
  /// - Throws: as ``value(_:cached:arguments:)``.
  package func values<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, cached sql: String, arguments: StatementArguments = []
  ) throws -> [Value] {
    let rows = try rows(cached: sql, arguments: arguments)
    var found: [Value] = []
    while let row = try rows.next() {
      var values = RowDecoder(row)
      found.append(try values.next(type))
    }
    return found
  }
}
