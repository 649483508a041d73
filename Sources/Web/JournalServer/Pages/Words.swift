import CaptureTime
import Foundation
import Hummingbird
import Journal
import Store
import Wording

/// The texts of a page in its language: the table's, and CLDR's words for the calendar.
struct Words: Sendable {
  let language: Language
  let texts: [String: String]
  /// From Sunday.
  let weekdays: [String]
  let shortWeekdays: [String]
  /// From January.
  let months: [String]
  private let locale: Locale
  /// What stands before and after the minutes on a clock, from midnight on.
  private let hours: [(before: String, after: String)]

  init(_ language: Language, _ texts: PageTexts, isBritish: Bool = false) {
    self.language = language
    self.texts = texts.table(language, isBritish: isBritish).mapValues {
      Template.filled($0) { name in ErrorTexts.server.limits[name].map { ("\($0)", $0) } }
    }
    locale = Locale(identifier: isBritish ? PageTexts.british : language.rawValue)
    let names = LocaleNames(identifier: language.rawValue, insideDate: false)
    (weekdays, shortWeekdays, months) = (names.weekdays, names.shortWeekdays, names.months)
    let clock = Date.FormatStyle(
      date: .omitted, time: .shortened, locale: locale,
      calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
    hours = (0..<24).map { hour in
      // CLDR's narrow blank before AM is in few faces.
      let text = clock.format(Date(timeIntervalSince1970: Double(hour) * 3_600))
        .replacing("\u{202F}", with: "\u{A0}")
      let parts = text.split(separator: ":00", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// The text of a key with its places filled: `{day}`. A key without text stands for itself.
  func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
    Template.filled(texts[key] ?? key) { name in values[name].map { ($0, nil) } }
  }

  /// What was wrong, once, for the template of notices.
  func problem(_ problem: Problem) -> [String] {
    [problem.message.sentence(in: language)]
  }

  /// What a kind of problem is; nil for what is none.
  func problem(ofKind kind: String) -> String? {
    Problem.message(ofKind: kind)?.sentence(in: language)
  }

  /// What was wrong with the form that led to a page, by the kind in the page's address; nil for a kind
  /// that the table does not have.
  func problem(of request: Request) -> String? {
    (try? Query(of: request)["problem"])
      .flatMap { Problem.message(named: $0)?.sentence(in: language) }
  }

  /// A number with what is counted.
  ///
  /// - Parameters:
  ///   - count: the number.
  ///   - key: the key of a text with the place `{count|word|words}`, or `{count}` where the language
  ///     has no plural.
  /// - Returns: the text, with the number as the language writes it.
  func count(_ count: Int, _ key: String) -> String {
    let number = count.formatted(.number.locale(locale))
    return Template.filled(texts[key] ?? key) { $0 == "count" ? (number, count) : nil }
  }

  /// A number as the language writes it.
  func number(_ number: Int) -> String { number.formatted(.number.locale(locale)) }

  /// A number where there is little room: "1.2K", "1.2천".
  func compact(_ number: Int) -> String {
    number.formatted(.number.notation(.compactName).locale(locale))
  }

  /// "Jan", "1월".
  func shortName(_ month: Month) -> String { format(month.first) { $0.month(.abbreviated) } }

  /// "January 2024", "2024년 1월".
  func title(_ month: Month) -> String { format(month.first) { $0.year().month(.wide) } }

  /// "Wednesday, January 31, 2024", "2024년 1월 31일 수요일".
  func title(_ day: CivilDate) -> String {
    format(day) { $0.year().month(.wide).day().weekday(.wide) }
  }

  /// "Jan 31, 2024", "2024년 1월 31일".
  func short(_ day: CivilDate) -> String { format(day) { $0.year().month(.abbreviated).day() } }

  /// "Jan 31", "1월 31일"; with the year where it is another one than today's.
  func brief(_ day: CivilDate, on today: CivilDate) -> String {
    day.year == today.year ? format(day) { $0.month(.abbreviated).day() } : short(day)
  }

  /// "Wed, Jan 31", "1월 31일 (수)".
  func dayOfMonth(_ day: CivilDate) -> String {
    format(day) { $0.month(.abbreviated).day().weekday(.abbreviated) }
  }

  /// "January 31", "1월 31일".
  func withoutYear(_ day: CivilDate) -> String { format(day) { $0.month(.wide).day() } }

  /// "5:40 PM", "17:40", "오후 5:40".
  ///
  /// - Parameters:
  ///   - hour: 0 to 23.
  ///   - minute: 0 to 59.
  /// - Returns: both as the language's clocks show them.
  func clock(_ hour: Int, _ minute: Int) -> String {
    guard hours.indices.contains(hour) else { return "" }
    return "\(hours[hour].before):\(PostCard.twoDigits(minute))\(hours[hour].after)"
  }

  /// Hour and minute of a time; nothing where they are not known.
  func clock(of time: CaptureTime) -> String {
    time.precision == .day ? "" : clock(time.hour, time.minute)
  }

  /// Hour and minute of a moment as it is written down, which ends with them.
  func clock(of wall: String) -> String {
    let time = try? TimeOfDay.parse(String(wall.suffix(5)))
    return time.map { clock($0.hour, $0.minute) } ?? ""
  }

  private func format(
    _ day: CivilDate, _ fields: (Date.FormatStyle) -> Date.FormatStyle
  ) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    let style = fields(Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt))
    // Foundation formats days before October 1582 by the Julian calendar. A journal uses the Gregorian
    // one, in which everything repeats after 400 years.
    let cycles = day.year < 1_583 ? (1_999 - day.year) / 400 + 1 : 0
    let days = day.daysSinceEpoch + cycles * 146_097
    let text = style.format(Date(timeIntervalSince1970: Double(days) * 86_400))
    return cycles == 0 ? text : text.replacing("\(day.year + 400 * cycles)", with: "\(day.year)")
  }
}

/// The texts of the pages in every language, from one table with a file per area.
struct PageTexts: Sendable {
  private let tables: [String: [String: String]]

