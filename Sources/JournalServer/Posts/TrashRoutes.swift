import Hummingbird
import Journal

/// The trash, for programs and as a page.
struct TrashRoutes: RouteGroup {
  let pages: Pages
  let workers: Workers

  func add(to routes: Routes) {
    routes.unlocked(.get, "/trash") { request, _, visit in
      let words = pages.words(for: request)
      let posts = try await workers.run { try visit.journal.trash.posts() }
      return try pages.response(
        "trash",
        [
          "posts": posts.cards(words, visit.pictures), "hasPosts": !posts.isEmpty,
          "postCount": words.count(posts.count, "postCount"),
        ], for: request)
    }
    routes.unlocked(.post, "/trash/empty") { request, _, visit in
      guard try await Form(of: request)["confirm"] != nil else { return .redirect(to: "/trash") }
      _ = try await workers.run { try visit.journal.trash.empty() }
      return .redirect(to: "/trash")
    }
    routes.unlocked(.get, "/api/v1/trash") { _, _, visit in
      let posts = try await workers.run { try visit.journal.trash.posts() }
      return try .json(PostList(posts: posts.map { PostBody($0) }))
    }
    routes.unlocked(.delete, "/api/v1/trash") { _, _, visit in
      let removal = try await workers.run { try visit.journal.trash.empty() }
      return try .json(RemovalBody(posts: removal.posts))
    }
  }
}

private struct RemovalBody: Encodable {
  /// How many are gone for good.
  let posts: Int
}
