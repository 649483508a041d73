import CaptureTime
import Journal
import Store
import Wording

/// A month as a calendar, with a photo on every day that has one.
struct MonthPage {
  let month: Month
  let today: CivilDate
  let weekStart: WeekStart
  /// The days that have posts.
  let days: [CivilDate: DayCover]
  /// What is counted of them.
  let summaries: [CivilDate: DaySummary]
  /// The pictures of first posts, by their numbers, as ``Pictures`` gives them.
  let pictures: [Int: PageContent]
  let words: Words

  init(
    month: Month, today: CivilDate, weekStart: WeekStart, days: [DayCover],
    summaries: [DaySummary] = [],
    pictures: [Int: PageContent], words: Words
  ) {
    (self.month, self.today, self.weekStart, self.words) = (month, today, weekStart, words)
    self.pictures = pictures
    // A damaged index may have a day twice.
    self.days = Dictionary(days.map { ($0.day, $0) }) { first, _ in first }
    self.summaries = Dictionary(summaries.map { ($0.day, $0) }) { first, _ in first }
  }

  var content: PageContent {
    let grid = MonthGrid(year: month.year, month: month.month, weekStart: weekStart)
    let weeks = (grid?.weeks ?? []).map { week in
      ["days": week.map { $0.map(cell) ?? ["isBlank": true] }] as PageContent
    }
    return [
      "title": words.title(month), "month": "\(month)", "year": YearPage.path(month.year),
      "yearText": "\(month.year)", "weeks": weeks,
      "weekdays": CalendarHeading.all(weekStart, words),
      "previous": Self.link(month.previous, words),
      "next": Self.link(month.next, words),
      "isThisMonth": month == Month(containing: today),
      "postCount": words.count(days.values.reduce(0) { $0 + $1.count }, "postCount"),
    ]
  }

  private func cell(_ day: CivilDate) -> PageContent {
    let posts = days[day]
    let count = posts?.count ?? 0
    let summary = summaries[day]
    let mood = summary?.moods.nearest
    let hasWords = (summary?.written ?? 0) > 0
    let label =
      [words.title(day), words.count(count, "postCount")]
      + (hasWords ? [words("hasWords")] : [])
      + (summary?.moods.label(words)).once
      + (day == today ? [words("today")] : [])
    return [
      "isBlank": false, "number": day.day, "path": "/days/\(day)", "isToday": day == today,
      "weekday": CalendarHeading.names[day.weekday], "hasPosts": count > 0, "hasMore": count > 1,
      "count": count, "label": label.joined(separator: ", "),
      "pictures": (posts?.photo).flatMap { pictures[$0] }.once,
      "mark": mood.map { Wording.face($0) }.once + (mood == nil && hasWords ? ["✎"] : []),
    ]
  }

  private static func link(_ month: Month, _ words: Words) -> [PageContent] {
    DayRange.years ~= month.year ? [["path": "/months/\(month)", "title": words.title(month)]] : []
  }
}

/// A weekday at the head of a calendar's column.
enum CalendarHeading {
  /// What style sheets call the weekdays, from Sunday.
  static let names = ["sunday", "weekday", "weekday", "weekday", "weekday", "weekday", "saturday"]

  static func all(_ weekStart: WeekStart, _ words: Words) -> [PageContent] {
    weekStart.weekdays.map {
      ["name": words.weekdays[$0], "short": words.shortWeekdays[$0], "weekday": names[$0]]
    }
  }
}

/// A year as a heat map: twelve months with a mark on every day that has posts.
struct YearPage {
  let year: Int
  let today: CivilDate
  let weekStart: WeekStart
  /// The days that have posts.
  let days: [CivilDate: DaySummary]
  let words: Words

  init(
    year: Int, today: CivilDate, weekStart: WeekStart, days: [DaySummary], words: Words
  ) {
    (self.year, self.today, self.weekStart, self.words) = (year, today, weekStart, words)
    // A damaged index may have a day twice.
    self.days = Dictionary(days.map { ($0.day, $0) }) { first, _ in first }
  }

  static func path(_ year: Int) -> String {
    let digits = "\(year)"
    return "/years/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// - Throws: `DayRangeError`.
  static func days(of year: Int) throws -> DayRange {
    let digits = path(year).dropFirst("/years/".count)
    let (first, last) = (try Month.parse("\(digits)-01"), try Month.parse("\(digits)-12"))
    return try DayRange(first: first.first, last: last.last)
  }

  var content: PageContent {
    let counts = days.values.map(\.posts)
    let scale = HeatScale(counts)
    let months = (1...12).compactMap { Month(year: year, month: $0) }.map { month in
      [
        "title": words.months[month.month - 1], "path": "/months/\(month)",
        "weeks": weeks(of: month, scale), "fullTitle": words.title(month),
      ] as PageContent
    }
    let levels = scale.levels.enumerated().map { level, counts in
      let (least, most) = (counts.lowerBound, counts.upperBound)
      let text = least == most ? "\(least)" : "\(least)–\(most)"
      return ["level": level + 1, "text": text] as PageContent
    }
    return [
      "title": words("yearTitle", ["year": "\(year)"]), "months": months,
      "weekdays": CalendarHeading.all(weekStart, words), "levels": levels,
      "hasLevels": !levels.isEmpty,
      "postCount": words.count(counts.reduce(0, +), "postCount"),
      "previous": link(year - 1), "next": link(year + 1),
    ]
  }

  private func weeks(of month: Month, _ scale: HeatScale) -> [PageContent] {
    let grid = MonthGrid(year: month.year, month: month.month, weekStart: weekStart)
    return (grid?.weeks ?? []).map { week in
      ["days": week.map { $0.map { cell($0, scale) } ?? ["isBlank": true] }]
    }
  }

  private func cell(_ day: CivilDate, _ scale: HeatScale) -> PageContent {
    let count = days[day]?.posts ?? 0
    let label =
      [words.withoutYear(day), words.count(count, "postCount")]
      + (days[day]?.moods.label(words)).once
    return [
      "isBlank": false, "number": day.day, "path": "/days/\(day)", "level": scale.level(of: count),
      "weekday": CalendarHeading.names[day.weekday], "isToday": day == today,
      "label": label.joined(separator: ", "),
    ]
  }

  private func link(_ year: Int) -> [PageContent] {
    DayRange.years ~= year ? [["path": Self.path(year), "title": "\(year)"]] : []
  }
}

extension MoodSum {
  /// The mood nearest to the mean of a day's, the mean, and how many there are; nil where there is none.
  func label(_ words: Words) -> String? {
    guard let nearest, let text = text(words) else { return nil }
    return words(
      "dayMoodNamed", ["mood": Wording.name(nearest, in: words.language), "text": text])
  }

  /// The mean of a day's moods, with how many there are; nil where there is none.
  func content(_ words: Words) -> PageContent? {
    guard let nearest, let text = text(words) else { return nil }
    return PostCard.content(of: nearest, words).merging(["text": text]) { $1 }
  }

  private func text(_ words: Words) -> String? {
    guard let mean else { return nil }
    let tenths = Int((mean * 10).rounded())
    let text = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return words("dayMood", ["mean": text, "count": words.count(count, "moodCount")])
  }
}
