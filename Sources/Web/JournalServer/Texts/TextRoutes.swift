import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Texts for programs: a day's text, one text, pages of them, and their marks.
struct TextRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/texts",
      Operation(
        "getTexts", .texts, "Texts, a page at a time", scope: .read,
        parameters: TextQuery.parameters, answers: [.ok(.textPage, "A page.")],
        refusals: [.notFound])
    ) { request, _, visit in
      let asked = Query(of: request)
      let (query, now) = (try TextQuery(asked), now())
      let size = try asked.limit()
      return try await searches.json(request, of: visit) {
        TextPage(try TextSlice(query, size: size, in: visit.journal, now: now), now: now)
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/day",
      Operation(
        "getTextOfDay", .texts, "The text of a day",
        "Today's text is drawn if the day has none yet. A day keeps its text.",
        scope: .read,
        parameters: [
          .query(
            "day",
            .string(
              "The day, as people type days; default: today.", examples: ["today", "2024-01-31"]))
        ], answers: [.ok(.text, "The text.")],
        refusals: [.notFound, .unprocessableContent, .insufficientStorage])
    ) { request, _, visit in
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
    routes.unlocked(
      .get, "/api/v1/texts/random",
      Operation(
        "getRandomText", .texts, "Any text", scope: .read, answers: [.ok(.text, "The text.")],
        refusals: [.notFound])
    ) { _, _, visit in
      try await text { _ in
        try visit.journal.texts.randomText(seed: .random(in: 0...(.max)))
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/text",
      Operation(
        "getText", .texts, "A text by its key", scope: .read, parameters: ChosenText.parameters,
        answers: [.ok(.text, "The text.")])
    ) { request, _, visit in
      let chosen = try ChosenText(Query(of: request))
      return try await text { _ in
        try visit.journal.texts.text(chosen.key, in: chosen.collection)
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/hearts",
      Operation(
        "getHeartDays", .texts, "The days on which you gave hearts, latest first",
        scope: .read,
        parameters: [
          .query(
            "before", .date("Only days before this one, such as the previous page's last.")),
          .limit("The maximum number of days."),
        ],
        answers: [
          .ok(
            .list(
              "days",
              of: .object(["day": .date(), "hearts": .integer(from: 1), "texts": .array(of: .text)])
            ), "The days, each with at most 200 texts.")
        ])
    ) { request, _, visit in
      let query = Query(of: request)
      let (end, now) = (try query.day("before"), now())
      let count = try query.limit()
      return try await visit.json { journal in
        let rule = try journal.settings.current().rule
        let days = try journal.texts.heartDays(
          rule, before: end, atMost: count, textsEach: PageSize.range.upperBound)
        return HeartDayList(days: days.map { HeartDayDescription($0, now: now) })
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/searches",
      Operation(
        "getSearches", .texts, "Recent searches in texts, at most 20, latest first",
        scope: .read,
        answers: [
          .ok(
            .object(["searches": .array(of: .object(["search": .string()]), count: 0...20)]),
            "The searches.")
        ])
    ) { _, _, visit in
      try await visit.json { journal in
        SearchList(
          searches: try journal.texts.searches.recent().map {
            SearchDescription(search: $0)
          })
      }
    }
    // One of them, or all.
    routes.unlocked(
      .delete, "/api/v1/texts/searches",
      Operation(
        "forgetSearches", .texts, "Delete a recent search, or all",
        parameters: [.query("search", .string("Only this search."))],
        answers: [.noContent("The searches are deleted.")], refusals: [.notFound])
    ) { request, _, visit in
      let search = try Query(of: request)["search"]
      return try await visit.noContent { _ = try $0.texts.searches.forget(search) }
    }
    routes.unlocked(
      .post, "/api/v1/texts/marks",
      Operation(
        "markTexts", .texts, "Mark texts, all of them or none",
        bodies: [.json(.textMarks)], answers: [.ok(.textPage, "The changed texts.")],
        refusals: [.notFound])
    ) { request, _, visit in
      let (body, now) = (try await request.json(MarkBody.self), now())
      return try await visit.json { journal in
        TextPage(
          try journal.texts.mark(body.deed, body.keys, in: body.collection, now: now),
          now: now)
      }
    }
  }

  private func text(
    _ find: @escaping @Sendable (_ now: Int) throws -> StoredText
  ) async throws -> Response {
    let now = now()
    return try .json(await workers.run { TextDescription(try find(now), now: now) })
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

/// Changes to the marks of texts.
private struct MarkBody: Decodable {
  let deed: Texts.Deed
  let keys: [String]
  /// Nil where any may have them.
  let collection: CollectionName?

  private enum CodingKeys: String, CodingKey, CaseIterable { case deed, keys, collection }

  /// More than a person marks at once.
  static let mostKeys = 200

  /// - Throws: `DecodingError`, ``Problem``, `NameError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(CodingKeys.self)
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

extension Schema {
  fileprivate static let textMarks = Schema.object(
    [
      "deed": .choice(
        of: Texts.Deed.self,
        """
        use counts one more use, and unuse takes the last one back; heart and open count only the \
        first time.
        """),
      "keys": .array(of: .string(), count: 1...MarkBody.mostKeys),
    ],
    optional: [
      "collection": .string("The collection that has them; needed if several have a key.")
    ])
}
