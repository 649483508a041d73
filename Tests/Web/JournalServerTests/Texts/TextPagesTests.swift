import CaptureTime
import HTTPTypes
import HummingbirdTesting
import Journal
import Markup
import NIOCore
import Store
import Testing
import Texts

@testable import JournalServer

@Suite("Texts on pages")
struct TextPagesTests {
  private static let csv = """
    key,text,translation,author,source
    a,"Eins <b>&amp;</b>",One,Goethe,Faust
    b,Zwei,,,
    """

  private func make() async throws -> PageJournal {
    let test = try await PageJournal()
    let added = try await test.site.add(collection: Self.csv, named: "w.csv", [("language", "de")])
    #expect(added.status == .created, "\(added.text)")
    return test
  }

  @Test("Today has the text of its day, the same all day")
  func today() async throws {
    let test = try await make()
    let page = try await test.visit("/").text
    let key = try #require(page.firstMatch(of: /name="key" value="([^"]+)"/)).1
    let day = try #require(CivilDate(iso: "2024-01-31"))
    #expect(
      try test.journal.texts.text(of: day, today: day, now: PageJournal.now).key == key)
    _ = try await test.site.add(collection: "Neu\n", named: "x.txt")
    #expect(try await test.visit("/").text.contains("name=\"key\" value=\"\(key)\""))
  }

  @Test("A text says what it is and whose, as text")
  func text() async throws {
    let test = try await make()
    let page = try await test.visit("/texts/text?collection=w&key=a").text
    #expect(page.contains("lang=\"de\""))
    #expect(page.contains("Eins &lt;b&gt;&amp;amp;&lt;/b&gt;") && !page.contains("<b>&"))
    #expect(page.contains(">One<") && page.contains("Goethe, Faust"))
    let other = try await test.visit("/texts/text?collection=w&key=b").text
    #expect(other.contains("<cite dir=\"auto\">w</cite>"))
    #expect(try await test.visit("/texts/text?collection=w&key=c").status == .notFound)
  }

  @Test("A heart is given and taken, and a use counted, with a form as with a script")
  func marks() async throws {
    let test = try await make()
    func mark(_ deed: String, _ more: [String: String] = [:]) async throws -> TestResponse {
      try await test.submit(
        "/texts/mark", ["collection": "w", "key": "a", "deed": deed].merging(more) { $1 })
    }
    let hearted = try await mark("heart")
    #expect(hearted.status == .seeOther && hearted.location == "/texts/text?collection=w&key=a")
    #expect(try await test.visit(hearted.location).text.contains("value=\"unheart\""))
    #expect(try await test.visit("/texts?kind=hearts").text.contains("key=a"))
    #expect(!(try await test.visit("/texts?kind=hearts").text.contains("key=b")))
    #expect(try await mark("unheart", ["from": "/"]).location == "/")
    #expect(try test.journal.texts.text("a").mark.hearted == nil)
    #expect(try await mark("use", ["script": "1"]).text == "Used 1 time")
    #expect(try await mark("use", ["script": "1"]).text == "Used 2 times")
    // Nowhere but to this server, and nothing but a deed.
    #expect(
      try await mark("heart", ["from": "//evil.example"]).location == "/evil.example")
    #expect(try await mark("steal").status == .badRequest)
  }

  @Test("The wall has all texts, newest first, and goes on where it ended")
  func wall() async throws {
    let test = try await PageJournal()
    let lines = (1...70).map { "Nummer \($0)." }.joined(separator: "\n")
    _ = try await test.site.add(collection: lines, named: "w.txt")
    var (path, seen): (String?, [String]) = ("/texts", [])
    while let next = path {
      let page = try await test.visit(next).text
      seen += page.matches(of: /Nummer \d+\./).map { String($0.0) }
      path = page.firstMatch(of: /data-rows="([^"]+)"/)
        .map { String($0.1).replacing("&amp;", with: "&") }
    }
    #expect(seen.count == 70 && Set(seen).count == 70)
    let none = try await test.visit("/texts?kind=used").text
    #expect(none.contains("class=\"empty\""))
  }

  @Test("Write about it opens the composer with the text quoted, whatever it has of Markdown")
  func write() async throws {
    let test = try await PageJournal()
    let text = "# Eins *zwei* _drei_ `vier` <b>\n- fünf\n1. sechs\n    sieben\n> acht [a](b) https"
    let quoted = text.replacing("\"", with: "\"\"")
    _ = try await test.site.add(collection: "key,text\na,\"\(quoted)\"\n", named: "w.csv")
    let page = try await test.visit("/new?collection=w&key=a").text
    let typed = try #require(
      page.firstMatch(of: /<textarea[^>]*name="words"[^>]*>([\s\S]*?)<\/textarea>/))
    #expect(typed.1.contains("&gt; \\# Eins \\*zwei\\*"))
    let words = try test.journal.texts.text("a").quoted
    // As it is shown later, it is one quotation with what the text says and nothing else.
    let html = Markup(words).html(photo: { _ in nil })
    for mark in ["<em>", "<code>", "<li>", "<h1>", "<pre>", "<a "] { #expect(!html.contains(mark)) }
    #expect(html.contains("# Eins *zwei* _drei_ `vier` &lt;b&gt;"))
    #expect(html.matches(of: /<blockquote>/).count == 1)
  }

  @Test("An update says on the page which highlights lost their words")
  func lostHighlights() async throws {
    let test = try await make()
    try test.journal.highlights.add(.quote("<b>"), of: "a", .pink, now: PageJournal.now)
    let body = MultipartBody(
      fields: [("name", "w")], file: Array("key,text\na,Eins\n".utf8), named: "w.csv")
    let updated = try await test.site.request(
      .post, "/collections/update", [.contentType: body.contentType, .acceptLanguage: "en"],
      body: ByteBuffer(bytes: body.bytes))
    #expect(updated.status == .ok)
    #expect(updated.text.contains("<bdi>a</bdi>: <q><bdi>&lt;b&gt;</bdi></q>"))
  }

  @Test("A file is added, updated and removed on the page, and what is wrong with it is said")
  func collections() async throws {
    let test = try await make()
    func send(_ path: String, _ file: String, _ name: String, _ fields: [(String, String)] = [])
      async throws -> TestResponse
    {
      let body = MultipartBody(fields: fields, file: Array(file.utf8), named: name)
      return try await test.site.request(
        .post, path, [.contentType: body.contentType, .acceptLanguage: "en"],
        body: ByteBuffer(bytes: body.bytes))
    }
    let empty = [("name", ""), ("language", ""), ("licence", ""), ("format", "")]
    let added = try await send("/collections", "text,author\nEins,x\n,y\n", "neu.csv", empty)
    #expect(added.status == .ok && added.text.contains("Added “neu” with 1 text."))
    #expect(added.text.contains("1 record was left out") && added.text.contains("Line 3"))
    let bad = try await send("/collections", "nothing\nEins\n", "bad.csv", empty)
    #expect(bad.status == .unprocessableContent && bad.text.contains("role=\"alert\""))
    #expect(try await send("/collections", "", "", empty).text.contains("Choose a file first"))
    let updated = try await send(
      "/collections/update", "text\nZwei\n", "anders.csv", [("name", "neu")])
    #expect(updated.location == "/collections?updated=neu")
    #expect(try await test.visit(updated.location).text.contains("Updated “neu”."))
    let page = try await test.visit("/collections/collection?name=neu").text
    #expect(page.contains("anders.csv") && page.contains("action=\"/collections/remove\""))
    let removed = try await test.submit("/collections/remove", ["name": "neu", "confirm": "1"])
    #expect(removed.location == "/collections?removed=neu")
    #expect(try test.journal.collections.all().map(\.name.text) == ["w"])
  }

  @Test("Another owner's collection is read, and not changed")
  func others() async throws {
    let test = try await make()
    let bea = try test.site.add("bea")
    let page = try await test.site.request(
      .get, "/collections/collection?name=w", token: bea
    ).text
    #expect(page.contains("<bdi>anna</bdi>") && !page.contains("/collections/remove"))
    let response = try await test.site.request(
      .post, "/collections/remove", [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: "name=w"), token: bea)
    #expect(response.status == .forbidden)
  }
}
