import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store
import Wording

/// Posting photos and words, for programs.
struct PostingRoutes: ServerRoutes {
  let server: ServerParts
  let posting: PhotoPosting
  let forms: FormBodies

  func add(to routes: Routes) {
    routes.posting(
      "/api/v1/posts",
      Operation(
        "createPost", .posts, "Post photos, words, or both",
        """
        Photos come as a form, optionally with words, title and mood. The server stamps and stores \
        them by the owner's settings. All photos of a form are one post, in their order, at the \
        time of the first. If one is refused, nothing is posted, and the problem's photo says \
        which one. A video (MP4, MOV, WebM) comes in the same field and is kept as it is. Words \
        and moods without a photo come as JSON. The same key never posts twice: sent again, it \
        returns the earlier post. A second morning page on a day is refused with 409; the \
        problem's post is the number of the first, which you can change.
        """, scope: .post, parameters: [.idempotencyKey],
        bodies: [
          .form(.newPost, encoding: PhotoPosting.Said.encoding), .json(.newWords),
        ],
        answers: [
          .ok(.anyOf([.post, .receipt]), "Already posted under this key.").with(
            .eTag, .location),
          .created(.anyOf([.post, .receipt]), "The new post.").with(.eTag, .location),
        ])
    ) { request, _, poster in
      guard let key = request.headers[.idempotencyKey].flatMap({ PostKey($0) }) else {
        throw Problem("no-key.header")
      }
      switch poster {
      case .visit(let visit):
        let (post, isNew) =
          request.isJSON
          ? try await write(request, key, visit) : try await postPhotos(request, key, visit)
        return try .post(
          post, status: isNew ? .created : .ok, headers: [.location: PostBody.path(post.number)])
      case .slot(let guest, let slot):
        let receipt =
          request.isJSON
          ? try await write(request, key, slot)
          : try await postPhotos(request, key, guest.device, slot)
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

  /// Posts the photos that a request brings as a form.
  private func postPhotos(
    _ request: Request, _ key: PostKey, _ visit: Visit
  ) async throws -> (post: Post, isNew: Bool) {
    let (said, parts) = try await sent(request, by: visit.device)
    return try await Problem.ofSeveral(parts.count) {
      try await posting.post(parts, key, said, visit)
    }
  }

  private func postPhotos(
    _ request: Request, _ key: PostKey, _ device: Device, _ slot: PostSlot
  ) async throws -> PostReceipt {
    let (said, parts) = try await sent(request, by: device)
    return try await Problem.ofSeveral(parts.count) {
      try await posting.post(parts, key, said, of: device, through: slot)
    }
  }

  private func sent(
    _ request: Request, by device: Device
  ) async throws -> (PhotoPosting.Said, [PhotoPosting.Part]) {
    let form = try await forms.receive(request, .post, for: device)
    if form.photos.isEmpty { throw Problem.noPhoto }
    let said = try PhotoPosting.Said(form)
    let files = try await posting.joined(form.photos, for: device)
    let photos = try PhotoPosting.Said.photos(form, said, count: files.count)
    return (said, zip(files, photos).map { posting.part($0.file, live: $0.live, $1) })
  }
}

/// The answer about a post to a device that may see nothing.
private struct ReceiptBody: Encodable {
  /// When it was posted, in UTC.
  let posted: String

  init(_ receipt: PostReceipt) { posted = InstantText.text(receipt.posted) }
}

extension Problem {
  static let noPhoto = Problem("no-photo.field")

  /// Does work that is about some photos: which of them a problem is about is said where there are several.
  static func ofSeveral<Result>(
    _ count: Int, _ work: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await work()
    } catch var problem as Problem where count == 1 {
      problem.photo = nil
      throw problem
    }
  }
}

extension HTTPField.Name {
  /// draft-ietf-httpapi-idempotency-key-header.
  static let idempotencyKey = HTTPField.Name(known: "Idempotency-Key")
}

extension Schema {
  static let receipt = Schema.object(
    "Receipt", ["posted": .dateTime()],
    about: "The answer to a device that may only post, or that posts while the journal is locked.")
}
