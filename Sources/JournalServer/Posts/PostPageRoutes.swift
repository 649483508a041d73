import CaptureTime
import Hummingbird
import Journal
import Store
import Wording

/// The page of a post, and what its forms do.
struct PostPageRoutes: RouteGroup {
  let editor: PostEditor
  let drafts: Drafts
  let bodies: LongBodies
  let pages: Pages
  let workers: Workers
  let writing: WritingRoutes
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
      _ = try post.requirePhoto()
      let card = PostCard(post: post, pictures: visit.pictures, words: words)
      return try pages.response("photo", card.content, for: request)
    }
    routes.unlockedForm(
      "/posts/:number", readBy: bodies, keptIn: drafts
    ) { request, context, visit, form in
      try await change(context.parameter("number") { Int($0) }, form, request, visit)
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

  private func change(
    _ number: Int, _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    do {
      let change = try await workers.run {
        var change = try PostChange(form, of: visit.journal.posts.post(number))
        if !change.isEmpty { change.keepsVersion = form["both"] != nil }
        return change
      }
      if !change.isEmpty {
        _ = try await editor.edit(number, change, ifMatch: form["version"] ?? "", in: visit.journal)
      }
    } catch {
      // What a person typed is kept beside what was wrong with it; the rest is for the problem page.
      let problem = Problem(error)
      let isGone = ["no-post", "in-trash"].contains(problem.name)
      if isGone, form["words"]?.isEmpty == false {
        // A post that is not there any more: the words can be another one.
        return try await writing.page(
          PostFields(form), request, visit, form: form, refused: problem)
      }
      guard [409, 412, 422].contains(problem.status) else { throw problem }
      return try await page(number, request, visit, typed: form, refused: problem)
    }
    if let draft = form["draft"] { drafts.remove(draft, of: visit.device) }
    return .redirect(to: "/posts/\(number)?saved=1")
  }

  /// The page of a post.
  ///
  /// - Parameters:
  ///   - number: the post.
  ///   - request: says in which language.
  ///   - visit: whose post.
  ///   - form: what a person typed into its form, which is there again.
  ///   - refused: why that was not taken.
  /// - Returns: the page, with the status of what was wrong.
  /// - Throws: `JournalError`.
  private func page(
    _ number: Int, _ request: Request, _ visit: Visit, typed form: Form? = nil,
    refused: Problem? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    let draft = try drafts.draft(of: request, for: visit.device)
    if let draft, form == nil, try await isGone(number, visit) {
      return try await writing.page(PostFields(draft.form), request, visit, draft: draft)
    }
    let typed = form ?? draft?.form
    var content = try await workers.run {
      let post = try visit.journal.posts.post(number)
      let renderer = WordsOnPage(journal: visit.journal, pictures: visit.pictures, texts: words)
      var content = try PostPage(
        post: post, neighbours: try Neighbours(of: post, in: visit.journal),
        pictures: visit.pictures, words: words, html: try renderer.html(post.words)
      ).content()
      if let typed {
        content["typed"] = PostFields(typed).content(words)
        // A form that was refused for another reason, or not even sent, is about the state that it was
        // made of: what somebody else saved since then is still to be seen.
        if refused?.status == 412 {
          content["stored"] = typed["words"].map { _ in post.words }.once
        } else if let version = typed["version"] {
          content["version"] = version
        }
        content["hasBoth"] = refused?.status == 412 || typed["both"] != nil
      }
      return content
    }
    content["isSaved"] = try typed == nil && Query(of: request)["saved"] != nil
    content["isUnsaved"] = typed != nil
    content["isDraft"] = draft != nil && form == nil
    content["draft"] = Self.draftName(typed)
    if let refused {
      content["problem"] = words.problem(refused)
      content["wrong"] = PostFields.wrong(refused, words)
    }
    return try pages.response(
      "post", content, for: request, status: refused.map { .init(code: $0.status) } ?? .ok)
  }

  /// Whether a post is in the trash, or nowhere.
  private func isGone(_ number: Int, _ visit: Visit) async throws -> Bool {
    try await workers.run {
      do {
        return try visit.journal.posts.post(number).trashed != nil
      } catch JournalError.unknownPost {
        return true
      }
    }
  }

  /// By which a form's draft is known: that of the form before, or a new one.
  static func draftName(_ typed: Form?) -> String {
    typed?["draft"].flatMap { AccessToken($0) }?.text ?? AccessToken().text
  }
}
