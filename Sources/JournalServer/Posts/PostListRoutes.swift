import Hummingbird
import Journal
import Store

/// Pages of many posts, the newest first: all, the starred ones, and those that a search finds.
struct PostListRoutes: RouteGroup {
  let pages: Pages
  let workers: Workers

  func add(to routes: Routes) {
    routes.unlocked(.get, "/posts") { request, _, visit in
      try await page("posts", PostFilter(), request, visit)
    }
    routes.unlocked(.get, "/starred") { request, _, visit in
      var filter = PostFilter()
      filter.isStarred = true
      return try await page("starred", filter, request, visit)
    }
    routes.unlocked(.get, "/search") { request, _, visit in try await search(request, visit) }
  }

  private func page(
    _ name: String, _ filter: PostFilter, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let content = try await list(filter, at: "/\(name)?", request, visit)
    return try pages.response(name, content, for: request)
  }

  /// Searches for words in captions, and for tags.
  private func search(_ request: Request, _ visit: Visit) async throws -> Response {
    let query = Query(of: request)
    let (text, tag) = (try query.text("q") ?? "", try query.text("tag") ?? "")
    var filter = PostFilter()
    // Words that no caption can have find nothing: the page says so.
    if !SearchQuery(text).isEmpty { filter.text = String(text.prefix(1_000)) }
    if !tag.isEmpty { filter.tags = [try TagName(tag)] }
    let isAsked = filter.text != nil || !filter.tags.isEmpty
    var content: PageContent = [
      "text": text, "tag": tag, "hasTag": !tag.isEmpty, "isAsked": isAsked, "hasPosts": false,
    ]
    if isAsked {
      let address = "/search?q=\(text.percentEncoded)&tag=\(tag.percentEncoded)&"
      content.merge(try await list(filter, at: address, request, visit)) { $1 }
    }
    return try pages.response("search", content, for: request)
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
  private func list(
    _ filter: PostFilter, at address: String, _ request: Request, _ visit: Visit
  ) async throws -> PageContent {
    let words = pages.words(for: request)
    let order = PostOrder.newestFirst
    let cursor = try Query(of: request).cursor(order)
    let slice = try await workers.run {
      try PostSlice(filter, order, after: cursor, in: visit.journal)
    }
    return [
      "posts": slice.posts.cards(words, visit.pictures), "hasPosts": !slice.posts.isEmpty,
      "older": slice.next.map { ["path": "\(address)cursor=\($0.text)"] }.once,
    ]
  }
}
