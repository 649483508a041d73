import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import Store
import Testing

@testable import JournalServer

/// What tests look at of a person.
struct SeenPerson: Decodable, Equatable {
  let number: Int
  let name: String
  let nickname: String?
  let cadence: Int
  let start: String
  let birthday: String?
  let days: [Day]
  let reminder: String?
  let note: String?
  let picture: Int?
  let categories: [String]
  let archived: Bool
  let deleted: Bool
  let due: String?
  let dueIn: Int?
  let lastContact: String?
  let snoozedUntil: String?
  let growth: Growth?
  let contacts: Int?
  let snoozes: Int?

  struct Day: Decodable, Equatable {
    let name: String
    let date: String
  }

  struct Growth: Decodable, Equatable {
    let steps: Int
    let stage: String
    let plant: String
  }
}

struct SeenPeople: Decodable {
  let people: [SeenPerson]
  let next: Int?
}

/// Of the site's clock it is 16 June 2025 in Seoul.
@Suite("People for programs")
struct PeopleRoutesTests {
  private static let path = "/api/v1/people"
  private static let day = 86_400

  private func add(_ site: Site, _ json: String) async throws -> SeenPerson {
    let added = try await site.send(.post, Self.path, json)
    #expect(added.status == .created, "\(added.text)")
    return try added.json()
  }

  private func person(_ site: Site, _ number: Int = 1) async throws -> SeenPerson {
    try await site.get("\(Self.path)/\(number)").json()
  }

