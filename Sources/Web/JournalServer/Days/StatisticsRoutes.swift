import CaptureTime
import Hummingbird
import Journal
import Store

/// A journal in figures, for programs and as a page.
struct StatisticsRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(.get, "/statistics") { request, _, visit in
      let words = pages.words(for: request)
      let year = try Query(of: request).number("year", in: CivilDate.years)
      let content = try await visit.run { journal in
        let (days, today) = (journal.days, try journal.today(at: now()))
        return StatisticsPage(
          figures: try days.statistics(today: today), writing: try days.writing(today: today),
          year: year, today: today, words: words
        ).content
      }
      return try await page(of: "statistics", content, for: request)
    }
    routes.unlocked(
      .get, "/api/v1/statistics",
      Operation(
        "getStatistics", .finds, "The journal in figures", scope: .read,
        answers: [.ok(.statistics, "The figures.")])
    ) { _, _, visit in
      let figures = try await visit.run { journal in
        let (days, today) = (journal.days, try journal.today(at: now()))
        return try StatisticsDescription(
          days.statistics(today: today), days.writing(today: today))
      }
      return try .json(figures)
    }
  }
}
