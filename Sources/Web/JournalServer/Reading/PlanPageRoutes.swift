import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store
import SystemPackage
import Texts
import Wording

/// Plans on pages: the list, what one leaves out, and its actions.
struct PlanPageRoutes: ServerRoutes {
  let server: ServerParts
  let forms: FormBodies

  /// The actions of the buttons.
  private enum Deed: String {
    case start, stop, shift, go, remove, done, undo
    /// The days are where they were before they were shifted.
    case unshift
  }

  func add(to routes: Routes) {
    routes.unlocked(.get, PlanPage.list) { request, _, visit in try await list(request, visit) }
    routes.unlocked(.get, "/texts/plans/plan") { request, _, visit in
      guard let name = try Query(of: request).value("name", { try PlanName($0) }) else {
        throw Problem("no-page")
      }
      let words = pages.words(for: request)
      var content = try await visit.run { journal in
        try PlanPage(
          journal: journal, today: try journal.today(at: now()), words: words
        ).content(of: name)
      }
      content["done"] =
        PlanNotice(words: words, from: PlanPage.path(name))
        .content(Query(of: request)).once
      return try await page(of: "plan", content, for: request)
    }
    routes.unlocked(.post, "/texts/plans/add") { request, _, visit in
      try await answer(request, visit) { try await added(request, visit) }
    }
    routes.unlocked(.post, "/texts/plans/make") { request, _, visit in
      try await answer(request, visit) {
        let form = Query(try await Form(of: request))
        let name = try PlanName(form.text("name") ?? "")
        let collection = try form.text("collection").map { try CollectionName($0) }
        let making: PlanMaking = try form.choice("making") ?? .order
        guard let days = try form.number("days", in: Plan.dayRange) else {
          throw Problem("field.named", ["name": "days"])
        }
        return try await visit.run { journal in
          try journal.plans.add(name, made: making, in: days, of: collection, now: now()).plan
        }
      }
    }
    routes.unlocked(.post, "/texts/plans/deed") { request, _, visit in
      let form = try await Form(of: request)
      let name = try PlanName(form["name"] ?? "")
      guard let deed = form["deed"].flatMap(Deed.init(rawValue:)) else {
        throw Problem("form.encoding")
      }
      let fields = Query(form)
      let shifted = try await visit.run { try `do`(deed, name, fields, $0) }
      let path = deed == .remove ? PlanPage.list : PlanPage.path(name)
      let back = form["from"].flatMap(LockPage.local) ?? path
      return .redirect(to: shifted.map { PlanNotice.address(back, after: $0) } ?? back)
    }
  }

  /// - Returns: how a plan was followed before its days were shifted; nil where they were not.
  private func `do`(
    _ deed: Deed, _ name: PlanName, _ fields: Query, _ journal: OwnerJournal
  ) throws -> PlanDay? {
    let (plans, now) = (journal.plans, now())
    let today = try journal.today(at: now)
    let day = try fields.text("day").flatMap { _ in try fields.number("day", in: Plan.dayRange) }
    let portions = try fields.text("portion").flatMap { _ in
      try fields.number("portion", in: 1...Plan.portionLimit)
    }.once
    switch deed {
    case .start:
      let start = try fields.text("on").flatMap { _ in try fields.day("on") }
      let pace: PlanPace = try fields.choice("pace") ?? .calendar
      try plans.start(name, on: start ?? today, pace: pace, today: today, now: now)
    case .stop: try plans.stop(name, now: now)
    case .shift:
      let before = try plans.day(of: name, today: today)
      try plans.shift(name, today: today)
      return before
    case .unshift:
      guard let first = try fields.number("first", in: Plan.dayRange),
        let start = try fields.day("start")
      else { throw Problem("form.encoding") }
      try plans.moveBack(name, start: start, firstDay: first, today: today)
    case .go:
      guard let day else { throw Problem("field.named", ["name": "day"]) }
      try plans.go(name, to: day, today: today)
    case .remove:
      // Without a script nothing else asks.
      guard try fields["confirm"] != nil else {
        throw Problem("field.named", ["name": "confirm"])
      }
      try plans.remove(name)
    case .done: try plans.done(portions, day: day, of: name, today: today, now: now)
    case .undo: try plans.undo(portions, day: day, of: name, today: today)
    }
    return nil
  }

  /// Adds the plan of a form with a file.
  private func added(_ request: Request, _ visit: Visit) async throws -> Plan {
    let form = try await forms.receive(request, .plan)
    guard let received = form.photos.first else { throw Problem("no-file") }
    let typed = try form.value("name") ?? ""
    let collection = try form.value("collection").flatMap { $0.isEmpty ? nil : $0 }
      .map { try CollectionName($0) }
    return try await visit.run { journal in
      try withExtendedLifetime(received) {
        let name = FilePath(received.name.isEmpty ? "-" : received.name)
        let file = try CollectionFile(received.photo.path, named: name)
        var bytes: [UInt8] = []
        while case let piece = try file.piece(), !piece.isEmpty { bytes += piece }
        return try journal.plans.add(
          PlanName(typed.isEmpty ? name.stem ?? "" : typed), of: bytes, from: received.name,
          in: collection, now: now()
        ).plan
      }
    }
  }

  /// Leads to the plan that was added, with what it leaves out; else shows why there is none.
  private func answer(
    _ request: Request, _ visit: Visit, _ add: () async throws -> Plan
  ) async throws -> Response {
    do {
      return .redirect(to: PlanPage.path(try await add().name))
    } catch {
      let problem = Problem(error)
      guard [400, 404, 409, 413, 415, 422].contains(problem.status) else { throw problem }
      return try await list(request, visit, problem)
    }
  }

  private func list(
    _ request: Request, _ visit: Visit, _ problem: Problem? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    var content = try await visit.run { journal in
      try PlanPage(
        journal: journal, today: try journal.today(at: now()), words: words
      ).list()
    }
    content["problem"] = problem.map(words.problem) ?? []
    content["done"] = PlanNotice(words: words, from: PlanPage.list).content(Query(of: request)).once
    // The first one is told by itself.
    content["lines"] = problem?.lines.dropFirst().map { $0.sentence(in: words.language) } ?? []
    return try await page(
      of: "plans", content, for: request, status: .init(code: problem?.status ?? 200))
  }
}

extension MultipartLimits {
  /// For the file of a plan, and what is said of it.
  fileprivate static let plan = MultipartLimits(
    parts: 16, fields: 65_536, file: Plans.byteLimit, fileField: "file", files: 1)
}
