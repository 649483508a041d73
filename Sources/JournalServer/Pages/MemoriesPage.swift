import CaptureTime
import Hummingbird
import Journal

extension JournalServer {
  /// What was on this day in other years, and a post drawn by lot.
  func addMemoriesPage(to routes: Routes) {
    routes.unlocked(.get, "/memories") { [pages, workers] request, _, visit in
      let words = pages.words(for: request)
      let asked = try Query(of: request).day("day")
      let content = try await workers.run {
        let day = try asked ?? today(visit.journal.settings.current())
        let posts = try visit.journal.memories.posts(of: day, ofEachYear: Self.memoriesOfAYear)
        return [
          "title": words("memoriesOf", ["day": words.withoutYear(day)]),
          "years": Self.years(posts, from: day, words), "hasPosts": !posts.isEmpty,
        ] as PageContent
      }
      return try pages.response("memories", content, for: request)
    }
    routes.unlocked(.get, "/random") { [workers, settings] _, _, visit in
      let post = try await workers.run {
        try visit.journal.memories.randomPost(
          seed: UInt64.random(in: .min ... .max), before: settings.now())
      }
      return .redirect(to: post.map { "/posts/\($0.number)" } ?? "/new")
    }
  }

  /// As many of each year as the command line shows.
  private static var memoriesOfAYear: Int { 10 }

  private static func years(_ posts: [Post], from day: CivilDate, _ words: Words) -> [PageContent] {
    let years = Dictionary(grouping: posts, by: \.day.year)
    return years.keys.sorted(by: >).map { year in
      let distance = day.year - year
      return [
        "title": distance > 0 ? words.count(distance, "oneYearAgo", "manyYearsAgo") : "\(year)",
        "posts": (years[year] ?? []).cards(words), "hasPosts": true,
      ]
    }
  }
}
