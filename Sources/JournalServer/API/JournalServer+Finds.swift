import Store
import CaptureTime
import Hummingbird
import Journal

extension JournalServer {
  /// What a journal comes to, and posts that nobody looked for.
  func addFinds(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/memories") { [workers] request, _, visit in
      let asked = try Query(of: request).day("day")
      let posts = try await workers.run {
        try visit.journal.memories.posts(of: asked ?? today(visit.journal.settings.current()))
      }
      return try .json(PostList(posts: posts.map { PostBody($0) }))
    }
    routes.unlocked(.get, "/api/v1/random") { [workers] request, _, visit in
      let seed = try Query(of: request).number("seed", in: UInt64.min...UInt64.max)
      let post = try await workers.run {
        if let seed { return try visit.journal.memories.randomPost(seed: seed, before: .max) }
        let settings = try visit.journal.settings.current()
        let today = today(settings)
        return try visit.journal.memories.randomPost(
          seed: UInt64(bitPattern: Int64(today.daysSinceEpoch)),
          before: settings.rule.start(of: today))
      }
      guard let post else { throw Problem(.notFound, "no-post", "The journal has no posts.") }
      return try .post(post)
    }
    routes.unlocked(.get, "/api/v1/statistics") { [workers] _, _, visit in
      let statistics = try await workers.run {
        try visit.journal.days.statistics(today: today(visit.journal.settings.current()))
      }
      return try .json(StatisticsDescription(statistics))
    }
  }
}
