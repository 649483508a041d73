import Hummingbird
import Journal
import Store

extension JournalServer {
  /// The routes of the interface for programs.
  func addInterface(to routes: Routes) {
    addDocument(to: routes)
    addPosts(to: routes)
    addPosting(to: routes)
    addChanges(to: routes)
    addTrash(to: routes)
    addPhotos(to: routes)
    addFinds(to: routes)
    addSettings(to: routes)
    addDevices(to: routes)
    addLockState(to: routes)
  }

  /// Posts as they are, a page at a time or one.
  func addPosts(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/posts") { [workers] request, _, visit in
      let query = try PostQuery(Query(of: request))
      return try .json(await workers.run { try query.page(in: visit.journal) })
    }
    routes.unlocked(.get, "/api/v1/posts/:number") { [workers] request, context, visit in
      let number = try context.postNumber
      let post = try await workers.run { try visit.journal.posts.post(number) }
      let tag = try post.tag
      if let field = request.headers[.ifNoneMatch], tag.isMeant(by: field, weakly: true) {
        return .empty(.notModified, headers: [.eTag: tag.description])
      }
      return try .post(post)
    }
  }
}

extension ServerContext {
  /// The post's number in the address.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)`` also where it is none.
  var postNumber: Int {
    get throws {
      guard let text = parameters.get("number"), let number = Int(text), "\(number)" == text else {
        throw JournalError.unknownPost(number: 0)
      }
      return number
    }
  }
}
