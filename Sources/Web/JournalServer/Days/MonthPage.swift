import CaptureTime
import Journal
import Store

/// A month as a calendar, with a photo on every day that has one.
struct MonthPage {
  let month: Month
  let weekStart: WeekStart
  let days: DayCells
  /// Of the month, the latest first: what is written of them stands below the days.
  let posts: [Post]
  /// Whether the journal has no post at all, so that the page says what will be here.
  let isOfEmptyJournal: Bool
  /// What was before a month that has hardly begun, for the template; nil for nothing.
  let before: PageContent?

  private var words: Words { days.words }

  var content: PageContent {
    let grid = MonthGrid(year: month.year, month: month.month, weekStart: weekStart)
    let weeks = (grid?.weeks ?? []).map { week in
      ["days": week.map { $0.map(days.content) ?? ["isBlank": true] }] as PageContent
    }
    let page: PageContent = [
      "title": words.title(month), "month": "\(month)", "weeks": weeks, "weekCount": weeks.count,
      "year": YearPage.path(month.year), "yearPlace": "m\(month.month)",
      "yearText": "\(month.year)", "weekdays": CalendarHeading.all(weekStart, words),
      "previous": Self.link(month.previous, words), "next": Self.link(month.next, words),
      "isThisMonth": month == Month(containing: days.today),
      "postCount": words.count(days.postCount, "postCount"), "isNew": isOfEmptyJournal,
      "told": (told.isEmpty ? nil : ["posts": told, "path": timeline.address()] as PageContent)
        .once,
      "before": before.once,
    ]
    return page.merging(Self.jump(month.year, words)) { $1 }
  }

  /// How many posts are looked at for what is written of them, and how many days are shown.
  static let (mostLookedAt, mostTold) = (40, 6)

  /// What is written of the month's latest days, a line each.
  private var told: [PageContent] {
    var told: [CivilDate: PageContent] = [:]
    for post in posts where told[post.day] == nil && told.count < Self.mostTold {
      guard let line = PostTile.line(of: post) else { continue }
      told[post.day] = [
        "path": "/posts/\(post.number)", "day": post.day.day, "text": line,
        "weekdayShort": words.shortWeekdays[post.day.weekday],
        "weekday": CalendarHeading.names[post.day.weekday],
        "mood": post.mood.map { PostCard.content(of: $0, words) }.once,
      ]
    }
    return told.sorted { $0.key > $1.key }.map(\.value)
  }

  private var timeline: TimelineQuery { TimelineQuery().with { $0.month = month } }

  private static func link(_ month: Month, _ words: Words) -> [PageContent] {
    CivilDate.years ~= month.year
      ? [["path": "/months/\(month)", "title": words.title(month)]] : []
  }

  /// The sheet that leads to another month.
  static func jump(_ year: Int, _ words: Words) -> PageContent {
    let months = (1...12).compactMap { Month(year: year, month: $0) }.map {
      ["path": "/months/\($0)", "title": words.months[$0.month - 1]]
    }
    return ["jumpYear": year, "jumpMonths": months]
  }
}
