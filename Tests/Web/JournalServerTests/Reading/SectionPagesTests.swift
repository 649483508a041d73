import CaptureTime
import HTTPTypes
import HummingbirdTesting
import Journal
import Store
import Testing
import Texts

@testable import JournalServer

/// A book of two sections, and one whose name and keys are hostile.
enum ReadingSamples {
  static let book = """
    key,text,section,section title
    Gen.1.1,"In the beginning <b>God</b> created 👨‍👩‍👧 & more.",Gen.1,Genesis 1
    Gen.1.2,And the earth was without form.,Gen.1,Genesis 1
    Gen.2.1,Thus the heavens were finished.,Gen.2,Genesis 2
    """
  static let hostile = "a&b=c#\"'<i>/%41 한글"

  static func make() async throws -> PageJournal {
    let test = try await PageJournal()
    let added = try await test.site.add(
      collection: book, named: "w.csv", [("language", "en"), ("name", "KJV")])
    #expect(added.status == .created, "\(added.text)")
    return test
  }

  static let section = "/texts/read?collection=KJV&section=Gen.1"
}

@Suite("A section on its page")
struct SectionPagesTests {
  @Test("has all of its texts with their numbers, and the ways to its neighbours")
  func texts() async throws {
    let test = try await ReadingSamples.make()
    let page = try await test.visit(ReadingSamples.section).text
    #expect(page.matches(of: /class="verse"/).count == 2)
    #expect(page.contains(">1</a>") && page.contains(">2</a>"))
    #expect(page.contains("In the beginning &lt;b&gt;God&lt;/b&gt; created 👨‍👩‍👧 &amp; more.</span>"))
    #expect(page.contains("lang=\"en\" data-verses"))
    let next = "/texts/read?collection=KJV&amp;section=Gen.2"
    #expect(page.contains("rel=\"next\" href=\"\(next)\"") && !page.contains("rel=\"prev\""))
    let other = try await test.visit(next.replacing("&amp;", with: "&")).text
    #expect(other.contains("rel=\"prev\"") && !other.contains("rel=\"next\""))
    #expect(try await test.visit("/texts/read?section=Gen.9").status == .notFound)
    #expect(try await test.visit("/texts/read").status == .notFound)
    #expect(try await test.visit("/texts/read?collection=none&section=Gen.1").status == .notFound)
    #expect(try await test.visit(ReadingSamples.section, language: "ko").text.contains("다 읽었습니다"))
  }