  /// English as it is written outside the United States; its table has only what differs.
  static let british = "en-GB"

  /// Reads keys, each with the text in every language.
  ///
  /// - Parameter folder: its files are JSON, `{"key": {"en": "Color", "en-GB": "Colour", "ko": "색"}}`.
  /// - Throws: ``TextsError``, and what reading the files throws.
  init(folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    try self.init(
      parts: names.filter { $0.hasSuffix(".json") }.sorted().map {
        try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))
      })
  }

  /// - Parameter parts: JSON, which together make the table.
  /// - Throws: ``TextsError``, and what decoding throws.
  init(parts: [Data]) throws {
    var table: [String: [String: String]] = [:]
    for part in parts {
      let texts = try JSONDecoder().decode([String: [String: String]].self, from: part)
      for (key, text) in texts {
        guard table.updateValue(text, forKey: key) == nil else { throw TextsError.twice(key: key) }
      }
    }
    for (key, texts) in table {
      for language in Language.allCases where (texts[language.rawValue] ?? "").isEmpty {
        throw TextsError.lacking(key: key, language)
      }
    }
    tables = Dictionary(
      uniqueKeysWithValues: (Language.allCases.map(\.rawValue) + [Self.british]).map { language in
        (language, table.compactMapValues { $0[language] })
      })
  }

  /// All texts of a language, by key.
  func table(_ language: Language, isBritish: Bool = false) -> [String: String] {
    let texts = tables[language.rawValue] ?? [:]
    guard isBritish, let others = tables[Self.british] else { return texts }
    return texts.merging(others) { _, british in british }
  }
}

/// An error in the table of texts.
enum TextsError: Error, Equatable {
  case lacking(key: String, Language)
  /// Two areas have a text of one key.
  case twice(key: String)
}
