import CaptureTime
import Hummingbird
import Journal

extension JournalServer {
  func addStatisticsPage(to routes: Routes) {
    routes.unlocked(.get, "/statistics") { [pages, workers] request, _, visit in
      let words = pages.words(for: request)
      let content = try await workers.run {
        let today = try today(visit.journal.settings.current())
        return StatisticsPage(
          figures: try visit.journal.days.statistics(today: today),
          inTrash: try visit.journal.posts.size().inTrash, words: words
        ).content
      }
      return try pages.response("statistics", content, for: request)
    }
  }
}

/// What a journal comes to.
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
      "months": figures.months.reversed().map { month in
        [
          "path": "/months/\(month.month)", "title": words.title(month.month),
          "posts": month.posts, "days": words.count(month.days, "oneDay", "manyDays"), "most": most,
          "postCount": words.count(month.posts, "onePost", "manyPosts"),
        ] as PageContent
      },
    ]
  }

  private func figure(_ key: String, _ text: String?) -> PageContent {
    ["name": words(key), "text": text ?? words("none")]
  }

  private func text(_ run: DayRun) -> String { words.count(run.length, "oneDay", "manyDays") }
}
