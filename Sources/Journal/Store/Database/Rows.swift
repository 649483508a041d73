package import CaptureTime
package import Files
package import GRDB
import GRDBSQLite
import Glibc
import SystemPackage

/// Decodes the values of a row one after the other, in the order of the query.
///
/// A damaged database may hold a value of another type than its column's. GRDB's subscripts then end
/// the program, and its quick decoding, which `Row.decode` and `fetchOne` have for types that conform
/// to `StatementColumnConvertible`, takes what SQLite converts ("abc" to 0). What is generic over
/// `DatabaseValueConvertible` alone, as here, gets the decoding that compares types and throws.
///
/// That takes its time. Of a row that its statement is at, values are read from SQLite itself where they
/// are of the type that is asked for, with the same result.
package struct RowDecoder {
  private let row: Row
  /// The statement that is at the row; nil of a row that is a copy, or may be one.
  private let statement: SQLiteStatement?
  private var index = 0

  package init(_ row: Row) { (self.row, statement) = (row, nil) }

  /// - Parameters:
  ///   - row: a cursor's, which has not gone on since.
  ///   - statement: the cursor's.
  fileprivate init(_ row: Row, of statement: Statement) {
    (self.row, self.statement) = (row, statement.sqliteStatement)
  }

  /// The next value.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is null or of another type.
  package mutating func next<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self
  ) throws -> Value {
    try decoded()
  }

  /// The next number, as any other value.
  package mutating func next(_ type: Int64.Type = Int64.self) throws -> Int64 {
    guard let statement = statement(atA: SQLITE_INTEGER) else { return try decoded() }
    defer { index += 1 }
    return sqlite3_column_int64(statement, CInt(index))
  }

  /// The next number, as any other value.
  package mutating func next(_ type: Int.Type = Int.self) throws -> Int {
    guard let statement = statement(atA: SQLITE_INTEGER) else { return try decoded() }
    defer { index += 1 }
    return Int(sqlite3_column_int64(statement, CInt(index)))
  }

  /// The next truth value, as any other value.
  package mutating func next(_ type: Bool.Type = Bool.self) throws -> Bool {
    guard let statement = statement(atA: SQLITE_INTEGER) else { return try decoded() }
    defer { index += 1 }
    return sqlite3_column_int64(statement, CInt(index)) != 0
  }

  /// The next text, as any other value.
  package mutating func next(_ type: String.Type = String.self) throws -> String {
    guard let text = withText({ String(decoding: $0, as: UTF8.self) }) else { return try decoded() }
    index += 1
    return text
  }

  /// The next value, nil where it is null.
  package mutating func nextIfAny<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self
  ) throws -> Value? {
    try isNull() ? nil : next(Value?.self)
  }

  private mutating func decoded<Value: DatabaseValueConvertible>() throws -> Value {
    defer { index += 1 }
    do {
      return try row.decode(Value.self, atIndex: index)
    } catch is RowDecodingError {
      throw JournalError.corruptValue(row, index)
    }
  }

  /// The statement, where it is at the row and the next value is of a type.
  private func statement(atA type: CInt) -> SQLiteStatement? {
    statement.flatMap { sqlite3_column_type($0, CInt(index)) == type ? $0 : nil }
  }

  /// Goes past a null.
  ///
  /// - Returns: whether it was one, as far as that is known.
  private mutating func isNull() -> Bool {
    guard statement(atA: SQLITE_NULL) != nil else { return false }
    index += 1
    return true
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
    if isNull() { return nil }
    if statement != nil { return try next(in: range) }
    let number = try nextIfAny(Int.self)
    if let number, !range.contains(number) { throw unexpected }
    return number
  }

  /// The next number; nil where there is anything else.
  package mutating func nextIfNumber() -> Int? {
    defer { index += 1 }
    if statement != nil {
      return statement(atA: SQLITE_INTEGER).map { Int(sqlite3_column_int64($0, CInt(index))) }
    }
    return Int.fromDatabaseValue(row[index])
  }

  /// The next text, nil where it is null.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is longer than so many bytes too.
  package mutating func textIfAny(atMost limit: Int) throws -> String? {
    if isNull() { return nil }
    let text: String? = statement == nil ? try nextIfAny() : try next(String.self)
    if let text, text.utf8.count > limit { throw unexpected }
    return text
  }

  /// The next text.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it is longer than so many bytes too.
  package mutating func text(atMost limit: Int) throws -> String {
    let text = try next(String.self)
    guard text.utf8.count <= limit else { throw unexpected }
    return text
  }

  /// The next text.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it has not so many bytes too.
  package mutating func text(_ bytes: ClosedRange<Int>) throws -> String {
    let text = try next(String.self)
    guard bytes.contains(text.utf8.count) else { throw unexpected }
    return text
  }

  /// The bytes of the next blob.
  ///
  /// - Throws: ``JournalError/database(_:)`` where there are not so many too.
  package mutating func bytes(_ count: Int) throws -> [UInt8] {
    let bytes = try bytes()
    guard bytes.count == count else { throw unexpected }
    return bytes
  }

  /// The bytes of the next blob, nil where it is null.
  ///
  /// - Throws: ``JournalError/database(_:)`` where there are not so many too.
  package mutating func bytesIfAny(_ count: Int) throws -> [UInt8]? {
    if isNull() { return nil }
    guard statement != nil || !row.hasNull(atIndex: index) else {
      index += 1
      return nil
    }
    return try bytes(count)
  }

  /// Skips values.
  package mutating func skip(_ count: Int) { index += count }

  /// What the next text stands for.
  package mutating func next<Value>(_ read: (String) -> Value?) throws -> Value {
    let text = try next(String.self)
    guard let value = read(text) else { throw unexpected }
    return value
  }

  /// The next day, of the years 1 to 9999.
  package mutating func day() throws -> CivilDate {
    guard let day = withText({ CivilDate(iso: $0) }) else {
      return try next { CivilDate(iso: $0) }
    }
    index += 1
    guard let day else { throw unexpected }
    return day
  }

  /// The next day as ``day()``, nil where it is null.
  package mutating func dayIfAny() throws -> CivilDate? {
    if isNull() { return nil }
    if statement != nil { return try day() }
    guard let text = try nextIfAny(String.self) else { return nil }
    guard let day = CivilDate(iso: text) else { throw unexpected }
    return day
  }

  /// What is made of the bytes of the next text, in UTF-8, which last as long as the call; nil where it is
  /// no text, or its row's statement is not known.
  package func withText<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard let statement = statement(atA: SQLITE_TEXT),
      let letters = sqlite3_column_text(statement, CInt(index))
    else { return nil }
    // A text ends where it has a NUL, as in GRDB.
    let count = strlen(UnsafeRawPointer(letters).assumingMemoryBound(to: CChar.self))
    return read(UnsafeBufferPointer(start: letters, count: count))
  }

  /// The next path from the journal's folder, of a file below its photos.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it leads elsewhere too: the schema refuses such a
  ///   path, but a database that somebody else made may have one.
  package mutating func path() throws -> ContainedPath { try next(Self.path) }

  /// The next path as ``path()``, nil where it is null.
  package mutating func pathIfAny() throws -> ContainedPath? {
    if isNull() { return nil }
    if statement != nil { return try path() }
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
    if let statement = statement(atA: SQLITE_BLOB) {
      let bytes = sqlite3_column_blob(statement, CInt(index))
      let count = Int(sqlite3_column_bytes(statement, CInt(index)))
      return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
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

/// The rows of a query, each decoded before the next is read.
package struct DecodedRows {
  let statement: Statement
  private let rows: RowCursor

  /// - Parameters:
  ///   - db: the connection, which keeps the query's statement: the same one cannot be asked again
  ///     before these rows are done with.
  ///   - sql: the query.
  ///   - arguments: its own.
  /// - Throws: `DatabaseError`.
  package init(_ db: Database, cached sql: String, arguments: StatementArguments = []) throws {
    statement = try db.cachedStatement(sql: sql)
    rows = try Row.fetchCursor(statement, arguments: arguments)
  }

  /// The next row; nil after the last one.
  package func next() throws -> RowDecoder? {
    try rows.next().map { RowDecoder($0, of: statement) }
  }

  /// Maps each row.
  package func map<Value>(_ decode: (inout RowDecoder) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    while var row = try next() { values.append(try decode(&row)) }
    return values
  }
}

/// Statements that run for every post, compiled once per connection: compiling takes longer than
/// running most of them.
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

  /// The beginning of a text in a row, up to a whole character; no more of it is read than that (SQLite,
  /// "Incremental BLOB I/O").
  ///
  /// - Throws: `DatabaseError` where there is no such row, or its value is neither text nor blob.
  package func beginning(
    of column: String, in table: String, row: Int64, bytes count: Int
  ) throws -> String {
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(sqliteConnection, "main", table, column, row, 0, &blob)
    defer { sqlite3_blob_close(blob) }
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    var bytes = [UInt8](repeating: 0, count: min(count, Int(sqlite3_blob_bytes(blob))))
    let read = sqlite3_blob_read(blob, &bytes, CInt(bytes.count), 0)
    guard read == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: read)) }
    // A scalar has at most four bytes.
    for cut in 0..<min(4, bytes.count) {
      if let text = String(validating: bytes.dropLast(cut), as: UTF8.self) { return text }
    }
    return String(decoding: bytes, as: UTF8.self)
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

extension [Int64] {
  /// As an array of JSON, for `json_each`.
  package var json: String { "[\(map { String($0) }.joined(separator: ","))]" }
}
