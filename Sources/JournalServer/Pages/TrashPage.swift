import Hummingbird
import Journal

extension JournalServer {
  func addTrashPage(to routes: Routes) {
    routes.unlocked(.get, "/trash") { [pages, workers] request, _, visit in
      let words = pages.words(for: request)
      let posts = try await workers.run { try visit.journal.trash.posts() }
      return try pages.response(
        "trash",
        [
          "posts": posts.cards(words), "hasPosts": !posts.isEmpty,
          "postCount": words.count(posts.count, "onePost", "manyPosts"),
        ], for: request)
    }
    routes.unlocked(.post, "/trash/empty") { [workers] request, _, visit in
      guard try await Form(of: request)["confirm"] != nil else { return .redirect(to: "/trash") }
      _ = try await workers.run { try visit.journal.trash.empty() }
      return .redirect(to: "/trash")
    }
  }
}
