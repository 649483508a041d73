import Hummingbird
import Journal
import Store

/// The events that changed access to an owner's journal: a page for people, and a list for
/// programs.
struct AccessRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(.get, "/access") { request, _, visit in try await page(request, visit) }
    routes.unlocked(.post, "/access/told") { request, _, visit in
      let last = try await Form(of: request)["last"].flatMap { Int64($0) } ?? 0
      if last > 0, last < Int64.max {
        try await workers.run {
          let log = try journals.accessLog(of: visit.device.owner)
          // What came after the line that is put away is still to be told.
          guard let event = try log.list(before: last + 1, limit: 1, now: now()).first else {
            return
          }
          log.markTold(to: visit.device, upTo: event)
        }
      }
      return .redirect(to: "/")
    }
    routes.unlocked(
      .get, "/api/v1/access",
      Operation(
        "getAccess", .owner, "Changes to who can get in, from the past year, latest first",
        parameters: [
          .limit(),
          .query(
            "before",
            .integer("Only events before this one: the previous page's next.", from: 1)),
        ],
        answers: [
          .ok(
            .object(
              ["events": .array(of: .accessEvent)],
              optional: [
                "next": .integer(
                  "The value of before for the next page; missing on the last page.",
                  from: 1)
              ]), "The events.")
        ])
    ) { request, _, visit in
      let query = Query(of: request)
      let limit = try query.limit()
      let (events, next) = try await events(of: visit, Self.before(query), limit)
      return try .json(AccessBody(events: events.map(AccessEventDescription.init), next: next))
    }
  }

  /// The event that ended the page before.
  private static func before(_ query: Query) throws -> Int64? {
    try query.number("before", in: 1...Int.max).map(Int64.init)
  }

  /// - Returns: the events, and the last of them where more follow.
  private func events(
    of visit: Visit, _ before: Int64?, _ limit: Int
  ) async throws -> (events: [AccessEvent], next: Int64?) {
    try await workers.run {
      let log = try journals.accessLog(of: visit.device.owner)
      let found = try log.list(before: before, limit: limit + 1, now: now())
      let events = Array(found.prefix(limit))
      return (events, found.count > limit ? events.last?.id : nil)
    }
  }

  private func page(_ request: Request, _ visit: Visit) async throws -> Response {
    let (words, before) = (pages.words(for: request), try Self.before(Query(of: request)))
    let (events, next) = try await events(of: visit, before, PageSize.usual)
    let zone = try await visit.run { journal in
      // Whoever sees the first page is told of all.
      if visit.mayNote, before == nil, let last = events.first {
        try journals.accessLog(of: visit.device.owner).markTold(to: visit.device, upTo: last)
      }
      return try journal.settings.current().rule.zone
    }
    return try await page(
      of: "access",
      [
        "events": AccessTexts(zone: zone, words: words).content(of: events),
        "hasEvents": !events.isEmpty, "isFirst": before == nil,
        "older": next.map { "/access?before=\($0)" }.once,
      ], for: request)
  }
}

private struct AccessBody: Encodable {
  let events: [AccessEventDescription]
  /// Where more follow: what the next page begins after.
  let next: Int64?
}
