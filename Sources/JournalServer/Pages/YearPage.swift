import CaptureTime
import Hummingbird
import Journal

extension JournalServer {
  func addYearPage(to routes: Routes) {
    routes.unlocked(.get, "/years/:year") { [pages, workers] request, context, visit in
      let year = try context.parameter("year") { text in
        // As it is written in links, so that every year has one address.
        Int(text).flatMap { YearPage.path($0) == "/years/\(text)" ? $0 : nil }
      }
      guard DayRange.years ~= year else {
        throw Problem(.notFound, "no-page", "There is no such page.")
      }
      let (preferences, words) = (Preferences(of: request), pages.words(for: request))
      let content = try await workers.run {
        let settings = try visit.journal.settings.current()
        let counts = try visit.journal.days.counts(YearPage.days(of: year))
        return YearPage(
          year: year, today: today(settings),
          weekStart: settings.weekStart ?? preferences.weekStart,
          counts: Dictionary(uniqueKeysWithValues: counts.map { ($0.day, $0.count) }), words: words
        ).content
      }
      return try pages.response("year", content, for: request)
    }
  }
}

/// A year as a heat map: twelve months with a mark on every day that has posts.
struct YearPage {
  let year: Int
  let today: CivilDate
  let weekStart: WeekStart
  let counts: [CivilDate: Int]
  let words: Words

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
    let scale = HeatScale(counts.values)
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
      "postCount": words.count(counts.values.reduce(0, +), "onePost", "manyPosts"),
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
    let count = counts[day] ?? 0
    return [
      "isBlank": false, "number": day.day, "path": "/days/\(day)", "level": scale.level(of: count),
      "weekday": CalendarHeading.names[day.weekday], "isToday": day == today,
      "label": "\(words.withoutYear(day)), \(words.count(count, "onePost", "manyPosts"))",
    ]
  }

  private func link(_ year: Int) -> [PageContent] {
    DayRange.years ~= year ? [["path": Self.path(year), "title": "\(year)"]] : []
  }
}
