import CaptureTime
import Hummingbird
import Journal
import Store
import SystemPackage

extension JournalServer {
  func addPostPage(to routes: Routes) {
    routes.unlocked(.get, "/posts/:number") { request, context, visit in
      try await postPage(context.parameter("number") { Int($0) }, request, visit)
    }
    // The photo itself is no page: it would stay on the screen when the journal is locked.
    routes.unlocked(.get, "/posts/:number/photo") { [pages, workers] request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let words = pages.words(for: request)
      let post = try await workers.run { try visit.journal.posts.post(number) }
      return try pages.response("photo", PostCard(post: post, words: words).content, for: request)
    }
  }

  /// The page of a post.
  ///
  /// - Parameters:
  ///   - number: the post.
  ///   - request: says in which language.
  ///   - visit: whose post.
  ///   - refused: what a person typed into its form, which is there again, and why it was not taken.
  /// - Returns: the page, with the status of what was wrong.
  /// - Throws: `JournalError`.
  func postPage(
    _ number: Int, _ request: Request, _ visit: Visit,
    refused: (form: Form, problem: Problem)? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    let page = try await workers.run {
      let post = try visit.journal.posts.post(number)
      return PostPage(
        post: post, neighbours: try Neighbours(of: post, in: visit.journal), words: words)
    }
    var content = try page.content()
    content["isSaved"] = try refused == nil && Query(of: request)["saved"] != nil
    guard let refused else { return try pages.response("post", content, for: request) }
    content["problem"] = words.problem(refused.problem)
    content["typed"] = PostPage.typed(refused.form)
    return try pages.response(
      "post", content, for: request, status: .init(code: refused.problem.status))
  }
}

/// One post, large, with what can be done to it.
struct PostPage: Sendable {
  let post: Post
  let neighbours: Neighbours
  let words: Words

  /// - Throws: what encoding the post throws.
  func content() throws -> PageContent {
    let card = PostCard(post: post, words: words).content
    let time = post.time.captureTime
    let page: PageContent = [
      "isInTrash": post.trashed != nil,
      "typed": [
        "caption": post.caption, "dateTime": PostCard.machineText(time),
        "tagText": post.tags.joined(separator: ", "), "isStarred": post.isStarred,
      ] as PageContent,
      "captionLimit": Caption.limit, "version": try post.tag.description,
      "isDayOnly": time.precision == .day, "zone": post.time.zone,
      "source": words("source-\(post.time.source.rawValue)"),
      "fileName": post.photo.file.lastComponent?.string ?? "",
      "previous": neighbours.previous.map { ["path": "/posts/\($0)"] }.once,
      "next": neighbours.next.map { ["path": "/posts/\($0)"] }.once,
      "position": words(
        "position", ["index": "\(neighbours.index)", "count": "\(neighbours.count)"]),
    ]
    return card.merging(page) { $1 }
  }

  /// What the fields of its form show of what a person typed.
  static func typed(_ form: Form) -> PageContent {
    [
      "caption": form["caption"] ?? "", "dateTime": form["time"] ?? "",
      "tagText": form["tags"] ?? "", "isStarred": form["starred"] != nil,
    ]
  }
}

/// The posts before and after one on its day.
struct Neighbours: Sendable {
  let previous: Int?
  let next: Int?
  /// From 1.
  let index: Int
  let count: Int

  init(of post: Post, in journal: OwnerJournal) throws {
    var numbers: [Int] = []
    try journal.posts.forEach(PostFilter(DayBounds(DayRange(post.day)))) {
      numbers.append($0.number)
    }
    let place = numbers.firstIndex(of: post.number)
    previous = place.flatMap { $0 > 0 ? numbers[$0 - 1] : nil }
    next = place.flatMap { $0 + 1 < numbers.count ? numbers[$0 + 1] : nil }
    (index, count) = ((place ?? 0) + 1, max(1, numbers.count))
  }
}
