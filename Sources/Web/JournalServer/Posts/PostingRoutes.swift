import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store
import Wording

/// Photos and words become posts, one at a time, for programs.
struct PostingRoutes: ServerRoutes {
  let server: ServerParts
  let posting: PhotoPosting
  let forms: FormBodies

  func add(to routes: Routes) {
    routes.posting(
      "/api/v1/posts",
      Operation(
        "createPost", .posts, "Post a photo, words, or both",
        """
        A photo comes as a form, with words, title and mood beside it where there are any; \
        it is stamped and stored as the owner's settings say. Words and moods without a \
        photo come as JSON. The same key never posts twice: sent again, it gives the earlier \
        post. A second morning page of a day is refused with 409, and the problem has the \
        number of the first as post: that one can be changed.
        """, scope: .post, parameters: [.idempotencyKey],
        bodies: [
          .form(
            .newPost,
            encoding: [
              "photo": ["contentType": "image/*"], "tag": ["style": "form", "explode": true],
            ]), .json(.newWords),
        ],
        answers: [
          .ok(.anyOf([.post, .receipt]), "It was posted earlier under this key.").with(
            .eTag, .location),
          .created(.anyOf([.post, .receipt]), "It is posted.").with(.eTag, .location),
        ])
    ) { request, _, poster in
      guard let key = request.headers[.idempotencyKey].flatMap({ PostKey($0) }) else {
        throw Problem("no-key.header")
      }
      switch poster {
      case .visit(let visit):
        let (post, isNew) =
          request.isJSON
          ? try await write(request, key, visit) : try await postPhoto(request, key, visit)
        return try .post(
          post, status: isNew ? .created : .ok, headers: [.location: PostBody.path(post.number)])
      case .slot(let guest, let slot):
        let receipt =
          request.isJSON
          ? try await write(request, key, slot)
          : try await postPhoto(request, key, guest.device, slot)
        return try .json(ReceiptBody(receipt), status: receipt.isNew ? .created : .ok)
      }
    }
  }

  /// Posts the words that a request brings as JSON.
  private func write(
    _ request: Request, _ key: PostKey, _ visit: Visit
  ) async throws -> (post: Post, isNew: Bool) {
    let body = try await forms.bodies.json(NewWordsBody.self, from: request)
    let weekStart = Preferences(of: request).weekStart
    return try await visit.run { journal in
      let now = now()
      let present = try journal.present(at: now, weekStart: weekStart)
      return try journal.posts.write(body.words(present), key: key, now: now)
    }
  }

  private func write(
    _ request: Request, _ key: PostKey, _ slot: PostSlot
  ) async throws -> PostReceipt {
    let body = try await forms.bodies.json(NewWordsBody.self, from: request)
    let weekStart = Preferences(of: request).weekStart
    return try await workers.run {
      try slot.write(body.words, key: key, weekStart: weekStart, now: now())
    }
  }

  /// Posts the photo that a request brings as a form.
  private func postPhoto(
    _ request: Request, _ key: PostKey, _ visit: Visit
  ) async throws -> (post: Post, isNew: Bool) {
    let form = try await forms.receive(request, .onePhoto, for: visit.device)
    guard let photo = form.photos.first else { throw Problem.noPhoto }
    return try await posting.post(
      key, try PhotoPosting.Said(form), visit, taking: { try photo.effort() }
    ) { posting in
      try withExtendedLifetime(photo) { try posting.post(photo.photo, key: key) }
    }
  }

  private func postPhoto(
    _ request: Request, _ key: PostKey, _ device: Device, _ slot: PostSlot
  ) async throws -> PostReceipt {
    let form = try await forms.receive(request, .onePhoto, for: device)
    guard let photo = form.photos.first else { throw Problem.noPhoto }
    return try await posting.post(
      photo, key, try PhotoPosting.Said(form), of: device, through: slot)
  }
}

/// What a device that sees nothing is told of what it posts.
private struct ReceiptBody: Encodable {
  /// When it was posted, in UTC.
  let posted: String

  init(_ receipt: PostReceipt) { posted = InstantText.text(receipt.posted) }
}

extension Problem {
  fileprivate static let noPhoto = Problem("no-photo.field")
}

extension HTTPField.Name {
  /// draft-ietf-httpapi-idempotency-key-header.
  static let idempotencyKey = HTTPField.Name(known: "Idempotency-Key")
}

extension Schema {
  static let receipt = Schema.object(
    "Receipt", ["posted": .dateTime()],
    about: "What a device gets that may only post, or posts while the journal is locked.")
}
