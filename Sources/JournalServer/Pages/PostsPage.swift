import Hummingbird
import Journal

extension JournalServer {
  /// All posts and the starred ones, the newest first.
  func addPostsPage(to routes: Routes) {
    routes.unlocked(.get, "/posts") { request, _, visit in
      try await page("posts", PostFilter(), request, visit)
    }
    routes.unlocked(.get, "/starred") { request, _, visit in
      var filter = PostFilter()
      filter.isStarred = true
      return try await page("starred", filter, request, visit)
    }

    @Sendable func page(
      _ name: String, _ filter: PostFilter, _ request: Request, _ visit: Visit
    ) async throws -> Response {
      let content = try await list(filter, at: "/\(name)?", request, visit)
      return try pages.response(name, content, for: request)
    }
  }

  /// A page of posts with the link to the next.
  ///
  /// - Parameters:
  ///   - filter: which posts.
  ///   - address: the page's own, up to where `cursor` is added.
  ///   - request: says in `cursor` where the page begins.
  ///   - visit: whose posts.
  /// - Returns: what the template `cards` shows.
  /// - Throws: `JournalError`, ``Problem``.
  func list(
    _ filter: PostFilter, at address: String, _ request: Request, _ visit: Visit
  ) async throws -> PageContent {
    let words = pages.words(for: request)
    let order = PostOrder.newestFirst
    let cursor = try Query(of: request).cursor(order)
    let slice = try await workers.run {
      try PostSlice(filter, order, after: cursor, in: visit.journal)
    }
    return [
      "posts": slice.posts.cards(words), "hasPosts": !slice.posts.isEmpty,
      "older": slice.next.map { ["path": "\(address)cursor=\($0.text)"] }.once,
    ]
  }
}
