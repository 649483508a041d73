import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// An owner's reading for programs: sections, what was read of them, and when.
struct SectionRoutes: ServerRoutes {
  let server: ServerParts

  /// More rounds than anybody reads.
  private static let rounds = 1...Int(Int32.max)

  func add(to routes: Routes) {
    section(
      routes, .get, "/api/v1/reading/section",
      Operation(
        "getSection", .reading, "A section of a collection",
        "For its texts, ask for texts with its key as section.", scope: .read,
        parameters: ChosenText.ofSection, answers: [.ok(.readSection, "The section.")])
    ) { reading, section, _, _ in
      try reading.section(section.key, in: section.collection)
    }
    section(
      routes, .post, "/api/v1/reading/section/open",
      Operation(
        "openSection", .reading, "Mark a section as opened",
        "Reading the collection continues there, and the section is listed by day.",
        parameters: ChosenText.ofSection, answers: [.ok(.readSection, "The section.")])
    ) { reading, section, rule, now in
      let found = try reading.section(section.key, in: section.collection)
      try reading.noteOpening(of: found, rule, now: now)
      return found
    }
    section(
      routes, .post, "/api/v1/reading/section/read",
      Operation(
        "markSectionRead", .reading, "Mark a section as read",
        "In the current round. Twice on a day counts once.",
        parameters: ChosenText.ofSection, answers: [.ok(.readSection, "The section.")])
    ) { reading, section, rule, now in
      try reading.markRead(section.key, in: section.collection, rule, now: now)
    }
    section(
      routes, .delete, "/api/v1/reading/section/read",
      Operation(
        "unmarkSectionRead", .reading, "Undo the last time that a section was marked as read",
        parameters: ChosenText.ofSection,
        answers: [.ok(.readSection, "The section; 409 if it was not read.")])
    ) { reading, section, _, _ in
      try reading.unmarkRead(section.key, in: section.collection)
    }
    routes.unlocked(
      .get, "/api/v1/reading/places",
      Operation(
        "getPlaces", .reading, "Where to continue reading, one place per collection, latest first",
        scope: .read, answers: [.ok(.list("places", of: .readSection), "The sections.")])
    ) { _, _, visit in
      try await visit.json { journal in
        PlaceList(places: try journal.reading.places().map { SectionDescription($0) })
      }
    }
    routes.unlocked(
      .get, "/api/v1/reading/checklist",
      Operation(
        "getChecklist", .reading, "How much of each book in a collection was read", scope: .read,
        parameters: [
          .required("collection", .string("Its name.")),
          .query(
            "round", .integer("The number of the round; default: the current one.", from: 1)),
        ], answers: [.ok(.checklist, "The books.")], refusals: [.notFound, .unprocessableContent])
    ) { request, _, visit in
      let query = Query(of: request)
      let name = try query.required("collection") { try CollectionName($0) }
      let round = try query.number("round", in: Self.rounds)
      return try await visit.json { journal in
        ChecklistDescription(try journal.reading.checklist(name, round: round))
      }
    }
    routes.unlocked(
      .post, "/api/v1/reading/rounds",
      Operation(
        "beginRound", .reading, "Start another round of a collection",
        "What you read stays in its round.",
        parameters: [.required("collection", .string("Its name."))],
        answers: [
          .created(
            .checklist, "The books, all unread; 409 if nothing was read in the current round.")
        ], refusals: [.notFound, .unprocessableContent])
    ) { request, _, visit in
      let name = try Query(of: request).required("collection") { try CollectionName($0) }
      return try await visit.json(.created) { journal in
        let reading = journal.reading
        let round = try reading.beginRound(of: name, now: now())
        return ChecklistDescription(try reading.checklist(name, round: round))
      }
    }
    routes.unlocked(
      .get, "/api/v1/reading/year",
      Operation(
        "getReadingYear", .reading, "The days of a year with sections read, and the streak",
        scope: .read, parameters: [.query("year", .integer("Default: this year.", in: 1...9999))],
        answers: [.ok(.readingYear, "The days.")])
    ) { request, _, visit in
      let asked = try Query(of: request).number("year", in: CivilDate.years)
      return try await visit.json { journal in
        let today = try journal.today(at: now())
        let (year, reading) = (asked ?? today.year, journal.reading)
        return ReadingYearDescription(
          year, try reading.counts(in: Self.days(of: year)), try reading.streak(today: today))
      }
    }
    routes.unlocked(
      .get, "/api/v1/reading/opened",
      Operation(
        "getOpened", .reading, "Opened sections, latest day first, a page at a time", scope: .read,
        parameters: [.limit(), .after],
        answers: [.ok(.openedPage, "A page.")])
    ) { request, _, visit in
      let query = Query(of: request)
      let size = try query.limit()
      let after = try query.text("after").map { text in
        guard let place = OpenedSection.Position(parsing: text) else { throw Problem("cursor") }
        return place
      }
      return try await visit.json { journal in
        // One more than is shown, so that it is known whether there are more.
        OpenedPage(
          try journal.reading.opened(after: after, atMost: size + 1), size: size)
      }
    }
  }

  /// Adds a route that does something with a section and answers with it.
  private func section(
    _ routes: Routes, _ method: HTTPRequest.Method, _ path: String, _ operation: Operation,
    _ deed: @escaping @Sendable (Reading, ChosenText, DayRule, _ now: Int) throws -> OpenSection
  ) {
    routes.unlocked(method, path, operation) { request, _, visit in
      let section = try ChosenText(Query(of: request))
      return try await visit.json { journal in
        let rule = try journal.settings.current().rule
        return SectionDescription(try deed(journal.reading, section, rule, now()))
      }
    }
  }

  /// - Throws: ``Problem`` where no calendar has the year.
  private static func days(of year: Int) throws -> ClosedRange<CivilDate> {
    guard let first = CivilDate(year: year, month: 1, day: 1),
      let last = CivilDate(year: year, month: 12, day: 31)
    else { throw Problem("query.day", ["name": "year"]) }
    return first...last
  }
}

private struct PlaceList: Encodable {
  let places: [SectionDescription]
}

/// Sections that were opened, as one object of JSON.
private struct OpenedPage: Encodable {
  let opened: [OpenedDescription]
  /// Missing where there are no more.
  let next: String?

  /// - Parameters:
  ///   - found: as many as there are, up to one more than are shown.
  ///   - size: how many are shown at most.
  init(_ found: [OpenedSection], size: Int) {
    let shown = found.prefix(size)
    opened = shown.map { OpenedDescription($0) }
    next = found.count > size ? shown.last?.position.description : nil
  }
}

extension Query {
  /// The one value of a parameter, as it is read.
  ///
  /// - Throws: ``Problem``, which names the parameter, also where it is missing.
  func required<Value>(_ name: String, _ read: (String) throws -> Value) throws -> Value {
    guard let value = try value(name, read) else {
      throw Problem("query.missing", ["name": .text(name)])
    }
    return value
  }
}
