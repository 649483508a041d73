import Hummingbird
import Journal

extension JournalServer {
  func addTrash(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/trash") { [workers] _, _, visit in
      let posts = try await workers.run { try visit.journal.trash.posts() }
      return try .json(PostList(posts: posts.map { PostBody($0) }))
    }
    routes.unlocked(.delete, "/api/v1/trash") { [workers] _, _, visit in
      let removal = try await workers.run { try visit.journal.trash.empty() }
      return try .json(RemovalBody(posts: removal.posts))
    }
  }

  private struct RemovalBody: Encodable {
    /// How many are gone for good.
    let posts: Int
  }
}

/// All posts of a kind, of which there are not many.
struct PostList: Encodable {
  let posts: [PostBody]
}
