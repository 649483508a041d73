import CaptureTime
import Hummingbird
import Journal
import Store

extension JournalServer {
  /// What the forms of a post's page do.
  func addPostForms(to routes: Routes) {
    routes.unlocked(.post, "/posts/:number") { [workers] request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let form = try await Form(of: request)
      do {
        let post = try await workers.run { try visit.journal.posts.post(number) }
        let change = try PostChange(form, of: post)
        if !change.isEmpty {
          _ = try await edit(number, change, ifMatch: form["version"] ?? "", in: visit.journal)
        }
      } catch {
        // What a person typed is told beside it, and not lost; the rest is for the problem page.
        let problem = Problem(error)
        guard [409, 412, 422].contains(problem.status) else { throw problem }
        return try await postPage(number, request, visit, refused: (form, problem))
      }
      return .redirect(to: "/posts/\(number)?saved=1")
    }
    routes.unlocked(.post, "/posts/:number/delete") { [workers, settings] request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let day = try await workers.run {
        let day = try visit.journal.posts.post(number).day
        try visit.journal.trash.move([number], now: settings.now())
        return day
      }
      return .redirect(to: "/days/\(day)?deleted=\(number)")
    }
    routes.unlocked(.post, "/posts/:number/restore") { [workers] request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let post = try await workers.run {
        do {
          return try visit.journal.trash.restore([number]).first
        } catch JournalError.postNotInTrash {
          // Who goes back to the page of a deletion and undoes it twice has what they want.
          return try visit.journal.posts.post(number)
        }
      }
      return .redirect(to: post.map { "/days/\($0.day)" } ?? "/trash")
    }
  }
}

extension PostChange {
  /// What a form says otherwise than the post does.
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
  /// string"), of which the post knows all the same.
  fileprivate func time(otherThan time: PostTime) throws -> CaptureTime? {
    guard var text = self["time"] else { return nil }
    if time.precision == .second, text.utf8.count == "2024-01-31T23:59".utf8.count { text += ":00" }
    let typed = try PostTexts.time(text)
    return typed?.wallSeconds == time.captureTime.wallSeconds ? nil : typed
  }
}
