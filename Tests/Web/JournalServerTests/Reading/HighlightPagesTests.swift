import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import Store
import Testing
import Texts

@testable import JournalServer

@Suite("Highlights on pages")
struct HighlightPagesTests {
  private func add(
    _ test: PageJournal, _ fields: [String: String]
  ) async throws -> TestResponse {
    try await test.submit("/texts/highlights/add", ["collection": "KJV"].merging(fields) { $1 })
  }

  private func quotes(_ test: PageJournal) throws -> [String] {
    try test.journal.highlights.page(AnnotationFilter(), atMost: 100).map(\.mark.passage.quote)
  }

  @Test("What is selected over several texts makes one in each, and a script gets them back")
  func selected() async throws {
    let test = try await ReadingSamples.make()
    let body = try test.journal.texts.text("Gen.1.1").body
    let answer = try await add(
      test,
      [
        "script": "1", "colour": "green", "key-0": "Gen.1.1", "from-0": "3",
        "to-0": "\(body.utf16.count)", "key-1": "Gen.1.2", "from-1": "0", "to-1": "3",
      ])
    #expect(answer.status == .ok && answer.text.matches(of: /class="verse"/).count == 2)
    #expect(answer.text.matches(of: /<mark class="green"/).count == 2)
    #expect(try Set(quotes(test)) == [String(body.dropFirst(3)), "And"])
    let page = try await test.visit(ReadingSamples.section).text
    #expect(page.contains(">In <mark class=\"green\""))
  }

  @Test("Those that overlap are told apart, and together are the text")
  func overlapping() async throws {
    let test = try await ReadingSamples.make()
    for (colour, first, end) in [("yellow", 0, 13), ("blue", 8, 17)] {
      test.site.clock.advance(1)
      _ = try await add(
        test,
        [
          "script": "1", "colour": colour, "key-0": "Gen.1.2", "from-0": "\(first)",
          "to-0": "\(end)",
        ])
    }
    let page = try await test.visit(ReadingSamples.section).text
    let said = try #require(
      page.matches(of: /<span class="said" dir="auto">(.*?)<\/span>/).last
    ).1
    #expect(said.matches(of: /<mark class="(\w+)"/).map(\.1) == ["yellow", "blue"])
    let plain = said.replacing(/<[^>]*>/, with: "")
    #expect(plain == "And the earth was without form.")
  }

  @Test(
    "An offset inside a character, outside the text or of nothing is refused",
    arguments: [("0", "37"), ("0", "9999"), ("-1", "2"), ("3", "3"), ("5", "2"), ("x", "2")])
  func bad(first: String, end: String) async throws {
    let test = try await ReadingSamples.make()
    let body = try test.journal.texts.text("Gen.1.1").body
    let inside = try #require(body.utf16.firstIndex { $0 > 0xD7FF })
    #expect(body.utf16.distance(from: body.utf16.startIndex, to: inside) == 36)
    let answer = try await add(
      test, ["script": "1", "colour": "pink", "key-0": "Gen.1.1", "from-0": first, "to-0": end])
    #expect([400, 422].contains(answer.status.code), "\(answer.text)")
    #expect(try quotes(test).isEmpty)
  }

  @Test("Without a script a text's page has them by quote, and what is wrong stays typed")
  func quoted() async throws {
    let test = try await ReadingSamples.make()
    let path = "/texts/text?collection=KJV&key=Gen.1.2"
    let wrong = try await add(
      test, ["key": "Gen.1.2", "quote": "nicht <da>", "colour": "blue"])
    #expect(wrong.status == .unprocessableContent && wrong.text.contains("role=\"alert\""))
    #expect(wrong.text.contains("nicht &lt;da&gt;</textarea>"))
    #expect(wrong.text.contains("<option value=\"blue\" selected>"))
    let several = try await add(test, ["key": "Gen.1.2", "quote": "t", "colour": "blue"])
    #expect(several.status == .unprocessableContent)
    let third = try await add(
      test, ["key": "Gen.1.2", "quote": "t", "occurrence": "3", "colour": "blue"])
    #expect(third.status == .seeOther && third.location == path)
    #expect(try quotes(test) == ["t"])
    #expect(try await add(test, ["key": "Gen.1.2", "quote": "th"]).status == .unprocessableContent)
    #expect(try await test.visit(path).text.contains("<mark class=\"blue\""))
  }

  @Test("One gets another colour, and is removed, by its owner alone")
  func changed() async throws {
    let test = try await ReadingSamples.make()
    let number = try test.journal.highlights.add(
      .quote("earth"), of: "Gen.1.2", .yellow, now: PageJournal.now
    ).id
    let change = ["highlight": "\(number)", "colour": "purple"]
    let changed = try await test.submit("/texts/highlights/change", change)
    #expect(changed.location == "/texts/text?collection=kjv&key=Gen.1.2")
    #expect(try await test.visit(changed.location).text.contains("<mark class=\"purple\""))
    let bea = try test.site.add("bea")
    let other = try await test.site.request(
      .post, "/texts/highlights/change",
      [.contentType: "application/x-www-form-urlencoded"],
      body: .init(string: "highlight=\(number)&deed=remove"), token: bea)
    #expect(other.status == .notFound)
    let removed = try await test.submit(
      "/texts/highlights/change", ["highlight": "\(number)", "deed": "remove", "script": "1"])
    #expect(removed.status == .ok && !removed.text.contains("<mark"))
    #expect(try quotes(test).isEmpty)
    #expect(try await test.submit("/texts/highlights/change", change).status == .notFound)
  }

  @Test("They are listed by day and by book, found and filtered, to the last one")
  func listed() async throws {
    let test = try await PageJournal()
    let lines = (1...120).map { "L.\($0).1,Nummer \($0) ist da.,L.\($0),Long \($0)" }
    let file = "key,text,section,section title\n" + lines.joined(separator: "\n")
    _ = try await test.site.add(collection: file, named: "w.csv")
    for number in 1...120 {
      try test.journal.highlights.add(
        .quote("Nummer \(number)"), of: "L.\(number).1", number % 2 == 0 ? .green : .pink,
        now: PageJournal.now + number)
    }
    func list(_ path: String) async throws -> [Int] {
      var (path, seen): (String?, [Int]) = (path, [])
      while let next = path, seen.count < 200 {
        let page = try await test.visit(next).text
        seen += page.matches(of: /<mark[^>]*>Nummer (\d+)</).compactMap { Int($0.1) }
        path = page.firstMatch(of: /rel="next" href="([^"]+)"/)
          .map { String($0.1).replacing("&amp;", with: "&") }
      }
      return seen
    }
    #expect(try await list("/texts/highlights") == (1...120).reversed())
    #expect(try await list("/texts/highlights?order=book") == Array(1...120))
    #expect(
      try await list("/texts/highlights?colour=green").count == 60)
    #expect(try await list("/texts/highlights?q=77") == [77])
    for rest in ["after=x", "order=x&after=1.1.1.1", "colour=x", "q=%20"] {
      #expect(try await list("/texts/highlights?\(rest)").count == 120, "\(rest)")
    }
  }
}
