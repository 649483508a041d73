import CaptureTime
import Hummingbird
import Journal
import Store
import Wording

/// Posts that nobody searched for: those of this day in other years, and a random one.
struct MemoryRoutes: RouteGroup {
  let pages: Pages
  let workers: Workers
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.unlocked(.get, "/memories") { request, _, visit in
      let words = pages.words(for: request)
      let asked = try Query(of: request).day("day")
      let content = try await workers.run {
        let day = try asked ?? visit.journal.today(at: now())
        let memories = visit.journal.memories
        let posts = try memories.posts(of: day, ofEachYear: memories.usualOfEachYear)
        return [
          "title": words("memoriesOf", ["day": words.withoutYear(day)]),
          "years": Self.years(posts, from: day, words, visit.pictures), "hasPosts": !posts.isEmpty,
        ] as PageContent
      }
      return try pages.response("memories", content, for: request)
    }
    routes.unlocked(.get, "/random") { _, _, visit in
      let post = try await workers.run {
        try visit.journal.memories.randomPost(seed: UInt64.random(in: .min ... .max), before: now())
      }
      return .redirect(to: post.map { "/posts/\($0.number)" } ?? "/new")
    }
    routes.unlocked(.get, "/api/v1/memories", taking: ["day"]) { request, _, visit in
      let (query, weekStart) = (Query(of: request), Preferences(of: request).weekStart)
      let posts = try await workers.run {
        let present = try visit.journal.present(at: now(), weekStart: weekStart)
        return try visit.journal.memories.posts(
          of: query.value("day") { try DayRange.day($0, present: present) } ?? present.day)
      }
      return try .json(PostList(posts: posts.map { PostBody($0) }))
    }
    routes.unlocked(.get, "/api/v1/random", taking: ["seed"]) { request, _, visit in
      let seed = try Query(of: request).number("seed", in: UInt64.min...UInt64.max)
      let post = try await workers.run {
        if let seed { return try visit.journal.memories.randomPost(seed: seed, before: .max) }
        let rule = try visit.journal.settings.current().rule
        return try visit.journal.memories.post(ofTheDay: rule.day(of: now()), rule)
      }
      guard let post else { throw Problem("no-post.none") }
      return try .post(post)
    }
  }

  private static func years(
    _ posts: [Post], from day: CivilDate, _ words: Words, _ pictures: Pictures
  ) -> [PageContent] {
    let years = Dictionary(grouping: posts, by: \.day.year)
    return years.keys.sorted(by: >).map { year in
      let distance = day.year - year
      return [
        "title": distance > 0 ? words.count(distance, "yearsAgo") : "\(year)",
        "posts": (years[year] ?? []).cards(words, pictures), "hasPosts": true,
      ]
    }
  }
}
