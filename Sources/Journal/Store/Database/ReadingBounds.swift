import GRDB
import GRDBSQLite

/// The limits of a connection: SQLite reads a schema and ANALYZE's results before anything can be
/// checked, and both may contain expressions that it evaluates.
enum ReadingBounds {
  /// The longest text of a schema is far shorter.
  private static let longestUnchecked: CInt = 16 << 10
  /// In SQLite's own steps, of which a row takes less than ten.
  private static let mostSteps: CInt = 10_000
  /// The longest of what is stored, a caption with all that its post has besides, is far shorter.
  private static let longestChecked: CInt = 16 << 20
  /// SQLite's own bound.
  private static let longestPattern: CInt = 50_000

  /// Bounds a connection whose schema is not known yet: no statement may take long.
  static func tighten(_ db: Database) {
    guard let connection = db.sqliteConnection else { return }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longestUnchecked)
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1)
    sqlite3_progress_handler(connection, mostSteps, { _ in 1 }, nil)
  }

  /// Lets a connection work whose schema is ours.
  static func loosen(_ db: Database) {
    guard let connection = db.sqliteConnection else { return }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longestChecked)
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, longestPattern)
    sqlite3_progress_handler(connection, 0, nil, nil)
  }
}
