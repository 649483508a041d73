import Files
import CaptureTime
import Journal
import Stamping
import Store
import SystemPackage

/// Posts the composer's form: words, photos, or both.
///
/// They are one post. Where the form has `apart`, each of several photos is a post of its own time, and words
/// and mood are one of their own.
struct Composing: Sendable {
  let drafts: Drafts
  let posting: PhotoPosting
  let workers: WorkQueue
  let words: Words
  let weekStart: WeekStart
  let now: @Sendable () -> Int

  /// The outcome of a form that was not posted whole.
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

  /// A form with everything known about it.
  struct Composed: Sendable {
    /// As it was sent.
    let sent: Form
    /// What of it is still to be posted.
    var form: Form
    var new: NewWords
    let draft: Draft?
    /// In the order that a person gave them.
    var photos: [DraftPhoto]
    /// The videos that move in them, by the photos' keys.
    let live: [DraftName: DraftPhoto]
    /// Photos that were not even kept.
    let refused: [RefusedPhoto]
    /// By which the post of its words is known.
    let key: PostKey?
    let rule: DayRule
    let present: PresentDay
    /// The day that a person chose; nil where the photos have their own.
    let chosenDay: CivilDate?
    /// Whether its words are posted.
    private(set) var isWritten = false

    /// The day that was chosen, without a time.
    var dayAlone: CaptureTime? {
      chosenDay.map { CaptureTime(date: $0, precision: .day, source: .given) }
    }

    /// Takes the words out, which are posted.
    mutating func dropWords() throws {
      form = form.withoutWords
      new = try NewWords(form, present)
      isWritten = true
    }
  }

  /// Posts what a form says, with the photos that came with it and those that wait in its draft.
  ///
  /// - Throws: ``Problem`` and others where nothing is posted.
  func post(_ sent: SentForm, _ visit: Visit) async throws -> Outcome {
    var (form, refused) = (sent.form, [RefusedPhoto]())
    let (rule, present) = try await visit.run { journal in
      (
        try journal.settings.current().rule,
        try journal.present(at: now(), weekStart: weekStart)
      )
    }
    let new = try NewWords(form, present)
    if !sent.photos.isEmpty {
      if form.draftName == nil {
        form = Form(fields: form.fields.merging(["draft": DraftName().text]) { $1 })
      }
      let kept = SentForm(form, photos: sent.photos, holding: sent)
      refused = try await drafts.keep(kept, at: "/new", for: visit.device).refused
    }
    var draft: Draft?
    if let name = form.draftName { draft = try await drafts.find(name, visit) }
    let photos = try await Drafts.joined(
      form.ordered(draft?.photos ?? []), visit, in: posting.queue)
    let live = photos.compactMap { photo in photo.live.map { (photo.file.key, $0) } }
    let composed = Composed(
      sent: sent.form, form: form, new: new, draft: draft, photos: photos.map(\.file),
      live: Dictionary(uniqueKeysWithValues: live), refused: refused, key: PostKey(of: form),
      rule: rule, present: present, chosenDay: try form.chosenDay(present))
    let count = composed.photos.count + refused.count
    if count == 0 || count > 1 && form["apart"] != nil {
      return try await postApart(composed, visit)
    }
    return try await postTogether(composed, visit)
  }

  /// The form's fields for a photo, and what the photo itself says.
  struct Saying {
    let said: PhotoPosting.Said
    /// Nil where the photo cannot be read.
    let found: DraftPhoto.Found?
  }

  /// What the form says of each photo.
  func sayings(
    of composed: Composed, _ visit: Visit
  ) async throws -> [DraftName: Saying] {
    let (form, new, rule) = (composed.form, composed.new, composed.rule)
    guard !composed.photos.isEmpty else { return [:] }
    let settings = try await visit.run { try $0.settings.followed().settings }
    var all: [DraftName: Saying] = [:]
    for photo in composed.photos {
      let key = photo.key.text
      let details = PostDetails(
        caption: try Caption(form["caption.\(key)"] ?? form["caption"] ?? ""),
        isStarred: new.isStarred, tags: new.tags)
      let found = try await found(in: photo, settings, rule, visit)
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
      var said = PhotoPosting.Said(
        details: details, time: time, zone: nil,
        label: form.label(of: key, otherThan: settings.look.style),
        allowsAgain: form["again.\(key)"] != nil,
        edit: try EditFields(suffix: ".\(key)", typed: { form[$0] }).edit())
      said.allowsFuture = form["future"] != nil
      all[photo.key] = Saying(said: said, found: found)
    }
    return all
  }

  /// Lets go of a photo that is posted, and of its video.
  func delete(_ photo: DraftPhoto, of composed: Composed, _ visit: Visit) async throws {
    let box = visit.journal.drafts
    for file in [composed.live[photo.key], photo].compactMap(\.self) {
      try await workers.run { try box.delete(file) }
    }
  }

  /// What is in a photo; nil where it cannot be read, which is said when it is posted.
  func found(
    in photo: DraftPhoto, _ settings: JournalSettings, _ rule: DayRule, _ visit: Visit
  ) async throws -> DraftPhoto.Found? {
    try await posting.queue.run(for: visit.device) { [labels = posting.labels] in
      let stamper = try labels.stamper(drawing: settings.look, by: settings.rule, given: nil)
      return try? visit.journal.drafts.found(in: photo, by: stamper, rule)
    }
  }

  /// A photo's own time, or the one that was typed for it, in words where it is still to come.
  func future(_ saying: Saying?, _ rule: DayRule) throws -> String? {
    // What a photo itself tells is not asked about where clocks of its place may be ahead: it is never more
    // than a day.
    let time = try saying.flatMap {
      try $0.said.time
        ?? (rule.followsPhotos ? nil : $0.found?.taken.flatMap { try PostTexts.time($0) })
    }
    return try time.flatMap { try FutureTime(rule: rule, now: now()).text($0, in: words) }
  }
}

extension NewWords {
  /// Whether there is nothing of which a post could be.
  var isNothing: Bool { words.isEmpty && mood == nil && !isMorning && title.isEmpty }
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

  /// The day that a person chose; nil where the day is the one that the page had without that, which gives
  /// way to those of photos.
  ///
  /// - Throws: ``Problem`` where it is none.
  fileprivate func chosenDay(_ present: PresentDay) throws -> CivilDate? {
    let day = try PostTexts.day(self["day"] ?? "", present)
    return day?.description == self["default-day"] ?? "\(present.day)" ? nil : day
  }

  /// What is left of it once its words are posted.
  var withoutWords: Form {
    Form(fields: fields.filter { !["title", "words", "mood", "morning"].contains($0.key) })
  }

  /// How the label of a photo is to look where that is not as the settings have it: as the form says of the
  /// photo, or else of all.
  fileprivate func label(of key: String, otherThan style: LabelStyle) -> [SettingKey: String] {
    let isOwn = self["\(SettingKey.labelPosition.rawValue).\(key)"]?.isEmpty == false
    let suffix = isOwn ? ".\(key)" : ""
    var label: [SettingKey: String] = [:]
    for (field, usual) in [
      (SettingKey.labelPosition, style.position.rawValue), (.labelColour, Choice.colour(style)),
    ] {
      if let text = self[field.rawValue + suffix], !text.isEmpty, text != usual {
        label[field] = text
      }
    }
    return label
  }
}
