import HTTPTypes
import HummingbirdTesting
import Store
import Testing

@testable import JournalServer

@Suite("Reading sections for programs")
struct SectionRoutesTests {
  private static let path = "/api/v1/reading"
  private static let day = 86_400

  @Test("A section says where it is, by key, title or what people call it")
  func section() async throws {
    let site = try await Site.bible()
    for key in ["Gen.2", "Genesis%202", "genesis%202", "gen%202"] {
      let response = try await site.get("\(Self.path)/section?key=\(key)&collection=bible")
      let section = try response.json(SeenSection.self)
      #expect((section.key, section.title, section.texts) == ("Gen.2", "Genesis 2", 2), "\(key)")
      #expect((section.previous, section.next) == ("Gen.1", "Gen.3"))
      #expect(section.read == nil && section.collection == "Bible")
    }
    let last = try await site.get("\(Self.path)/section?key=Jude.1").json(SeenSection.self)
    #expect((last.previous, last.next) == ("Matt.2", nil))
  }

  @Test("A section that was opened is where its collection is read on, and listed by day")
  func open() async throws {
    let site = try await Site.bible()
    #expect(try await site.get("\(Self.path)/places").text == #"{"places":[]}"#)
    for key in ["Gen.1", "Gen.2", "Exod.1"] {
      #expect(try await site.post("\(Self.path)/section/open?key=\(key)").status == .ok)
      site.clock.advance(60)
    }
    struct Places: Decodable { let places: [SeenSection] }
    let places = try await site.get("\(Self.path)/places").json(Places.self).places
    #expect(places.map(\.key) == ["Exod.1"])
    site.clock.advance(Self.day)
    _ = try await site.post("\(Self.path)/section/open?key=Gen.1")
    // Of what was opened nothing is read.
    #expect(places.allSatisfy { $0.read == nil })
    for size in [1, 2, 3, 4, 9] {
      let pages = try await site.pages(
        "\(Self.path)/opened?limit=\(size)", as: SeenOpened.self, next: \.next)
      let opened = pages.flatMap(\.opened)
      #expect(opened.map(\.key) == ["Gen.1", "Exod.1", "Gen.2", "Gen.1"], "\(size)")
      #expect(
        opened.map(\.day) == ["2025-06-17", "2025-06-16", "2025-06-16", "2025-06-16"], "\(size)")
    }
    let bea = try site.add("bea")
    let foreign = try await site.request(.get, "\(Self.path)/opened", token: bea)
    #expect(foreign.text == #"{"opened":[]}"#)
  }

  @Test("A section is read once a day, and the last time is taken away")
  func read() async throws {
    let site = try await Site.bible()
    let path = "\(Self.path)/section/read?key=Gen.1"
    let first = try await site.post(path).json(SeenSection.self)
    #expect(first.read?.day == "2025-06-16")
    _ = try await site.post(path)
    site.clock.advance(Self.day)
    #expect(try await site.post(path).json(SeenSection.self).read?.day == "2025-06-17")
    let undone = try await site.request(.delete, path)
    #expect(try undone.json(SeenSection.self).read == first.read)
    #expect(try await site.request(.delete, path).json(SeenSection.self).read == nil)
    let none = try await site.request(.delete, path)
    #expect(none.status == .conflict && none.problem == "/problems/not-read")
  }

  @Test("The checklist counts books, in each round by itself")
  func checklist() async throws {
    let site = try await Site.bible()
    let path = "\(Self.path)/checklist?collection=Bible"
    let empty = try await site.post("\(Self.path)/rounds?collection=Bible")
    #expect(empty.status == .conflict && empty.problem == "/problems/no-round")
    for key in ["Gen.1", "Gen.3", "Jude.1"] {
      _ = try await site.post("\(Self.path)/section/read?key=\(key)")
    }
    let first = try await site.get(path).json(SeenChecklist.self)
    #expect((first.round, first.read, first.sections, first.percent) == (1, 3, 8, 37))
    #expect(first.books.map(\.key) == ["Gen", "Exod", "Matt", "Jude"])
    #expect(first.books.map(\.percent) == [66, 0, 0, 100])
    #expect(first.books[0].readSections == ["Gen.1", "Gen.3"])
    site.clock.advance(Self.day)
    let begun = try await site.post("\(Self.path)/rounds?collection=bible")
    #expect(begun.status == .created)
    let second = try begun.json(SeenChecklist.self)
    #expect((second.round, second.read) == (2, 0) && second.rounds.map(\.round) == [1, 2])
    #expect(try await site.get(path).json(SeenChecklist.self) == second)
    #expect(try await site.get("\(path)&round=1").json(SeenChecklist.self).read == 3)
    let missing = try await site.get("\(path)&round=3")
    #expect(missing.status == .notFound && missing.problem == "/problems/no-round")
  }

  @Test("The days of a year have levels, and the streak pends until something is read")
  func year() async throws {
    let site = try await Site.bible()
    let keys = ["Gen.1", "Gen.2", "Gen.3", "Exod.1", "Exod.2", "Matt.1", "Matt.2", "Jude.1"]
    for count in [1, 3, 6] {
      for key in keys.prefix(count) {
        _ = try await site.post("\(Self.path)/section/read?key=\(key)")
      }
      site.clock.advance(Self.day)
    }
    let year = try await site.get("\(Self.path)/year").json(SeenYear.self)
    #expect(year.year == 2025 && year.days.map(\.sections) == [1, 3, 6])
    #expect(year.days.map(\.level) == [1, 2, 3])
    #expect(year.days.map(\.day) == ["2025-06-16", "2025-06-17", "2025-06-18"])
    #expect((year.streak, year.pending, year.longest) == (3, true, 3))
    site.clock.advance(Self.day)
    let later = try await site.get("\(Self.path)/year?year=2025").json(SeenYear.self)
    #expect((later.streak, later.longest) == (0, 3))
    for other in [1, 2024, 9_999] {
      #expect(
        try await site.get("\(Self.path)/year?year=\(other)").json(SeenYear.self).days.isEmpty)
    }
  }

  @Test(
    "What is asked wrongly is refused, with the reason",
    arguments: [
      ("section", 404, "no-section"), ("section?key=x", 404, "no-section"),
      ("section?key=Gen.1&collection=x", 404, "no-collection"),
      ("section?key=Gen.1&collection=", 400, "query"), ("section?key=%00", 404, "no-section"),
      ("checklist", 400, "query"), ("checklist?collection=x", 404, "no-collection"),
      ("checklist?collection=w", 422, "sections"),
      ("checklist?collection=Bible&round=0", 400, "query"), ("year?year=0", 400, "query"),
      ("year?year=x", 400, "query"), ("year?year=10000", 400, "query"),
      ("opened?after=x", 400, "cursor"), ("opened?after=2025-06-16_1_", 400, "cursor"),
      ("opened?limit=201", 400, "query"),
    ])
  func wrong(path: String, status: Int, kind: String) async throws {
    let site = try await Site.bible()
    _ = try await site.add(collection: "Eins\n", named: "w.txt")
    let response = try await site.get("\(Self.path)/\(path)")
    #expect(response.status.code == status && response.problem == "/problems/\(kind)")
  }

  @Test("A section of several collections is asked about, and nothing is noted")
  func several() async throws {
    let site = try await Site.bible()
    let csv = "key,text,section,section title\nGen.1.1,Am Anfang,Gen.1,1. Mose 1\n"
    #expect(try await site.add(collection: csv, named: "Luther.csv").status == .created)
    for action in ["open", "read"] {
      let response = try await site.post("\(Self.path)/section/\(action)?key=Gen.1")
      #expect(response.status == .conflict && response.problem == "/problems/no-section")
    }
    #expect(try await site.get("\(Self.path)/opened").text == #"{"opened":[]}"#)
    let said = try await site.post("\(Self.path)/section/read?key=Gen.1&collection=luther")
    #expect(try said.json(SeenSection.self).title == "1. Mose 1")
  }
}

private struct SeenSection: Decodable, Equatable {
  let collection: String
  let key: String
  let title: String
  let texts: Int
  let previous: String?
  let next: String?
  let read: Read?

  struct Read: Decodable, Equatable {
    let day: String
    let moment: Int
  }
}

private struct SeenOpened: Decodable {
  let opened: [Opened]
  let next: String?

  struct Opened: Decodable {
    let day: String
    let key: String
  }
}

private struct SeenChecklist: Decodable, Equatable {
  let round: Int
  let rounds: [Round]
  let read: Int
  let sections: Int
  let percent: Int
  let books: [Book]

  struct Round: Decodable, Equatable {
    let round: Int
    let begun: Int?
  }

  struct Book: Decodable, Equatable {
    let key: String
    let percent: Int
    let readSections: [String]
  }
}

private struct SeenYear: Decodable {
  let year: Int
  let days: [Day]
  let streak: Int
  let pending: Bool
  let longest: Int

  struct Day: Decodable {
    let day: String
    let sections: Int
    let level: Int
  }
}
