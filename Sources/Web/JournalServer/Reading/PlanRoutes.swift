import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Plans for programs: added, followed and read.
struct PlanRoutes: ServerRoutes {
  let server: ServerParts
  let bodies: LongBodies

  func add(to routes: Routes) {
    addPlans(to: routes)
    addRuns(to: routes)
    addDays(to: routes)
  }

  /// Plans themselves.
  private func addPlans(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/plans", scope: .read) { _, _, visit in
      try .json(
        await visit.run { journal in
          let plans = journal.plans
          let days = try plans.days(on: try journal.today(at: now()))
          return PlanList(
            plans: try plans.all().map { plan in
              PlanDescription(plan, today: days.first { $0.plan.id == plan.id })
            })
        })
    }
    routes.unlocked(.get, "/api/v1/plans/plan", taking: ["name"], scope: .read) {
      request, _, visit in
      let name = try Self.name(of: Query(of: request))
      return try .json(
        await visit.run { journal in
          let plans = journal.plans
          let today = try journal.today(at: now())
          let plan = try plans.plan(name)
          let coverage = plan.collection == nil ? nil : try plans.coverage(of: name).coverage
          return PlanDescription(
            plan, coverage: coverage,
            today: try plans.days(on: today).first { $0.plan.id == plan.id })
        })
    }
    routes.unlocked(
      .post, "/api/v1/plans", taking: ["name", "collection", "source"]
    ) { request, _, visit in
      let query = Query(of: request)
      let name = try Self.name(of: query)
      let source = FileName.last(of: try query["source"] ?? "")
      let collection = try query.value("collection") { try CollectionName($0) }
      let file = try await bodies.plainText(of: request, upTo: Plans.byteLimit)
      return try .json(
        await visit.run { journal in
          try withExtendedLifetime(file) {
            let (plan, coverage) = try journal.plans.add(
              name, of: file.bytes, from: source, in: collection, now: now())
            return PlanDescription(plan, coverage: coverage)
          }
        }, status: .created)
    }
    routes.unlocked(.post, "/api/v1/plans/made") { request, _, visit in
      let body = try await request.json(MadePlanBody.self)
      return try .json(
        await visit.run { journal in
          let (plan, coverage) = try journal.plans.add(
            body.name, made: body.making, in: body.days, of: body.collection, now: now())
          return PlanDescription(plan, coverage: coverage)
        }, status: .created)
    }
    routes.unlocked(.delete, "/api/v1/plans/plan", taking: ["name"]) { request, _, visit in
      let name = try Self.name(of: Query(of: request))
      _ = try await visit.run { try $0.plans.remove(name) }
      return .empty(.noContent)
    }
  }

  /// How plans are followed.
  private func addRuns(to routes: Routes) {
    routes.unlocked(
      .post, "/api/v1/plans/plan/start", taking: ["name", "on", "pace"]
    ) { request, _, visit in
      let (query, weekStart) = (Query(of: request), Preferences(of: request).weekStart)
      let name = try Self.name(of: query)
      let pace: PlanPace = try query.choice("pace") ?? .calendar
      return try await day { now in
        let present = try visit.journal.present(at: now, weekStart: weekStart)
        let start = try query.value("on") { try DayRange.day($0, present: present) }
        return try visit.journal.plans.start(
          name, on: start ?? present.day, pace: pace, today: present.day, now: now)
      }
    }
    routes.unlocked(.post, "/api/v1/plans/plan/stop", taking: ["name"]) { request, _, visit in
      let name = try Self.nameIfAny(of: Query(of: request))
      return try .json(
        await visit.run { PlanDescription(try $0.plans.stop(name, now: now())) })
    }
    routes.unlocked(.post, "/api/v1/plans/plan/shift", taking: ["name"]) { request, _, visit in
      let name = try Self.nameIfAny(of: Query(of: request))
      return try await day { now in
        try visit.journal.plans.shift(name, today: try visit.journal.today(at: now))
      }
    }
    routes.unlocked(.post, "/api/v1/plans/plan/go", taking: ["name", "day"]) { request, _, visit in
      let query = Query(of: request)
      let name = try Self.nameIfAny(of: query)
      guard let number = try query.number("day", in: Plan.dayRange) else {
        throw Problem("query.missing", ["name": "day"])
      }
      return try await day { now in
        try visit.journal.plans.go(name, to: number, today: try visit.journal.today(at: now))
      }
    }
  }

  /// What is read of them on a day.
  private func addDays(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/plans/today", scope: .read) { _, _, visit in
      try .json(
        await visit.run { journal in
          let today = try journal.today(at: now())
          return PlanDayList(
            day: today.description,
            plans: try journal.plans.days(on: today).map { PlanDayDescription($0) })
        })
    }
    routes.unlocked(.get, "/api/v1/plans/plan/day", taking: ["name", "day"], scope: .read) {
      request, _, visit in
      let query = Query(of: request)
      let name = try Self.nameIfAny(of: query)
      let number = try query.number("day", in: Plan.dayRange)
      return try await day { now in
        try visit.journal.plans.day(number, of: name, today: try visit.journal.today(at: now))
      }
    }
    let chosen = ["name", "day", "portion"]
    routes.unlocked(.post, "/api/v1/plans/plan/done", taking: chosen) { request, _, visit in
      let chosen = try ChosenPortions(Query(of: request))
      return try await day { now in
        try visit.journal.plans.done(
          chosen.portions, day: chosen.day, of: chosen.name,
          today: try visit.journal.today(at: now), now: now)
      }
    }
    routes.unlocked(.post, "/api/v1/plans/plan/undo", taking: chosen) { request, _, visit in
      let chosen = try ChosenPortions(Query(of: request))
      return try await day { now in
        try visit.journal.plans.undo(
          chosen.portions, day: chosen.day, of: chosen.name,
          today: try visit.journal.today(at: now))
      }
    }
  }

  private func day(
    _ find: @escaping @Sendable (_ now: Int) throws -> PlanDay
  ) async throws -> Response {
    let now = now()
    return try .json(await workers.run { PlanDayDescription(try find(now)) })
  }

  fileprivate static func name(of query: Query) throws -> PlanName {
    try query.required("name") { try PlanName($0) }
  }

  /// Nil where the only plan that is followed is meant.
  fileprivate static func nameIfAny(of query: Query) throws -> PlanName? {
    try query.value("name") { try PlanName($0) }
  }
}

