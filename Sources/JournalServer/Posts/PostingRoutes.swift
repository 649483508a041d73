import CaptureTime
import Files
import Formats
import Foundation
import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store
import SystemPackage
import Wording

/// Photos and words become posts: one at a time for programs, several photos for the form of a page.
struct PostingRoutes: RouteGroup {
  /// The journals', where photos are kept while they are received.
  let folder: FilePath
  let labels: Labelling
  let images: ImageQueue
  let pages: Pages
  let bodies: LongBodies
  let workers: Workers
  let now: @Sendable () -> Int
  /// Photos that are posted under one key come one after the other.
  private let keys = KeyedLock<KeyOfOwner>()

  init(
    folder: FilePath, labels: Labelling, images: ImageQueue, pages: Pages, bodies: LongBodies,
    workers: Workers, now: @escaping @Sendable () -> Int
  ) {
    (self.folder, self.labels, self.images) = (folder, labels, images)
    (self.pages, self.bodies, self.workers, self.now) = (pages, bodies, workers, now)
  }

  func add(to routes: Routes) {
    routes.unlocked(.get, "/new") { request, _, visit in
      let words = pages.words(for: request)
      let content = try await workers.run {
        NewPage(settings: try visit.journal.settings.current(), words: words).content
      }
      return try pages.response("new", content, for: request)
    }
    // What a browser sends without script.
    routes.unlocked(.post, "/posts") { request, _, visit in try await postForm(request, visit) }
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
    let body = try await bodies.json(NewWordsBody.self, from: request)
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
    let form = try await receive(request, .onePhoto)
    guard let photo = form.photos.first else { throw Problem.noPhoto }
    return try await post(photo, form, key, visit)
  }

  /// Posts those of a form's photos that it can, and names the others in the problem that it throws.
  private func postForm(_ request: Request, _ visit: Visit) async throws -> Response {
    let form = try await receive(request, .form)
    guard !form.photos.isEmpty else { throw Problem.noPhoto }
    var day: CivilDate?
    var refused: (problem: Problem, photos: [String])?
    for photo in form.photos {
      do {
        day = try await postFromForm(photo, form, visit) ?? day
      } catch {
        let problem = Problem(error)
        guard form.photos.count > 1, problem.status < 500 else { throw problem }
        refused = (refused?.problem ?? problem, (refused?.photos ?? []) + [photo.name])
      }
    }
    if let refused {
      var problem = refused.problem
      if day != nil { problem.photos = refused.photos }
      throw problem
    }
    return .redirect(to: day.map { "/days/\($0)" } ?? "/", type: .normal)
  }

  private func receive(
    _ request: Request, _ limits: MultipartLimits
  ) async throws -> ReceivedForm {
    try await images.checkRoom()
    return try await FormReceiver(
      folder: folder, limits: limits, memory: bodies.memory, workers: workers
    ).receive(request)
  }

  /// Posts one of a form's photos; of several, one that is posted already is left out.
  private func postFromForm(
    _ photo: ReceivedFile, _ form: ReceivedForm, _ visit: Visit
  ) async throws -> CivilDate? {
    do {
      return try await post(photo, form, PostKey(), visit).post.day
    } catch JournalError.postedBefore where form.photos.count > 1 {
      return nil
    }
  }

  private func post(
    _ photo: ReceivedFile, _ form: ReceivedForm, _ key: PostKey, _ visit: Visit
  ) async throws -> (post: Post, isNew: Bool) {
    let said = try PostForm(form)
    return try await keys.withLock(KeyOfOwner(owner: visit.device.owner, key: key)) {
      try await images.run {
        let rules = try visit.journal.settings.followed().settings.overridden(by: said.label)
        let posting = Posting(
          Posting.Settings(
            stamper: try labels.stamper(
              drawing: rules.look, zone: said.zone ?? rules.zone, given: said.time),
            look: rules.look,
            rule: DayRule(zone: said.zone ?? rules.zone, start: rules.dayStart),
            details: said.details, allowsAgain: false, exportFolder: nil, now: now),
          into: visit.journal)
        return try withExtendedLifetime(photo) { try posting.post(photo.photo, key: key) }
      }
    }
  }
}

/// A key is an owner's own: others may use the same.
private struct KeyOfOwner: Hashable, Sendable {
  let owner: OwnerName
  let key: PostKey
}

extension JournalSettings {
  /// - Throws: `SettingError`.
  fileprivate func overridden(by label: [SettingKey: String]) throws -> JournalSettings {
    try JournalSettings(texts.merging(label) { $1 })
  }
}

extension Problem {
  fileprivate static let noPhoto = Problem("no-photo.field")
}

extension HTTPField.Name {
  /// draft-ietf-httpapi-idempotency-key-header.
  static let idempotencyKey = HTTPField.Name(known: "Idempotency-Key")
}

/// The form for new posts, and how their label will look.
struct NewPage {
  let settings: JournalSettings
  let words: Words

  /// Every kind of photo that can be stamped.
  private static let types =
    (PhotoFormat.allCases.flatMap(\.mediaTypes) + ["image/*"]).joined(separator: ",")

  /// What went wrong with a photo, by the kind of problem, as JSON for the script.
  private var problems: String {
    let table = Dictionary(
      uniqueKeysWithValues: ErrorTexts.kinds.map { ($0, words.problem(ofKind: $0)) })
    return (try? JSONEncoder.ofThisServer.encode(table)).map { String(decoding: $0, as: UTF8.self) }
      ?? "{}"
  }

  var content: PageContent {
    let style = settings.look.style
    return [
      "types": Self.types, "problems": problems, "zone": settings.zone.name,
      "format": style.format, "size": style.size.description, "margin": style.margin.description,
      "outline": LabelColour.text(style.outline), "background": LabelColour.text(style.background),
      "positions": Choice.positions(style.position, words),
      "colour": Choice.colour(style),
    ]
  }
}
