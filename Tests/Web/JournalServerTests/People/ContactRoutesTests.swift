import CaptureTime
import HTTPTypes
import HummingbirdTesting
import People
import Store
import Testing

@testable import JournalServer

private struct SeenContact: Decodable, Equatable {
  let number: Int
  let person: Int
  let name: String?
  let day: String
  let kind: String
  let keywords: [String]
  let memo: String?
}

private struct SeenContacts: Decodable {
  let contacts: [SeenContact]
  let next: Int?
}

private struct SeenFound: Decodable {
  let people: [SeenPerson]
  let contacts: [SeenContact]
  let next: Int?
}

private struct SeenMonth: Decodable {
  let days: [Day]

  struct Day: Decodable {
    let day: String
    let contacts: [SeenContact]
    let due: Bool?
    let birthday: Bool?
    let yearly: [String]
  }
}

private struct SeenDue: Decodable {
  let days: [Day]
  let more: Int

  struct Day: Decodable {
    let day: String
    let items: [Item]
  }

  struct Item: Decodable {
    let kind: String
    let person: SeenPerson?
    let name: String?
    let what: String?
    let years: Int?
  }
}

/// Of the site's clock it is 16 June 2025 in Seoul.
@Suite("Contacts and what is due, for programs")
struct ContactRoutesTests {
  private static let contacts = "/api/v1/people/1/contacts"

  private func site(
    _ person: String = #"{"name":"Mina","cadence":3,"start":"2025-06-01"}"#
  ) async throws -> Site {
    let site = try await Site()
    #expect(try await site.send(.post, "/api/v1/people", person).status == .created)
    return site
  }

