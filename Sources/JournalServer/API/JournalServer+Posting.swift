import CaptureTime
import Files
import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store

/// A key is an owner's own: others may use the same.
struct KeyOfOwner: Hashable, Sendable {
  let owner: OwnerName
  let key: PostKey
}

extension JournalServer {
  /// Photos become posts.
  func addPosting(to routes: Routes) {
    routes.unlocked(.post, "/api/v1/posts") { request, _, visit in
      guard let key = request.headers[.idempotencyKey].flatMap({ PostKey($0) }) else {
        throw Problem(
          .badRequest, "no-key",
          "Give Idempotency-Key, of 1 to 255 characters, so that nothing is posted twice.")
      }
      let form = try await receive(request, .onePhoto)
      guard let photo = form.photos.first else { throw Problem.noPhoto }
      let (post, isNew) = try await self.post(photo, form, key, visit)
      return try .post(
        post, status: isNew ? .created : .ok, headers: [.location: PostBody.path(post.number)])
    }
    // What a browser sends without script.
    routes.unlocked(.post, "/posts") { request, _, visit in
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
  }

  private func receive(
    _ request: Request, _ limits: MultipartLimits
  ) async throws -> ReceivedForm {
    try await images.checkRoom()
    return try await FormReceiver(folder: journals.folder, limits: limits, workers: workers)
      .receive(request)
  }

  /// Posts one of a form's photos; one of several that is posted already is passed over.
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
    let asked = try PostForm(form)
    return try await keys.take(KeyOfOwner(owner: visit.device.owner, key: key)) {
      try await images.run { [labels, settings] in
        let rules = try visit.journal.settings.current().overridden(by: asked.label)
        let posting = Posting(
          Posting.Settings(
            stamper: try labels.stamper(
              drawing: rules.look, zone: asked.zone ?? rules.zone, given: asked.time),
            look: rules.look,
            rule: DayRule(zone: asked.zone ?? rules.zone, start: rules.dayStart),
            details: asked.details, allowsAgain: false, exportFolder: nil, now: settings.now),
          into: visit.journal)
        return try withExtendedLifetime(photo) { try posting.post(photo.photo, key: key) }
      }
    }
  }
}

extension JournalSettings {
  /// - Throws: `SettingError`.
  fileprivate func overridden(by label: [SettingKey: String]) throws -> JournalSettings {
    try JournalSettings(texts.merging(label) { $1 })
  }
}

extension Problem {
  fileprivate static let noPhoto = Problem(
    .unprocessableContent, "no-photo", "The form has no file in its field photo.")
}

extension HTTPField.Name {
  /// draft-ietf-httpapi-idempotency-key-header.
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .ifMatch
}
