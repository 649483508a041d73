import CaptureTime
import Hummingbird
import Journal
import Store

extension JournalServer {
  /// Posts are changed, thrown away and brought back.
  func addChanges(to routes: Routes) {
    routes.unlocked(.patch, "/api/v1/posts/:number") { request, context, visit in
      let number = try context.postNumber
      guard let field = request.headers[.ifMatch] else {
        throw Problem(
          .init(code: 428, reasonPhrase: "Precondition Required"), "no-if-match",
          "Give If-Match with the ETag of the post that is meant.")
      }
      let change = try await request.json(PostChangeBody.self).change
      return try .post(await edit(number, change, ifMatch: field, in: visit.journal))
    }
    routes.unlocked(.delete, "/api/v1/posts/:number") {
      [workers, settings] request, context, visit in
      let (number, field) = (try context.postNumber, request.headers[.ifMatch])
      try await workers.run {
        try visit.journal.trash.move([number], now: settings.now()) { post in
          if let field { try post.check(ifMatch: field) }
        }
      }
      return .empty(.noContent)
    }
    routes.unlocked(.post, "/api/v1/posts/:number/restore") { [workers] _, context, visit in
      let number = try context.postNumber
      let posts = try await workers.run { try visit.journal.trash.restore([number]) }
      guard let post = posts.first else { throw JournalError.unknownPost(number: number) }
      return try .post(post)
    }
  }

  /// Changes a post, with its turn among the photos where its label is drawn anew.
  ///
  /// - Parameters:
  ///   - number: the post.
  ///   - change: what is to be different.
  ///   - field: the tags of its states that are meant, as in `If-Match`.
  ///   - journal: whose post.
  /// - Returns: the post as it is now.
  /// - Throws: ``Problem`` where it is in another state, `JournalError`, `StampError`.
  func edit(
    _ number: Int, _ change: PostChange, ifMatch field: String, in journal: OwnerJournal
  ) async throws -> Post {
    let edit = { @Sendable [labels] in
      do {
        return try journal.posts.edit(number, change) { post in
          try post.check(ifMatch: field)
        } stamper: { look in
          try labels.stamper(drawing: look, zone: .utc, given: nil)
        }
      } catch JournalError.changedMeanwhile {
        throw Problem.otherState
      }
    }
    let restamps = change.time != nil || change.zone != nil
    return restamps ? try await images.run(edit) : try await workers.run(edit)
  }
}

extension Post {
  /// Refuses to have the post changed by who has not seen it as it is.
  fileprivate func check(ifMatch field: String) throws {
    guard try tag.isMeant(by: field, weakly: false) else { throw Problem.otherState }
  }
}

extension Problem {
  fileprivate static let otherState = Problem(
    .preconditionFailed, "changed", "The post was changed in the meantime; look at it again.")
}
