import HTTPTypes
import HummingbirdTesting
import NIOCore
import Store
import Testing
import Texts

@testable import JournalServer

@Suite("Plans for programs")
struct PlanRoutesTests {
  private static let path = "/api/v1/plans"
  private static let plan = "\(path)/plan"
  private static let day = 86_400
  private static let file = "1=Gen.1, Matt.1\n2=Gen.2.1-Gen.2.2\n# rest\n4=Gen.3, Gen.1.1\n"

  private func add(
    _ site: Site, _ file: String = file, _ query: String = "name=A", type: String? = "text/plain"
  ) async throws -> TestResponse {
    var headers = HTTPFields()
    headers[.contentType] = type
    return try await site.request(
      .post, "\(Self.path)?\(query)", headers, body: ByteBuffer(string: file))
  }

  @Test("A file becomes a plan, and says what it reads twice and never")
  func add() async throws {
    let site = try await Site.bible()
    let added = try await add(
      site, Self.file, "name=A&source=..%2Fmine.txt", type: "text/plain; charset=utf-8")
    #expect(added.status == .created, "\(added.text)")
    let plan = try added.json(SeenPlan.self)
    #expect((plan.name, plan.collection, plan.days, plan.source) == ("A", "Bible", 4, "mine.txt"))
    let coverage = try #require(plan.coverage)
    // Of 23 verses: Genesis has 9, Matthew 1 has 2, and one verse comes again.
    #expect((coverage.texts, coverage.never, coverage.twice) == (23, 12, 1))
    #expect(coverage.neverRead.map(\.first) == ["Exod.1", "Matt.2"])
    #expect(coverage.readTwice.map(\.first) == ["Gen.1.1"])
    #expect(try await site.get("\(Self.plan)?name=a").json(SeenPlan.self) == plan)
    let list = try await site.get(Self.path).json(SeenPlans.self).plans
    #expect(list.map(\.name) == ["A"] && list[0].coverage == nil && list[0].today == nil)
    let again = try await add(site, "1=Gen.1", "name=a")
    #expect(again.status == .conflict && again.problem == "/problems/plan-exists")
    let bea = try site.add("bea")
    #expect(try await site.request(.get, Self.path, token: bea).text == #"{"plans":[]}"#)
    let foreign = try await site.request(.delete, "\(Self.plan)?name=A", token: bea)
    #expect(foreign.status == .notFound && foreign.problem == "/problems/no-plan")
    #expect(try await site.request(.delete, "\(Self.plan)?name=A").status == .noContent)
    #expect(try await site.get("\(Self.plan)?name=A").status == .notFound)
  }

  @Test("A plan is made of a collection's sections", arguments: ["order", "testaments", "four"])
  func made(making: String) async throws {
    let site = try await Site.bible()
    let json = #"{"name":"M","making":"\#(making)","days":2}"#
    let made = try await site.send(.post, "\(Self.path)/made", json)
    #expect(made.status == .created, "\(made.text)")
    let plan = try made.json(SeenPlan.self)
    #expect(plan.days == 2 && plan.source == nil)
    let coverage = try #require(plan.coverage)
    #expect((coverage.texts, coverage.never, coverage.twice) == (23, 0, 0))
  }

