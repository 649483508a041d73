import CaptureTime
import Hummingbird
import Journal

/// What a journal comes to, for programs and as a page.
struct StatisticsRoutes: RouteGroup {
  let pages: Pages
  let workers: Workers
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.unlocked(.get, "/statistics") { request, _, visit in
      let words = pages.words(for: request)
      let content = try await workers.run {
        StatisticsPage(
          figures: try visit.journal.days.statistics(today: visit.journal.today(at: now())),
          inTrash: try visit.journal.trash.count(), words: words
        ).content
      }
      return try pages.response("statistics", content, for: request)
    }
    routes.unlocked(.get, "/api/v1/statistics") { _, _, visit in
      let figures = try await workers.run {
        let (days, today) = (visit.journal.days, try visit.journal.today(at: now()))
        return try StatisticsDescription(
          days.statistics(today: today), days.writing(today: today))
      }
      return try .json(figures)
    }
  }
}

struct StatisticsPage {
  let figures: JournalStatistics
  let inTrash: Int
  let words: Words

  var content: PageContent {
    let most = figures.months.map(\.posts).max() ?? 0
    let years = Set(figures.months.map(\.month.year)).sorted(by: >)
    return [
      "hasPosts": figures.posts > 0,
      "figures": [
        figure("statisticsPosts", "\(figures.posts)"), figure("statisticsDays", "\(figures.days)"),
        figure("statisticsFirst", figures.first.map(words.short)),
        figure("statisticsLast", figures.last.map(words.short)),
        figure("statisticsCurrent", figures.runs.current.map(text)),
        figure("statisticsLongest", figures.runs.longest.map(text)),
        figure("statisticsTrash", "\(inTrash)"),
      ],
      "years": years.map { ["path": YearPage.path($0), "title": "\($0)"] },
      "months": figures.months.reversed().map { row($0, most: most) }.joined(),
    ]
  }

  /// A row of the table of months, in HTML: a journal of decades has hundreds of them, which as a section
  /// of the template would take most of the time of the page.
  private func row(_ month: JournalStatistics.MonthCount, most: Int) -> String {
    let title = words.title(month.month).escapedForHTML
    let posts = words.count(month.posts, "postCount").escapedForHTML
    let days = words.count(month.days, "dayCount").escapedForHTML
    return """
      <tr><th scope="row"><a href="/months/\(month.month)">\(title)</a></th>\
      <td><meter min="0" max="\(most)" value="\(month.posts)" aria-label="\(posts)"></meter> \
      \(month.posts)</td><td class="wide">\(days)</td></tr>

      """
  }

  private func figure(_ key: String, _ text: String?) -> PageContent {
    ["name": words(key), "text": text ?? words("none")]
  }

  private func text(_ run: DayRun) -> String { words.count(run.length, "dayCount") }
}
