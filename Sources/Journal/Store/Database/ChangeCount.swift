import Files
import GRDB

/// How often the database was changed: a table of one row, which every transaction that changes something
/// writes as its last statement.
///
/// The row is the end of the table's page, byte for byte, and so tells of a page in the write-ahead log that it
/// is that one, and in which transaction it was written, whatever else of the log is damaged. Another transaction
/// begins once the one before it is on the disk, and counts one more.
enum ChangeCount {
  /// The version of the schema with which it came.
  static let version = 16
  static let schema = """
    -- See ChangeCount.
    CREATE TABLE change_count (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      number INTEGER NOT NULL,
      mark BLOB NOT NULL,
      again INTEGER NOT NULL CHECK (again = number)
    ) STRICT;
    """

  /// The number of the first transaction. This and those after it take six bytes (SQLite file format, section
  /// 2.1).
  static let first = 1 << 32
  /// No text has these bytes.
  private static let mark: [UInt8] = [
    0xFF, 0x9D, 0x41, 0xC6, 0x0B, 0xE2, 0x7A, 0xF0, 0x38, 0x95, 0xD3, 0x1C, 0xA8, 0x67, 0xFE, 0x52,
  ]
  private static let numberSize = 6
  /// How many bytes of the end of its page say the number.
  static let size = 2 * numberSize + mark.count

  fileprivate static let counting = """
    INSERT INTO change_count (id, number, mark, again)
    VALUES (1, \(first), x'\(mark.hexadecimal)', \(first))
    ON CONFLICT (id) DO UPDATE SET number = number + 1, again = again + 1
    """

  /// The number that the end of a page says; nil where it is another page's, or only partly written.
  static func number(atEndOf page: some BidirectionalCollection<UInt8>) -> Int? {
    let end = page.suffix(size)
    guard end.dropFirst(numberSize).starts(with: mark),
      end.prefix(numberSize).elementsEqual(end.suffix(numberSize))
    else { return nil }
    return end.prefix(numberSize).reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Database {
  /// Counts a transaction, which must not be counted twice.
  ///
  /// - Throws: `DatabaseError`.
  func countChange() throws { try execute(cached: ChangeCount.counting) }

  /// Does a transaction's work, counts it if it changes anything, and makes room for it in the database's file.
  ///
  /// - Throws: `DatabaseError`, and what the work throws.
  func change<Result>(_ work: (Database) throws -> Result) throws -> Result {
    let before = totalChangesCount
    let result = try work(self)
    if totalChangesCount > before { try countChange() }
    try growFile()
    return result
  }
}
