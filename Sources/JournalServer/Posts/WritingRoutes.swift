import CaptureTime
import Hummingbird
import Journal
import Store
import Wording

/// The page on which posts of words are written.
struct WritingRoutes: RouteGroup {
  let drafts: Drafts
  let bodies: LongBodies
  let pages: Pages
  let workers: Workers
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.unlocked(.get, "/write") { request, _, visit in try await page(request, visit) }
    routes.unlockedForm("/write", readBy: bodies, keptIn: drafts) { request, _, visit, form in
      try await write(form, request, visit)
    }
    routes.unlocked(.post, "/write/discard") { request, _, visit in
      drafts.remove(try await Form(of: request)["draft"] ?? "", of: visit.device)
      return .redirect(to: "/write")
    }
  }

  /// The form for a new post: empty, or with what could not be saved before.
  private func page(_ request: Request, _ visit: Visit) async throws -> Response {
    if let draft = try drafts.draft(of: request, for: visit.device) {
      return try await page(PostFields(draft.form), request, visit, draft: draft)
    }
    let query = Query(of: request)
    let (asked, isMorning) = (try query.day("day"), try query["morning"] != nil)
    let (day, number) = try await workers.run {
      let day = try asked ?? visit.journal.today(at: now())
      return (day, isMorning ? try visit.journal.posts.morningPage(of: day)?.number : nil)
    }
    // The page of the morning is written once, and then written on.
    if let number { return .redirect(to: "/posts/\(number)") }
    return try await page(PostFields(day: day, isMorning: isMorning), request, visit)
  }

  private func write(_ form: Form, _ request: Request, _ visit: Visit) async throws -> Response {
    do {
      let number = try await drafts.once(form, for: visit.device) {
        let weekStart = Preferences(of: request).weekStart
        return try await workers.run {
          let present = try visit.journal.present(at: now(), weekStart: weekStart)
          let new = try NewWords(form, present)
          return try visit.journal.posts.write(new, now: now()).post.number
        }
      }
      return .redirect(to: "/posts/\(number)?saved=1")
    } catch {
      let problem = Problem(error)
      guard [409, 422].contains(problem.status) else { throw problem }
      return try await page(PostFields(form), request, visit, form: form, refused: problem)
    }
  }

  /// The page of the form.
  ///
  /// - Parameters:
  ///   - typed: what its fields show.
  ///   - request: says in which language.
  ///   - visit: whose journal.
  ///   - form: what was sent.
  ///   - draft: what was kept.
  ///   - refused: why what was sent was not taken.
  /// - Returns: the page, with the status of what was wrong.
  /// - Throws: `JournalError`.
  func page(
    _ typed: PostFields, _ request: Request, _ visit: Visit, form: Form? = nil,
    draft: Drafts.Draft? = nil, refused: Problem? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    let (settings, today) = try await workers.run {
      (try visit.journal.settings.current(), try visit.journal.today(at: now()))
    }
    let others = drafts.all(of: visit.device).filter { $0.name != draft?.name }
    let content: PageContent = [
      "typed": typed.content(words), "zone": settings.zone.name, "today": "\(today)",
      "draft": PostPageRoutes.draftName(form ?? draft?.form),
      "isDraft": draft != nil, "isUnsaved": draft != nil || refused != nil,
      "drafts": others.map { draft in
        ["path": draft.address, "name": draft.name, "line": draft.line] as PageContent
      },
      "hasDrafts": !others.isEmpty,
      "problem": refused.map(words.problem) ?? [],
      "wrong": refused.map { PostFields.wrong($0, words) } ?? [:],
    ]
    return try pages.response(
      "write", content, for: request, status: refused.map { .init(code: $0.status) } ?? .ok)
  }
}

extension Drafts.Draft {
  /// The title, or the beginning of the first line.
  fileprivate var line: String {
    let texts = [form["title"] ?? "", form["words"] ?? ""]
    let lines = texts.flatMap { $0.prefix(1_000).split(whereSeparator: \.isNewline) }
    return lines.first.map { String($0.prefix(60)) } ?? "…"
  }
}
