import CaptureTime
import Formats
import Hummingbird
import Journal
import Markup
import People
import Stamping
import Store
import Texts
import Wording

/// The one page that makes posts: of words, photos or both.
struct ComposerRoutes: ServerRoutes {
  let server: ServerParts
  let drafts: Drafts
  let forms: FormBodies
  let posting: PhotoPosting
  let pictures: WorkQueue

  func add(to routes: Routes) {
    routes.unlocked(.get, "/new") { request, _, visit in try await begin(request, visit) }
    routes.unlocked(.get, "/write") { request, _, _ in
      .redirect(to: "/new" + (request.uri.query.map { "?\($0)" } ?? ""))
    }
    // The second is that of pages from before there was one for words and photos.
    for path in ["/new", "/write"] {
      routes.unlockedForm(path, readBy: forms, keptIn: drafts) { request, _, visit, sent in
        try await post(sent, request, visit)
      }
    }
    // What another program on a phone shares is in the browser's service worker, and comes as a draft.
    routes.device(.get, "/share") { request, _, _ in
      try await page(of: "share", ["titleLimit": Title.limit], for: request)
    }
    routes.unlocked(.get, "/posted") { request, _, visit in try await posted(request, visit) }
  }

  /// Posts what a form says, with the photos that wait in its draft.
  private func post(
    _ sent: SentForm, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let form = sent.form
    if let key = form["remove"].flatMap({ DraftName($0) }), let name = form.draftName {
      let address = try await drafts.keep(sent, at: "/new", for: visit.device).address
      // With its video, where it is a Live Photo.
      let draft = try await drafts.find(name, visit)
      let live = try await Drafts.joined(draft?.photos ?? [], visit, in: pictures)
        .first { $0.file.key == key }?.live
      try await visit.run { journal in
        for key in [key, live?.key].compactMap(\.self) {
          try journal.drafts.setDiscarded(
            photo: key, of: name, for: visit.device.id, now())
        }
      }
      return .redirect(to: address)
    }
    let composing = Composing(
      drafts: drafts, posting: posting, workers: workers, words: pages.words(for: request),
      weekStart: Preferences(of: request).weekStart, now: now)
    var outcome = Composing.Outcome()
    do {
      outcome = try await drafts.once(sent, for: visit) {
        try await composing.post(sent, visit)
      }
      if let location = outcome.location { return .redirect(to: location, type: .normal) }
    } catch {
      let problem = Problem(error)
      guard [409, 415, 422].contains(problem.status) else { throw problem }
      // Photos that came with it wait.
      if !sent.photos.isEmpty { _ = try await drafts.keep(sent, at: "/new", for: visit.device) }
      outcome.problem = problem
    }
    return try await page(
      PostFields(outcome.left ?? form), request, visit, form: outcome.left ?? form,
      refused: outcome.problem, outcome: outcome)
  }

  /// The page of the form.
  ///
  /// - Parameters:
  ///   - typed: what its fields show.
  ///   - request: says in which language.
  ///   - visit: whose journal.
  ///   - form: what was sent.
  ///   - draft: what was kept.
  ///   - refused: why what was sent was not taken.
  ///   - outcome: what became of the rest of it.
  ///   - question: what the day asks, to be answered in the words.
  /// - Returns: the page, with the status of what was wrong.
  /// - Throws: `JournalError`.
  func page(
    _ typed: PostFields, _ request: Request, _ visit: Visit, form: Form? = nil,
    draft: Draft? = nil, refused: Problem? = nil,
    outcome: Composing.Outcome = Composing.Outcome(), asking question: StoredText? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    let all = try await drafts.all(visit)
    let name = (form?.draftName ?? draft?.name) ?? DraftName()
    let current = all.first { $0.name == name }
    let others = all.filter { $0.name != name }
    let (settings, today, templates, hasPeople) = try await visit.run { journal in
      (
        try journal.settings.current(), try journal.today(at: now()),
        try journal.templates.all().map(\.name), try journal.people.hasAny()
      )
    }
    // A draft that a photo began says no day yet.
    var typed = typed
    if typed.day.isEmpty { typed.day = "\(today)" }
    if typed.defaultDay == nil { typed.defaultDay = "\(today)" }
    let fields = form ?? current.map { Form(fields: $0.fields) } ?? Form(fields: [:])
    var cards: [PageContent] = []
    let joined = try await Drafts.joined(
      fields.ordered(current?.photos ?? []), visit, in: pictures)
    let photos = joined.map(\.file)
    for (photo, live) in joined {
      cards.append(
        try await pictures.run(for: visit.device) {
          DraftPhotoCard(photo: photo, live: live, draft: name, fields: fields, words: words)
            .content(visit, posting.labels, outcome.problems[photo.key])
        })
    }
    // What was not kept, and what was kept and not posted.
    let left =
      outcome.refused
      + photos.compactMap { photo in
        outcome.problems[photo.key].map { RefusedPhoto(name: photo.name, problem: $0) }
      }
    let style = settings.look.style
    let content: PageContent = [
      "typed": typed.content(words), "zone": settings.zone.name, "today": "\(today)",
      "dayStart": settings.dayStart.seconds,
      "draft": name.text, "isDraft": draft != nil,
      "isUnsaved": draft != nil || refused != nil || outcome.question != nil,
      "drafts": others.map { DraftLine(draft: $0, words: words, rule: settings.rule).content },
      "hasDrafts": !others.isEmpty, "isNewPost": true, "startsInWords": typed.words.isEmpty,
      "asked": question.map { Self.asked($0, typed, words) }.once,
      "needsMood": typed.isMorning && typed.morning == "1" && typed.mood.isEmpty,
      "hasPeople": hasPeople, "templates": templates.map(\.choice),
      "hasTemplates": !templates.isEmpty,
      "draftsTitle": words.count(others.count, "drafts"),
      "photos": cards, "order": fields["order"] ?? "", "isApart": fields["apart"] != nil,
      "isSeveral": cards.count > 1,
      "dayText": typed.moment(today: today, words),
      "types": Self.types, "photoLimit": Draft.photoLimit,
      "positions": Choice.positions(
        LabelPosition(rawValue: fields["label-position"] ?? "") ?? style.position, words),
      "labelColour": fields["label-color"] ?? Choice.colour(style),
      "showsDrafts":
        ["drafts", "discarded"].contains { (try? Query(of: request)[$0]) ?? nil != nil },
      "discarded": (try? Query(of: request)["discarded"]).flatMap { DraftName($0)?.text }.once,
      "question": outcome.question.map {
        ["text": $0, "form": "compose", "button": words("composer-anyway")] as PageContent
      }.once,
      "told":
        (refused == nil && outcome.posted > 0
        ? words.count(outcome.posted, "composer-partly") : nil).once,
      "problem": refused.map { problem in
        outcome.posted > 0
          ? [words.count(outcome.posted, "composer-partly")]
          : left.isEmpty || photos.count == 1
            ? words.problem(problem)
            : [words.count(left.count, "composer-notPosted")]
      } ?? [],
      "left": left.map { left in
        ["name": left.name, "reason": words.problem(left.problem)] as PageContent
      },
      "hasLeft": !left.isEmpty,
      "wrong": refused.map { PostFields.wrong($0, words) } ?? [:],
    ]
    return try await page(
      of: "new", content, for: request, status: refused.map { .init(code: $0.status) } ?? .ok)
  }

