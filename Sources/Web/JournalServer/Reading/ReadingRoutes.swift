import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Reading on pages: a section with its texts, the progress in a collection, and the days.
struct ReadingRoutes: ServerRoutes {
  let server: ServerParts

  private var now: @Sendable () -> Int { settings.now }

  func add(to routes: Routes) {
    routes.unlocked(.get, "/texts/read") { request, _, visit in
      try await section(request, visit)
    }
    routes.unlocked(.post, "/texts/read/done") { request, _, visit in
      let form = try await Form(of: request)
      let chosen = try ChosenSection(form)
      let isUndone = form["deed"] == "undo"
      let section = try await visit.run { journal in
        let reading = journal.reading
        if isUndone { return try reading.unmarkRead(chosen.key, in: chosen.collection) }
        let rule = try journal.settings.current().rule
        return try reading.markRead(chosen.key, in: chosen.collection, rule, now: now())
      }
      let here = form["from"].flatMap(LockPage.local)
      let path = ReadingPaths.section(section.section.key, in: section.collection.name.text)
      return .redirect(to: "\(here ?? path)#done")
    }
    routes.unlocked(.post, "/texts/look") { request, _, _ in
      let form = try await Form(of: request)
      var response = Response.redirect(to: form["from"].flatMap(LockPage.local) ?? "/texts")
      // What the form does not name stays as it is.
      let chosen = [
        (Preferences.themeCookie, form["theme"].flatMap { Theme(rawValue: $0) }?.rawValue),
        (
          Preferences.textSizeCookie, form["text-size"].flatMap { TextSize(rawValue: $0) }?.rawValue
        ),
        (
          Preferences.lineSpacingCookie,
          form["line-spacing"].flatMap { LineSpacing(rawValue: $0) }?.rawValue
        ),
        (Preferences.faceCookie, form["face"].flatMap { ReadingFace(rawValue: $0) }?.rawValue),
      ]
      for case (let name, let value?) in chosen {
        response.setCookie(settings.cookie(name, value, lifetime: Preferences.lifetime))
      }
      return response
    }
    routes.unlocked(.get, "/texts/checklist") { request, _, visit in
      let (query, words) = (Query(of: request), pages.words(for: request))
      guard let name = try query.value("collection", { try CollectionName($0) }) else {
        throw Problem("no-page")
      }
      let round = try? query.number("round", in: 1...Int(Int32.max))
      let start = try? query.number("after", in: 0...Reading.sectionLimit)
      let content = try await visit.run { journal in
        ChecklistPage(
          checklist: try journal.reading.checklist(name, round: round),
          rule: try journal.settings.current().rule, words: words
        ).content(from: start ?? 0)
      }
      return try await page(of: "checklist", content, for: request)
    }
    routes.unlocked(.post, "/texts/checklist/round") { request, _, visit in
      let form = try await Form(of: request)
      let name = try CollectionName(form["collection"] ?? "")
      // Without a script nothing else asks.
      guard form["confirm"] != nil else { throw Problem("field.named", ["name": "confirm"]) }
      try await visit.run { _ = try $0.reading.beginRound(of: name, now: now()) }
      return .redirect(to: ReadingPaths.checklist(name.text))
    }
    routes.unlocked(.get, "/texts/reading") { request, _, visit in
      let (query, words) = (Query(of: request), pages.words(for: request))
      let weekStart = Preferences(of: request).weekStart
      let year = try? query.number("year", in: CivilDate.years)
      let place = (try? query["after"]).flatMap { OpenedSection.Position(parsing: $0) }
      let content = try await visit.run { journal in
        let settings = try journal.settings.current()
        return try ReadingPage(
          journal: journal, today: settings.rule.day(of: now()),
          weekStart: settings.weekStart ?? weekStart, rule: settings.rule, words: words
        ).content(year: year, after: place)
      }
      return try await page(of: "reading-days", content, for: request)
    }
  }

  private func section(_ request: Request, _ visit: Visit) async throws -> Response {
    let query = Query(of: request)
    let (preferences, words) = (Preferences(of: request), pages.words(for: request))
    let place = (try? query["after"]).flatMap { TextPosition(parsing: $0) }
    let key = try? query["at"]
    let chosen = try ChosenSection(query)
    let content = try await visit.run { journal in
      let section = try journal.reading.section(chosen.key, in: chosen.collection)
      if visit.mayNote { try note(section, journal) }
      return try SectionPage(
        section: section, journal: journal, preferences: preferences, now: now(),
        words: words
      ).content(after: place, at: key)
    }
    return try await page(of: "section", content, for: request)
  }

  /// Notes that a section was opened. It is read all the same where nothing can be written.
  private func note(_ section: OpenSection, _ journal: OwnerJournal) throws {
    if journal.store.isReadOnly { return }
    do {
      let rule = try journal.settings.current().rule
      try journal.reading.noteOpening(of: section, rule, now: now())
    } catch let error as JournalError where error.letsReadersOn {
      // Opened once more, it is noted.
    }
  }
}

/// The section that a request is about.
struct ChosenSection: Sendable {
  let key: String
  /// Nil where any may have it.
  let collection: CollectionName?

  /// - Throws: ``Problem`` where it names none.
  init(_ query: Query) throws {
    guard let key = try query.text("section") else { throw Problem("no-page") }
    self.key = key
    collection = try query.value("collection") { try CollectionName($0) }
  }

  /// - Throws: ``Problem``.
  init(_ form: Form) throws { try self.init(Query(form)) }
}
