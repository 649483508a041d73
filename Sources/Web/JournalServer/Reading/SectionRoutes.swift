import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// What an owner reads of collections, for programs: sections, what was read of them and when.
struct SectionRoutes: ServerRoutes {
  let server: ServerParts

  private static let limits = 1...200
  private static let usualSize = 50
  /// More rounds than anybody reads.
  private static let rounds = 1...Int(Int32.max)

  func add(to routes: Routes) {
    section(routes, .get, "/api/v1/reading/section", scope: .read) { reading, section, _, _ in
      try reading.section(section.key, in: section.collection)
    }
    section(routes, .post, "/api/v1/reading/section/open") { reading, section, rule, now in
      let found = try reading.section(section.key, in: section.collection)
      try reading.noteOpening(of: found, rule, now: now)
      return found
    }
    section(routes, .post, "/api/v1/reading/section/read") { reading, section, rule, now in
      try reading.markRead(section.key, in: section.collection, rule, now: now)
    }
    section(routes, .delete, "/api/v1/reading/section/read") { reading, section, _, _ in
      try reading.unmarkRead(section.key, in: section.collection)
    }
    routes.unlocked(.get, "/api/v1/reading/places", scope: .read) { _, _, visit in
      try .json(
        await visit.run { journal in
          PlaceList(places: try journal.reading.places().map { SectionDescription($0) })
        })
    }
    routes.unlocked(
      .get, "/api/v1/reading/checklist", taking: ["collection", "round"], scope: .read
    ) { request, _, visit in
      let query = Query(of: request)
      let name = try query.required("collection") { try CollectionName($0) }
      let round = try query.number("round", in: Self.rounds)
      return try .json(
        await visit.run { journal in
          ChecklistDescription(try journal.reading.checklist(name, round: round))
        })
    }
    routes.unlocked(
      .post, "/api/v1/reading/rounds", taking: ["collection"]
    ) { request, _, visit in
      let name = try Query(of: request).required("collection") { try CollectionName($0) }
      return try .json(
        await visit.run { journal in
          let reading = journal.reading
          let round = try reading.beginRound(of: name, now: now())
          return ChecklistDescription(try reading.checklist(name, round: round))
        }, status: .created)
    }
    routes.unlocked(.get, "/api/v1/reading/year", taking: ["year"], scope: .read) {
      request, _, visit in
      let asked = try Query(of: request).number("year", in: CivilDate.years)
      return try .json(
        await visit.run { journal in
          let today = try journal.today(at: now())
          let (year, reading) = (asked ?? today.year, journal.reading)
          return ReadingYearDescription(
            year, try reading.counts(in: Self.days(of: year)), try reading.streak(today: today))
        })
    }
    routes.unlocked(
      .get, "/api/v1/reading/opened", taking: ["limit", "after"], scope: .read
    ) { request, _, visit in
      let query = Query(of: request)
      let size = try query.number("limit", in: Self.limits) ?? Self.usualSize
      let after = try query.text("after").map { text in
        guard let place = OpenedSection.Position(parsing: text) else { throw Problem("cursor") }
        return place
      }
      return try .json(
        await visit.run { journal in
          // One more than is shown, so that it is known whether there are more.
          OpenedPage(
            try journal.reading.opened(after: after, atMost: size + 1), size: size)
        })
    }
  }

  /// Adds a route that does something with a section and answers with it.
  private func section(
    _ routes: Routes, _ method: HTTPRequest.Method, _ path: String, scope: DeviceScope = .all,
    _ deed: @escaping @Sendable (Reading, ChosenText, DayRule, _ now: Int) throws -> OpenSection
  ) {
    routes.unlocked(method, path, taking: ["key", "collection"], scope: scope) {
      request, _, visit in
      let section = try ChosenText(Query(of: request))
      return try .json(
        await visit.run { journal in
          let rule = try journal.settings.current().rule
          return SectionDescription(try deed(journal.reading, section, rule, now()))
        })
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