  @Test("A contact is written down, backdated, changed and deleted")
  func contact() async throws {
    let site = try await site()
    let added = try await site.send(.post, Self.contacts, "{}")
    #expect(added.status == .created, "\(added.text)")
    let plain = try added.json(SeenContact.self)
    #expect((plain.day, plain.kind, plain.keywords, plain.memo) == ("2025-06-16", "met", [], nil))
    let json = #"{"day":"yesterday","kind":"called","keywords":["커피","film"],"memo":" Hi "}"#
    let back = try await site.send(.post, Self.contacts, json).json(SeenContact.self)
    #expect((back.day, back.kind, back.memo) == ("2025-06-15", "called", "Hi"))
    #expect(back.keywords == ["커피", "film"])
    let person = try await site.get("/api/v1/people/1").json(SeenPerson.self)
    #expect(
      (person.lastContact, person.due, person.growth?.steps) == ("2025-06-16", "2025-06-19", 4))
    let changed = try await site.send(
      .patch, "/api/v1/contacts/2", #"{"memo":null,"day":"2025-06-01"}"#
    ).json(SeenContact.self)
    #expect((changed.day, changed.memo, changed.kind) == ("2025-06-01", nil, "called"))
    #expect(changed.keywords == ["커피", "film"])
    #expect(try await site.request(.delete, "/api/v1/contacts/1").status == .noContent)
    let gone = try await site.request(.delete, "/api/v1/contacts/1")
    #expect(gone.status == .notFound && gone.problem == "/problems/no-contact")
    #expect(try await site.get(Self.contacts).json(SeenContacts.self).contacts == [changed])
  }

  @Test("Longer keywords are taken where the owner allows them, and stay when that ends")
  func longKeywords() async throws {
    let site = try await site()
    func set(_ length: String) async throws {
      let set = try await site.send(
        .patch, "/api/v1/settings", #"{"keyword-length":"\#(length)"}"#)
      #expect(set.status == .ok, "\(set.text)")
    }
    try await set("12")
    #expect(try await site.get("/people/1").text.contains("of 12 letters each (Korean 5)"))
    let hangul = try await site.send(.post, Self.contacts, #"{"keywords":["가나다라마바"]}"#)
    #expect(hangul.status == .unprocessableContent)
    let json = #"{"keywords":["marmalade"]}"#
    #expect(try await site.send(.post, Self.contacts, json).status == .created)
    try await set("5")
    #expect(try await site.send(.post, Self.contacts, json).status == .unprocessableContent)
    let kept = try await site.send(
      .patch, "/api/v1/contacts/1", #"{"keywords":["marmalade","tea"]}"#)
    #expect(try kept.json(SeenContact.self).keywords == ["marmalade", "tea"])
  }

  @Test("Contacts come a page at a time, the latest first, to the last")
  func pages() async throws {
    let site = try await site()
    for day in 1...5 {
      _ = try await site.send(.post, Self.contacts, #"{"day":"2025-06-0\#(day)","memo":"tea"}"#)
    }
    for base in ["\(Self.contacts)?limit=2", "/api/v1/people/search?q=tea&limit=2"] {
      var (days, after): ([String], Int?) = ([], nil)
      repeat {
        let page = try await site.get(base + (after.map { "&after=\($0)" } ?? ""))
          .json(SeenContacts.self)
        days += page.contacts.map { String($0.day.suffix(1)) }
        after = page.next
      } while after != nil
      #expect(days == ["5", "4", "3", "2", "1"], "\(base)")
    }
    #expect(try await site.get("\(Self.contacts)?after=99").problem == "/problems/cursor")
    let found = try await site.get("/api/v1/people/search?q=mina").json(SeenFound.self)
    #expect(found.people.map(\.name) == ["Mina"] && found.contacts.isEmpty)
    let named = try await site.get("/api/v1/people/search?q=te").json(SeenFound.self)
    #expect(named.contacts.first?.name == "Mina")
    for query in ["", "?q=", "?q=%20"] {
      #expect(try await site.get("/api/v1/people/search\(query)").status == .badRequest)
    }
  }

  @Test(
    "What is no contact is refused",
    arguments: [
      (#"{"keywords":["coffee"]}"#, 422, "contact"), (#"{"keywords":["a b"]}"#, 422, "contact"),
      (#"{"keywords":["a","b","c","d"]}"#, 422, "contact"),
      (#"{"memo":"\#(String(repeating: "가", count: 101))"}"#, 422, "contact"),
      (#"{"day":"tomorrow"}"#, 422, "contact"), (#"{"day":"2025-02-30"}"#, 400, "days"),
      (#"{"kind":"dreamt"}"#, 422, "field"), (#"{"x":1}"#, 422, "field"),
    ])
  func wrong(json: String, status: Int, kind: String) async throws {
    let site = try await site()
    _ = try await site.send(.post, Self.contacts, #"{"memo":"first"}"#)
    for (method, path) in [
      (HTTPRequest.Method.post, Self.contacts), (.patch, "/api/v1/contacts/1"),
    ] {
      let response = try await site.send(method, path, json)
      #expect(
        response.status.code == status && response.problem == "/problems/\(kind)",
        "\(response.text)")
    }
    let list = try await site.get(Self.contacts).json(SeenContacts.self).contacts
    #expect(list.map(\.memo) == ["first"])
  }

  @Test("A month has contacts, the due day, and 29 February as the owner has it")
  func month() async throws {
    let site = try await site(
      #"{"name":"Mina","cadence":14,"birthday":"2000-02-29","days":[{"name":"move","date":"02-03"}]}"#
    )
    _ = try await site.send(.post, Self.contacts, #"{"day":"2025-02-20"}"#)
    let path = "/api/v1/people/1/calendar"
    let february = try await site.get("\(path)/2025-02").json(SeenMonth.self).days
    #expect(february.map(\.day) == ["2025-02-03", "2025-02-20", "2025-02-28"])
    #expect(february[0].yearly == ["move"] && february[1].contacts.count == 1)
    #expect(february[2].birthday == true)
    let march = try await site.get("\(path)/2025-03").json(SeenMonth.self).days
    #expect(march.map(\.day) == ["2025-03-06"] && march[0].due == true)
    let set = try await site.send(.patch, "/api/v1/settings", #"{"leap-birthday":"1-mar"}"#)
    #expect(set.status == .ok, "\(set.text)")
    let moved = try await site.get("\(path)/2025-03").json(SeenMonth.self).days
    #expect(moved.map(\.day) == ["2025-03-01", "2025-03-06"] && moved[0].birthday == true)
    for month in ["2025-13", "2025", "x"] {
      #expect(try await site.get("\(path)/\(month)").status == .notFound, "\(month)")
    }
  }

  @Test("A day asks for birthdays, people and the morning page; a week has seven days")
  func due() async throws {
    let site = try await site(
      #"{"name":"Mina","cadence":3,"start":"2025-06-01","birthday":"1990-06-16"}"#)
    _ = try await site.send(.post, "/api/v1/people", #"{"name":"Otto","cadence":2}"#)
    let today = try await site.get("/api/v1/due").json(SeenDue.self).days
    #expect(today.map(\.day) == ["2025-06-16"])
    #expect(today[0].items.map(\.kind) == ["birthday", "person", "morning"])
    #expect((today[0].items[0].name, today[0].items[0].years) == ("Mina", 35))
    #expect(today[0].items[1].person?.dueIn == -12)
    let week = try await site.get("/api/v1/due?week=1").json(SeenDue.self).days
    #expect(week.count == 7 && week[2].items.map { $0.person?.name } == ["Otto"])
    let other = try await site.get("/api/v1/due?day=2025-06-18").json(SeenDue.self).days
    #expect(other.map(\.items.count) == [1])
    for query in ["day=x", "week=2", "week=1&day=today", "weak=1"] {
      #expect(try await site.get("/api/v1/due?\(query)").status == .badRequest, "\(query)")
    }
  }

  @Test("However many people are due, a list of them ends, and says how many are left out")
  func manyDue() async throws {
    let site = try await site(#"{"name":"Mina","cadence":3,"start":"2025-06-01"}"#)
    let start = try #require(CivilDate(iso: "2024-01-01"))
    for number in 1...505 {
      var facts = PersonFacts(try PersonName("person \(number)"), start: start)
      facts.birthday = try YearlyDate.parse("06-16")
      _ = try site.journal.people.add(facts, now: 0)
    }
    for query in ["", "?week=1"] {
      let due = try await site.get("/api/v1/due\(query)").json(SeenDue.self)
      let kinds = due.days[0].items.map(\.kind)
      #expect(kinds.count { $0 == "person" } == 500 && kinds.count { $0 == "birthday" } == 500)
      #expect(kinds.last == "morning" && due.more == 11, "\(query)")
    }
  }
}
