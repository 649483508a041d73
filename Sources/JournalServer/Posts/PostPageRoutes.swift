import CaptureTime
import Hummingbird
import Journal
import Store
import Wording

/// The page of a post, and what its forms do.
struct PostPageRoutes: RouteGroup {
  let editor: PostEditor
  let pages: Pages
  let workers: Workers
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.unlocked(.get, "/posts/:number") { request, context, visit in
      try await page(context.parameter("number") { Int($0) }, request, visit)
    }
    // The photo itself is not a page: it would stay on the screen when the journal is locked.
    routes.unlocked(.get, "/posts/:number/photo") { request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let words = pages.words(for: request)
      let post = try await workers.run { try visit.journal.posts.post(number) }
      let card = PostCard(post: post, pictures: visit.pictures, words: words)
      return try pages.response("photo", card.content, for: request)
    }
    routes.unlocked(.post, "/posts/:number") { request, context, visit in
      try await change(context.parameter("number") { Int($0) }, request, visit)
    }
    routes.unlocked(.post, "/posts/:number/delete") { _, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let day = try await workers.run {
        let day = try visit.journal.posts.post(number).day
        try visit.journal.trash.move([number], now: now())
        return day
      }
      return .redirect(to: "/days/\(day)?deleted=\(number)")
    }
    routes.unlocked(.post, "/posts/:number/restore") { _, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let post = try await workers.run {
        do {
          return try visit.journal.trash.restore([number]).first
        } catch JournalError.postNotInTrash {
          // A person who goes back to the page of a deletion and undoes it twice has what they want.
          return try visit.journal.posts.post(number)
        }
      }
      return .redirect(to: post.map { "/days/\($0.day)" } ?? "/trash")
    }
  }

  private func change(_ number: Int, _ request: Request, _ visit: Visit) async throws -> Response {
    let form = try await Form(of: request)
    do {
      let post = try await workers.run { try visit.journal.posts.post(number) }
      let change = try PostChange(form, of: post)
      if !change.isEmpty {
        _ = try await editor.edit(number, change, ifMatch: form["version"] ?? "", in: visit.journal)
      }
    } catch {
      // What a person typed is kept beside what was wrong with it; the rest is for the problem page.
      let problem = Problem(error)
      guard [409, 412, 422].contains(problem.status) else { throw problem }
      return try await page(number, request, visit, refused: (form, problem))
    }
    return .redirect(to: "/posts/\(number)?saved=1")
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
  private func page(
    _ number: Int, _ request: Request, _ visit: Visit,
    refused: (form: Form, problem: Problem)? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    let page = try await workers.run {
      let post = try visit.journal.posts.post(number)
      return PostPage(
        post: post, neighbours: try Neighbours(of: post, in: visit.journal),
        pictures: visit.pictures, words: words)
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

extension PostChange {
  /// What a form says differently from the post.
  ///
  /// - Throws: `CaptionError`, `NameError`, ``Problem``.
  init(_ form: Form, of post: Post) throws {
    self.init()
    let typed = try Caption(form["caption"] ?? post.caption)
    if typed.text != post.caption { caption = typed }
    let isStarred = form["starred"] != nil
    if isStarred != post.isStarred { self.isStarred = isStarred }
    time = try form.time(otherThan: post.time)
    let had = try post.tags.map { try TagName($0) }
    let wanted = try PostTexts.tags(form["tags"] ?? "")
    tags = wanted.filter { tag in !had.contains { $0.folded == tag.folded } }
    removedTags = had.filter { tag in !wanted.contains { $0.folded == tag.folded } }
  }
}

extension Form {
  /// The time that was typed; nil where it is the post's own.
  ///
  /// Browsers leave out seconds that are zero (HTML standard, "valid normalized local date and time
  /// string"), which the post knows all the same.
  fileprivate func time(otherThan time: PostTime) throws -> CaptureTime? {
    guard var text = self["time"] else { return nil }
    if time.precision == .second, text.utf8.count == "2024-01-31T23:59".utf8.count { text += ":00" }
    let typed = try PostTexts.time(text)
    return typed?.wallSeconds == time.captureTime.wallSeconds ? nil : typed
  }
}
