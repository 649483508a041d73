import HTTPTypes
import Hummingbird
import Journal
import Store

/// The words of posts as they were before they were changed, for programs: listed, read and brought back.
struct VersionRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/posts/:number/versions", scope: .read) { _, context, visit in
      let number = try context.postNumber
      return try .json(
        VersionList(try await visit.run { try $0.posts.versions(number) }))
    }
    routes.unlocked(.get, "/api/v1/posts/:number/versions/:version", scope: .read) {
      _, context, visit in
      let (number, version) = (try context.postNumber, context.version)
      let found = try await visit.run { try $0.posts.version(number, version) }
      return try .json(VersionDescription(found, hasWords: true))
    }
    routes.unlocked(.post, "/api/v1/posts/:number/versions/:version/restore") {
      request, context, visit in
      let (number, version) = (try context.postNumber, context.version)
      guard let field = request.headers[.ifMatch] else {
        throw Problem("no-if-match")
      }
      let post = try await visit.run { journal in
        try journal.posts.restoreVersion(number, version, now: now()) { post in
          try post.check(ifMatch: field)
        }
      }
      return try .post(post)
    }
  }
}

extension ServerContext {
  /// The version's number in the address; 0, which none has, where it is not a number.
  fileprivate var version: Int {
    guard let text = parameters.get("version"), let number = Int(text), "\(number)" == text else {
      return 0
    }
    return number
  }
}

private struct VersionList: Encodable {
  let versions: [VersionDescription]

  init(_ versions: [PostVersion]) {
    self.versions = versions.map { VersionDescription($0, hasWords: false) }
  }
}
