import CaptureTime
import Hummingbird
import Journal
import Stamping
import Store
import Wording

/// Posts that nobody searched for: this day in other years, and a random one.
struct MemoryRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(.get, "/memories") { request, _, visit in
      let (words, size) = (pages.words(for: request), ThumbnailSize.inPage(for: request))
      let asked = try Query(of: request).day("day")
      let content = try await visit.run { journal in
        let today = try journal.today(at: now())
        let day = asked ?? today
        let memories = journal.memories
        let posts = try memories.posts(of: day, ofEachYear: memories.usualOfEachYear)
        let cards = DayPosts(of: visit, words, size)
        return [
          "title": words("memoriesOf", ["day": words.withoutYear(day)]), "isOfOneDay": true,
          "years": try Self.years(posts, from: day, words, cards), "hasPosts": !posts.isEmpty,
          "isToday": day == today, "newDay": (day < today ? "\(day)" : nil).once,
          "previous": Self.link(day.previous, words), "next": Self.link(day.next, words),
        ] as PageContent
      }
      return visit.pictures.naming(
        in: try await page(of: "memories", content, for: request), settings)
    }
    routes.unlocked(
      .get, "/api/v1/memories",
      Operation(
        "getMemories", .finds, "Posts from the same day in other years", scope: .read,
        parameters: [
          .query(
            "day",
            .string("The day; default: today.", examples: ["2024-01-31", "yesterday"]))
        ], answers: [.ok(.postList, "The posts, oldest first.")])
    ) { request, _, visit in
      let (query, weekStart) = (Query(of: request), Preferences(of: request).weekStart)
      return try await visit.run { journal in
        let present = try journal.present(at: now(), weekStart: weekStart)
        let posts = try journal.memories.posts(
          of: query.value("day") { try DayRange.day($0, present: present) } ?? present.day)
        return try .json(PostList(posts: posts.map { PostBody($0) }))
      }
    }
    routes.unlocked(
      .get, "/api/v1/random",
      Operation(
        "getRandom", .finds, "A random post", scope: .read,
        parameters: [
          .query(
            "seed",
            .count("The same seed gives the same post; default: today's seed.").with([
              "maximum": .integer(.max)
            ]))
        ], answers: [.ok(.post, "The post.").with(.eTag)], refusals: [.notFound])
    ) { request, _, visit in
      let seed = try Query(of: request).number("seed", in: UInt64.min...UInt64.max)
      let post = try await visit.run { journal in
        if let seed { return try journal.memories.randomPost(seed: seed, before: .max) }
        let rule = try journal.settings.current().rule
        return try journal.memories.post(ofTheDay: rule.day(of: now()), rule)
      }
      guard let post else { throw Problem("no-post.none") }
      return try .post(post)
    }
  }

  /// A strip for each year, the latest first.
  private static func years(
    _ posts: [Post], from day: CivilDate, _ words: Words, _ cards: DayPosts
  ) throws -> [PageContent] {
    let years = Dictionary(grouping: posts, by: \.day.year)
    return try years.keys.sorted(by: >).map { year in
      let posts = years[year] ?? []
      return [
        "title": words.ago(year, from: day), "year": "\(year)", "posts": try cards.cards(posts),
        "path": posts.first.map { "/days/\($0.day)" } ?? "/memories",
      ]
    }
  }

  private static func link(_ day: CivilDate, _ words: Words) -> [PageContent] {
    guard CivilDate.years ~= day.year else { return [] }
    return [["path": "/memories?day=\(day)", "title": words.withoutYear(day)]]
  }
}
