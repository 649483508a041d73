import HTTPTypes
import Hummingbird
import Journal
import Markup
import NIOCore
import Store
import Wording

/// Tasks in a post's words: a tick changes one mark of the words, and counts as a change of words.
struct TickRoutes: ServerRoutes {
  let server: ServerParts
  let editor: PostEditor

  func add(to routes: Routes) {
    routes.unlocked(.post, "/posts/:number/tick") { request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let form = try await Form(of: request)
      let places = (form["tick"] ?? "").split(separator: " ").compactMap { Int($0) }
      guard places.count == 2, 0...1 ~= places[1] else {
        throw Problem("field.named", ["name": .text("tick")])
      }
      let post = try await visit.run { try $0.posts.livePost(number) }
      let words = try await workers.run {
        Markup.ticking(post.words, task: places[0], isDone: places[1] == 1)
      }
      guard let words else { throw Problem("field.named", ["name": .text("tick")]) }
      var change = PostChange()
      if words != post.words { change.words = try PostWords(words) }
      // Another task may be in its place in words that somebody else wrote meanwhile.
      let version = form["version"] ?? ""
      try post.check(ifMatch: version)
      let changed =
        change.isEmpty
        ? post : try await editor.edit(number, change, ifMatch: version, in: visit)
      guard form["script"] != nil else {
        return .redirect(to: LockPage.local(form["back"] ?? "") ?? "/posts/\(number)")
      }
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/plain; charset=utf-8", .eTag: try changed.tag.description,
        ], body: .init(byteBuffer: ByteBuffer(string: changed.words)))
    }
  }
}
