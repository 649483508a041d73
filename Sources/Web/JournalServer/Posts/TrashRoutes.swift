import HTTPTypes
import Hummingbird
import Journal
import Store

/// The trash, for programs and as a page.
struct TrashRoutes: ServerRoutes {
  let server: ServerParts

  /// Posts on a page.
  private static let size = 100

  func add(to routes: Routes) {
    routes.unlocked(.get, "/trash") { request, _, visit in
      let words = pages.words(for: request)
      let asked = (try? Query(of: request).number("page", in: 1...10_000)) ?? 1
      let content = try await visit.run { journal in
        let count = try journal.trash.count()
        // The last one, where what is asked for is empty by now.
        let page = min(asked, max(1, (count + Self.size - 1) / Self.size))
        let posts = try journal.trash.posts(Self.size, skipping: (page - 1) * Self.size)
        return [
          "posts": posts.map { post in
            let day = words.short(post.day)
            return PostTile(post: post, shownDay: day, pictures: visit.pictures, words: words)
              .content.merging(["dayShort": day]) { $1 }
          }, "hasPosts": !posts.isEmpty, "postCount": words.count(count, "postCount"),
          "previous": (page > 1 ? "/trash?page=\(page - 1)" : nil).once,
          "next": (page * Self.size < count ? "/trash?page=\(page + 1)" : nil).once,
        ] as PageContent
      }
      return try await page(of: "trash", content, for: request)
    }
    routes.unlocked(.post, "/trash/empty") { request, _, visit in
      guard try await Form(of: request)["confirm"] != nil else { return .redirect(to: "/trash") }
      _ = try await visit.run { try $0.trash.empty() }
      return .redirect(to: "/trash")
    }
    routes.unlocked(.post, "/trash/restore") { _, _, visit in
      let restoration = try await visit.run { try $0.trash.restoreAll() }
      // The page says of what stays why it does.
      if let stayed = restoration.stayed.first { throw stayed.reason }
      return .redirect(to: "/trash")
    }
    routes.unlocked(.post, "/trash/:number/delete") { request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      guard try await Form(of: request)["confirm"] != nil else { return .redirect(to: "/trash") }
      _ = try await visit.run { try $0.trash.delete([number]) }
      return .redirect(to: "/trash")
    }
    routes.unlocked(
      .get, "/api/v1/trash",
      Operation(
        "getTrash", .posts, "Posts in the trash, first deleted first",
        scope: .read, answers: [.ok(.postList, "The posts.")])
    ) { _, _, visit in
      try await visit.run { journal in
        try .json(PostList(posts: try journal.trash.posts().map { PostBody($0) }))
      }
    }
    routes.unlocked(
      .delete, "/api/v1/trash",
      Operation(
        "emptyTrash", .posts, "Permanently delete everything in the trash",
        answers: [.ok(.object(["posts": .count()]), "How many posts were deleted.")])
    ) { _, _, visit in
      let removal = try await visit.run { try $0.trash.empty() }
      return try .json(CountBody(posts: removal.posts))
    }
    routes.unlocked(
      .delete, "/api/v1/trash/:number",
      Operation(
        "deletePostForGood", .posts, "Permanently delete a post in the trash",
        parameters: [.ifMatch(isRequired: false)],
        answers: [.noContent("The post and its files are deleted.")])
    ) { request, context, visit in
      let (number, field) = (try context.postNumber, request.headers[.ifMatch])
      _ = try await visit.run { journal in
        try journal.trash.delete([number]) { post in
          if let field { try post.check(ifMatch: field) }
        }
      }
      return .empty(.noContent)
    }
    routes.unlocked(
      .post, "/api/v1/trash/restore",
      Operation(
        "restoreTrash", .posts, "Restore everything in the trash",
        answers: [
          .ok(
            .object(
              ["posts": .count()],
              optional: [
                "stayed": .array(
                  of: .integer(from: 1),
                  """
                  The numbers of morning pages that stay in the trash because their days have \
                  another; missing if there are none.
                  """)
              ]), "How many posts were restored.")
        ])
    ) { _, _, visit in
      let restoration = try await visit.run { try $0.trash.restoreAll() }
      let stayed = restoration.stayed.map(\.post.number)
      return try .json(
        CountBody(posts: restoration.posts.count, stayed: stayed.isEmpty ? nil : stayed))
    }
  }
}

private struct CountBody: Encodable {
  /// How many are gone for good, or back.
  let posts: Int
  /// Of posts that stay in the trash, their numbers; missing where there are none.
  var stayed: [Int]?
}
