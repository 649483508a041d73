import Files

/// Tells the export of Loop Habit Tracker: `Habits.csv` with a habit a row, beside `Checkmarks.csv` and `Scores.csv`
/// (iSoron/uhabits, `HabitsCSVExporter`). Journals have no habits, so that each is only named.
package struct LoopReader: ArrivalReader {
  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try table(of: files) != nil
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let file = try Self.table(of: files) else { return }
    try HabitTable.read(file, column: "Name", files, found)
  }

  private static func table(of files: any ArrivalFiles) throws -> ArrivalFile? {
    try files.files.lazy.filter { $0.ending == "csv" }.first {
      try HabitTable.columns(of: $0, files).isSuperset(of: ["Position", "Name", "Question"])
    }
  }
}

/// Tells the export of Habitica's tasks, `history.csv` with a row each time one was done (HabitRPG/habitica,
/// `controllers/top-level/dataexport.js`). Each habit is only named.
package struct HabiticaReader: ArrivalReader {
  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try table(of: files) != nil
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let file = try Self.table(of: files) else { return }
    try HabitTable.read(file, column: "Task Name", files, found)
  }

  private static func table(of files: any ArrivalFiles) throws -> ArrivalFile? {
    try files.files.lazy.filter { $0.ending == "csv" }.first {
      try HabitTable.columns(of: $0, files).isSuperset(of: ["Task Name", "Task ID", "Task Type"])
    }
  }
}

/// A table with a column of habits.
private enum HabitTable {
  /// Habits that are named.
  private static let limit = 1_000
  private static let rowLimit = 1 << 16

  static func columns(of file: ArrivalFile, _ files: any ArrivalFiles) throws -> Set<String> {
    let head = try files.head(of: file, count: 512)[...].withoutByteOrderMark
    let line = String(decoding: head.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    return Set(
      line.split(separator: ",").map { $0.replacing("\"", with: "").trimmed }.map(String.init))
  }

  /// Gives each habit once.
  static func read(
    _ file: ArrivalFile, column: String, _ files: any ArrivalFiles,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    var records = DelimitedRecords(separator: UInt8(ascii: ","), hasQuotes: true, limit: rowLimit)
    var index: Int?
    var names: Set<String> = []
    func take(_ record: DelimitedRecords.Record?) throws {
      guard let record, case .fields(let fields) = record.content else { return }
      let texts = fields.map { String(decoding: $0[...].withoutByteOrderMark, as: UTF8.self) }
      guard let known = index else { return index = texts.firstIndex(of: column) }
      guard texts.indices.contains(known), names.count < limit,
        names.insert(texts[known]).inserted
      else { return }
      try found(
        .leftOut(.habit, at: ArrivalPlace(file.path, .line(record.line)), example: texts[known]))
    }
    try files.read(file) { piece in
      for byte in piece { try take(records.take(byte)) }
      return true
    }
    try take(records.end())
  }
}