/// Portions of a plan's day, as an address names them.
private struct ChosenPortions: Sendable {
  /// Nil for the only plan that is followed.
  let name: PlanName?
  /// The number of the plan's day; nil for today's.
  let day: Int?
  /// Empty for all of the day.
  let portions: [Int]

  /// - Throws: ``Problem``.
  init(_ query: Query) throws {
    name = try PlanRoutes.nameIfAny(of: query)
    day = try query.number("day", in: Plan.dayRange)
    let numbers = 1...Plan.portionLimit
    let written = try query.values("portion")
    portions = try written.map { text in
      guard let number = Int(text), "\(number)" == text, numbers ~= number,
        written.count <= Plan.portionLimit
      else {
        throw Problem(
          "query.number",
          [
            "name": "portion", "least": .text("\(numbers.lowerBound)"),
            "most": .text("\(numbers.upperBound)"),
          ])
      }
      return number
    }
  }
}

/// A plan that Daystamp is to make.
private struct MadePlanBody: Decodable, Sendable {
  let name: PlanName
  let making: PlanMaking
  let days: Int
  /// Nil for the only one that has sections.
  let collection: CollectionName?

  private enum CodingKeys: String, CodingKey, CaseIterable { case name, making, days, collection }

  /// - Throws: `DecodingError`, ``Problem``, `NameError`.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown(CodingKeys.allCases.map(\.rawValue))
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try PlanName(fields.decode(String.self, forKey: .name))
    guard let making = PlanMaking(rawValue: try fields.decode(String.self, forKey: .making)) else {
      throw Problem("field.named", ["name": "making"])
    }
    self.making = making
    days = try fields.decode(Int.self, forKey: .days)
    collection = try fields.decodeIfPresent(String.self, forKey: .collection).map {
      try CollectionName($0)
    }
  }
}

private struct PlanList: Encodable {
  let plans: [PlanDescription]
}

private struct PlanDayList: Encodable {
  let day: String
  let plans: [PlanDayDescription]
}
