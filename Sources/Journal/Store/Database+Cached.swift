import GRDB

/// Statements that come again for every post, compiled once for each connection: compiling takes
/// longer than running most of them.
extension Database {
  func execute(cached sql: String, arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func row(cached sql: String, arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(self, SQLRequest(sql: sql, arguments: arguments, cached: true))
  }

  func rows(cached sql: String, arguments: StatementArguments = []) throws -> RowCursor {
    try Row.fetchCursor(self, SQLRequest(sql: sql, arguments: arguments, cached: true))
  }
}