  /// Every kind of photo that can be stamped, and by their names cameras' raw files.
  static let types =
    (PhotoFormat.allCases.flatMap(\.mediaTypes) + VideoFormat.allCases.map(\.mediaType)
    + ["image/*", "video/*"] + RawFormat.readExtensions.map { ".\($0)" }).joined(separator: ",")

  /// After photos of several days were posted: each day, with what came to it.
  private func posted(_ request: Request, _ visit: Visit) async throws -> Response {
    let numbers = try Query(of: request).values("post").compactMap { Int($0) }
    let words = pages.words(for: request)
    let days = try await visit.run { journal in
      var days: [CivilDate: [Post]] = [:]
      for number in numbers.prefix(Draft.photoLimit + 1) {
        do {
          let post = try journal.posts.post(number)
          if post.trashed == nil { days[post.day, default: []].append(post) }
        } catch JournalError.unknownPost {
          continue
        }
      }
      return days.sorted { $0.key < $1.key }.map { day, posts in
        [
          "path": "/days/\(day)", "title": words.title(day),
          "count": words.count(posts.count, "postCount"),
          "posts": posts.filter { $0.photo != nil }.cards(words, visit.pictures),
        ] as PageContent
      }
    }
    guard !days.isEmpty else { return .redirect(to: "/") }
    return try await page(
      of: "posted",
      [
        "days": days,
        "heading": words(
          "composer-posted",
          [
            "posts": words.count(numbers.count, "postCount"),
            "days": words.count(days.count, "dayCount"),
          ]),
      ], for: request)
  }
}

extension PostFields {
  /// The day and the time as a chip says them: "Today", "Wed, Jan 31, 7:30 AM", "Oct 1, 2020" of another year.
  fileprivate func moment(today: CivilDate, _ words: Words) -> String {
    let day = CivilDate(iso: day)
    let date = day.map { $0.year == today.year ? words.dayOfMonth($0) : words.short($0) }
    let name = day == today ? words("today") : date ?? self.day
    return [name, words.clock(of: clock)].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// A draft in the list of drafts.
private struct DraftLine {
  let draft: Draft
  let words: Words
  let rule: DayRule

  var content: PageContent {
    [
      "path": Drafts.address(draft.path, draft.name), "name": draft.name.text, "line": line,
      "count":
        (draft.photos.isEmpty
        ? nil : words.count(draft.photos.count, "composer-photoCount")).once,
      "thumbnail": draft.photos.first.map {
        "/drafts/\(draft.name.text)/photos/\($0.key.text)/preview"
      }.once,
      "changed": words(
        "composer-changed", ["day": words.short(rule.day(of: draft.changed)), "time": clock]),
    ]
  }

  private var clock: String {
    let wall = draft.changed + rule.zone.offset(at: draft.changed)
    return words.clock(wall / 3_600 % 24, wall / 60 % 60)
  }

  /// The title, or the beginning of the first line without its marks.
  private var line: String {
    let title = (draft.fields["title"] ?? "").filter { !$0.isNewline }.prefix(60)
    let line =
      title.isEmpty ? Markup.firstLine(of: draft.fields["words"] ?? "", limit: 60) : String(title)
    return !line.isEmpty ? line : draft.photos.isEmpty ? "…" : words("composer-photos")
  }
}
