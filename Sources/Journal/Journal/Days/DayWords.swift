import CaptureTime
import Store

/// The meaning of a word for days, depending on today.
enum DayWord: Hashable {
  /// The day so many days from today.
  case day(Int)
  /// The day so many months from today; the month's last where it has no such day.
  case months(Int)
  /// The last such weekday, from 0 (Sunday) to 6, up to today.
  case weekday(Int)
  /// The last such weekday before today, and the first one after it.
  case weekdayBefore(Int)
  case weekdayAfter(Int)
  /// A weekday of the week so many weeks from this one.
  case weekdayOf(Int, week: Int)
  /// The week, the month or the year so many from the present one.
  case week(Int)
  case month(Int)
  case year(Int)

  /// The days that are meant, if years can be written that far.
  func days(_ present: PresentDay) -> DayRange? {
    let today = present.day
    func week(_ number: Int) -> CivilDate {
      let place = (today.weekday - present.weekStart.rawValue + 7) % 7
      return today.adding(days: 7 * number - place)
    }
    switch self {
    case .day(let days): return DayRange(today.adding(days: days))
    case .months(let months): return DayRange(today.adding(months: months))
    case .weekday(let weekday):
      return DayRange(today.adding(days: -((today.weekday - weekday + 7) % 7)))
    case .weekdayBefore(let weekday):
      return DayRange(today.adding(days: -((today.weekday - weekday + 6) % 7) - 1))
    case .weekdayAfter(let weekday):
      return DayRange(today.adding(days: (weekday - today.weekday + 6) % 7 + 1))
    case .weekdayOf(let weekday, let number):
      let place = (weekday - present.weekStart.rawValue + 7) % 7
      return DayRange(week(number).adding(days: place))
    case .week(let number):
      return try? DayRange(first: week(number), last: week(number).adding(days: 6))
    case .month(let months):
      return DayRange(Month(containing: Month(containing: today).first.adding(months: months)))
    case .year(let years):
      let january = Month(year: today.year + years, month: 1)
      let december = Month(year: today.year + years, month: 12)
      guard let january, let december else { return nil }
      return try? DayRange(first: january.first, last: december.last)
    }
  }

  /// Reads a word in small letters and without blanks: "yesterday", "lastweek", "mondaylastweek",
  /// "3daysago", "지난주월요일".
  init?(_ word: String) {
    guard let meaning = Self.table[word] ?? Self.ago(word) ?? Self.weekdayOfWeek(word) else {
      return nil
    }
    self = meaning
  }
}

extension DayWord {
  /// The words as people write them, English ones and Korean ones in any language: people type what
  /// they speak.
  static let words: [(name: String, meaning: DayWord)] =
    days + weeks + periods + weekdays.map { ($0.name, .weekday($0.number)) }
    + weekdaysWithWord.flatMap { word, meaning in
      weekdays.filter { $0.isKorean == word.isKorean }.map {
        ("\(word.name) \($0.name)", meaning($0.number))
      }
    }

  private static let days: [(String, DayWord)] = [
    ("today", .day(0)), ("yesterday", .day(-1)), ("tomorrow", .day(1)),
    ("the day before yesterday", .day(-2)), ("day before yesterday", .day(-2)),
    ("a day ago", .day(-1)), ("a week ago", .day(-7)), ("a month ago", .months(-1)),
    ("a year ago", .months(-12)),
    ("오늘", .day(0)), ("어제", .day(-1)), ("어저께", .day(-1)), ("그제", .day(-2)),
    ("그저께", .day(-2)), ("내일", .day(1)), ("모레", .day(2)), ("하루 전", .day(-1)),
    ("이틀 전", .day(-2)), ("사흘 전", .day(-3)), ("나흘 전", .day(-4)), ("일주일 전", .day(-7)),
    ("한 달 전", .months(-1)), ("일 년 전", .months(-12)),
  ]

  private static let weeks: [(String, DayWord)] = [
    ("this week", .week(0)), ("last week", .week(-1)), ("next week", .week(1)),
    ("이번 주", .week(0)), ("금주", .week(0)), ("지난 주", .week(-1)), ("저번 주", .week(-1)),
    ("다음 주", .week(1)),
  ]

  private static let periods: [(String, DayWord)] = [
    ("this month", .month(0)), ("last month", .month(-1)), ("next month", .month(1)),
    ("이번 달", .month(0)), ("이달", .month(0)), ("지난 달", .month(-1)), ("저번 달", .month(-1)),
    ("다음 달", .month(1)),
    ("this year", .year(0)), ("last year", .year(-1)), ("next year", .year(1)),
    ("올해", .year(0)), ("금년", .year(0)), ("작년", .year(-1)), ("지난해", .year(-1)),
    ("재작년", .year(-2)), ("내년", .year(1)),
  ]

  /// Names of weekdays, from 0 (Sunday).
  private static let weekdays: [(name: String, number: Int, isKorean: Bool)] =
    zip(WeekStart.allCases, ["일", "월", "화", "수", "목", "금", "토"]).flatMap { day, letter in
      [
        (day.name, day.rawValue, false), (String(day.name.prefix(3)), day.rawValue, false),
        ("\(letter)요일", day.rawValue, true),
      ]
    } + [("tues", 2, false), ("weds", 3, false), ("thur", 4, false), ("thurs", 4, false)]

  private static let weekdaysWithWord:
    [(word: (name: String, isKorean: Bool), meaning: @Sendable (Int) -> DayWord)] = [
      (("last", false), { .weekdayBefore($0) }), (("next", false), { .weekdayAfter($0) }),
      (("this", false), { .weekdayOf($0, week: 0) }),
      (("지난", true), { .weekdayBefore($0) }), (("저번", true), { .weekdayBefore($0) }),
      (("다음", true), { .weekdayAfter($0) }), (("이번", true), { .weekdayOf($0, week: 0) }),
    ]

  private static let table = Dictionary(
    words.map { ($0.name.filter { $0 != " " }, $0.meaning) },
    uniquingKeysWith: { first, _ in first })

  /// "3daysago", "3일전".
  private static func ago(_ word: String) -> DayWord? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits: digits, widths: 1...5) else { return nil }
    return switch word.dropFirst(digits.count) {
    case "dayago", "daysago", "일전": .day(-count)
    case "weekago", "weeksago", "주전", "주일전": .day(-7 * count)
    case "monthago", "monthsago", "달전", "개월전": .months(-count)
    case "yearago", "yearsago", "년전": .months(-12 * count)
    default: nil
    }
  }

  /// "mondaylastweek", "mondayoflastweek", "지난주월요일".
  private static func weekdayOfWeek(_ word: String) -> DayWord? {
    for weekday in weekdays {
      let rest =
        if word.hasSuffix(weekday.name) {
          word.dropLast(weekday.name.count)
        } else if word.hasPrefix(weekday.name) {
          word.dropFirst(weekday.name.count)
        } else { Substring() }
      let name = rest.hasPrefix("of") ? rest.dropFirst(2) : rest
      if case .week(let number)? = table[String(name)] {
        return .weekdayOf(weekday.number, week: number)
      }
    }
    return nil
  }
}

extension DayRange {
  /// The words that mean days, for suggestions after a typing error.
  package static let words = DayWord.words.map(\.name)

  /// The words among them that mean one day.
  package static let wordsOfOneDay = DayWord.words.filter { word in
    switch word.meaning {
    case .week, .month, .year: false
    default: true
    }
  }.map(\.name)
}
