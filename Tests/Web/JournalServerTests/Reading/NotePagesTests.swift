import Files
import HTTPTypes
import HummingbirdTesting
import Journal
import Store
import Testing
import Texts

@testable import JournalServer

@Suite("Notes on pages")
struct NotePagesTests {
  private static let path = "/texts/note?collection=KJV&key=Gen.1.1"

  private func save(
    _ test: PageJournal, _ words: String, instead of: String
  ) async throws -> TestResponse {
    try await test.submit(
      "/texts/note",
      [
        "collection": "KJV", "key": "Gen.1.1", "words": words,
        "hash": Note.hash(of: of).hexadecimal,
      ])
  }

  private func note(_ test: PageJournal) throws -> String? {
    try test.journal.notes.note(of: "Gen.1.1")?.words
  }

  @Test("One is written in Markdown, shown with its text, and deleted by empty words")
  func written() async throws {
    let test = try await ReadingSamples.make()
    let empty = try await test.visit(Self.path).text
    #expect(
      empty.contains(Note.hash(of: "").hexadecimal)
        && empty.contains("<details class=\"panel\" open"))
    let saved = try await save(test, "**Ein** <script>", instead: "")
    #expect(saved.location == "\(Self.path)&saved=1")
    let page = try await test.visit(saved.location).text
    #expect(page.contains("<strong>Ein</strong>") && !page.contains("<script>Ein"))
    #expect(page.contains("**Ein** &lt;script&gt;</textarea>"))
    #expect(page.contains(Note.hash(of: "**Ein** <script>").hexadecimal))
    #expect(try await test.visit(ReadingSamples.section).text.contains("class=\"noted\""))
    #expect(
      try await test.visit("/texts/text?collection=KJV&key=Gen.1.1").text
        .contains("<strong>Ein</strong>"))
    #expect(try await test.visit("/texts/notes").text.contains("**Ein** &lt;script&gt;"))
    #expect(try await save(test, "", instead: "**Ein** <script>").status == .seeOther)
    #expect(try note(test) == nil)
    #expect(!(try await test.visit(ReadingSamples.section).text.contains("class=\"noted\"")))
  }

  @Test("The later of two devices is told, shown both, and loses nothing")
  func conflict() async throws {
    let test = try await ReadingSamples.make()
    #expect(try await save(test, "eins", instead: "").status == .seeOther)
    let late = try await save(test, "zwei", instead: "")
    #expect(late.status == .conflict && late.text.contains("role=\"alert\""))
    #expect(late.text.contains(">\neins</textarea>") && late.text.contains(">\nzwei</textarea>"))
    #expect(try note(test) == "eins")
    // The page that shows both can be saved.
    #expect(late.text.contains(Note.hash(of: "eins").hexadecimal))
    #expect(try await save(test, "zwei", instead: "eins").status == .seeOther)
    #expect(try note(test) == "zwei")
    // Words of which nothing changed were not written elsewhere.
    #expect(try await save(test, "zwei", instead: "eins").status == .seeOther)
  }

  @Test("A version is shown and brought back")
  func versions() async throws {
    let test = try await ReadingSamples.make()
    _ = try await save(test, "eins", instead: "")
    test.site.clock.advance(3_600)
    _ = try await save(test, "anders", instead: "eins")
    let path = "/texts/note/versions?collection=KJV&key=Gen.1.1"
    let list = try await test.visit(path).text
    #expect(list.contains("<bdi>eins</bdi>") && list.contains("version=1"))
    #expect(try await test.visit("\(path)&version=1").text.contains("<p>eins</p>"))
    #expect(try await test.visit("\(path)&version=2").status == .notFound)
    let restored = try await test.submit(
      "/texts/note/restore", ["collection": "KJV", "key": "Gen.1.1", "version": "1"])
    #expect(restored.location == "\(Self.path)&saved=1")
    #expect(try note(test) == "eins")
  }

  @Test("What is typed is kept until it is saved or given up")
  func kept() async throws {
    let test = try await ReadingSamples.make()
    let name = String(repeating: "A", count: 43)
    let form = [
      "collection": "KJV", "key": "Gen.1.1", "words": "getippt", "draft": name,
      "hash": Note.hash(of: "").hexadecimal,
    ]
    let kept = try await test.submit("/texts/note", form.merging(["keep": "1"]) { $1 })
    #expect(kept.location == "/texts/note?draft=\(name)")
    #expect(try note(test) == nil)
    for path in [kept.location, Self.path] {
      #expect(try await test.visit(path).text.contains("getippt</textarea>"))
    }
    // It is another text's.
    #expect(
      !(try await test.visit("/texts/note?collection=KJV&key=Gen.1.2").text.contains("getippt")))
    #expect(try await test.submit("/texts/note", form).status == .seeOther)
    #expect(try note(test) == "getippt")
    #expect(try await test.visit(Self.path).text.contains("name=\"draft\""))
    #expect(try await test.visit(kept.location).status == .notFound)
  }

  @Test(
    "What is no note's form is refused",
    arguments: [
      ["words": "x"], ["collection": "KJV", "key": "none", "words": "x"],
      ["collection": "KJV", "key": "Gen.1.1", "words": "x"],
      ["collection": "KJV", "key": "Gen.1.1", "words": "x", "hash": "zz"],
      ["collection": "KJV", "key": "Gen.1.1", "words": "\u{1}"],
    ])
  func bad(form: [String: String]) async throws {
    let test = try await ReadingSamples.make()
    let answer = try await test.submit("/texts/note", form)
    #expect([400, 404, 422].contains(answer.status.code), "\(answer.status)")
    #expect(try note(test) == nil)
  }
}
