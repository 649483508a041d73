import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import Store
import Testing
import Texts

@testable import JournalServer

@Suite("Highlights and notes for programs")
struct AnnotationRoutesTests {
  private static let highlights = "/api/v1/texts/text/highlights?key=Gen.1.1"
  private static let note = "/api/v1/texts/text/note?key=Gen.1.1"

  /// The text is "verse 1, as é 👍🏽 says".
  @Test(
    "A passage is named by its quote, its characters or its code units",
    arguments: [
      (#"{"quote":"é 👍🏽"}"#, 12, 15, "é 👍🏽", "yellow"),
      (#"{"quote":"s","occurrence":3,"colour":"pink"}"#, 16, 17, "s", "pink"),
      (#"{"from":14,"to":15,"colour":"green"}"#, 14, 15, "👍🏽", "green"),
      // An emoji with a tone has four code units.
      (#"{"from":14,"to":18,"utf16":true}"#, 14, 15, "👍🏽", "yellow"),
    ])
  func add(json: String, from: Int, to: Int, quote: String, colour: String) async throws {
    let site = try await Site.bible()
    let added = try await site.send(.post, Self.highlights, json)
    #expect(added.status == .ok, "\(added.text)")
    let seen = try added.json(SeenHighlight.self)
    #expect((seen.from, seen.to, seen.quote, seen.colour) == (from, to, quote, colour))
    #expect(seen.placed && seen.key == "Gen.1.1" && seen.collection == "Bible")
    let listed = try await site.get(Self.highlights).json(SeenHighlights.self).highlights
    #expect(listed == [seen])
  }

  @Test(
    "A passage that is not there is refused, and none is made",
    arguments: [
      (#"{"from":0,"to":999}"#, 422, "passage"), (#"{"from":-1,"to":2}"#, 422, "passage"),
      (#"{"from":2,"to":2}"#, 422, "passage"), (#"{"from":3,"to":2}"#, 422, "passage"),
      (#"{"from":15,"to":18,"utf16":true}"#, 422, "passage"), (#"{"quote":"x"}"#, 422, "passage"),
      (#"{"quote":"s"}"#, 422, "passage"), (#"{"quote":""}"#, 422, "passage"),
      (#"{"quote":"s","occurrence":9}"#, 422, "passage"),
      (#"{"quote":"👍"}"#, 422, "passage"), (#"{"quote":"a","from":0}"#, 422, "field"),
      (#"{"from":0}"#, 422, "field"), (#"{"from":0,"to":1,"occurrence":1}"#, 422, "field"),
      (#"{"quote":"as","colour":"red"}"#, 422, "field"), (#"{"quote":"as","x":1}"#, 422, "field"),
      (#"{}"#, 422, "field"), ("[", 400, "json"),
    ])
  func refused(json: String, status: Int, kind: String) async throws {
    let site = try await Site.bible()
    let response = try await site.send(.post, Self.highlights, json)
    #expect(response.status.code == status && response.problem == "/problems/\(kind)")
    #expect(try await site.get(Self.highlights).json(SeenHighlights.self).highlights.isEmpty)
  }

  @Test("A highlight gets another colour, and goes; another owner knows nothing of it")
  func change() async throws {
    let site = try await Site.bible()
    let bea = try site.add("bea")
    let first = try await site.send(.post, Self.highlights, #"{"quote":"as"}"#)
      .json(SeenHighlight.self)
    let path = "/api/v1/texts/highlights/\(first.id)"
    let green = try await site.send(.patch, path, #"{"colour":"green"}"#).json(SeenHighlight.self)
    #expect(green.colour == "green" && green.id == first.id && green.collection == "Bible")
    // The same passage again is the same highlight.
    let again = try await site.send(.post, Self.highlights, #"{"quote":"as","colour":"blue"}"#)
      .json(SeenHighlight.self)
    #expect(again.id == first.id && again.colour == "blue")
    let json: HTTPFields = [.contentType: "application/json"]
    let foreign = try await site.request(
      .patch, path, json, body: ByteBuffer(string: #"{"colour":"pink"}"#), token: bea)
    #expect(foreign.status == .notFound && foreign.problem == "/problems/no-highlight")
    #expect(try await site.request(.delete, path, token: bea).status == .notFound)
    #expect(
      try await site.request(.get, Self.highlights, token: bea).text == #"{"highlights":[]}"#)
    for wrong in [#"{"colour":"red"}"#, #"{}"#, #"{"colour":"pink","x":1}"#] {
      #expect(try await site.send(.patch, path, wrong).status == .unprocessableContent)
    }
    #expect(try await site.request(.delete, path).status == .noContent)
    #expect(try await site.request(.delete, path).status == .notFound)
    for path in ["x", "0", "01", "99999999999999999999"] {
      let gone = try await site.request(.delete, "/api/v1/texts/highlights/\(path)")
      #expect(gone.problem == "/problems/no-highlight", "\(path)")
    }
  }

  @Test("Highlights are listed by day and by book, each once, to the last", arguments: [1, 2, 5])
  func list(size: Int) async throws {
    let site = try await Site.bible()
    // By day not in the order of the book, and two of one moment.
    let keys = ["Jude.1.1", "Gen.1.2", "Exod.2.5", "Gen.1.1", "Matt.1.1"]
    for (index, key) in keys.enumerated() {
      let colour = index < 2 ? "pink" : "blue"
      let added = try await site.send(
        .post, "/api/v1/texts/text/highlights?key=\(key)",
        #"{"quote":"verse","colour":"\#(colour)"}"#)
      #expect(added.status == .ok)
      if index != 1 { site.clock.advance(60) }
    }
    func listed(_ query: String) async throws -> [String] {
      try await site.pages(
        "/api/v1/texts/highlights?limit=\(size)\(query)", as: SeenHighlights.self, next: \.next
      ).flatMap(\.highlights).map(\.key)
    }
    #expect(try await listed("") == keys.reversed())
    let books = ["Gen.1.1", "Gen.1.2", "Exod.2.5", "Matt.1.1", "Jude.1.1"]
    #expect(try await listed("&order=book") == books)
    #expect(try await listed("&order=book&collection=bible") == books)
    #expect(try await listed("&colour=pink") == ["Gen.1.2", "Jude.1.1"])
    #expect(try await listed("&q=matt") == ["Matt.1.1"])
    #expect(try await listed("&q=nothing").isEmpty)
  }

  @Test("A page of long notes ends early, and the next one goes on")
  func longNotes() async throws {
    let site = try await Site.bible()
    // As many bytes as words can have: five of them are more than a page has.
    let words = String(repeating: "👨‍👩‍👧‍👦", count: 40_000)
    #expect(words.utf8.count == PostWords.byteLimit)
    for key in ["Gen.1.1", "Gen.1.2", "Gen.1.3", "Gen.2.1", "Gen.2.2", "Gen.3.1"] {
      _ = try site.journal.notes.save(PostWords(words), of: key, now: site.clock.read())
      site.clock.advance(1)
    }
    let pages = try await site.pages(
      "/api/v1/texts/notes?limit=200", as: SeenNotes.self, next: \.next)
    #expect(pages.map(\.notes.count) == [4, 2])
    #expect(Set(pages.flatMap(\.notes).map(\.key)).count == 6)
  }

  @Test("A note is written in place of the one that was seen, and its versions are kept")
  func note() async throws {
    let site = try await Site.bible()
    let none = try await site.get(Self.note)
    #expect(none.status == .notFound && none.problem == "/problems/no-note")
    let first = try await site.send(.put, Self.note, #"{"words":"Eins\r\n","replaces":null}"#)
    #expect(first.status == .ok, "\(first.text)")
    let one = try first.json(SeenNote.self)
    // As sha256sum has it of "Eins".
    #expect(one.words == "Eins" && one.sha256 == Self.eins)
    #expect(try await site.get(Self.note).json(SeenNote.self) == one)
    site.clock.advance(3_600)
    let two = try await site.send(
      .put, Self.note, #"{"words":"Zwei","replaces":"\#(one.sha256)"}"#
    ).json(SeenNote.self)
    #expect(two.words == "Zwei")
    let path = "/api/v1/texts/text/note/versions"
    let versions = try await site.get("\(path)?key=Gen.1.1").json(SeenNoteVersions.self).versions
    #expect(versions.map(\.number) == [1] && versions.map(\.characters) == [4])
    #expect(versions.allSatisfy { $0.words == nil })
    let version = try await site.get("\(path)/1?key=Gen.1.1").json(SeenNoteVersion.self)
    #expect(version.words == "Eins")
    for number in ["0", "2", "x", "01"] {
      let missing = try await site.get("\(path)/\(number)?key=Gen.1.1")
      #expect(missing.status == .notFound && missing.problem == "/problems/no-note", "\(number)")
    }
    let restored = try await site.send(
      .post, "\(path)/1/restore?key=Gen.1.1", #"{"replaces":"\#(two.sha256)"}"#)
    #expect(try restored.json(SeenNote.self).sha256 == one.sha256)
    let gone = try await site.request(.delete, "\(Self.note)&replaces=\(one.sha256)")
    #expect(gone.status == .noContent)
    #expect(try await site.get(Self.note).status == .notFound)
    let left = try await site.get("\(path)?key=Gen.1.1").json(SeenNoteVersions.self).versions
    #expect(left.map(\.number) == [1, 2, 3])
    let again = try await site.request(.delete, "\(Self.note)&replaces=\(one.sha256)")
    #expect(again.status == .notFound && again.problem == "/problems/no-note")
  }

  private static let eins = "42f1686f1ba8e2058990daf306427f06679202237b21cb1e4f3e01e2b8769604"

  @Test("Of two devices that write one note the later is told what it says now")
  func twoDevices() async throws {
    let site = try await Site.bible()
    let phone = try site.pair("anna")
    _ = try await site.send(.put, Self.note, #"{"words":"phone","replaces":null}"#)
    func write(_ words: String, _ replaced: String) async throws -> TestResponse {
      try await site.request(
        .put, Self.note, [.contentType: "application/json"],
        body: ByteBuffer(string: #"{"words":"\#(words)","replaces":\#(replaced)}"#), token: phone)
    }
    let late = try await write("laptop", "null")
    #expect(late.status == .conflict && late.problem == "/problems/note-changed")
    let present = try #require(try late.json(SeenConflict.self).note)
    #expect(present.words == "phone")
    #expect(try await site.get(Self.note).json(SeenNote.self) == present)
    #expect(try await write("both", "\"\(present.sha256)\"").status == .ok)
    // Words that are there already are no conflict.
    #expect(try await write("both", "null").status == .ok)
    let deleted = try await site.request(.delete, "\(Self.note)&replaces=\(present.sha256)")
    #expect(deleted.status == .conflict)
    let both = try #require(try deleted.json(SeenConflict.self).note)
    #expect(
      try await site.request(.delete, "\(Self.note)&replaces=\(both.sha256)").status.code == 204)
    let gone = try await write("more", "\"\(both.sha256)\"")
    #expect(gone.status == .conflict && gone.problem == "/problems/note-changed")
    #expect(try gone.json(SeenConflict.self).note == nil)
  }

  @Test(
    "Of many that write in place of one note one does",
    arguments: [8])
  func parallel(count: Int) async throws {
    let site = try await Site.bible()
    let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
      for number in 0..<count {
        group.addTask {
          try await site.send(
            .put, Self.note, #"{"words":"Nr. \#(number)","replaces":null}"#
          ).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == .ok } == 1)
    #expect(statuses.count { $0 == .conflict } == count - 1)
  }

  @Test(
    "A note that is said wrongly is refused",
    arguments: [
      (#"{"words":"a"}"#, 422, "field"), (#"{"replaces":null}"#, 422, "field"),
      (#"{"words":"a","replaces":"abc"}"#, 422, "field"),
      (#"{"words":"a","replaces":5}"#, 422, "field"),
      (#"{"words":"a","replaces":null,"x":1}"#, 422, "field"),
      (#"{"words":"a\u0000","replaces":null}"#, 422, "words"), ("{", 400, "json"),
    ])
  func wrongNote(json: String, status: Int, kind: String) async throws {
    let site = try await Site.bible()
    let response = try await site.send(.put, Self.note, json)
    #expect(response.status.code == status && response.problem == "/problems/\(kind)")
    #expect(try await site.get(Self.note).status == .notFound)
  }

  @Test(
    "What is asked wrongly is refused, with the reason",
    arguments: [
      ("/api/v1/texts/highlights?order=best", 400), ("/api/v1/texts/highlights?colour=red", 400),
      ("/api/v1/texts/highlights?after=x", 400),
      ("/api/v1/texts/highlights?order=book&after=1.2", 400),
      ("/api/v1/texts/highlights?limit=0", 400), ("/api/v1/texts/highlights?collection=x", 404),
      ("/api/v1/texts/notes?colour=pink", 400), ("/api/v1/texts/notes?collection=x", 404),
      ("/api/v1/texts/notes?after=1.2.3.-4&order=book", 400), ("/api/v1/texts/notes?q=%20", 200),
      ("/api/v1/texts/text/highlights?key=x", 404), ("/api/v1/texts/text/highlights", 404),
      ("/api/v1/texts/text/note?key=x", 404), ("/api/v1/texts/text/note/versions?key=x", 404),
    ])
  func wrong(path: String, status: Int) async throws {
    let site = try await Site.bible()
    let response = try await site.get(path)
    #expect(response.status.code == status, "\(response.text)")
  }

  @Test("A delete that does not say which note it saw is refused")
  func wrongDelete() async throws {
    let site = try await Site.bible()
    _ = try await site.send(.put, Self.note, #"{"words":"a","replaces":null}"#)
    for query in ["", "&replaces=", "&replaces=xyz"] {
      let response = try await site.request(.delete, Self.note + query)
      #expect(response.status == .badRequest && response.problem == "/problems/query", "\(query)")
    }
    #expect(try await site.get(Self.note).status == .ok)
  }
}

private struct SeenHighlight: Decodable, Equatable {
  let id: Int
  let key: String
  let collection: String
  let from: Int
  let to: Int
  let quote: String
  let colour: String
  let placed: Bool
}

private struct SeenHighlights: Decodable {
  let highlights: [SeenHighlight]
  let next: String?
}

private struct SeenNote: Decodable, Equatable {
  let key: String
  let words: String
  let sha256: String
}

private struct SeenNotes: Decodable {
  let notes: [SeenNote]
  let next: String?
}

private struct SeenConflict: Decodable {
  let note: SeenNote?
}

private struct SeenNoteVersion: Decodable {
  let number: Int
  let characters: Int?
  let words: String?
}

private struct SeenNoteVersions: Decodable {
  let versions: [SeenNoteVersion]
}
