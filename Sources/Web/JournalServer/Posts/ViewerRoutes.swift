import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Stamping
import Store

/// A post's photo in full screen, with its neighbours; and previews with another label, crop,
/// rotation or filter.
struct ViewerRoutes: ServerRoutes {
  let server: ServerParts
  let labels: Labelling
  let pictures: WorkQueue

  /// Photos that the page has on each side, so that one is there before it is gone to.
  private static let beside = 2

  func add(to routes: Routes) {
    // The photo itself is not a page: it would stay on the screen when the journal is locked.
    routes.unlocked(.get, "/posts/:number/photo") { request, context, visit in
      try await page(context.parameter("number") { Int($0) }, request, visit)
    }
    routes.unlocked(.get, "/posts/:number/label") { request, context, visit in
      try await preview(context.parameter("number") { Int($0) }, request, visit)
    }
    routes.unlocked(.get, "/posts/:number/picture") { request, context, visit in
      try await picture(context.parameter("number") { Int($0) }, request, visit)
    }
  }

  private func page(_ number: Int, _ request: Request, _ visit: Visit) async throws -> Response {
    let words = pages.words(for: request)
    let content: PageContent = try await visit.run { journal in
      let post = try journal.posts.post(number)
      let shown = try post.photoOnPage(Query(of: request)["photo"])
      _ = try post.requirePhoto()
      let (before, after) = try journal.posts.photos(beside: post, atMost: Self.beside)
      func slides(_ post: Post) throws -> [PageContent] {
        let card = PostCard(post: post, pictures: visit.pictures, words: words)
        let tag = try post.tag.description
        return post.photos.indices.map { index in
          card.slide(index + 1).merging(
            [
              "isInTrash": post.trashed != nil, "version": tag,
              "isShown": post.number == number && shown?.place == index + 1,
            ]
          ) { $1 }
        }
      }
      // Where there is no script, the photos of a post follow each other too.
      let place = shown?.place ?? 1
      let previous = place > 1 ? Self.path(of: place - 1, in: post) : before.first.map(Self.last)
      let next =
        place < post.photos.count
        ? Self.path(of: place + 1, in: post) : after.first.map { Self.path(of: 1, in: $0) }
      let card = PostCard(post: post, pictures: visit.pictures, words: words).content
      return try card.merging(
        [
          "slides": (before.reversed() + [post] + after).flatMap(slides),
          "previous": previous.map { ["path": $0] as PageContent }.once,
          "next": next.map { ["path": $0] as PageContent }.once,
        ]
      ) { $1 }
    }
    return try await page(of: "photo", content, for: request)
  }

  /// The page of a post's photo, by its place, counted from 1.
  private static func path(of place: Int, in post: Post) -> String {
    "/posts/\(post.number)/photo" + (post.photos.count > 1 ? "?photo=\(place)" : "")
  }

  /// That of a post's last photo.
  private static func last(_ post: Post) -> String { path(of: post.photos.count, in: post) }

  /// A small picture of the photo with the label that the address asks for.
  private func preview(_ number: Int, _ request: Request, _ visit: Visit) async throws -> Response {
    let query = Query(of: request)
    let bytes = try await pictures.run(for: visit.device, on: Self.effort(number, request, visit)) {
      let post = try visit.journal.posts.post(number)
      guard let (photo, place) = try post.photoOnPage(query["photo"]) else {
        throw JournalError.noPhoto(number: number)
      }
      var change = PostChange()
      change.photo = place
      change.label = try LabelChange.said(
        { name in (try? query[name]) ?? nil }, of: visit.journal.posts.look(of: photo))
      change.time = try PostTexts.time(query["time"] ?? "", otherThan: post.time)
      change.edit = try EditFields.change(
        { name in (try? query[name]) ?? nil }, of: photo.edit)
      return try visit.journal.posts.preview(
        of: number, change, maxPixels: Labelling.maxThumbnailPixels, decoder: labels.decoder
      ) { look in
        try labels.stamper(drawing: look, by: DayRule(zone: .utc), given: nil)
      }
    }
    return .picture(bytes)
  }

  /// How long a small picture of a post's original takes.
  private static func effort(
    _ number: Int, _ request: Request, _ visit: Visit
  ) -> @Sendable () throws -> PhotoEffort {
    let posts = visit.journal.posts
    return { try posts.effort(ofOriginal: photo(number, request, visit), isStill: true) }
  }

  /// The photo of a post that an address names.
  private static func photo(_ number: Int, _ request: Request, _ visit: Visit) throws -> PostPhoto {
    let post = try visit.journal.posts.post(number)
    guard let photo = try post.photoOnPage(Query(of: request)["photo"])?.photo else {
      throw JournalError.noPhoto(number: number)
    }
    return photo
  }

  /// A small picture of the whole photo, without a label.
  private func picture(
    _ number: Int, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    .picture(
      try await pictures.run(for: visit.device, on: Self.effort(number, request, visit)) {
        let photo = try Self.photo(number, request, visit)
        return try labels.small(visit.journal.posts.original(of: photo).bytes)
      })
  }
}

extension Response {
  /// A small picture for one page, which no browser keeps.
  static func picture(_ jpeg: [UInt8]) -> Response {
    Response(
      status: .ok, headers: [.contentType: "image/jpeg", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: jpeg)))
  }
}
