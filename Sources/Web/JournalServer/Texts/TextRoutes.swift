import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Texts for programs: that of a day, one or pages of them, and what is done with them.
struct TextRoutes: ServerRoutes {
  let server: ServerParts

  private static let limits = 1...200
  private static let usualSize = 50

  func add(to routes: Routes) {
    let listing = ["kind", "collection", "section", "q", "limit", "after"]
    routes.unlocked(.get, "/api/v1/texts", taking: listing, scope: .read) { request, _, visit in
      let asked = Query(of: request)
      let (query, now) = (try TextQuery(asked), now())
      let size = try asked.number("limit", in: Self.limits) ?? Self.usualSize
      return try .json(
        await searches.run(request, of: visit) {
          TextPage(try TextSlice(query, size: size, in: visit.journal, now: now), now: now)
        })
    }
    routes.unlocked(.get, "/api/v1/texts/day", taking: ["day"], scope: .read) { request, _, visit in
      let (query, weekStart) = (Query(of: request), Preferences(of: request).weekStart)
      return try await text { now in
        let present = try visit.journal.present(at: now, weekStart: weekStart)
        let day = try query.value("day") { try DayRange.day($0, present: present) }
        return try visit.journal.texts.text(
          of: day ?? present.day, today: present.day,
          from: visit.journal.settings.current().textPool,
          // Who may only read does not choose the day's text.
          draws: visit.device.scope == .all && visit.mayNote, now: now)
      }
    }
    routes.unlocked(.get, "/api/v1/texts/random", scope: .read) { _, _, visit in
      try await text { _ in
        try visit.journal.texts.randomText(seed: .random(in: 0...(.max)))
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/text", taking: ["key", "collection"], scope: .read
    ) { request, _, visit in
      let chosen = try ChosenText(Query(of: request))
      return try await text { _ in
        try visit.journal.texts.text(chosen.key, in: chosen.collection)
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/hearts", taking: ["before", "limit"], scope: .read
    ) { request, _, visit in
      let query = Query(of: request)
      let (end, now) = (try query.day("before"), now())
      let count = try query.number("limit", in: Self.limits) ?? Self.usualSize
      return try .json(
        await visit.run { journal in
          let rule = try journal.settings.current().rule
          let days = try journal.texts.heartDays(
            rule, before: end, atMost: count, textsEach: Self.limits.upperBound)
          return HeartDayList(days: days.map { HeartDayDescription($0, now: now) })
        })
    }
    routes.unlocked(.get, "/api/v1/texts/searches", scope: .read) { _, _, visit in
      try .json(
        await visit.run { journal in
          SearchList(
            searches: try journal.texts.searches.recent().map {
              SearchDescription(search: $0)
            })
        })
    }
    // One of them, or all.
    routes.unlocked(.delete, "/api/v1/texts/searches", taking: ["search"]) { request, _, visit in
      let search = try Query(of: request)["search"]
      try await visit.run { try $0.texts.searches.forget(search) }
      return .empty(.noContent)
    }
    routes.unlocked(.post, "/api/v1/texts/marks") { request, _, visit in
      let (body, now) = (try await request.json(MarkBody.self), now())
      return try .json(
        await visit.run { journal in
          TextPage(
            try journal.texts.mark(body.deed, body.keys, in: body.collection, now: now),
            now: now)
        })
    }
  }

  private func text(
    _ find: @escaping @Sendable (_ now: Int) throws -> StoredText
  ) async throws -> Response {
    let now = now()
    return try .json(await workers.run { TextDescription(try find(now), now: now) })
  }
}

/// Collections for programs.
struct CollectionRoutes: ServerRoutes {
  let server: ServerParts
  let uploads: CollectionUploads

  func add(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/collections", scope: .read) { _, _, visit in
      try .json(
        await visit.run { journal in
          CollectionList(
            collections: try journal.collections.all().map { CollectionDescription($0) })
        })
    }
    routes.unlocked(
      .get, "/api/v1/collections/collection", taking: ["name", "after"], scope: .read
    ) { request, _, visit in
      let (name, section) = (try Self.name(of: request), try Query(of: request)["after"])
      return try .json(
        await visit.run { journal in
          let collections = journal.collections
          let collection = try collections.collection(name)
          return CollectionDescription(
            collection,
            sections: try collections.sections(
              of: collection, after: section, atMost: Self.mostSections))
        })
    }
    routes.unlocked(.post, "/api/v1/collections") { request, _, visit in
      let result = try await uploads.read(request, .add, visit.journal)
      return try .json(CollectionDescription(result.change), status: .created)
    }
    routes.unlocked(.put, "/api/v1/collections") { request, _, visit in
      let result = try await uploads.read(request, .update, visit.journal)
      return try .json(CollectionDescription(result.change))
    }
    routes.unlocked(
      .delete, "/api/v1/collections/collection", taking: ["name", "marks"]
    ) { request, _, visit in
      let (name, marks) = (
        try Self.name(of: request), try Query(of: request).flag("marks") ?? false
      )
      try await uploads.remove(name, withMarks: marks, from: visit.journal)
      return .empty(.noContent)
    }
  }

  /// Sections that come at once: all of the Bible's chapters.
  private static let mostSections = 1_500

  private static func name(of request: Request) throws -> CollectionName {
    guard let name = try Query(of: request).value("name", { try CollectionName($0) }) else {
      throw Problem("query.missing", ["name": "name"])
    }
    return name
  }
}

/// Texts as one object of JSON.
private struct TextPage: Encodable {
  let texts: [TextDescription]
  /// Missing where there are no more.
  let next: String?

  init(_ slice: TextSlice, now: Int) {
    texts = slice.texts.map { TextDescription($0, now: now) }
    next = slice.next?.description
  }

  init(_ texts: [StoredText], now: Int) {
    self.texts = texts.map { TextDescription($0, now: now) }
    next = nil
  }
}

private struct HeartDayList: Encodable {
  let days: [HeartDayDescription]
}

private struct SearchList: Encodable {
  let searches: [SearchDescription]
}

private struct CollectionList: Encodable {
  let collections: [CollectionDescription]
}

/// What is to be done with texts.
private struct MarkBody: Decodable {
  let deed: Texts.Deed
  let keys: [String]
  /// Nil where any may have them.
  let collection: CollectionName?

  private enum CodingKeys: String, CodingKey, CaseIterable { case deed, keys, collection }

  /// More than a person marks at once.
  private static let mostKeys = 200

  /// - Throws: `DecodingError`, ``Problem``, `NameError`.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown(CodingKeys.allCases.map(\.rawValue))
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let name = try fields.decode(String.self, forKey: .deed)
    guard let deed = Texts.Deed(rawValue: name) else {
      throw Problem("field.named", ["name": "deed"])
    }
    self.deed = deed
    keys = try fields.decode([String].self, forKey: .keys)
    guard 1...Self.mostKeys ~= keys.count else { throw Problem("field.named", ["name": "keys"]) }
    collection = try fields.decodeIfPresent(String.self, forKey: .collection).map {
      try CollectionName($0)
    }
  }
}
