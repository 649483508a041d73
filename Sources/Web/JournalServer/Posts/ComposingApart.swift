import CaptureTime
import Journal
import Stamping
import Store
import SystemPackage

/// Words and photos as separate posts: all on the chosen day, or each photo on its own.
extension Composing {
  /// Posts the words of a form, and each of its photos; one that cannot be posted stops no other.
  func postApart(_ all: Composed, _ visit: Visit) async throws -> Outcome {
    var (composed, outcome) = (all, Outcome())
    var (numbers, days): ([Int], Set<CivilDate>) = ([], [])
    outcome.refused = composed.refused
    // Words that were posted before the rest was broken off are not posted with a photo once more.
    if !composed.photos.isEmpty, let key = composed.key,
      let written = try await visit.run({ try $0.posts.post(under: key) })
    {
      (numbers, days) = ([written.number], [written.day])
      try composed.dropWords()
    }
    let said = try await sayings(of: composed, visit)
    let future = composed.form["future"] == nil ? try future(composed, said) : Future()
    outcome.question = future.time.map { words("composer-future", ["time": $0]) }
    // One bad time does not stop the others.
    let left = composed.photos.filter { !future.photos.contains($0.key) }
    let isWriting =
      !future.hasWords && !(composed.new.isNothing && !composed.photos.isEmpty)
    if outcome.question != nil, left.isEmpty, !isWriting { return outcome }
    if composed.photos.isEmpty, let refused = outcome.refused.first, composed.new.isNothing {
      throw refused.problem
    }
    // First, because what is wrong with it is wrong for all.
    if isWriting {
      let post = try await visit.run { [composed] journal in
        try composed.key.map {
          try journal.posts.write(composed.new, key: $0, now: now()).post
        } ?? journal.posts.write(composed.new, now: now()).post
      }
      (numbers, days) = ([post.number], [post.day])
      try composed.dropWords()
    }
    for photo in left {
      guard let said = said[photo.key]?.said, let name = composed.draft?.name else { continue }
      do {
        let post = try await post(photo, of: composed, name, said, visit)
        numbers.append(post.number)
        days.insert(post.day)
      } catch {
        let problem = Problem(error)
        guard problem.status < 500 || composed.photos.count > 1 else { throw problem }
        outcome.problems[photo.key] = problem
        outcome.problem = outcome.problem ?? problem
      }
    }
    outcome.posted = numbers.count
    outcome.problem = outcome.problem ?? outcome.refused.first?.problem
    let (draft, form, sent) = (composed.draft, composed.form, composed.sent)
    guard outcome.problem == nil, outcome.question == nil else {
      outcome.left = form
      if !outcome.problems.isEmpty || outcome.question != nil {
        _ = try await drafts.keep(SentForm(form), at: "/new", for: visit.device)
      } else {
        try await drafts.settle(draft, sent, left: form.withoutWords, visit)
      }
      return outcome
    }
    try await drafts.settle(draft, sent, left: form.withoutWords, visit)
    if let day = days.first, days.count == 1, numbers.count > 1 {
      outcome.location = "/days/\(day)"
    } else if numbers.count == 1 {
      outcome.location = "/posts/\(numbers[0])?saved=1"
    } else {
      outcome.location = "/posted?" + numbers.map { "post=\($0)" }.joined(separator: "&")
    }
    return outcome
  }

  private func post(
    _ photo: DraftPhoto, of composed: Composed, _ draft: DraftName, _ said: PhotoPosting.Said,
    _ visit: Visit
  ) async throws -> Post {
    guard let key = PostKey("draft \(draft.text) \(photo.key.text)") else {
      throw DraftError.unknown
    }
    let part = Self.part(
      photo, live: composed.live[photo.key], said, in: visit.journal.drafts)
    var own = PhotoPosting.Said(details: said.details, time: composed.dayAlone)
    own.allowsFuture = said.allowsFuture
    let post = try await Problem.ofSeveral(1) { [own] in
      try await posting.post([part], key, own, visit)
    }.post
    try await delete(photo, of: composed, visit)
    return post
  }

  /// The parts with a time in the future.
  private struct Future {
    /// The first one, in words; nil where there is none.
    var time: String?
    var photos: Set<DraftName> = []
    var hasWords = false
  }

  private func future(_ composed: Composed, _ said: [DraftName: Saying]) throws -> Future {
    let (new, rule) = (composed.new, composed.rule)
    var future = Future()
    let day = try composed.dayAlone.flatMap {
      try FutureTime(rule: rule, now: now()).text($0, in: words)
    }
    for photo in composed.photos {
      guard let text = try day ?? self.future(said[photo.key], rule) else { continue }
      future.time = future.time ?? text
      future.photos.insert(photo.key)
    }
    if !new.isNothing {
      // Of a later day nothing is written at all, which is said instead.
      let time = new.moment.time(rule, now: now())
      if try PostTime(time, rule: rule).day <= rule.day(of: now()),
        let text = try FutureTime(rule: rule, now: now()).text(time, in: words)
      {
        future.time = future.time ?? text
        future.hasWords = true
      }
    }
    return future
  }
}
