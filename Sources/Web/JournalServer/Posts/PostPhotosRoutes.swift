import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store
import Wording

/// The photos of a post, for programs: add, move and remove. Captions, labels and edits change with
/// the post.
struct PostPhotosRoutes: ServerRoutes {
  let server: ServerParts
  let posting: PhotoPosting
  let forms: FormBodies

  private static let path = "/api/v1/posts/:number/photos"

  func add(to routes: Routes) {
    routes.unlocked(
      .post, Self.path,
      Operation(
        "addPhotos", .posts, "Add photos to a post",
        """
        They come after the post's photos, in their order. A photo without a time gets the post's. \
        If one is refused, none is added, and the problem's photo says which one.
        """, parameters: [.ifMatch(isRequired: true)],
        bodies: [.form(.newPhotos, encoding: PhotoPosting.Said.encoding)],
        answers: [.ok(.post, "The changed post.").with(.eTag)])
    ) { request, context, visit in
      let (number, field) = (try context.postNumber, try request.requiredIfMatch)
      let form = try await forms.receive(request, .post, for: visit.device)
      if form.photos.isEmpty { throw Problem.noPhoto }
      let files = try await posting.joined(form.photos, for: visit.device)
      let said = try PhotoPosting.Said.added(form, count: files.count)
      let parts = zip(files, said).map { posting.part($0.file, live: $0.live, $1) }
      return try .post(
        await Problem.ofSeveral(parts.count) {
          try await posting.add(parts, to: number, ifMatch: field, visit)
        })
    }
    routes.unlocked(
      .patch, "\(Self.path)/:photo",
      Operation(
        "movePhoto", .posts, "Move a photo of a post, or make it the cover",
        parameters: [.ifMatch(isRequired: true)], bodies: [.json(.photoChange)],
        answers: [.ok(.post, "The changed post.").with(.eTag)])
    ) { request, context, visit in
      let (number, photo) = (try context.postNumber, try context.photo)
      let field = try request.requiredIfMatch
      let change = try await forms.bodies.json(PhotoChangeBody.self, from: request)
      let post = try await visit.run { journal in
        try journal.posts.arrange(number, change.arrangement(of: photo), now: now()) { post in
          try post.check(ifMatch: field)
        }.post
      }
      return try .post(post)
    }
    routes.unlocked(
      .delete, "\(Self.path)/:photo",
      Operation(
        "removePhoto", .posts, "Remove a photo from a post",
        "The photo becomes its own post in the trash, and can be restored from there.",
        parameters: [.ifMatch(isRequired: true)],
        answers: [.ok(.removedPhoto, "The changed post, and the photo's own.").with(.eTag)],
        refusals: [.unprocessableContent])
    ) { request, context, visit in
      let (number, photo) = (try context.postNumber, try context.photo)
      let field = try request.requiredIfMatch
      var change = PhotoArrangement()
      change.removed = [photo]
      let (post, removed) = try await visit.run { [change] journal in
        try journal.posts.arrange(number, change, now: now()) { try $0.check(ifMatch: field) }
      }
      return try .json(
        RemovedPhoto(post: PostBody(post), removed: removed[0]),
        headers: [.eTag: post.tag.description])
    }
  }
}

/// A post, and the photo removed from it.
private struct RemovedPhoto: Encodable {
  let post: PostBody
  /// The number of its post in the trash.
  let removed: Int
}

/// A photo's new place.
private struct PhotoChangeBody: Decodable, Sendable {
  let place: Int?
  let cover: Bool?

  private enum Key: String, CodingKey, CaseIterable { case place, cover }

  /// - Throws: `DecodingError`, ``Problem``.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown(Key.allCases.map(\.rawValue))
    let fields = try decoder.container(keyedBy: Key.self)
    place = fields.contains(.place) ? try fields.decode(Int.self, forKey: .place) : nil
    cover = fields.contains(.cover) ? try fields.decode(Bool.self, forKey: .cover) : nil
    guard place != nil || cover == true else { throw Problem("no-change") }
  }

  func arrangement(of photo: Int) -> PhotoArrangement {
    var change = PhotoArrangement()
    if let place { change.moves = [.init(from: photo, to: place)] }
    if cover == true { change.cover = photo }
    return change
  }
}

extension ServerContext {
  /// The place of a photo in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number.
  fileprivate var photo: Int {
    get throws {
      guard let place: Int = numberIfAny("photo") else { throw Problem("no-such-photo") }
      return place
    }
  }
}

extension Request {
  /// - Throws: ``Problem`` where it does not say which state is meant.
  var requiredIfMatch: String {
    get throws {
      guard let field = headers[.ifMatch] else { throw Problem("no-if-match") }
      return field
    }
  }
}

extension Schema {
  fileprivate static let newPhotos = Schema.object(
    "NewPhotos", ["photo": .photoFiles], optional: PhotoPosting.Said.ofEachPhoto)

  fileprivate static let photoChange = Schema.object(
    [:],
    optional: [
      "place": .integer("The new place, counted from 1.", in: 1...Post.photoLimit),
      "cover": .constant(true, "Makes it the cover, shown where there is room for one photo."),
    ]
  ).examples(["place": 1], ["cover": true]).notEmpty.named("PhotoChange")

  fileprivate static let removedPhoto = Schema.object(
    "RemovedPhoto",
    [
      "post": .post,
      "removed": .integer("The number of the photo's own post in the trash.", from: 1),
    ])
}