  @Test("A person is written down with all that is said, and changed field by field")
  func add() async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    let all = """
      {"name":" Mina ","nickname":"Mi","cadence":7,"start":"yesterday","birthday":"2000-02-29",
       "days":[{"name":"wedding","date":"06-20"}],"phone":"1","email":"m@example.org",
       "reminder":"18:30","note":"Tea","picture":1,"categories":["friends","band"]}
      """
    let mina = try await add(site, all)
    #expect((mina.number, mina.name, mina.nickname, mina.cadence) == (1, "Mina", "Mi", 7))
    #expect((mina.start, mina.due, mina.dueIn) == ("2025-06-15", "2025-06-22", 6))
    #expect((mina.birthday, mina.reminder, mina.note) == ("2000-02-29", "18:30", "Tea"))
    #expect(mina.days == [.init(name: "wedding", date: "06-20")] && mina.picture == 1)
    #expect(mina.categories == ["friends", "band"])
    #expect(mina.growth == .init(steps: 0, stage: "sprout", plant: "clover"))
    let changed = try await site.send(
      .patch, "\(Self.path)/1", #"{"nickname":null,"cadence":3,"picture":null,"note":null}"#)
    #expect(changed.status == .ok, "\(changed.text)")
    let after = try changed.json(SeenPerson.self)
    #expect((after.nickname, after.cadence, after.picture, after.note) == (nil, 3, nil, nil))
    #expect(after.due == "2025-06-18" && after.days == mina.days)
    #expect(try await person(site) == after)
    let twin = try await site.send(.post, Self.path, #"{"name":"mina"}"#)
    #expect(twin.status == .conflict && twin.problem == "/problems/person-exists")
    let again = try await site.send(.post, "\(Self.path)?again=true", #"{"name":"mina"}"#)
    #expect(try again.json(SeenPerson.self).cadence == 14)
    _ = try await add(site, #"{"name":"Jun"}"#)
    let taken = try await site.send(.patch, "\(Self.path)/3", #"{"name":"MINA"}"#)
    #expect(taken.status == .conflict && taken.problem == "/problems/person-exists")
    #expect(try await person(site, 3).name == "Jun")
    let allowed = try await site.send(.patch, "\(Self.path)/3?again=true", #"{"name":"MINA"}"#)
    #expect(try allowed.json(SeenPerson.self).name == "MINA")
    // Whoever has a twin may be changed otherwise.
    let kept = try await site.send(.patch, "\(Self.path)/3", #"{"name":"Mina","note":"x"}"#)
    #expect(kept.status == .ok, "\(kept.text)")
  }

  @Test("The most overdue for their rhythm come first, a page at a time to the last")
  func list() async throws {
    let site = try await Site()
    for (name, cadence, start) in [
      ("Late", 30, "2025-05-01"), ("Later", 3, "2025-06-01"), ("Soon", 10, "2025-06-10"),
      ("Zoe", 90, "today"),
    ] {
      _ = try await add(
        site, #"{"name":"\#(name)","cadence":\#(cadence),"start":"\#(start)","note":"n \#(name)"}"#)
    }
    var (names, query): ([String], String?) = ([], "?limit=2")
    while let asked = query {
      let page = try await site.get(Self.path + asked).json(SeenPeople.self)
      names += page.people.map(\.name)
      query = page.next.map { "?limit=2&after=\($0)" }
    }
    #expect(names == ["Later", "Late", "Soon", "Zoe"])
    let found = try await site.get("\(Self.path)?q=n%20late").json(SeenPeople.self)
    #expect(found.people.map(\.name) == ["Later", "Late"] && found.next == nil)
    let lost = try await site.get("\(Self.path)?after=99")
    #expect(lost.problem == "/problems/cursor" && !lost.text.contains("posts"), "\(lost.text)")
    _ = try await site.send(.patch, "\(Self.path)/3", #"{"categories":["Band"]}"#)
    let band = try await site.get("\(Self.path)?category=band").json(SeenPeople.self)
    #expect(band.people.map(\.name) == ["Soon"])
  }

  @Test("Who is archived is not due, and who is deleted comes back with their contacts")
  func archive() async throws {
    let site = try await Site()
    _ = try await add(site, #"{"name":"Mina"}"#)
    #expect(try await site.send(.post, "\(Self.path)/1/contacts", "{}").status == .created)
    let archived = try await site.post("\(Self.path)/1/archive").json(SeenPerson.self)
    #expect(archived.archived && archived.due == nil && archived.contacts == 1)
    #expect(try await site.post("\(Self.path)/1/archive").status == .conflict)
    #expect(try await site.get(Self.path).json(SeenPeople.self).people.isEmpty)
    let list = try await site.get("\(Self.path)?filter=archived").json(SeenPeople.self)
    #expect(list.people.map(\.number) == [1])
    #expect(try await site.post("\(Self.path)/1/unarchive").json(SeenPerson.self).due != nil)
    #expect(try await site.request(.delete, "\(Self.path)/1").status == .noContent)
    let gone = try await site.request(.delete, "\(Self.path)/1")
    #expect(gone.status == .conflict && gone.problem == "/problems/person-deleted")
    let edited = try await site.send(.patch, "\(Self.path)/1", #"{"note":"x"}"#)
    #expect(edited.problem == "/problems/person-deleted")
    #expect(try await site.post("\(Self.path)/1/restore").json(SeenPerson.self).contacts == 1)
    #expect(try await site.post("\(Self.path)/1/restore").status == .conflict)
  }

  @Test("Who is deleted is removed for good, with all contacts, and nobody else is")
  func remove() async throws {
    let site = try await Site()
    _ = try await add(site, #"{"name":"Mina"}"#)
    _ = try await site.send(.post, "\(Self.path)/1/contacts", #"{"memo":"chestnut"}"#)
    let forGood = "\(Self.path)/1?forGood=true"
    let early = try await site.request(.delete, forGood)
    #expect(early.status == .conflict && early.problem == "/problems/person")
    #expect(try await site.request(.delete, "\(Self.path)/1?forGood=false").status == .noContent)
    #expect(try await person(site).deleted)
    #expect(try await site.request(.delete, "\(Self.path)/1?forGood=x").status == .badRequest)
    let bea = try site.add("bea")
    #expect(try await site.request(.delete, forGood, token: bea).status == .notFound)
    #expect(try site.journal.people.person(number: 1).deleted != nil)
    #expect(try site.journal.contacts.page(of: 1, atMost: 9).count == 1)
    try site.setPIN()
    #expect(try await site.request(.delete, forGood).status == .locked)
  }

  @Test("Nothing brings back who is removed for good")
  func removed() async throws {
    let site = try await Site()
    _ = try await add(site, #"{"name":"Mina"}"#)
    _ = try await site.send(.post, "\(Self.path)/1/contacts", #"{"memo":"chestnut"}"#)
    #expect(try await site.request(.delete, "\(Self.path)/1").status == .noContent)
    let forGood = "\(Self.path)/1?forGood=true"
    #expect(try await site.request(.delete, forGood).status == .noContent)
    #expect(try await site.request(.delete, forGood).status == .notFound)
    #expect(try await site.post("\(Self.path)/1/restore").status == .notFound)
    #expect(try site.journal.contacts.page(of: 1, atMost: 9).isEmpty)
    // A number is never given again.
    #expect(try await add(site, #"{"name":"Mina"}"#).number == 2)
  }

  @Test("Who is due is put off from today on, and taken back")
  func snooze() async throws {
    let site = try await Site()
    _ = try await add(site, #"{"name":"Mina","cadence":3,"start":"2025-06-10"}"#)
    let snooze = "\(Self.path)/1/snooze"
    let off = try await site.send(.post, snooze, #"{"days":2}"#).json(SeenPerson.self)
    #expect((off.due, off.dueIn, off.snoozedUntil) == ("2025-06-18", 2, "2025-06-18"))
    let early = try await site.send(.post, snooze, #"{"days":2}"#)
    #expect(early.status == .conflict && early.problem == "/problems/snooze")
    let back = try await site.request(.delete, snooze).json(SeenPerson.self)
    #expect((back.due, back.snoozes) == ("2025-06-13", 0))
    #expect(try await site.request(.delete, snooze).status == .conflict)
    for days in ["0", "8", "1.5", "null", "\"1\""] {
      let wrong = try await site.send(.post, snooze, #"{"days":\#(days)}"#)
      #expect(wrong.status == .unprocessableContent, "\(days) \(wrong.text)")
    }
  }

  @Test(
    "What cannot be kept is refused with its reason",
    arguments: [
      (#"{"name":"M","cadence":0}"#, 422, "person"), (#"{"name":"M","cadence":91}"#, 422, "person"),
      (#"{"name":"M","cadence":1.5}"#, 422, "field"), (#"{"name":"M","x":1}"#, 422, "field"),
      (#"{"nickname":"M"}"#, 422, "field"), (#"{"name":""}"#, 422, "name"),
      (#"{"name":"\#(String(repeating: "가", count: 41))"}"#, 422, "name"),
      (#"{"name":"M","birthday":"02-30"}"#, 422, "yearly-date"),
      (#"{"name":"M","birthday":"2023-02-29"}"#, 422, "yearly-date"),
      (#"{"name":"M","birthday":"2025-06-17"}"#, 422, "person"),
      (#"{"name":"M","birthday":"spring"}"#, 422, "yearly-date"),
      (#"{"name":"M","days":[{"name":"a","date":"06-31"}]}"#, 422, "yearly-date"),
      (
        #"{"name":"M","days":[{"name":"a","date":"06-01"},{"name":"a","date":"06-02"}]}"#, 422,
        "person"
      ),
      (#"{"name":"M","picture":7}"#, 422, "person"), (#"{"name":"M","picture":0}"#, 422, "field"),
      (#"{"name":"M","reminder":"25:00"}"#, 422, "field"),
      (#"{"name":"M","start":"someday"}"#, 400, "days"),
      (#"{"name":"M","note":"\u0000"}"#, 422, "words"),
      ("{", 400, "json"),
    ])
  func wrong(json: String, status: Int, kind: String) async throws {
    let site = try await Site()
    let response = try await site.send(.post, Self.path, json)
    #expect(
      response.status.code == status && response.problem == "/problems/\(kind)",
      "\(response.text)")
    #expect(try await site.get(Self.path).json(SeenPeople.self).people.isEmpty)
    _ = try await add(site, #"{"name":"Old"}"#)
    let before = try await person(site)
    if json != #"{"nickname":"M"}"# {
      let change = try await site.send(.patch, "\(Self.path)/1", json)
      #expect(change.status.code == status, "\(change.text)")
    }
    let none = try await site.send(.patch, "\(Self.path)/1", "{}")
    #expect(none.problem == "/problems/no-change")
    #expect(try await person(site) == before)
  }

  @Test("Another owner has none of them, by any number")
  func otherOwner() async throws {
    let site = try await Site()
    _ = try await add(site, #"{"name":"Mina","cadence":3,"start":"2025-06-01"}"#)
    _ = try await site.send(.post, "\(Self.path)/1/contacts", #"{"memo":"secret"}"#)
    let before = try await person(site)
    let bea = try site.add("bea")
    func ask(
      _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil
    ) async throws -> TestResponse {
      try await site.request(
        method, "/api/v1/\(path)", [.contentType: "application/json"],
        body: json.map { ByteBuffer(string: $0) }, token: bea)
    }
    for (method, path, json) in [
      (.get, "people/1", nil), (.patch, "people/1", #"{"note":"x"}"#), (.delete, "people/1", nil),
      (.post, "people/1/restore", nil), (.post, "people/1/archive", nil),
      (.post, "people/1/unarchive", nil), (.post, "people/1/snooze", #"{"days":1}"#),
      (.delete, "people/1/snooze", nil), (.get, "people/1/contacts", nil),
      (.post, "people/1/contacts", "{}"), (.get, "people/1/calendar/2025-06", nil),
      (.patch, "contacts/1", #"{"memo":"x"}"#), (.delete, "contacts/1", nil),
    ] as [(HTTPRequest.Method, String, String?)] {
      let response = try await ask(method, path, json)
      #expect(response.status == .notFound, "\(method) \(path) \(response.text)")
    }
    for path in ["people", "people/search?q=secret", "due?week=1"] {
      let text = try await ask(.get, path).text
      #expect(!text.contains("Mina") && !text.contains("secret"), "\(path)")
    }
    for path in ["/people/1", "/people/1/edit", "/contacts/1"] {
      #expect(try await site.request(.get, path, token: bea).status == .notFound, "\(path)")
    }
    for deed in ["tick", "snooze", "archive", "delete", "delete-contact"] {
      let response = try await site.request(
        .post, "/people/1", [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: "deed=\(deed)&days=1&contact=1"), token: bea)
      let isLeftAside = deed == "delete-contact" && response.status == .seeOther
      #expect(response.status == .notFound || isLeftAside, "\(deed)")
    }
    #expect(try await person(site) == before)
  }
}