  @Test(
    "A file that is none is refused whole",
    arguments: [
      ("0=Gen.1", 422, "plan"), ("10000=Gen.1", 422, "plan"), ("1=Gen.1\n1=Gen.2", 422, "plan"),
      ("1=Gen.1, Gen.1", 422, "plan"), ("1=Gen.1\n2=Nowhere.1", 422, "plan"),
      ("1=Nowhere.1", 422, "plan"), ("", 422, "plan"), ("Gen.1", 422, "plan"),
      ("1=Gen.1\0", 422, "plan"),
    ])
  func wrongFile(file: String, status: Int, kind: String) async throws {
    let site = try await Site.bible()
    let response = try await add(site, file)
    #expect(
      response.status.code == status && response.problem == "/problems/\(kind)",
      "\(response.text)")
    #expect(try await site.get(Self.path).text == #"{"plans":[]}"#)
  }

  @Test("A file that is too long, of another type or not text is refused")
  func wrongBody() async throws {
    let site = try await Site.bible()
    let long = try await add(site, String(repeating: "#", count: Plans.byteLimit + 1))
    #expect(long.status == .contentTooLarge && long.problem == "/problems/too-long")
    for type in ["application/json", "text/html", nil] {
      let response = try await add(site, Self.file, type: type)
      #expect(response.status == .unsupportedMediaType)
      #expect(response.problem == "/problems/content-type")
    }
    let bytes = try await site.request(
      .post, "\(Self.path)?name=A", [.contentType: "text/plain"],
      body: ByteBuffer(bytes: Array("1=Gen.1\n2=".utf8) + [0xFF]))
    #expect(bytes.status == .unprocessableContent && bytes.problem == "/problems/plan")
    for query in ["", "name=", "name=A&collection=", "name=%01"] {
      let response = try await add(site, Self.file, query)
      #expect(response.status == .badRequest && response.problem == "/problems/query", "\(query)")
    }
    let unknown = try await add(site, Self.file, "name=A&collection=x")
    #expect(unknown.status == .notFound && unknown.problem == "/problems/no-collection")
    #expect(try await site.get(Self.path).text == #"{"plans":[]}"#)
  }

  @Test(
    "A plan that cannot be made is refused",
    arguments: [
      (#"{"name":"M","making":"order","days":0}"#, 422, "plan"),
      (#"{"name":"M","making":"order","days":10000}"#, 422, "plan"),
      (#"{"name":"M","making":"order","days":9}"#, 422, "plan"),
      (#"{"name":"M","making":"best","days":2}"#, 422, "field"),
      (#"{"name":"M","making":"order"}"#, 422, "field"),
      (#"{"name":"M","making":"order","days":2,"x":1}"#, 422, "field"),
      (#"{"name":"","making":"order","days":2}"#, 422, "name"),
      (#"{"name":"M","making":"order","days":2,"collection":"x"}"#, 404, "no-collection"),
    ])
  func wrongMaking(json: String, status: Int, kind: String) async throws {
    let site = try await Site.bible()
    let response = try await site.send(.post, "\(Self.path)/made", json)
    #expect(
      response.status.code == status && response.problem == "/problems/\(kind)",
      "\(response.text)")
  }

  @Test("A plan is followed by the calendar: its portions are read, missed and shifted")
  func follow() async throws {
    let site = try await Site.bible()
    _ = try await add(site)
    let started = try await site.post("\(Self.plan)/start?name=A")
    #expect(started.status == .ok, "\(started.text)")
    let first = try started.json(SeenPlanDay.self)
    #expect((first.state, first.pace, first.start) == ("going", "calendar", "2025-06-16"))
    #expect(
      (first.day, first.days) == (1, 4) && first.portions.map(\.section) == ["Gen.1", "Matt.1"])
    let twice = try await site.post("\(Self.plan)/start?name=A")
    #expect(twice.status == .conflict && twice.problem == "/problems/plan-followed")

    let half = try await site.post("\(Self.plan)/done?portion=2").json(SeenPlanDay.self)
    #expect(half.portions.map(\.read) == [nil, "2025-06-16"])
    let section = try await site.get("/api/v1/reading/section?key=Matt.1")
    #expect(section.text.contains(#""day":"2025-06-16""#))
    let undone = try await site.post("\(Self.plan)/undo?name=a&portion=2").json(SeenPlanDay.self)
    #expect(undone.portions.allSatisfy { $0.read == nil })
    let again = try await site.post("\(Self.plan)/undo?portion=1&portion=2")
    #expect(again.status == .conflict && again.problem == "/problems/not-read")

    site.clock.advance(Self.day)
    let today = try await site.get("\(Self.path)/today").json(SeenPlanDays.self)
    #expect(today.day == "2025-06-17" && today.plans.map(\.day) == [2])
    #expect((today.plans[0].behind, today.plans[0].firstBehind) == (1, 1))
    let shifted = try await site.post("\(Self.plan)/shift").json(SeenPlanDay.self)
    #expect((shifted.day, shifted.start, shifted.behind) == (1, "2025-06-17", 0))
    let done = try await site.post("\(Self.plan)/done").json(SeenPlanDay.self)
    #expect(done.portions.allSatisfy { $0.read == "2025-06-17" } && done.portionsRead == 2)
    let fourth = try await site.get("\(Self.plan)/day?day=4").json(SeenPlanDay.self)
    #expect(fourth.day == 4 && fourth.portions.map(\.first) == ["Gen.3", "Gen.1.1"])
    let moved = try await site.post("\(Self.plan)/go?day=4").json(SeenPlanDay.self)
    #expect((moved.day, moved.behind, moved.portionsInAll) == (4, 0, 5))
    let early = try await site.post("\(Self.plan)/done?day=2").json(SeenPlanDay.self)
    #expect(early.day == 2 && early.portions.map(\.read) == ["2025-06-17"])
    let followed = try await site.get(Self.path).json(SeenPlans.self).plans
    #expect(followed[0].today?.day == 4)
    #expect(try await site.post("\(Self.plan)/stop").json(SeenPlan.self).name == "A")
    #expect(try await site.get("\(Self.path)/today").json(SeenPlanDays.self).plans.isEmpty)
    let stopped = try await site.post("\(Self.plan)/stop")
    #expect(stopped.status == .conflict && stopped.problem == "/problems/not-followed")
  }

  @Test("A plan waits for its start, or goes at one's own pace; of several one is named")
  func several() async throws {
    let site = try await Site.bible()
    for name in ["A", "B"] { _ = try await add(site, Self.file, "name=\(name)") }
    let none = try await site.post("\(Self.plan)/done")
    #expect(none.status == .conflict && none.problem == "/problems/not-followed")
    let waiting = try await site.post("\(Self.plan)/start?name=A&on=tomorrow")
      .json(SeenPlanDay.self)
    #expect((waiting.state, waiting.start) == ("waiting", "2025-06-17"))
    let early = try await site.post("\(Self.plan)/done")
    #expect(early.status == .conflict && early.problem == "/problems/plan-waits")
    let own = try await site.post("\(Self.plan)/start?name=B&pace=own&on=2025-01-01")
    #expect(try own.json(SeenPlanDay.self).pace == "own")
    for action in ["done", "undo", "shift", "go?day=1", "stop"] {
      let response = try await site.post("\(Self.plan)/\(action)")
      #expect(response.status == .conflict && response.problem == "/problems/not-followed")
    }
    #expect(try await site.post("\(Self.plan)/done?name=B").json(SeenPlanDay.self).day == 1)
    site.clock.advance(Self.day)
    let today = try await site.get("\(Self.path)/today").json(SeenPlanDays.self).plans
    #expect(today.map(\.plan) == ["A", "B"] && today.map(\.day) == [1, 2])
  }

  @Test(
    "What is asked wrongly of a plan is refused, with the reason",
    arguments: [
      ("plan", HTTPRequest.Method.get, 400, "query"), ("plan?name=x", .get, 404, "no-plan"),
      ("plan?name=x", .delete, 404, "no-plan"), ("plan", .delete, 400, "query"),
      ("plan/start", .post, 400, "query"), ("plan/start?name=A&pace=slow", .post, 400, "query"),
      ("plan/start?name=A&on=someday", .post, 400, "query"),
      ("plan/start?name=x", .post, 404, "no-plan"), ("plan/go", .post, 400, "query"),
      ("plan/go?day=0", .post, 400, "query"), ("plan/go?day=10000", .post, 400, "query"),
      ("plan/go?day=5", .post, 404, "no-portion"), ("plan/day?day=5", .get, 404, "no-portion"),
      ("plan/done?portion=3", .post, 404, "no-portion"),
      ("plan/done?portion=0", .post, 400, "query"), ("plan/done?portion=x", .post, 400, "query"),
      ("plan/done?portion=101", .post, 400, "query"), ("plan/undo", .post, 409, "not-read"),
      ("plan/stop?name=x", .post, 404, "no-plan"), ("plan/shift?name=", .post, 400, "query"),
    ])
  func wrong(path: String, method: HTTPRequest.Method, status: Int, kind: String) async throws {
    let site = try await Site.bible()
    _ = try await add(site)
    if !path.hasPrefix("plan/start") { _ = try await site.post("\(Self.plan)/start?name=A") }
    let response = try await site.request(method, "\(Self.path)/\(path)")
    #expect(
      response.status.code == status && response.problem == "/problems/\(kind)",
      "\(response.text)")
  }

  @Test("A plan whose collection is gone is still told")
  func lost() async throws {
    let site = try await Site.bible()
    _ = try await add(site)
    _ = try await site.post("\(Self.plan)/start?name=A")
    let removed = try await site.request(.delete, "/api/v1/collections/collection?name=Bible")
    #expect(removed.status == .noContent)
    let plan = try await site.get("\(Self.plan)?name=A").json(SeenPlan.self)
    #expect(plan.coverage == nil && plan.collection == "bible")
    #expect(plan.today?.portions.map(\.section) == [nil, nil])
    #expect(try await site.post("\(Self.plan)/done").status == .ok)
  }
}

private struct SeenPlan: Decodable, Equatable {
  let name: String
  let collection: String
  let days: Int
  let source: String?
  let coverage: Coverage?
  let today: SeenPlanDay?

  struct Coverage: Decodable, Equatable {
    let texts: Int
    let never: Int
    let twice: Int
    let neverRead: [Span]
    let readTwice: [Span]

    struct Span: Decodable, Equatable { let first: String }
  }
}

private struct SeenPlans: Decodable {
  let plans: [SeenPlan]
}

private struct SeenPlanDays: Decodable {
  let day: String
  let plans: [SeenPlanDay]
}

private struct SeenPlanDay: Decodable, Equatable {
  let plan: String
  let state: String
  let pace: String
  let start: String
  let day: Int
  let days: Int
  let portions: [Portion]
  let behind: Int
  let firstBehind: Int?
  let portionsRead: Int
  let portionsInAll: Int

  struct Portion: Decodable, Equatable {
    let number: Int
    let first: String
    let section: String?
    let read: String?
  }
}
