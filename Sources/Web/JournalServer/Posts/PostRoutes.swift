import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import Store
import Wording

/// Posts for programs: list, read, change, move to the trash and restore.
struct PostRoutes: ServerRoutes {
  let server: ServerParts
  let editor: PostEditor
  let bodies: LongBodies

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/posts",
      Operation(
        "getPosts", .posts, "Posts, a page at a time", "A listed post meets all conditions.",
        scope: .read,
        parameters: PostQuery.parameters, answers: [.ok(.postPage, "A page.")],
        refusals: [.unprocessableContent])
    ) { request, _, visit in
      let (query, weekStart) = (Query(of: request), Preferences(of: request).weekStart)
      return try await searches.run(request, of: visit) {
        let present = try visit.journal.present(at: now(), weekStart: weekStart)
        return try .json(PostQuery(query, present).page(in: visit.journal))
      }
    }
    routes.unlocked(
      .get, "/api/v1/tags",
      Operation(
        "getTags", .finds, "All tags with their number of posts, most used first", scope: .read,
        answers: [.ok(.tagList, "The tags.")])
    ) { _, _, visit in
      try await visit.run { try .json(TagList(tags: $0.posts.tags())) }
    }
    routes.unlocked(
      .get, "/api/v1/posts/:number",
      Operation(
        "getPost", .posts, "A post, also from the trash", scope: .read,
        parameters: [.ifNoneMatch], answers: [.ok(.post, "The post.").with(.eTag), .notModified])
    ) { request, context, visit in
      let number = try context.postNumber
      let post = try await visit.run { try $0.posts.post(number) }
      let tag = try post.tag
      if let field = request.headers[.ifNoneMatch], tag.isMeant(by: field, weakly: true) {
        return .empty(.notModified, headers: [.eTag: tag.description])
      }
      return try .post(post)
    }
    routes.unlocked(
      .patch, "/api/v1/posts/:number",
      Operation(
        "changePost", .posts, "Change a post",
        """
        Another time or zone changes the photo's label. Replaced words and titles are kept as a \
        version.
        """, parameters: [.ifMatch(isRequired: true)], bodies: [.json(.postChange)],
        answers: [.ok(.post, "The changed post.").with(.eTag)])
    ) { request, context, visit in
      let (number, field) = (try context.postNumber, try request.requiredIfMatch)
      let change = try await bodies.json(PostChangeBody.self, from: request).change
      return try .post(await editor.edit(number, change, ifMatch: field, in: visit))
    }
    routes.unlocked(
      .delete, "/api/v1/posts/:number",
      Operation(
        "deletePost", .posts, "Move a post to the trash", parameters: [.ifMatch(isRequired: false)],
        answers: [.noContent("The post is in the trash.")])
    ) { request, context, visit in
      let (number, field) = (try context.postNumber, request.headers[.ifMatch])
      try await visit.run { journal in
        try journal.trash.move([number], now: now()) { post in
          if let field { try post.check(ifMatch: field) }
        }
      }
      return .empty(.noContent)
    }
    routes.unlocked(
      .post, "/api/v1/posts/:number/restore",
      Operation(
        "restorePost", .posts, "Restore a post from the trash",
        answers: [.ok(.post, "The post.").with(.eTag)])
    ) { _, context, visit in
      let number = try context.postNumber
      let posts = try await visit.run { try $0.trash.restore([number]) }
      guard let post = posts.first else { throw JournalError.unknownPost(number: number) }
      return try .post(post)
    }
  }
}

/// Changes posts; a photo to stamp again waits for its turn in the queue of photos.
struct PostEditor: Sendable {
  let labels: Labelling
  let posting: WorkQueue
  let workers: WorkQueue
  let now: @Sendable () -> Int

  /// Changes a post.
  ///
  /// - Parameters:
  ///   - number: the post.
  ///   - change: what is to be different.
  ///   - field: the tags of its states that are meant, as in `If-Match`.
  ///   - visit: whose post.
  /// - Returns: the post as it is now.
  /// - Throws: ``Problem`` where it is in another state, `JournalError`, `StampError`.
  func edit(
    _ number: Int, _ change: PostChange, ifMatch field: String, in visit: Visit
  ) async throws -> Post {
    let journal = visit.journal
    let edit = { @Sendable in
      try journal.posts.edit(number, change, now: now()) { post in
        try post.check(ifMatch: field)
      } stamper: { look in
        try labels.stamper(drawing: look, by: DayRule(zone: .utc), given: nil)
      }
    }
    do {
      guard try await visit.run({ try $0.posts.restamps(number, change) }) else {
        return try await workers.run(edit)
      }
      let effort = { @Sendable in try journal.posts.effort(of: number, change) }
      return try await posting.run(for: visit.device, on: effort, edit)
    } catch JournalError.changedMeanwhile {
      throw Problem.otherState
    } catch JournalError.noPhoto(let number) {
      throw Problem("without-photo.caption", ["number": .number(number)])
    }
  }
}

extension Post {
  /// Refuses a change by a client that has not seen the post as it is.
  func check(ifMatch field: String) throws {
    guard try tag.isMeant(by: field, weakly: false) else { throw Problem.otherState }
  }
}

extension Problem {
  fileprivate static let otherState = Problem("changed.version")
}