  @Test("is found by the addresses of hostile names and keys")
  func hostile() async throws {
    let test = try await PageJournal()
    let key = ReadingSamples.hostile
    let field = "\"\(key.replacing("\"", with: "\"\""))\""
    let file = "key,text,section,section title\n\(field),Eins,\(field),\(field)\n"
    let added = try await test.site.add(
      collection: file, named: "w.csv", [("name", "n & \"m\"")])
    #expect(added.status == .created, "\(added.text)")
    let path = ReadingPaths.section(key, in: "n & \"m\"")
    let page = try await test.visit(path).text
    #expect(page.contains("data-key=\"\(key.escapedForHTML)\"") && !page.contains("<i>"))
    for link in page.matches(of: /href="(\/texts\/[^"#]*)/) {
      let address = String(link.1).replacing("&amp;", with: "&")
      #expect(try await test.visit(address).status == .ok, "\(address)")
    }
  }

  @Test("is opened by who reads it, not by a browser that fetches early or asks for the head")
  func opening() async throws {
    let test = try await ReadingSamples.make()
    _ = try await test.site.request(.head, ReadingSamples.section)
    let early = HTTPField.Name("Sec-Purpose")
    _ = try await test.site.get(
      ReadingSamples.section, [try #require(early): "prefetch;prerender"])
    #expect(try test.journal.reading.places().isEmpty)
    _ = try await test.visit(ReadingSamples.section)
    #expect(try test.journal.reading.places().map(\.section.key) == ["Gen.1"])
    let page = try await test.visit("/texts/reading").text
    #expect(page.contains("Genesis 1") && page.contains("datetime=\"2024-01-31\""))
    #expect(page.contains("3:00\u{A0}PM"))
    // With the next one beside it.
    #expect(page.contains("section=Gen.2"))
  }

  @Test("is marked read with day and time, and that is taken back")
  func done() async throws {
    let test = try await ReadingSamples.make()
    let form = ["collection": "KJV", "section": "Gen.1", "deed": "done"]
    let done = try await test.submit("/texts/read/done", form)
    #expect(done.location == "\(ReadingSamples.section)#done")
    #expect(
      try await test.visit(ReadingSamples.section).text.contains(
        "Read on Jan 31, 2024 at 3:00\u{A0}PM."))
    #expect(try test.journal.reading.checklist(CollectionName("KJV")).progress.read == 1)
    let undone = try await test.submit("/texts/read/done", form.merging(["deed": "undo"]) { $1 })
    #expect(undone.status == .seeOther)
    #expect(try test.journal.reading.checklist(CollectionName("KJV")).progress.read == 0)
    let again = try await test.submit("/texts/read/done", form.merging(["deed": "undo"]) { $1 })
    #expect(again.status == .conflict)
    #expect(
      try await test.submit("/texts/read/done", ["section": "none"]).status == .notFound)
    #expect(
      try await test.submit("/texts/read/done", form.merging(["from": "//evil.example"]) { $1 })
        .location == "/evil.example#done")
  }

  @Test("goes on after 1,000 texts, each of which is on one page, and found by its key")
  func parts() async throws {
    let test = try await PageJournal()
    let lines = (1...2_001).map { "L.1.\($0),Nummer \($0).,L.1,Long 1" }
    let file = "key,text,section,section title\n" + lines.joined(separator: "\n")
    _ = try await test.site.add(collection: file, named: "w.csv")
    var (path, seen): (String?, [String]) = ("/texts/read?collection=w&section=L.1", [])
    var pages = 0
    while let next = path, pages < 9 {
      let page = try await test.visit(next).text
      pages += 1
      seen += page.matches(of: /data-key="([^"]*)"/).map { String($0.1) }
      path = page.firstMatch(of: /more-posts"><a class="button" href="([^"]+)"/)
        .map { String($0.1).replacing("&amp;", with: "&") }
      #expect(page.contains("id=\"done\"") == (path == nil))
    }
    #expect(pages == 3 && seen.count == 2_001 && Set(seen).count == 2_001)
    let text = try test.journal.texts.text("L.1.1500")
    let found = try await test.visit(
      String(#require(ReadingPaths.verse(text)).prefix { $0 != "#" })
    )
    .text
    #expect(found.contains("id=\"t-L.1.1500\"") && !found.contains("id=\"t-L.1.1\""))
    let none = try await test.visit("/texts/read?collection=w&section=L.1&at=none").text
    #expect(none.contains("id=\"t-L.1.1\""))
  }

  @Test("takes size, spacing and theme from its own form, and leaves the others as they are")
  func look() async throws {
    let test = try await ReadingSamples.make()
    let answer = try await test.submit(
      "/texts/look",
      ["from": ReadingSamples.section, "line-spacing": "wide", "text-size": "large", "theme": "x"])
    #expect(answer.location == ReadingSamples.section)
    let cookies = answer.headers[values: .setCookie]
    #expect(cookies.contains { $0.hasPrefix("line-spacing=wide;") })
    #expect(cookies.contains { $0.hasPrefix("text-size=large;") } && cookies.count == 2)
    let page = try await test.visit(ReadingSamples.section, cookies: "line-spacing=wide").text
    #expect(page.contains("class=\"verses wide\""))
    #expect(
      try await test.visit(ReadingSamples.section, cookies: "line-spacing=\"<").text
        .contains("class=\"verses medium\""))
  }

  @Test("is counted in its checklist, in rounds that are begun only after a question")
  func checklist() async throws {
    let test = try await ReadingSamples.make()
    let path = "/texts/checklist?collection=KJV"
    #expect(!(try await test.visit(path).text.contains("/texts/checklist/round")))
    _ = try await test.submit(
      "/texts/read/done", ["collection": "KJV", "section": "Gen.1", "deed": "done"])
    let page = try await test.visit(path).text
    #expect(page.contains("1 of 2, 50%") && page.contains("Genesis 1, read"))
    let unasked = try await test.submit("/texts/checklist/round", ["collection": "KJV"])
    #expect(unasked.status == .unprocessableContent)
    let begun = try await test.submit(
      "/texts/checklist/round", ["collection": "KJV", "confirm": "1"])
    #expect(begun.location == path)
    #expect(try await test.visit(path).text.contains("0 of 2, 0%"))
    let earlier = try await test.visit("\(path)&round=1").text
    #expect(earlier.contains("1 of 2, 50%") && !earlier.contains("name=\"confirm\""))
    #expect(try await test.visit("\(path)&round=3").status == .notFound)
    // Beyond the end of a book.
    for place in [1, 2, 3, 1_500] {
      #expect(try await test.visit("\(path)&after=\(place)").status == .ok)
    }
    #expect(
      try await test.submit("/texts/checklist/round", ["collection": "KJV", "confirm": "1"]).status
        == .conflict)
    #expect(try await test.visit("/texts/checklist").status == .notFound)
  }

  @Test("counts in the year's map and in the days in a row")
  func year() async throws {
    let test = try await ReadingSamples.make()
    let rule = try test.journal.settings.current().rule
    for (day, key) in [(-2, "Gen.1"), (-2, "Gen.2"), (-1, "Gen.1")] {
      try test.journal.reading.markRead(key, rule, now: PageJournal.now + day * 86_400)
    }
    let page = try await test.visit("/texts/reading").text
    #expect(page.contains("aria-label=\"January 29, 2 sections read\""))
    #expect(page.contains("class=\"heat read-1\" href=\"/days/2024-01-29\""))
    #expect(page.contains("3 sections read") && page.contains("<dd>2 days</dd>"))
    #expect(page.contains("not yet today"))
    #expect(page.contains("rel=\"prev\" href=\"/texts/reading?year=2023\""))
    let before = try await test.visit("/texts/reading?year=2023").text
    #expect(before.contains("0 sections read") && !before.contains("<a class=\"heat"))
    for year in ["0", "10000", "x"] {
      #expect(try await test.visit("/texts/reading?year=\(year)").status == .ok)
    }
  }

  @Test("is listed by the day it was opened, to the last one")
  func opened() async throws {
    let test = try await PageJournal()
    let lines = (1...120).map { "L.\($0).1,Nummer \($0).,L.\($0),Long \($0)" }
    let file = "key,text,section,section title\n" + lines.joined(separator: "\n")
    _ = try await test.site.add(collection: file, named: "w.csv")
    for number in 1...120 {
      test.site.clock.advance(1)
      _ = try await test.visit("/texts/read?collection=w&section=L.\(number)")
    }
    var (path, seen): (String?, [String]) = ("/texts/reading", [])
    while let next = path, seen.count < 200 {
      let page = try await test.visit(next).text
      let list = try #require(page.firstRange(of: "id=\"opened\"")).upperBound
      seen += page[list...].matches(of: /<bdi>(Long \d+)</).map { String($0.1) }
      path = page.firstMatch(of: /more-posts"><a class="button" href="([^"#]+)/)
        .map { String($0.1).replacing("&amp;", with: "&") }
    }
    #expect(seen == (1...120).reversed().map { "Long \($0)" })
  }
}
