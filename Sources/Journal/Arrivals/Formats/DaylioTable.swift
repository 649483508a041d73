import CaptureTime
import Files

/// Reads the table that Daylio exports (`daylio_export_….csv`).
///
/// Its columns are `full_date,date,weekday,time,mood,activities,note_title,note`, since 2024 with `scales` before
/// the title, and before 2020 `year,date,weekday,time,mood,activities,note`; activities are parted by ` | `
/// (MichaelCurrin/daylio-csv-parser, `docs/csv-format.md`, and exports in public issues). Notes may have HTML. The time is as the phone
/// writes it, `23:59` or `11:59 PM`. Moods are names that the person chose, and only those that Daylio begins with
/// say their order; for others ``ArrivalOptions/moods`` does. The backup says it: see ``DaylioBackup``.
struct DaylioTable: ArrivalReader {
  /// Bytes of a row.
  static let rowLimit = 1 << 22
  private static let required: Set<String> = [
    "date", "weekday", "time", "mood", "activities", "note",
  ]

  private let moods: [String: Int]

  init(_ options: ArrivalOptions) {
    moods = DaylioMoods.named.merging(options.moods) { $1 }
  }

  static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    guard let file = files.onlyFile else { return false }
    let head = try files.head(of: file, count: 512)[...].withoutByteOrderMark
    let line = String(decoding: head.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    return required.isSubset(of: line.split(separator: ",").map { String($0.trimmed) })
  }

  func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let file = files.onlyFile else { return }
    var records = DelimitedRecords(
      separator: UInt8(ascii: ","), hasQuotes: true, limit: Self.rowLimit)
    var columns: [String]?
    func take(_ record: DelimitedRecords.Record?) throws {
      guard let record else { return }
      let place = ArrivalPlace("", .line(record.line))
      switch record.content {
      case .fields(let fields):
        guard let names = columns else { return columns = try Self.columns(fields, place) }
        try read(fields, names, at: place, found)
      case .strayQuote: try found(.fault(.syntax(detail: "stray quote"), at: place))
      case .tooLong: try found(.fault(.tooLarge(limit: Self.rowLimit), at: place))
      case .openQuote: throw ArrivalError.damaged(place, detail: "quote that never closes")
      }
    }
    try files.read(file) { piece in
      for byte in piece { try take(records.take(byte)) }
      return true
    }
    try take(records.end())
  }

  private static func columns(
    _ fields: [[UInt8]], _ place: ArrivalPlace
  ) throws(ArrivalError) -> [String] {
    let columns = fields.map {
      String(String(decoding: $0[...].withoutByteOrderMark, as: UTF8.self).trimmed)
    }
    guard required.isSubset(of: columns) else {
      throw .damaged(place, detail: "no header of Daylio")
    }
    return columns
  }

  private func read(
    _ fields: [[UInt8]], _ columns: [String], at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    guard fields.count == columns.count else {
      return try found(
        .fault(.syntax(detail: "\(fields.count) of \(columns.count) columns"), at: place))
    }
    var row: [String: String] = [:]
    for (column, field) in zip(columns, fields) where row[column] == nil {
      row[column] = String(decoding: field, as: UTF8.self)
    }
    let value = { (column: String) in String((row[column] ?? "").trimmed) }
    let day = row["full_date"] == nil ? value("date") + " " + value("year") : value("full_date")
    guard let time = Self.time(day: day, clock: value("time")) else {
      return try found(.fault(.time(day + " " + value("time")), at: place))
    }
    var post = ArrivedPost(at: place, time: time)
    post.title = value("note_title")
    post.words = HTMLMarkdown.words(of: row["note"] ?? "")
    post.tags = value("activities").split(separator: "|").map { String($0.trimmed) }
      .filter { !$0.isEmpty }
    let mood = value("mood")
    post.mood = moods[mood.lowercased()]
    if post.mood == nil, !mood.isEmpty { try found(.fault(.mood(mood), at: place)) }
    let scales = value("scales")
    if !scales.isEmpty { post.words.addFieldLine([scales]) }
    try found(.post(post))
  }

  /// A clock that cannot be read leaves the day.
  private static func time(day: String, clock: String) -> CaptureTime? {
    WrittenTime("\(day) \(clock)")?.time(isDayFirst: nil)
      ?? WrittenTime(day)?.time(isDayFirst: nil)
  }
}
