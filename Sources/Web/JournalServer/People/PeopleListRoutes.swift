import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import People
import Store
import Wording

/// People for programs: list and search.
struct PeopleListRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/people",
      Operation(
        "getPeople", .people, "People, a page at a time",
        "Active people come most overdue first, relative to their rhythm; the others by name.",
        scope: .read,
        parameters: [
          .query(
            "filter",
            .choice(
              of: PeopleFilter.Kind.self, "kept are people who are neither archived nor deleted.",
              usually: .kept)),
          .query(
            "q",
            .string("Only people with all of these words in names, notes, addresses or categories.")
          ),
          .query("category", .string("Only people in this category.")), .limit(), .after("person"),
        ], answers: [.ok(.personPage, "A page.")])
    ) { request, _, visit in
      let query = Query(of: request)
      let filter = PeopleFilter(
        try query.choice("filter") ?? .kept,
        text: try query.text("q").flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 },
        category: try query.value("category") { try PersonName($0) })
      let size = try query.limit()
      let after = try query.number("after", in: 1...Int64.max)
      return try await searches.json(request, of: visit) {
        let today = try visit.journal.today(at: now())
        if filter == PeopleFilter() {
          return try batch(of: visit.journal.people, after, size, today)
        }
        let people = try visit.journal.people.list(filter, today: today)[...]
        let place = after.map { number in people.firstIndex { $0.person.id == number } }
        guard let place else { return PersonBatch(people, size, today) }
        // Who is not in the list any more has no place in it.
        guard let place else { throw Problem("cursor") }
        return PersonBatch(people[(place + 1)...], size, today)
      }
    }
    routes.unlocked(
      .get, "/api/v1/people/search",
      Operation(
        "searchPeople", .people, "Search people and contacts", scope: .read,
        parameters: [
          .required(
            "q", .string("Words that must all occur, also inside other words.", matching: #"\S"#)),
          .limit(), .after("contact"),
        ],
        answers: [
          .ok(
            .object([
              "people": .array(of: .person),
              "contacts": .array(of: .contact),
              "next": .nextNumber,
            ]), "People, with the first page of contacts, latest first.")
        ])
    ) { request, _, visit in
      let query = Query(of: request)
      guard let text = try query.text("q"), !text.allSatisfy(\.isWhitespace) else {
        throw Problem("query.no-word", ["name": "q"])
      }
      let size = try query.limit()
      let after = try query.number("after", in: 1...Int64.max)
      return try await searches.json(request, of: visit) {
        let journal = visit.journal
        let today = try journal.today(at: now())
        let last = try after.map { try journal.contacts.cursor($0) }
        let found = try journal.contacts.search(text, after: last, atMost: size + 1)
        // People come with the first page of contacts.
        let people =
          last == nil
          ? try journal.people.list(PeopleFilter(text: text), today: today).prefix(size) : []
        let names = try journal.names(of: found)
        return FoundPeople(
          people: people.map { PersonDescription($0, today: today) },
          contacts: found.prefix(size).map { ContactDescription($0, name: names[$0.person]) },
          next: found.count > size ? found[size - 1].id : nil)
      }
    }
  }

  /// People who are kept: of the others nothing is read that is not needed.
  private func batch(
    of people: People, _ after: Int64?, _ size: Int, _ today: CivilDate
  ) throws -> PersonBatch {
    guard let after else {
      return PersonBatch(try people.page(today: today, atMost: size + 1).people[...], size, today)
    }
    guard
      let page = try people.page(today: today, afterPerson: after, atMost: size + 1)
    else { throw Problem("cursor") }
    return PersonBatch(page[...], size, today)
  }
}

/// A page of people, and where the next one begins.
private struct PersonBatch: Encodable {
  let people: [PersonDescription]
  /// Null on the last page.
  let next: Int64?

  private enum Key: CodingKey { case people, next }

  init(_ all: ArraySlice<KnownPerson>, _ size: Int, _ today: CivilDate) {
    let shown = all.prefix(size)
    people = shown.map { PersonDescription($0, today: today) }
    next = all.count > size ? shown.last?.person.id : nil
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(people, forKey: .people)
    try fields.encode(next, forKey: .next)
  }
}

private struct FoundPeople: Encodable {
  let people: [PersonDescription]
  let contacts: [ContactDescription]
  let next: Int64?

  private enum Key: CodingKey { case people, contacts, next }

  init(people: [PersonDescription], contacts: [ContactDescription], next: Int64?) {
    (self.people, self.contacts, self.next) = (people, contacts, next)
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(people, forKey: .people)
    try fields.encode(contacts, forKey: .contacts)
    try fields.encode(next, forKey: .next)
  }
}
