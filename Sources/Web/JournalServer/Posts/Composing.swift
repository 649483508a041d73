import Files
import CaptureTime
import Journal
import Stamping
import Store
import SystemPackage

/// Posts what the composer's form says: words, photos, or both.
///
/// With one photo it is one post. With several each photo is a post of its own time, and words and mood
/// are one of their own.
struct Composing: Sendable {
  let drafts: Drafts
  let posting: PhotoPosting
  let workers: WorkQueue
  let words: Words
  let weekStart: WeekStart
  let now: @Sendable () -> Int

  /// What became of a form that was not posted whole.
  struct Outcome: Sendable {
    var problem: Problem?
    /// Of the photos that wait.
    var problems: [DraftName: Problem] = [:]
    /// Photos that were not even kept.
    var refused: [RefusedPhoto] = []
    /// What a person is asked before it is posted.
    var question: String?
    /// How many posts were made of it.
    var posted = 0
    /// What is left to be posted.
    var left: Form?
    /// Where all of it is shown; nil where not all of it is posted.
    var location: String?
  }

  /// Posts what a form says, with the photos that came with it and those that wait in its draft.
  ///
  /// - Throws: ``Problem`` and others where nothing is posted.
  func post(_ sent: SentForm, _ visit: Visit) async throws -> Outcome {
    var (form, outcome) = (sent.form, Outcome())
    var (numbers, days): ([Int], Set<CivilDate>) = ([], [])
    let key = PostKey(of: form)
    // Words that were posted before the rest was broken off are not posted with a photo once more.
    let (rule, present, written) = try await visit.run { journal in
      (
        try journal.settings.current().rule,
        try journal.present(at: now(), weekStart: weekStart),
        try key.flatMap { try journal.posts.post(under: $0) }
      )
    }
    var new = try NewWords(form, present)
    if !sent.photos.isEmpty {
      if form.draftName == nil {
        form = Form(fields: form.fields.merging(["draft": DraftName().text]) { $1 })
      }
      let kept = SentForm(form, photos: sent.photos, holding: sent)
      outcome.refused = try await drafts.keep(kept, at: "/new", for: visit.device).refused
    }
    var draft: Draft?
    if let name = form.draftName { draft = try await drafts.find(name, visit) }
    let photos = form.ordered(draft?.photos ?? [])
    if let written, !photos.isEmpty {
      (numbers, days) = ([written.number], [written.day])
      form = form.withoutWords
      new = try NewWords(form, present)
    }
    let isTogether = photos.count == 1 && outcome.refused.isEmpty
    let said = try await sayings(of: photos, form, new, isTogether: isTogether, rule, visit)
    let future =
      form["future"] == nil ? try self.future(new, said, photos, isTogether, rule) : Future()
    outcome.question = future.time.map { words("composer-future", ["time": $0]) }
    // One bad time does not stop the others.
    let (left, isWriting) = (
      photos.filter { !future.photos.contains($0.key) },
      !isTogether && !future.hasWords && !(new.isNothing && !photos.isEmpty)
    )
    if outcome.question != nil, left.isEmpty, !isWriting { return outcome }
    if photos.isEmpty, let refused = outcome.refused.first, new.isNothing {
      throw refused.problem
    }
    // First, because what is wrong with it is wrong for all.
    if isWriting {
      let post = try await visit.run { [new] journal in
        try key.map { try journal.posts.write(new, key: $0, now: now()).post }
          ?? journal.posts.write(new, now: now()).post
      }
      (numbers, days) = ([post.number], [post.day])
      form = form.withoutWords
    }
    for photo in left {
      guard let said = said[photo.key]?.said, let name = draft?.name else { continue }
      do {
        let post = try await post(photo, of: name, said, visit)
        numbers.append(post.number)
        days.insert(post.day)
      } catch {
        let problem = Problem(error)
        guard problem.status < 500 || photos.count > 1 else { throw problem }
        outcome.problems[photo.key] = problem
        outcome.problem = outcome.problem ?? problem
      }
    }
    outcome.posted = numbers.count
    outcome.problem = outcome.problem ?? outcome.refused.first?.problem
    guard outcome.problem == nil, outcome.question == nil else {
      outcome.left = form
      if !outcome.problems.isEmpty || outcome.question != nil {
        _ = try await drafts.keep(SentForm(form), at: "/new", for: visit.device)
      } else {
        try await drafts.settle(draft, sent.form, left: form.withoutWords, visit)
      }
      return outcome
    }
    try await drafts.settle(draft, sent.form, left: form.withoutWords, visit)
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
    _ photo: DraftPhoto, of draft: DraftName, _ said: PhotoPosting.Said, _ visit: Visit
  ) async throws -> Post {
    guard let key = PostKey("draft \(draft.text) \(photo.key.text)") else {
      throw DraftError.unknown
    }
    let box = visit.journal.drafts
    let effort = { @Sendable in try PhotoEffort(of: box.bytes(of: photo)) }
    let post = try await posting.post(key, said, visit, taking: effort) { posting in
      try posting.post(
        box.original(of: photo), of: InputPhoto(received: "photo", name: photo.name), key: key)
    }.post
    try await workers.run { try box.delete(photo) }
    return post
  }

