import Foundation
import HTTPTypes
import Hummingbird
import Journal
import Store
import Wording

/// The timeline in rows: all posts, those found by a search, and those chosen by chips; and a
/// random post.
struct TimelineRoutes: ServerRoutes {
  let server: ServerParts

  /// The cookie that says which post came by chance last.
  private static let lastRandom = "random"
  /// Posts that a fragment may have.
  private static let mostOfFragment = 200

  func add(to routes: Routes) {
    routes.unlocked(.get, "/timeline") { request, _, visit in try await page(request, visit) }
    routes.unlocked(.get, "/timeline/rows") { request, _, visit in
      try await fragment(request, visit)
    }
    routes.unlocked(.get, "/tags") { request, _, visit in try await tags(request, visit) }
    // Addresses from before there was one page for all of them.
    for (path, added) in [("/posts", ""), ("/search", ""), ("/starred", "starred=1")] {
      routes.unlocked(.get, path) { request, _, _ in
        let fields = [request.uri.query ?? "", added].filter { !$0.isEmpty }
        return .redirect(
          to: "/timeline" + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&")))
      }
    }
    routes.unlocked(.get, "/random") { request, _, visit in
      let last = request.cookies[Self.lastRandom].flatMap { Int($0.value) }
      let now = settings.now()
      let post = try await visit.run { journal in
        try journal.memories.randomPost(
          seed: UInt64.random(in: .min ... .max), before: now, besides: last)
      }
      guard let post else { return .redirect(to: "/new") }
      var response = Response.redirect(to: "/posts/\(post.number)")
      response.setCookie(settings.cookie(Self.lastRandom, "\(post.number)", lifetime: 86_400))
      return response
    }
  }

  private func page(_ request: Request, _ visit: Visit) async throws -> Response {
    let words = pages.words(for: request)
    let (query, place) = (try TimelineQuery(Query(of: request)), TimelinePlace(Query(of: request)))
    let rows = TimelineRows(
      query: query, journal: visit.journal, pictures: visit.pictures, words: words)
    let (shown, months, deleted, contacts) = try await searches.run(request, of: visit) {
      let months = try visit.journal.days.timeline(query.filter)
      return (
        try rows.from(place, months), months, try Deletion.notice(of: request, visit),
        try FoundContacts(query, visit.journal, words).content()
      )
    }
    var content = TimelineChips(query: query, words: words).content
    let isWhole = shown.newer == nil && shown.older == nil
    let count = months.map { $0.reduce(0) { $0 + $1.posts } } ?? (isWhole ? shown.posts : nil)
    content["deleted"] = deleted
    content["foundContacts"] = contacts.once
    content["hasPosts"] = shown.posts > 0
    content["isEmpty"] = shown.posts == 0 && !query.isAsked
    content["isNothingFound"] = shown.posts == 0 && query.isAsked && contacts == nil
    content["found"] = count.map { words.count($0, "postCount") }.once
    content["months"] = shown.months
    content["rows"] = query.address("/timeline/rows")
    content["anchor"] = shown.anchor.map { "\($0)" }.once
    content["isPlaced"] = shown.newer != nil
    for (name, field) in [("newer", shown.newer), ("older", shown.older)] {
      content[name] =
        field.map {
          ["path": query.address("/timeline", [$0]), "rows": "\($0.0)=\($0.1)"]
        }.once
    }
    content["scrubber"] = months.flatMap { Self.scrubber($0, query, words) }.once
    return try await page(of: "timeline", content, for: request)
  }

  /// Tags that their page shows, those of the most posts.
  private static let mostTags = 2_000

  private func tags(_ request: Request, _ visit: Visit) async throws -> Response {
    let words = pages.words(for: request)
    let tags = try await visit.run { try $0.posts.tags() }
    let shown = tags.prefix(Self.mostTags).map { tag in
      [
        "name": tag.tag, "count": words.number(tag.count),
        "posts": words.count(tag.count, "postCount"),
        "path": "/timeline?tag=\(tag.tag.percentEncoded)",
      ] as PageContent
    }
    let rest = tags.count - shown.count
    let content: PageContent = [
      "tags": shown, "hasTags": !shown.isEmpty,
      "rest": (rest > 0 ? words.count(rest, "tags-rest") : nil).once,
    ]
    return try await page(of: "tags", content, for: request)
  }

  /// Rows without a page around them, for the script.
  private func fragment(_ request: Request, _ visit: Visit) async throws -> Response {
    let words = pages.words(for: request)
    let asked = Query(of: request)
    let (query, place) = (try TimelineQuery(asked), TimelinePlace(asked))
    let count = ((try? asked.values("count")) ?? []).lazy.compactMap { Int($0) }
      .first { 1...Self.mostOfFragment ~= $0 }
    let rows = TimelineRows(
      query: query, journal: visit.journal, pictures: visit.pictures, words: words, goesOn: true)
    let shown = try await searches.run(request, of: visit) {
      if case .part(let month, let index) = place {
        // No other month is looked at.
        var filter = query.filter
        filter.days = DayBounds(first: month.first, last: month.last)
        if let months = try visit.journal.days.timeline(filter) {
          return try rows.part(month, index, months)
        }
      }
      return try rows.uncounted(place, count: count)
    }
    let content: PageContent = [
      "months": shown.months,
      "newer": shown.newer.map { "\($0.0)=\($0.1)" }.once,
      "older": shown.older.map { "\($0.0)=\($0.1)" }.once,
    ]
    return try await page(of: "timeline-fragment", content, for: request)
  }

  /// All months, which say how many posts each of their parts has, on how many days, and how many of
  /// them have photos. Nothing for a single one.
  private static func scrubber(
    _ months: [TimelineMonth], _ query: TimelineQuery, _ words: Words
  ) -> PageContent? {
    guard months.count > 1 else { return nil }
    var years: [PageContent] = []
    for group in months.chunked(by: \.month.year) {
      let shown = group.map { month in
        [
          "month": "\(month.month)", "name": words.months[month.month.month - 1],
          "title": words.title(month.month), "posts": month.posts,
          "path": query.address("/timeline", [("at", "\(month.month)")]),
          "parts": month.parts.map { "\($0.posts).\($0.days).\($0.photos)" }
            .joined(separator: " "),
        ] as PageContent
      }
      years.append(["year": "\(group.first?.month.year ?? 0)", "months": shown])
    }
    return ["years": years]
  }
}

extension Array {
  /// Neighbours that are alike, together.
  fileprivate func chunked<Key: Equatable>(by key: (Element) -> Key) -> [ArraySlice<Element>] {
    var (chunks, start) = ([ArraySlice<Element>](), startIndex)
    while start < endIndex {
      let end = self[start...].firstIndex { key($0) != key(self[start]) } ?? endIndex
      chunks.append(self[start..<end])
      start = end
    }
    return chunks
  }
}

/// The filters of the timeline, for the form; an active filter is also a chip, a link that removes
/// it.
struct TimelineChips {
  let query: TimelineQuery
  let words: Words

