import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import Store
import Testing
import Texts

@testable import JournalServer

@Suite("Texts and collections for programs")
struct TextRoutesTests {
  @Test("A file becomes a collection, and is listed with what is known of it")
  func add() async throws {
    let site = try await Site()
    let added = try await site.add(
      collection: "key,text\na,Eins\nb,Zwei\nb,Drei\n", named: "Worte.csv",
      [("licence", "CC0"), ("language", "de")])
    #expect(added.status == .created, "\(added.text)")
    let change = try added.json(SeenCollection.self)
    #expect(change.name == "Worte" && change.texts == 2 && change.format == "csv")
    #expect(change.came?.added == 2 && change.came?.problems == 1)
    let list = try await site.get("/api/v1/collections").json(SeenCollections.self).collections
    #expect(list.map(\.name) == ["Worte"])
    #expect(list.first?.licence == "CC0" && list.first?.owner == "anna")
    // By another name in other letters it is there already.
    let again = try await site.add(collection: "text\nx\n", named: "WORTE.csv")
    #expect(again.status == .conflict && again.problem == "/problems/collection-exists")
  }

  @Test("An update keeps hearts by key, and says which wait")
  func update() async throws {
    let site = try await Site()
    _ = try await site.add(collection: "key,text\na,Eins\nb,Zwei\n", named: "w.csv")
    _ = try await site.send(
      .post, "/api/v1/texts/marks", #"{"deed":"heart","keys":["a","b"],"collection":"w"}"#)
    try site.journal.highlights.add(.quote("ins"), of: "a", .green, now: 1_706_680_800)
    let updated = try await site.add(
      collection: "key,text\na,Neu\nc,Drei\n", named: "w.csv", by: .put)
    #expect(updated.status == .ok)
    let change = try #require(try updated.json(SeenCollection.self).came)
    #expect((change.added, change.changed, change.removed) == (1, 1, 1))
    #expect(change.lost == ["b"])
    #expect(change.lostHighlights == [["key": "a", "quote": "ins"]])
    let hearts = try await site.get("/api/v1/texts?kind=hearts").json(SeenTexts.self)
    #expect(hearts.texts.map(\.key) == ["a"] && hearts.texts.map(\.text) == ["Neu"])
    // What an update brought is new until it is opened.
    #expect(try await site.get("/api/v1/texts?kind=new").json(SeenTexts.self).texts.count == 1)
    _ = try await site.send(.post, "/api/v1/texts/marks", #"{"deed":"open","keys":["c"]}"#)
    #expect(try await site.get("/api/v1/texts?kind=new").json(SeenTexts.self).texts.isEmpty)
  }

  @Test("Only who added a collection changes it")
  func owners() async throws {
    let site = try await Site()
    _ = try await site.add(collection: "Eins\nZwei\n", named: "w.txt")
    let bea = try site.add("bea")
    let update = try await site.add(collection: "Drei\n", named: "w.txt", by: .put, token: bea)
    #expect(update.status == .forbidden && update.problem == "/problems/not-your-collection")
    let path = "/api/v1/collections/collection?name=w"
    #expect(try await site.request(.delete, path, token: bea).status == .forbidden)
    // All read it, each with marks of their own.
    let text = try await site.request(.get, "/api/v1/texts?limit=1", token: bea)
      .json(SeenTexts.self)
    #expect(text.texts.count == 1 && text.next != nil)
    _ = try await site.send(
      .post, "/api/v1/texts/marks", #"{"deed":"heart","keys":["\#(text.texts[0].key)"]}"#)
    #expect(
      try await site.request(.get, "/api/v1/texts?kind=hearts", token: bea).json(SeenTexts.self)
        .texts.isEmpty)
    #expect(try await site.request(.delete, path).status == .noContent)
    #expect(try await site.get(path).status == .notFound)
  }

  @Test("Pages reach the last text, each text once")
  func pages() async throws {
    let site = try await Site()
    _ = try await site.add(
      collection: (1...23).map { "Text \($0)" }.joined(separator: "\n"), named: "w.txt")
    var (path, seen): (String?, [String]) = ("/api/v1/texts?limit=5", [])
    while let next = path {
      let page = try await site.get(next).json(SeenTexts.self)
      seen += page.texts.map(\.text)
      path = page.next.map { "/api/v1/texts?limit=5&after=\($0)" }
    }
    #expect(seen.count == 23 && Set(seen).count == 23)
  }

  @Test("The day keeps its text, in the interface as in the journal")
  func day() async throws {
    let site = try await Site()
    let first = try await site.get("/api/v1/texts/day").json(SeenText.self)
    // The collection that comes with Daystamp, which belongs to nobody.
    #expect(first.collection == (try site.journal.collections.all().first?.name.text))
    _ = try await site.add(collection: "Eins\n", named: "w.txt")
    #expect(try await site.get("/api/v1/texts/day").json(SeenText.self) == first)
    #expect(try await site.get("/api/v1/texts/day?day=yesterday").status == .notFound)
    #expect(try await site.get("/api/v1/texts/day?day=tomorrow").status == .unprocessableContent)
  }

  @Test("A verse is found as people name it, and a key of several collections is asked about")
  func verse() async throws {
    let site = try await Site()
    for name in ["a", "b"] {
      _ = try await site.add(collection: "key,text\nJohn.3.16,For God\n", named: "\(name).csv")
    }
    let found = try await site.get("/api/v1/texts/text?key=John%203:16&collection=b")
    #expect(try found.json(SeenText.self).key == "John.3.16")
    let several = try await site.get("/api/v1/texts/text?key=%EC%9A%94%203:16")
    #expect(several.status == .conflict && several.problem == "/problems/no-text")
  }

  @Test("Searches find texts, are kept where a person typed them, and forgotten")
  func searches() async throws {
    let site = try await Site()
    _ = try await site.add(
      collection: "key,text,author\na,Rain falls,Li\nb,Café au lait,Ana\nc,비가 온다,김\n",
      named: "w.csv")
    for (search, key) in [("cafe", "b"), ("ALL", "a"), ("온", "c"), ("김", "c"), ("rain li", "a")] {
      let found = try await site.get("/api/v1/texts?q=\(search.percentEncoded)")
      #expect(try found.json(SeenTexts.self).texts.map(\.key) == [key], "\(search)")
    }
    #expect(try await site.searches().isEmpty)
    for search in ["rain", "cafe", "Rain"] {
      #expect(try await site.get("/texts?q=\(search)").status == .ok)
    }
    #expect(try await site.searches() == ["Rain", "cafe"])
    let path = "/api/v1/texts/searches"
    #expect(try await site.request(.delete, "\(path)?search=cafe").status == .noContent)
    #expect(try await site.searches() == ["Rain"])
    #expect(try await site.request(.delete, path).status == .noContent)
    #expect(try await site.searches().isEmpty)
  }

  @Test("Hearts are told by day, the latest first")
  func hearts() async throws {
    let site = try await Site()
    _ = try await site.add(collection: "key,text\na,Eins\nb,Zwei\n", named: "w.csv")
    for key in ["a", "b"] {
      _ = try await site.send(.post, "/api/v1/texts/marks", #"{"deed":"heart","keys":["\#(key)"]}"#)
      site.clock.advance(86_400)
    }
    struct Days: Decodable {
      let days: [Day]
      struct Day: Decodable {
        let day: String
        let hearts: Int
        let texts: [SeenText]
      }
    }
    let days = try await site.get("/api/v1/texts/hearts").json(Days.self).days
    #expect(days.map { $0.texts.map(\.key) } == [["b"], ["a"]])
    #expect(days.map(\.hearts) == [1, 1] && days[0].day > days[1].day)
    let before = try await site.get("/api/v1/texts/hearts?before=\(days[0].day)").json(Days.self)
    #expect(before.days.map(\.day) == [days[1].day])
    let page = try await site.get("/texts/hearts").text
    #expect(page.contains("key=a") && page.contains("datetime=\"\(days[0].day)\""))
  }

  @Test("The day's text is of the owner's pool")
  func pool() async throws {
    let site = try await Site()
    _ = try await site.add(
      collection: (1...50).map { "Nr. \($0)" }.joined(separator: "\n"), named: "a.txt")
    _ = try await site.add(collection: "Eins\n", named: "b.txt")
    let set = try await site.send(.patch, "/api/v1/settings", #"{"text-pool":"collection b"}"#)
    #expect(set.status == .ok, "\(set.text)")
    #expect(try await site.get("/api/v1/texts/day").json(SeenText.self).text == "Eins")
    let unknown = try await site.send(.patch, "/api/v1/settings", #"{"text-pool":"collection c"}"#)
    #expect(unknown.status == .unprocessableContent || unknown.status == .notFound)
    // Its collection goes: the next day has no text, and the page says why.
    #expect(
      try await site.request(.delete, "/api/v1/collections/collection?name=b").status == .noContent)
    site.clock.advance(86_400)
    let page = try await site.get("/")
    #expect(page.status == .ok && page.text.contains("href=\"/settings/texts\""))
  }

  @Test(
    "What cannot be read says why, and nothing of it is there",
    arguments: [
      ("a.csv", "key,text\n\"open", 422), ("a.csv", "name\nx\n", 422), ("a.json", "[{", 422),
      ("a.xml", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", 422), ("a.txt", "", 422),
      ("a.txt", "\0", 422), ("..", "Eins\n", 201), ("a/b\\c.txt", "Eins\n", 201),
    ])
  func bad(name: String, file: String, status: Int) async throws {
    let site = try await Site()
    let response = try await site.add(collection: file, named: name)
    #expect(response.status.code == status, "\(response.text)")
    if status == 422 {
      #expect(response.problem == "/problems/collection")
      #expect(try site.journal.collections.all().isEmpty)
    }
    #expect(site.files.allSatisfy { !$0.contains("a.") })
  }

  @Test("One collection comes or goes at a time, and of a long file nothing is kept")
  func oneAtATime() async throws {
    let site = try await Site()
    #expect(try await site.add(collection: "Eins\n", named: "a.txt").status == .created)
    do {
      let held = try site.server.queues.collections.take(for: OwnerName("bob"))
      defer { withExtendedLifetime(held) {} }
      let path = "/api/v1/collections/collection?name=a"
      for answer in [
        try await site.add(collection: "Zwei\n", named: "b.txt"),
        try await site.add(collection: "Zwei\n", named: "a.txt", by: .put),
        try await site.request(.delete, path),
      ] {
        #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "10")
        #expect(answer.problem == "/problems/queue-full")
      }
      #expect(try site.journal.collections.all().map(\.name.text) == ["a"])
    }
    let long = String(repeating: "Eins\n", count: 6_500_000)
    #expect(try await site.add(collection: long, named: "b.txt").status == .contentTooLarge)
    #expect(site.files.filter { $0.hasPrefix("journal/.") } == [])
  }

  @Test(
    "What is asked wrongly is refused, with the reason",
    arguments: [
      ("/api/v1/texts?kind=best", 400), ("/api/v1/texts?section=x", 400),
      ("/api/v1/texts?after=x", 400), ("/api/v1/texts?limit=0", 400),
      ("/api/v1/texts?collection=x", 404), ("/api/v1/texts?q=%20", 200),
      ("/api/v1/texts?q=%00", 200), ("/api/v1/texts/text?key=x", 404),
      ("/api/v1/texts/text", 404), ("/api/v1/texts/random", 404),
      ("/api/v1/collections/collection", 400),
    ])
  func wrong(path: String, status: Int) async throws {
    let site = try await Site()
    #expect(try await site.get(path).status.code == status)
  }

  @Test(
    "Marks that are said wrongly are refused, and none is made",
    arguments: [
      #"{"deed":"love","keys":["a"]}"#, #"{"deed":"heart","keys":[]}"#, #"{"deed":"heart"}"#,
      #"{"deed":"heart","keys":["a"],"x":1}"#, #"{"deed":"heart","keys":["a","gone"]}"#,
    ])
  func wrongMarks(json: String) async throws {
    let site = try await Site()
    _ = try await site.add(collection: "key,text\na,Eins\n", named: "w.csv")
    let response = try await site.send(.post, "/api/v1/texts/marks", json)
    #expect([400, 404, 422].contains(response.status.code), "\(response.text)")
    #expect(try site.journal.texts.text("a").mark.hearted == nil)
  }
}

/// What tests look at of a text.
struct SeenText: Decodable, Equatable {
  let key: String
  let collection: String
  let text: String
}

struct SeenTexts: Decodable {
  let texts: [SeenText]
  let next: String?
}

struct SeenCollections: Decodable {
  let collections: [SeenCollection]
}

struct SeenCollection: Decodable {
  let name: String
  let texts: Int
  let owner: String?
  let licence: String
  let format: String
  let came: Came?

  struct Came: Decodable {
    let added: Int
    let changed: Int
    let removed: Int
    let problems: Int
    let lost: [String]
    let lostHighlights: [[String: String]]
  }
}

extension Site {
  fileprivate func searches() async throws -> [String] {
    struct Searches: Decodable {
      let searches: [Search]
      struct Search: Decodable { let search: String }
    }
    return try await get("/api/v1/texts/searches").json(Searches.self).searches.map(\.search)
  }

  /// Sends the file of a collection, as a program does.
  func add(
    collection file: String, named name: String, _ fields: [(String, String)] = [],
    by method: HTTPRequest.Method = .post, token: String? = nil
  ) async throws -> TestResponse {
    let body = MultipartBody(fields: fields, file: Array(file.utf8), named: name)
    return try await request(
      method, "/api/v1/collections", [.contentType: body.contentType],
      body: ByteBuffer(bytes: body.bytes), token: token ?? self.token)
  }
}
