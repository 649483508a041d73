import CaptureTime
import Files
import Journal
import Stamping
import Store
import SystemPackage

/// Words and photos as one post.
extension Composing {
  /// Posts the photos of a form together, with its words. Where one cannot be posted, all wait.
  func postTogether(_ all: Composed, _ visit: Visit) async throws -> Outcome {
    var (composed, outcome) = (all, Outcome())
    if let refused = composed.refused.first {
      (outcome.refused, outcome.problem) = (composed.refused, refused.problem)
      return try await keep(composed, outcome, visit)
    }
    // What was posted before the answer was lost is not posted once more.
    if let written = try await earlier(of: composed, visit) {
      composed.photos = try await left(of: composed, after: written, visit)
      try composed.dropWords()
      if composed.photos.isEmpty {
        return try await end(composed, at: written.number, visit)
      }
    }
    let said = try await sayings(of: composed, visit)
    outcome.problems = try await problems(of: composed, said, visit)
    if !outcome.problems.isEmpty {
      outcome.problem = composed.photos.lazy.compactMap { outcome.problems[$0.key] }.first
      return try await keep(composed, outcome, visit)
    }
    let given =
      (composed.form["clock"] ?? "").isEmpty
      ? composed.dayAlone : composed.new.moment.time(composed.rule, now: now())
    if composed.form["future"] == nil {
      let times =
        try composed.photos.map { try future(said[$0.key], composed.rule) }
        + [
          try given.flatMap {
            try FutureTime(rule: composed.rule, now: now()).text($0, in: words)
          }
        ]
      if let time = times.lazy.compactMap(\.self).first {
        outcome.question = words("composer-future", ["time": time])
        return outcome
      }
    }
    do {
      let number = try await post(composed, said, at: given, visit)
      for photo in composed.photos { try await delete(photo, of: composed, visit) }
      return try await end(composed, at: number, visit)
    } catch let problem as Problem {
      guard let place = problem.photo, ![401, 423, 503, 507].contains(problem.status) else {
        throw problem
      }
      outcome.problem = problem
      outcome.problems[composed.photos[place - 1].key] = problem
      return try await keep(composed, outcome, visit)
    }
  }

  private func post(
    _ composed: Composed, _ said: [DraftName: Saying], at given: CaptureTime?, _ visit: Visit
  ) async throws -> Int {
    guard let draft = composed.draft else { throw DraftError.unknown }
    let new = composed.new
    var details = PostDetails(caption: .empty, isStarred: new.isStarred, tags: new.tags)
    (details.title, details.words) = (new.title, new.words)
    (details.mood, details.isMorning) = (new.mood, new.isMorning)
    let box = visit.journal.drafts
    let parts = try composed.photos.map { photo in
      guard let said = said[photo.key]?.said else { throw DraftError.unknownPhoto }
      return Self.part(photo, live: composed.live[photo.key], said, in: box)
    }
    var post = PhotoPosting.Said(details: details, time: given)
    post.allowsFuture = composed.form["future"] != nil
    return try await posting.post(
      parts, composed.key(in: draft), post, visit
    ).post.number
  }

  /// A photo that waits, as one of a post's.
  static func part(
    _ photo: DraftPhoto, live: DraftPhoto?, _ said: PhotoPosting.Said, in box: DraftBox
  ) -> PhotoPosting.Part {
    PhotoPosting.Part(
      photo: InputPhoto(received: "photo", name: photo.name), said: said,
      effort: { photo.isVideo ? nil : try PhotoEffort(of: box.bytes(of: photo)) },
      file: { try box.file(of: photo, live: live) })
  }

  /// The post that was made of the form before; nil where there is none.
  private func earlier(of composed: Composed, _ visit: Visit) async throws -> Post? {
    guard let key = composed.key else { return nil }
    return try await visit.run { try $0.posts.post(under: key) }
  }

  /// The photos that a post does not have yet; the others wait no more.
  private func left(
    of composed: Composed, after post: Post, _ visit: Visit
  ) async throws -> [DraftPhoto] {
    let settings = try await visit.run { try $0.settings.followed().settings }
    let has = Set(post.photos.map(\.originalHash))
    var left: [DraftPhoto] = []
    for photo in composed.photos {
      if let found = try await found(in: photo, settings, composed.rule, visit),
        has.contains(found.originalHash)
      {
        try await delete(photo, of: composed, visit)
      } else {
        left.append(photo)
      }
    }
    return left
  }

  /// What is known to be wrong with photos before any is stamped.
  private func problems(
    of composed: Composed, _ said: [DraftName: Saying], _ visit: Visit
  ) async throws -> [DraftName: Problem] {
    try await visit.run { journal in
      var (problems, places) = ([DraftName: Problem](), [[UInt8]: Int]())
      for (index, photo) in composed.photos.enumerated() {
        // What cannot be read is told of when it is stamped.
        guard let saying = said[photo.key], let found = saying.found, !saying.said.allowsAgain
        else { continue }
        if let post = try journal.drafts.post(of: found) {
          problems[photo.key] = Problem(
            JournalError.postedBefore(number: post.number, isInTrash: post.isInTrash))
        } else if let place = places.updateValue(index + 1, forKey: found.originalHash) {
          problems[photo.key] = Problem(JournalError.samePhoto(index + 1, as: place))
        }
      }
      return problems
    }
  }

  /// Keeps the form as a draft: nothing of it is posted.
  private func keep(
    _ composed: Composed, _ outcome: Outcome, _ visit: Visit
  ) async throws -> Outcome {
    var outcome = outcome
    outcome.left = composed.form
    _ = try await drafts.keep(SentForm(composed.form), at: "/new", for: visit.device)
    return outcome
  }

  /// Lets go of a draft that is posted.
  private func end(
    _ composed: Composed, at number: Int, _ visit: Visit
  ) async throws -> Outcome {
    try await drafts.settle(
      composed.draft, composed.sent, left: composed.sent.withoutWords, visit)
    var outcome = Outcome()
    outcome.location = "/posts/\(number)?saved=1"
    return outcome
  }
}

extension Composing.Composed {
  /// By which the post is known: by its words or, where these are posted, by the photos that are left.
  fileprivate func key(in draft: Draft) throws -> PostKey {
    if !isWritten, let key { return key }
    let photos = photos.map(\.key.text).sorted().joined(separator: " ")
    let hash = Base64URL.text(StampMark.hash(Array(photos.utf8)))
    guard let key = PostKey("draft \(draft.name.text) photos \(hash)") else {
      throw DraftError.unknown
    }
    return key
  }
}