  /// For the template `timeline`.
  var content: PageContent {
    let kinds: [(PostKind, String)] = [(.photo, "chipPhotos"), (.words, "chipWords")]
    return [
      "text": query.text, "isAsked": query.isAsked,
      "starred": chip(query.isStarred) { $0.isStarred.toggle() },
      "kinds": kinds.map { kind, key in
        chip(query.kinds.contains(kind)) { $0.kinds.formSymmetricDifference([kind]) }
          .merging(["name": words(key), "value": kind.rawValue]) { $1 }
      },
      "moods": Mood.allCases.map { mood in
        chip(query.mood == mood) { $0.mood = $0.mood == mood ? nil : mood }
          .merging(PostCard.content(of: mood, words)) { $1 }
          .merging(["value": mood.rawValue]) { $1 }
      },
      "tags": query.tags.map { tag in
        chip(true) { $0.tags.removeAll { $0 == tag } }.merging(["name": tag.text]) { $1 }
      },
      "month": query.month.map { month in
        chip(true) { $0.month = nil }.merging(["name": words.title(month)]) { $1 }
      }.once,
      "monthValue": query.month.map { "\($0)" } ?? "",
      "hiddenForText": query.hidden { $0 != "q" }, "hiddenForFilter": query.hidden { $0 == "q" },
      "hasChips": chosen > 0, "filterCount": (chosen > 0 ? "\(chosen)" : nil).once,
    ]
  }

  /// How many things are chosen besides the words.
  private var chosen: Int { query.fields.count { $0.name != "q" } }

  private func chip(_ isOn: Bool, _ change: (inout TimelineQuery) -> Void) -> PageContent {
    ["isOn": isOn, "path": query.with(change).address()]
  }
}