  /// What the form says of a photo, and the time that was found in it.
  private struct Saying {
    let said: PhotoPosting.Said
    let taken: String?
  }

  /// What the form says of each photo.
  private func sayings(
    of photos: [DraftPhoto], _ form: Form, _ new: NewWords, isTogether: Bool, _ rule: DayRule,
    _ visit: Visit
  ) async throws -> [DraftName: Saying] {
    guard !photos.isEmpty else { return [:] }
    let settings = try await visit.run { try $0.settings.followed().settings }
    let label = form.label(otherThan: settings.look.style)
    var all: [DraftName: Saying] = [:]
    for photo in photos {
      let key = photo.key.text
      var details = PostDetails(
        caption: try Caption(form["caption.\(key)"] ?? form["caption"] ?? ""),
        isStarred: new.isStarred, tags: new.tags)
      if isTogether {
        (details.title, details.words) = (new.title, new.words)
        (details.mood, details.isMorning) = (new.mood, new.isMorning)
      }
      let found = try await posting.queue.run(for: visit.device) { [labels = posting.labels] in
        let stamper = try labels.stamper(drawing: settings.look, zone: settings.zone, given: nil)
        return try? visit.journal.drafts.found(in: photo, by: stamper, rule)
      }
      var typed = form["time.\(key)"] ?? ""
      if let taken = found?.taken, typed.isEmpty || taken.hasPrefix(typed) || typed == taken + ":00"
      {
        typed = ""
      }
      var time = try PostTexts.time(typed)
      // A photo that tells no time goes to the day that was chosen.
      if time == nil, found != nil, found?.taken == nil {
        time = new.moment.time(rule, now: now())
      }
      let said = PhotoPosting.Said(
        details: details, time: time, zone: nil, label: label,
        allowsAgain: form["again.\(key)"] != nil,
        edit: try EditFields(suffix: ".\(key)", typed: { form[$0] }).edit())
      all[photo.key] = Saying(said: said, taken: found?.taken)
    }
    return all
  }

  /// What has a time that is still to come.
  private struct Future {
    /// The first one, in words; nil where there is none.
    var time: String?
    var photos: Set<DraftName> = []
    var hasWords = false
  }

  private func future(
    _ new: NewWords, _ said: [DraftName: Saying], _ photos: [DraftPhoto],
    _ isTogether: Bool, _ rule: DayRule
  ) throws -> Future {
    let clock = FutureTime(rule: rule, now: now())
    var future = Future()
    for photo in photos {
      let time = try said[photo.key].flatMap {
        try $0.said.time ?? $0.taken.flatMap { try PostTexts.time($0) }
      }
      guard let text = try time.flatMap({ try clock.text($0, in: words) }) else { continue }
      future.time = future.time ?? text
      future.photos.insert(photo.key)
    }
    if !isTogether, !new.isNothing {
      // Of a later day nothing is written at all, which is said instead.
      let time = new.moment.time(rule, now: now())
      if try PostTime(time, rule: rule).day <= rule.day(of: now()),
        let text = try clock.text(time, in: words)
      {
        future.time = future.time ?? text
        future.hasWords = true
      }
    }
    return future
  }
}

extension NewWords {
  /// Whether there is nothing of which a post could be.
  fileprivate var isNothing: Bool { words.isEmpty && mood == nil && !isMorning && title.isEmpty }
}

extension PostKey {
  /// The key of the words of a form: another where they are others; nil for a form without a name.
  fileprivate init?(of form: Form) {
    guard let name = form.draftName else { return nil }
    let texts = ["title", "words", "mood", "day", "clock"].map { form.kept[$0] ?? "" }
    let hash = StampMark.hash(Array(texts.joined(separator: "\0").utf8))
    self.init("draft \(name.text) words \(Base64URL.text(hash))")
  }
}

extension Form {
  /// The photos of a draft in the order that a person gave them; those of which nothing is said come last,
  /// as they came.
  func ordered(_ photos: [DraftPhoto]) -> [DraftPhoto] {
    let keys = (self["order"] ?? "").split(separator: " ")
    let places = Dictionary(keys.enumerated().map { (String($1), $0) }) { first, _ in first }
    let place = { (photo: DraftPhoto) in places[photo.key.text] ?? keys.count }
    return photos.enumerated()
      .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
  }

  /// What is left of it once its words are posted.
  fileprivate var withoutWords: Form {
    Form(fields: fields.filter { !["title", "words", "mood", "morning"].contains($0.key) })
  }

  /// How the label is to look where that is not as the settings have it.
  fileprivate func label(otherThan style: LabelStyle) -> [SettingKey: String] {
    var label: [SettingKey: String] = [:]
    if let text = self[SettingKey.labelPosition.rawValue], !text.isEmpty,
      text != style.position.rawValue
    {
      label[.labelPosition] = text
    }
    if let text = self[SettingKey.labelColour.rawValue], !text.isEmpty,
      text != Choice.colour(style)
    {
      label[.labelColour] = text
    }
    return label
  }
}
