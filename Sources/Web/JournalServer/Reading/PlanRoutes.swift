import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Plans for programs: add, follow and read.
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
    routes.unlocked(
      .get, "/api/v1/plans",
      Operation(
        "getPlans", .reading, "All plans, by name", "Plans you follow have what is due today.",
        scope: .read,
        answers: [.ok(.list("plans", of: .plan), "The plans.")])
    ) { _, _, visit in
      try await visit.json { journal in
        let plans = journal.plans
        let days = try plans.days(on: try journal.today(at: now()))
        return PlanList(
          plans: try plans.all().map { plan in
            PlanDescription(plan, today: days.first { $0.plan.id == plan.id })
          })
      }
    }
    routes.unlocked(
      .get, "/api/v1/plans/plan",
      Operation(
        "getPlan", .reading, "A plan, with the texts that it reads twice or never", scope: .read,
        parameters: [.plan],
        answers: [.ok(.plan, "The plan; without its coverage if its collection is gone.")])
    ) { request, _, visit in
      let name = try Self.name(of: Query(of: request))
      return try await visit.json { journal in
        let plans = journal.plans
        let today = try journal.today(at: now())
        let plan = try plans.plan(name)
        let coverage = plan.collection == nil ? nil : try plans.coverage(of: name).coverage
        return PlanDescription(
          plan, coverage: coverage,
          today: try plans.days(on: today).first { $0.plan.id == plan.id })
      }
    }
    routes.unlocked(
      .post, "/api/v1/plans",
      Operation(
        "addPlan", .reading, "Add a plan from a file",
        """
        A line has the number of a day and its portions: 60=Exod.12.21-Exod.12.50, Luke.15. A file \
        with an error adds nothing.
        """,
        parameters: [
          .required("name", .string("The plan's.")),
          .query(
            "collection",
            .string(
              """
              The collection to read; default: the only one that has the first portion of the \
              file.
              """)), .query("source", .string("The name of the file.")),
        ], bodies: [Content(type: "text/plain", schema: .string(length: 0...4194304))],
        answers: [.created(.plan, "The plan, with the texts that it reads twice or never.")],
        refusals: [.notFound])
    ) { request, _, visit in
      let query = Query(of: request)
      let name = try Self.name(of: query)
      let source = FileName.last(of: try query["source"] ?? "")
      let collection = try query.value("collection") { try CollectionName($0) }
      let file = try await bodies.plainText(of: request, upTo: Plans.byteLimit)
      return try await visit.json(.created) { journal in
        try withExtendedLifetime(file) {
          let (plan, coverage) = try journal.plans.add(
            name, of: file.bytes, from: source, in: collection, now: now())
          return PlanDescription(plan, coverage: coverage)
        }
      }
    }
    routes.unlocked(
      .post, "/api/v1/plans/made",
      Operation(
        "makePlan", .reading, "Make a plan from the sections of a collection",
        bodies: [.json(.madePlan)],
        answers: [.created(.plan, "The plan, with the texts that it reads twice or never.")],
        refusals: [.notFound])
    ) { request, _, visit in
      let body = try await request.json(MadePlanBody.self)
      return try await visit.json(.created) { journal in
        let (plan, coverage) = try journal.plans.add(
          body.name, made: body.making, in: body.days, of: body.collection, now: now())
        return PlanDescription(plan, coverage: coverage)
      }
    }
    routes.unlocked(
      .delete, "/api/v1/plans/plan",
      Operation(
        "deletePlan", .reading, "Remove a plan",
        "With its read portions. The sections that were read stay marked as read.",
        parameters: [.plan],
        answers: [.noContent("The plan is removed.")])
    ) { request, _, visit in
      let name = try Self.name(of: Query(of: request))
      return try await visit.noContent { _ = try $0.plans.remove(name) }
    }
  }

  /// How plans are followed.
  private func addRuns(to routes: Routes) {
    routes.unlocked(
      .post, "/api/v1/plans/plan/start",
      Operation(
        "startPlan", .reading, "Start following a plan",
        parameters: [
          .plan,
          .query(
            "on",
            .string(
              "The date of its day 1, as people type days; default: today.",
              examples: ["tomorrow", "2024-01-01"])),
          .query(
            "pace",
            .choice(
              of: PlanPace.self,
              """
              calendar goes by date. own moves to the next day once the day before is read, but \
              not on the same date.
              """, usually: .calendar)),
        ], answers: [.ok(.planDay, "What is due today; 409 if you already follow it.")])
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
    routes.unlocked(
      .post, "/api/v1/plans/plan/stop",
      Operation(
        "stopPlan", .reading, "Stop following a plan", parameters: [.followedPlan],
        answers: [.ok(.plan, "The plan; 409 if you do not follow it.")])
    ) { request, _, visit in
      let name = try Self.nameIfAny(of: Query(of: request))
      return try .json(
        await visit.run { PlanDescription(try $0.plans.stop(name, now: now())) })
    }
    routes.unlocked(
      .post, "/api/v1/plans/plan/shift",
      Operation(
        "shiftPlan", .reading, "Make today the first day of a plan that is not fully read",
        parameters: [.followedPlan], answers: [.ok(.planDay, "What is due today.")])
    ) { request, _, visit in
      let name = try Self.nameIfAny(of: Query(of: request))
      return try await day { now in
        try visit.journal.plans.shift(name, today: try visit.journal.today(at: now))
      }
    }
    routes.unlocked(
      .post, "/api/v1/plans/plan/go",
      Operation(
        "movePlan", .reading, "Make today a day of a plan", "Skips the days before it.",
        parameters: [
          .followedPlan,
          .required("day", .integer("The number of the plan's day.", in: Plan.dayRange)),
        ], answers: [.ok(.planDay, "What is due today.")])
    ) { request, _, visit in
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
    routes.unlocked(
      .get, "/api/v1/plans/today",
      Operation(
        "getPlansOfToday", .reading, "What is due today in the plans you follow, by name",
        scope: .read,
        answers: [
          .ok(
            .object(["day": .date("Today."), "plans": .array(of: .planDay)]),
            "One day of each plan.")
        ])
    ) { _, _, visit in
      try await visit.json { journal in
        let today = try journal.today(at: now())
        return PlanDayList(
          day: today.description,
          plans: try journal.plans.days(on: today).map { PlanDayDescription($0) })
      }
    }
    routes.unlocked(
      .get, "/api/v1/plans/plan/day",
      Operation(
        "getPlanDay", .reading, "A day of a plan you follow", scope: .read,
        parameters: [.followedPlan, .dayOfPlan], answers: [.ok(.planDay, "The day.")])
    ) { request, _, visit in
      let query = Query(of: request)
      let name = try Self.nameIfAny(of: query)
      let number = try query.number("day", in: Plan.dayRange)
      return try await day { now in
        try visit.journal.plans.day(number, of: name, today: try visit.journal.today(at: now))
      }
    }
    routes.unlocked(
      .post, "/api/v1/plans/plan/done",
      Operation(
        "markPortionsRead", .reading, "Mark portions of a plan as read",
        "Also marks the sections that are then complete as read.",
        parameters: ChosenPortions.parameters, answers: [.ok(.planDay, "The day.")])
    ) { request, _, visit in
      let chosen = try ChosenPortions(Query(of: request))
      return try await day { now in
        try visit.journal.plans.done(
          chosen.portions, day: chosen.day, of: chosen.name,
          today: try visit.journal.today(at: now), now: now)
      }
    }
    routes.unlocked(
      .post, "/api/v1/plans/plan/undo",
      Operation(
        "unmarkPortionsRead", .reading, "Undo marking portions of a plan as read",
        "Also for the sections that were marked with them.", parameters: ChosenPortions.parameters,
        answers: [.ok(.planDay, "The day; 409 if the portions were not read.")])
    ) { request, _, visit in
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

  private static func name(of query: Query) throws -> PlanName {
    try query.required("name") { try PlanName($0) }
  }

  /// Nil where the only plan that is followed is meant.
  static func nameIfAny(of query: Query) throws -> PlanName? {
    try query.value("name") { try PlanName($0) }
  }
}

private struct PlanList: Encodable {
  let plans: [PlanDescription]
}

private struct PlanDayList: Encodable {
  let day: String
  let plans: [PlanDayDescription]
}
