import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store
import Wording

/// Photos and words become posts, one at a time, for programs.
struct PostingRoutes: RouteGroup {
  let posting: PhotoPosting
  let forms: FormBodies
  let workers: Workers
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.unlocked(.post, "/api/v1/posts") { request, _, visit in
      guard let key = request.headers[.idempotencyKey].flatMap({ PostKey($0) }) else {
        throw Problem("no-key.header")
      }
      let (post, isNew) =
        request.isJSON
        ? try await write(request, key, visit) : try await postPhoto(request, key, visit)
      return try .post(
        post, status: isNew ? .created : .ok, headers: [.location: PostBody.path(post.number)])
    }
  }

  /// Posts the words that a request brings as JSON.
  private func write(
    _ request: Request, _ key: PostKey, _ visit: Visit
  ) async throws -> (post: Post, isNew: Bool) {
    let body = try await forms.bodies.json(NewWordsBody.self, from: request)
    let weekStart = Preferences(of: request).weekStart
    return try await workers.run {
      let now = now()
      let present = try visit.journal.present(at: now, weekStart: weekStart)
      return try visit.journal.posts.write(body.words(present), key: key, now: now)
    }
  }

  /// Posts the photo that a request brings as a form.
  private func postPhoto(
    _ request: Request, _ key: PostKey, _ visit: Visit
  ) async throws -> (post: Post, isNew: Bool) {
    let form = try await forms.receive(request, .onePhoto)
    guard let photo = form.photos.first else { throw Problem.noPhoto }
    return try await posting.post(key, try PhotoPosting.Said(form), visit) { posting in
      try withExtendedLifetime(photo) { try posting.post(photo.photo, key: key) }
    }
  }
}

extension Problem {
  fileprivate static let noPhoto = Problem("no-photo.field")
}

extension HTTPField.Name {
  /// draft-ietf-httpapi-idempotency-key-header.
  static let idempotencyKey = HTTPField.Name(known: "Idempotency-Key")
}
