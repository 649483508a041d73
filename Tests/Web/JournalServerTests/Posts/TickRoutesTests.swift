import CaptureTime
import Foundation
import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import People
import Store
import Testing

@testable import JournalServer

@Suite("Tasks on pages")
struct TickRoutesTests {
  let test: PageJournal

  init() async throws {
    test = try await PageJournal()
    var new = try NewWords(PostWords("- [ ] milk\n- [ ] bread"))
    new.moment = .now
    _ = try test.journal.posts.write(new, now: PageJournal.now)
  }

  private var version: String { get throws { try test.journal.posts.post(1).tag.description } }

  @Test("are ticked where they are shown, which changes one mark and keeps what was before")
  func ticked() async throws {
    for path in ["/posts/1", "/days/2024-01-31"] {
      let page = try await test.visit(path).text
      #expect(page.contains("<form id=\"ticks-1\" action=\"/posts/1/tick\""))
      #expect(page.contains("value=\"2 1\" form=\"ticks-1\" role=\"checkbox\""))
    }
    let answer = try await test.submit("/posts/1/tick", ["tick": "2 1", "version": version])
    #expect(answer.location == "/posts/1")
    #expect(try test.journal.posts.post(1).words == "- [ ] milk\n- [x] bread")
    #expect(try test.journal.posts.versions(1).map(\.words) == ["- [ ] milk\n- [ ] bread"])
    let back = try await test.submit(
      "/posts/1/tick", ["tick": "2 0", "version": version, "back": "/days/2024-01-31"])
    #expect(back.location == "/days/2024-01-31")
    // A script is told what the post is now.
    let script = try await test.submit(
      "/posts/1/tick", ["tick": "1 1", "version": version, "script": "1"])
    #expect(script.status == .ok && script.text == "- [x] milk\n- [ ] bread")
    #expect(try script.headers[.eTag] == version)
  }

  @Test("take the place of no earlier words")
  func versions() async throws {
    var change = PostChange()
    for words in ["- [ ] tea", "- [ ] milk"] {
      change.words = try PostWords(words)
      _ = try test.journal.posts.edit([1], change, now: PageJournal.now)
    }
    let before = try test.journal.posts.versions(1)
    for tick in ["1 1", "1 0", "1 1"] {
      _ = try await test.submit("/posts/1/tick", ["tick": tick, "version": version])
    }
    #expect(try test.journal.posts.post(1).words == "- [x] milk")
    #expect(try test.journal.posts.versions(1) == before)
  }

  @Test("of words that were changed meanwhile are not ticked, nor what is none")
  func refused() async throws {
    let old = try version
    var change = PostChange()
    change.words = try PostWords("- [ ] tea\n- [ ] milk")
    _ = try test.journal.posts.edit([1], change, now: PageJournal.now)
    let stale = try await test.submit("/posts/1/tick", ["tick": "1 1", "version": old])
    #expect(stale.status == .preconditionFailed)
    for tick in ["3 1", "0 1", "1", "1 2", "x 1", ""] {
      let none = try await test.submit("/posts/1/tick", ["tick": tick, "version": version])
      #expect(none.status == .unprocessableContent, "\(tick)")
    }
    #expect(try test.journal.posts.post(1).words == "- [ ] tea\n- [ ] milk")
    #expect(try await test.submit("/posts/9/tick", ["tick": "1 1"]).status == .notFound)
    // Neither in the trash nor in a version.
    try test.journal.trash.move([1], now: PageJournal.now)
    #expect(try await !test.visit("/posts/1").text.contains("class=\"tick\""))
  }

  @Test("People who are named lead to their pages")
  func people() async throws {
    let start = try #require(CivilDate(iso: "2024-01-01"))
    let person = try test.journal.people.add(PersonFacts(PersonName("Mina"), start: start), now: 0)
    var new = try NewWords(PostWords("Tea with @Mina and @Nobody, `@Mina`"))
    new.moment = .now
    _ = try test.journal.posts.write(new, now: PageJournal.now)
    let page = try await test.visit("/posts/2").text
    #expect(
      page.contains(
        "Tea with <a class=\"person\" href=\"/people/\(person.id)\">@Mina</a> and @Nobody, <code>"))
  }
}
