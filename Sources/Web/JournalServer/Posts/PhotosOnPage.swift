import Hummingbird
import Journal
import Stamping
import Store
import Wording

/// What a post's form does with its photos: move, add and remove them.
struct PhotosForm: Sendable {
  let arrangement: PhotoArrangement
  /// Whether the person goes on editing.
  let stays: Bool
  /// The place to which a photo is moved; nil where none is.
  private var moved: Int?
  /// The place of the photo that the form is about, once they are arranged.
  private let edited: Int

  /// - Parameters:
  ///   - form: the form.
  ///   - post: as it is stored.
  /// - Throws: ``Problem``, `JournalError.unknownPhoto`.
  init(_ form: Form, of post: Post) throws {
    var arrangement = PhotoArrangement()
    if let text = form["move"] {
      let places = text.split(separator: " ").compactMap { Int($0) }
      guard places.count == 2 else { throw Problem("field.named", ["name": .text("move")]) }
      arrangement.moves = [.init(from: places[0], to: places[1])]
      moved = places[1]
    }
    if let text = form["remove"] { arrangement.removed = [Int(text) ?? 0] }
    if let text = form["cover"], post.photos.count > 1, Int(text) != post.cover + 1 {
      arrangement.cover = Int(text) ?? 0
    }
    stays = form["stay"] != nil || moved != nil || form["remove"] != nil
    let chosen = try post.photoOnPage(form["photo"])?.place ?? 1
    edited = try 1 + (arrangement.order(of: post).firstIndex(of: chosen) ?? 0)
    self.arrangement = arrangement
  }

  /// Where a person is led.
  ///
  /// - Parameters:
  ///   - post: as it was.
  ///   - removed: the number of the post in the trash that has the photo which was taken out.
  /// - Returns: the address.
  func address(of post: Post, removed: Int?) -> String {
    guard stays else { return "/posts/\(post.number)?saved=1" }
    var address = "/posts/\(post.number)?edit=1&photo=\(edited)"
    if let moved { address += "&moved=\(moved)" }
    if let removed, let place = arrangement.removed.first {
      address += "&removed=\(removed)&place=\(place)"
      if post.cover == place - 1 { address += "&cover=1" }
    }
    return address
  }
}

/// A photo removed from a post, as the address of the post's page names it.
private struct RemovedPhoto {
  let number: Int
  let place: Int
  let isCover: Bool

  /// Nil where none was.
  init?(_ field: (String) -> String?) {
    guard let number = field("removed").flatMap({ Int($0) }),
      let place = field("place").flatMap({ Int($0) })
    else { return nil }
    (self.number, self.place, isCover) = (number, place, field("cover") != nil)
  }
}

extension PostPageRoutes {
  /// Adds what puts a photo back that was taken out.
  func addPhotos(to routes: Routes) {
    routes.unlocked(.post, "/posts/:number/photos/restore") { request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let form = try await Form(of: request)
      guard let removed = RemovedPhoto({ form[$0] }) else {
        throw Problem("field.named", ["name": .text("removed")])
      }
      _ = try await visit.run { journal in
        do {
          _ = try journal.posts.putBack(
            removed.number, into: number, at: removed.place, isCover: removed.isCover, now: now())
        } catch JournalError.unknownPost(removed.number) {
          // Undone twice: it is there.
        }
      }
      return .redirect(to: "/posts/\(number)?edit=1")
    }
  }

  /// For the template `notices`: a form that puts a photo back which is in the trash.
  static func removedPhoto(
    of request: Request, from post: Post, _ visit: Visit, _ words: Words
  ) throws -> [PageContent] {
    let query = Query(of: request)
    guard let removed = RemovedPhoto({ name in (try? query[name]) ?? nil }),
      try visit.journal.posts.isInTrash(removed.number)
    else { return [] }
    var fields = [("removed", "\(removed.number)"), ("place", "\(removed.place)")]
    if removed.isCover { fields.append(("cover", "1")) }
    return [
      [
        "path": "/posts/\(post.number)/photos/restore", "text": words("composer-removed"),
        "fields": fields.map { ["name": $0, "value": $1] as PageContent },
      ]
    ]
  }

  /// The photos of a post for its form: each with its caption, its place and what is done with it.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - typed: what was typed into the form; nil for what is stored.
  ///   - edited: the place of the one that the rest of the form is about.
  ///   - moved: the place of the one that was moved last.
  ///   - visit: whose post.
  /// - Returns: the content; nothing of fewer than two.
  static func photos(
    of post: Post, typed: Form?, edited: Int?, moved: Int?, _ visit: Visit
  ) -> [PageContent] {
    let count = post.photos.count
    guard count > 1 else { return [] }
    let cover = typed?["cover"].flatMap { Int($0) } ?? post.cover + 1
    return post.photos.enumerated().map { index, photo in
      let place = index + 1
      return [
        "number": place, "small": visit.pictures.path(post.number, photo.hash, .small),
        "caption": typed?["caption.\(place)"] ?? photo.caption,
        "isCover": place == cover, "isChosen": place == edited, "isMoved": place == moved,
        "address": "/posts/\(post.number)?edit=1&photo=\(place)",
        "earlier": (place > 1 ? "\(place) \(place - 1)" : nil).once,
        "later": (place < count ? "\(place) \(place + 1)" : nil).once,
      ]
    }
  }
}

extension MultipartLimits {
  /// For the form of a post, whose photos have the name `add`.
  static let editing = MultipartLimits(
    parts: 200, fileField: "add", files: Post.photoLimit, allFiles: 1_000_000_000)
}
