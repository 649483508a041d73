import HTTPTypes
import HummingbirdTesting
import NIOCore
import Store
import Testing
import Texts

@testable import JournalServer

@Suite("Plans on pages")
struct PlanPagesTests {
  private static let day = 86_400
  private static let plan = "/texts/plans/plan?name=My%20%22plan%22"
  private static let name = "My \"plan\""

  /// A journal with the plan of a file, as its form sends it.
  private func make(
    _ file: String = "1=Gen.1\n2=Gen.2.1\n", _ fields: [(String, String)] = [("name", name)]
  ) async throws -> (PageJournal, TestResponse) {
    let test = try await ReadingSamples.make()
    let body = MultipartBody(fields: fields, file: Array(file.utf8), named: "mine.txt")
    let added = try await test.site.request(
      .post, "/texts/plans/add", [.contentType: body.contentType],
      body: ByteBuffer(bytes: body.bytes))
    return (test, added)
  }

  private func `do`(
    _ deed: String, _ test: PageJournal, _ more: [String: String] = [:]
  ) async throws -> TestResponse {
    try await test.submit(
      "/texts/plans/deed", ["name": Self.name, "deed": deed].merging(more) { $1 })
  }

  @Test("A file becomes a plan, whose page says what it leaves out", arguments: ["en", "ko"])
  func add(language: String) async throws {
    let (test, added) = try await make("1=Gen.1\n")
    #expect(added.status == .seeOther && added.location == Self.plan, "\(added.text)")
    let page = try await test.visit(Self.plan, language: language).text
    #expect(page.contains("My &quot;plan&quot;") && page.contains("mine.txt"))
    #expect(page.contains("<bdi>Gen.2</bdi>"))
    #expect(
      page.contains(language == "en" ? "3 texts: 1 never read, 0 read more" : "1개는 읽지 않고"))
    let list = try await test.visit("/texts/plans", language: language).text
    #expect(list.contains("/texts/plans/plan?name=My%20%22plan%22"))
  }

  @Test("A file without a name is called after itself; one that is none says why")
  func names() async throws {
    let (_, added) = try await make("1=Gen.1\n", [])
    #expect(added.location == "/texts/plans/plan?name=mine")
    for file in ["0=Gen.1\n", "1=Nowhere.1\n", ""] {
      let (test, refused) = try await make(file)
      #expect(refused.status == .unprocessableContent, "\(file)")
      #expect(refused.text.contains("role=\"alert\""))
      #expect(try test.journal.plans.all().isEmpty)
    }
  }

  @Test("A plan is made of a collection by a form")
  func made() async throws {
    let test = try await ReadingSamples.make()
    let form = ["name": "M", "collection": "KJV", "making": "order", "days": "2"]
    let made = try await test.submit("/texts/plans/make", form)
    #expect(made.location == "/texts/plans/plan?name=M")
    let page = try await test.visit(made.location).text
    #expect(page.contains("It covers all 3 texts, each once."))
    for (field, value) in [("days", "0"), ("days", "9999"), ("name", ""), ("days", "3")] {
      let wrong = try await test.submit(
        "/texts/plans/make", form.merging(["name": "N"]) { $1 }.merging([field: value]) { $1 })
      #expect(wrong.status.code >= 400 && wrong.text.contains("role=\"alert\""), "\(field)")
    }
    #expect(try test.journal.plans.all().count == 1)
  }

  @Test("Today has the portions of the day, with links and ticks that need no script")
  func today() async throws {
    let (test, _) = try await make()
    #expect(try await !test.visit("/").text.contains("today-plans"))
    let started = try await `do`("start", test, ["on": "2024-01-31", "pace": "calendar"])
    #expect(started.location == Self.plan)
    let page = try await test.visit("/").text
    let section = try #require(
      page.firstMatch(of: /<section class="today-plans">[\s\S]*?<\/section>/)
    )
    .0
    #expect(section.contains("href=\"/texts/read?collection=KJV&amp;section=Gen.1\""))
    #expect(section.contains("aria-pressed=\"false\"") && section.contains("Day 1 of 2"))
    #expect(section.contains("name=\"name\" value=\"My &quot;plan&quot;\""))
    let done = try await `do`("done", test, ["day": "1", "portion": "1", "from": "/"])
    #expect(done.location == "/")
    #expect(try await test.visit("/").text.contains("aria-pressed=\"true\""))
    #expect(try test.journal.reading.section("Gen.1").read != nil)
    _ = try await `do`("undo", test, ["day": "1", "portion": "1"])
    #expect(try await test.visit("/").text.contains("aria-pressed=\"false\""))
    #expect(try test.journal.reading.section("Gen.1").read == nil)
    // What names another site leads to a page of this one.
    let away = try await `do`("done", test, ["day": "1", "from": "//example.org"])
    #expect(away.location == "/example.org")
  }

  @Test("Who is behind is told, and goes on from there today")
  func behind() async throws {
    let (test, _) = try await make()
    _ = try await `do`("start", test, ["on": "2024-01-30"])
    let page = try await test.visit("/").text
    #expect(page.contains("You’re 1 day behind.") && page.contains("value=\"shift\""))
    // What is left is there to be caught up with, by its day.
    let late = try await test.visit(Self.plan).text
    #expect(late.contains("id=\"left\"") && late.contains("<h3>Day 1</h3>"))
    let moved = try await `do`("shift", test, ["from": "/#plan-1"])
    #expect(moved.location.hasPrefix("/?shifted=2024-01-30.1."))
    #expect(moved.location.hasSuffix("#plan-1"))
    let shifted = try await test.visit(moved.location.replacing("#plan-1", with: "")).text
    #expect(shifted.contains("Day 1 of 2") && !shifted.contains("value=\"shift\""))
    #expect(shifted.contains("starts again today") && shifted.contains("value=\"unshift\""))
    let undo = ["start": "2024-01-30", "first": "1", "from": "/"]
    #expect(try await `do`("unshift", test, undo).location == "/")
    #expect(try await test.visit("/").text.contains("You’re 1 day behind."))
    #expect(try await `do`("unshift", test, ["start": "x", "first": "0"]).status.code >= 400)
    _ = try await `do`("shift", test)
    _ = try await `do`("go", test, ["day": "2"])
    let second = try await test.visit(Self.plan).text
    #expect(second.contains("Day 2 of 2"))
    // A portion that begins within a section leads to where it begins.
    #expect(
      second.contains(
        "href=\"/texts/read?collection=KJV&amp;section=Gen.2&amp;at=Gen.2.1#t-Gen.2.1\""))
    _ = try await `do`("stop", test)
    #expect(try await !test.visit("/").text.contains("today-plans"))
    #expect(try await `do`("remove", test).status == .unprocessableContent)
    let removed = try await `do`("remove", test, ["confirm": "1"])
    #expect(removed.location == "/texts/plans")
    #expect(try test.journal.plans.all().isEmpty)
    // Where one left off is there without a plan too.
    _ = try await test.visit("/texts/read?collection=KJV&section=Gen.2")
    let left = try await test.visit("/").text
    #expect(left.contains("today-plans") && left.contains("section=Gen.2\"><bdi>"))
  }

  @Test(
    "What is done wrongly is refused",
    arguments: [
      (["deed": "fly"], 400), (["deed": "go"], 422), (["deed": "go", "day": "9"], 404),
      (["deed": "done", "portion": "7"], 404), (["deed": "start"], 409),
      (["deed": "undo"], 409), (["deed": "stop", "name": "x"], 404),
      (["deed": "start", "on": "31.1."], 400),
    ])
  func wrong(fields: [String: String], status: Int) async throws {
    let (test, _) = try await make()
    _ = try await `do`("start", test)
    let response = try await `do`(fields["deed"] ?? "", test, fields)
    #expect(response.status.code == status, "\(response.text)")
  }
}
