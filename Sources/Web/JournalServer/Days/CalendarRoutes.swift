import CaptureTime
import Hummingbird
import Journal
import Stamping
import Store
import Wording

/// The calendar: pages for a month, a year and a day, and for programs the days with posts.
struct CalendarRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(.get, "/calendar") { request, _, visit in
      try await month(nil, request, visit)
    }
    routes.unlocked(.get, "/months/:month") { request, context, visit in
      try await month(context.parameter("month") { Month(path: $0) }, request, visit)
    }
    // For who types the address.
    routes.unlocked(.get, "/months") { request, _, _ in
      guard let month = try Query(of: request)["month"].flatMap({ Month(path: $0) }) else {
        throw Problem("month")
      }
      return .redirect(to: "/months/\(month)")
    }
    routes.unlocked(.get, "/years/:year") { request, context, visit in
      let year = try context.parameter("year") { text in
        // As it is written in links, so that every year has one address.
        Int(text).flatMap { YearPage.path($0) == "/years/\(text)" ? $0 : nil }
      }
      guard CivilDate.years ~= year else {
        throw Problem("no-page")
      }
      return try await self.year(year, request, visit)
    }
    routes.unlocked(.get, "/days/:day") { request, context, visit in
      try await day(context.parameter("day") { CivilDate(iso: $0) }, request, visit)
    }
    routes.unlocked(
      .get, "/api/v1/days",
      Operation(
        "getDays", .finds, "A summary of each day that has posts", scope: .read,
        parameters: [
          .required(
            "from",
            .string(
              "The first day; for a month or a year, its first day.",
              examples: ["2024-01-31", "last month"])),
          .required(
            "to",
            .string(
              "The last day; for a month or a year, its last day.",
              examples: ["2024-01-31", "today"])),
        ], answers: [.ok(.array(of: .dayCount), "The days, oldest first.")])
    ) { request, _, visit in
      let (query, weekStart) = (Query(of: request), Preferences(of: request).weekStart)
      return try await visit.run { journal in
        let present = try journal.present(at: now(), weekStart: weekStart)
        let summaries = try journal.days.summaries(DayBounds(DayRange(query, present)))
        return try .json(summaries.map { DayDescription($0) })
      }
    }
  }

  /// The page of a month; nil for the present one.
  private func month(
    _ month: Month?, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let (preferences, words) = (Preferences(of: request), pages.words(for: request))
    let size = ThumbnailSize.inPage(for: request)
    let content = try await visit.run { journal in
      let settings = try journal.settings.current()
      let today = settings.rule.day(of: now())
      let month = month ?? Month(containing: today)
      let days = try DayCells(DayRange(month), today: today, of: visit, size, words)
      let isBeginning = month == Month(containing: today) && days.covers.count < LatestDays.enough
      let latest = isBeginning ? try LatestDays(before: month, in: journal) : nil
      return MonthPage(
        month: month, weekStart: settings.weekStart ?? preferences.weekStart, days: days,
        posts: try journal.posts.glances(
          PostFilter(DayBounds(DayRange(month))), order: .newestFirst, count: MonthPage.mostLookedAt
        ).map(\.post),
        isOfEmptyJournal: try journal.days.areEmpty(),
        before: try latest.map { latest in
          try latest.content(DayPosts(of: visit, words, size).cards(latest.posts), words)
        }
      ).content
    }
    return visit.pictures.naming(
      in: try await page(of: "month", content, for: request), settings)
  }

  private func year(_ year: Int, _ request: Request, _ visit: Visit) async throws -> Response {
    let (preferences, words) = (Preferences(of: request), pages.words(for: request))
    let map = try Query(of: request)["map"].flatMap(YearPage.Map.init) ?? .posts
    let content = try await visit.run { journal in
      let settings = try journal.settings.current()
      let days = try journal.days.summaries(DayBounds(YearPage.days(of: year)))
      return YearPage(
        year: year, today: settings.rule.day(of: now()),
        weekStart: settings.weekStart ?? preferences.weekStart, map: map, days: days, words: words
      ).content
    }
    return try await page(of: "year", content, for: request)
  }

  private func day(_ day: CivilDate, _ request: Request, _ visit: Visit) async throws -> Response {
    let (words, size) = (pages.words(for: request), ThumbnailSize.inPage(for: request))
    // Only a number, and a form for what is in this owner's trash.
    let deleted = try Query(of: request).number("deleted", in: 1...Int.max)
    let month = Month(containing: day)
    let up = WayBack(path: "/months/\(month)", title: words.title(month))
    // From day to day the way back stays the month.
    let came = WayBack(of: request, words).flatMap { $0.path.hasPrefix("/days/") ? nil : $0 }
    let isFromMonth = came.map { $0.path.hasPrefix(up.path) || $0.path == "/calendar" } ?? true
    let content = try await visit.run { journal in
      let posts = try PostsOfDay(day, in: journal)
      let today = try journal.today(at: now())
      return [
        "title": words.title(day), "day": "\(day)",
        "groups": try DayPosts(of: visit, words, size).groups(posts.shown, firstHeading: 2),
        "morePosts": posts.rest(words),
        "isOfOneDay": true,
        "contactsOfDay": try ContactLines(journal: journal, words: words)
          .section(of: day).once,
        "moods": try journal.days.summary(day)?.moods.content(words).once ?? [],
        "mayWrite": day <= today, "newDay": (day <= today ? "\(day)" : nil).once,
        "hasPosts": posts.count > 0, "postCount": words.count(posts.count, "postCount"),
        "isToday": day == today, "way": (isFromMonth ? up : came ?? up).content,
        "up": (isFromMonth ? nil : up.content).once,
        "previous": Self.link(day.previous, words), "next": Self.link(day.next, words),
        "deleted": deleted.map { ["path": "/posts/\($0)/restore"] }.once,
      ] as PageContent
    }
    return visit.pictures.naming(in: try await page(of: "day", content, for: request), settings)
  }

  private static func link(_ day: CivilDate, _ words: Words) -> [PageContent] {
    CivilDate.years ~= day.year ? [["path": "/days/\(day)", "title": words.short(day)]] : []
  }
}

extension DayRange {
  /// The days from `from` to `to` of a query.
  ///
  /// - Throws: ``Problem``, `DayRangeError`.
  fileprivate init(_ query: Query, _ present: PresentDay) throws {
    let from = try query.value("from") { try DayRange.parse($0, present: present) }
    let to = try query.value("to") { try DayRange.parse($0, present: present) }
    guard let from, let to else { throw Problem("days.from-to") }
    try self.init(first: from.first, last: to.last)
  }
}

extension Month {
  /// The month that a text such as "2024-01" names.
  fileprivate init?(path text: String) {
    guard let month = try? Month.parse(text) else { return nil }
    self = month
  }
}

extension OwnerJournal {
  /// The day that an instant belongs to by the owner's clock.
  ///
  /// - Parameter now: seconds since 1970 in UTC.
  /// - Returns: the day.
  /// - Throws: `JournalError`.
  func today(at now: Int) throws -> CivilDate { try settings.current().rule.day(of: now) }

  /// What the owner's words for days are about.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970 in UTC.
  ///   - weekStart: with which day weeks begin where the owner has set none.
  /// - Returns: the present day with the owner's weeks.
  /// - Throws: `JournalError`.
  func present(at now: Int, weekStart: WeekStart) throws -> PresentDay {
    let settings = try settings.current()
    return PresentDay(settings.rule.day(of: now), weekStart: settings.weekStart ?? weekStart)
  }
}
