import CaptureTime
import Hummingbird
import Journal

extension JournalServer {
  func addMonthPage(to routes: Routes) {
    routes.unlocked(.get, "/") { request, _, visit in try await page(nil, request, visit) }
    routes.unlocked(.get, "/months/:month") { request, context, visit in
      try await page(context.parameter("month") { Month(path: $0) }, request, visit)
    }
    // Where a browser's field for months leads to.
    routes.unlocked(.get, "/months") { request, _, _ in
      guard let month = try Query(of: request)["month"].flatMap({ Month(path: $0) }) else {
        throw Problem(.badRequest, "month", "Months are written as 2024-01.")
      }
      return .redirect(to: "/months/\(month)")
    }

    @Sendable func page(
      _ month: Month?, _ request: Request, _ visit: Visit
    ) async throws -> Response {
      let (preferences, words) = (Preferences(of: request), pages.words(for: request))
      let content = try await workers.run {
        let settings = try visit.journal.settings.current()
        let today = today(settings)
        let month = month ?? Month(containing: today)
        return try MonthPage(
          month: month, today: today, weekStart: settings.weekStart ?? preferences.weekStart,
          days: visit.journal.days.covers(DayRange(month)), words: words
        ).content
      }
      return try pages.response("month", content, for: request)
    }
  }
}

/// A month as a calendar on the wall, with a photo on every day that has one.
struct MonthPage {
  let month: Month
  let today: CivilDate
  let weekStart: WeekStart
  /// The days that have posts.
  let days: [CivilDate: DayCover]
  let words: Words

  init(
    month: Month, today: CivilDate, weekStart: WeekStart, days: [DayCover], words: Words
  ) {
    (self.month, self.today, self.weekStart, self.words) = (month, today, weekStart, words)
    self.days = Dictionary(uniqueKeysWithValues: days.map { ($0.day, $0) })
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
      "previous": Self.link(month == Self.first ? nil : month.previous, words),
      "next": Self.link(month == Self.last ? nil : month.next, words),
      "isThisMonth": month == Month(containing: today),
      "postCount": words.count(days.values.reduce(0) { $0 + $1.count }, "onePost", "manyPosts"),
    ]
  }

  private func cell(_ day: CivilDate) -> PageContent {
    let posts = days[day]
    let count = posts?.count ?? 0
    let label =
      [words.title(day), words.count(count, "onePost", "manyPosts")]
      + (day == today ? [words("today")] : [])
    return [
      "isBlank": false, "number": day.day, "path": "/days/\(day)", "isToday": day == today,
      "weekday": CalendarHeading.names[day.weekday], "hasPosts": count > 0, "hasMore": count > 1,
      "count": count, "label": label.joined(separator: ", "),
      "cover": posts.map { "/api/v1/posts/\($0.first)/thumbnail?size=256" } ?? "",
    ]
  }

  private static let first = Month(containing: CivilDate(daysSinceEpoch: -719_162))
  private static let last = Month(containing: CivilDate(daysSinceEpoch: 2_932_896))

  private static func link(_ month: Month?, _ words: Words) -> [PageContent] {
    month.map { [["path": "/months/\($0)", "title": words.title($0)]] } ?? []
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
