import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import People
import Store
import Wording

/// People for programs: listed, written down, changed, put away and put off.
struct PeopleRoutes: ServerRoutes {
  let server: ServerParts
  let bodies: LongBodies

  static let limits = 1...200
  static let usualSize = 50

  func add(to routes: Routes) {
    addLists(to: routes)
    addPeople(to: routes)
    addDeeds(to: routes)
  }

  private func addLists(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/people", taking: ["filter", "q", "category", "limit", "after"], scope: .read
    ) { request, _, visit in
      let query = Query(of: request)
      let filter = PeopleFilter(
        try query.choice("filter") ?? .kept,
        text: try query.text("q").flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 },
        category: try query.value("category") { try PersonName($0) })
      let size = try query.number("limit", in: Self.limits) ?? Self.usualSize
      let after = try query.number("after", in: 1...Int64.max)
      return try .json(
        await searches.run(request, of: visit) {
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
        })
    }
    routes.unlocked(
      .get, "/api/v1/people/search", taking: ["q", "limit", "after"], scope: .read
    ) { request, _, visit in
      let query = Query(of: request)
      guard let text = try query.text("q"), !text.allSatisfy(\.isWhitespace) else {
        throw Problem("query.no-word", ["name": "q"])
      }
      let size = try query.number("limit", in: Self.limits) ?? Self.usualSize
      let after = try query.number("after", in: 1...Int64.max)
      return try .json(
        await searches.run(request, of: visit) {
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
        })
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

  private func addPeople(to routes: Routes) {
    routes.unlocked(.post, "/api/v1/people", taking: ["again"]) { request, _, visit in
      let again = try Query(of: request).flag("again") ?? false
      let weekStart = Preferences(of: request).weekStart
      let change = try await bodies.json(PersonChange.self, from: request)
      guard let name = change.name else { throw Problem("field.named", ["name": "name"]) }
      return try .json(
        await visit.run { journal in
          let now = now()
          let present = try journal.present(at: now, weekStart: weekStart)
          var facts = PersonFacts(name, start: present.day)
          try change.apply(to: &facts, present)
          try change.checkPicture(in: journal)
          let person = try journal.people.add(facts, allowingTwins: again, now: now)
          return try description(of: person.id, journal, present.day)
        }, status: .created)
    }
    routes.unlocked(.get, "/api/v1/people/:number", scope: .read) { _, context, visit in
      try await answer(context, visit) { _, _ in }
    }
    routes.unlocked(
      .patch, "/api/v1/people/:number", taking: ["again"]
    ) { request, context, visit in
      let again = try Query(of: request).flag("again") ?? false
      let weekStart = Preferences(of: request).weekStart
      let change = try await bodies.json(PersonChange.self, from: request)
      try change.requireAny()
      return try await answer(context, visit) { number, now in
        let present = try visit.journal.present(at: now, weekStart: weekStart)
        try change.checkPicture(in: visit.journal)
        try visit.journal.people.edit(number, allowingTwins: again) {
          try change.apply(to: &$0, present)
        }
      }
    }
    routes.unlocked(
      .delete, "/api/v1/people/:number", taking: ["forGood"]
    ) { request, context, visit in
      let number = try context.personNumber
      let isForGood = try Query(of: request).flag("forGood") ?? false
      try await visit.run { journal in
        let people = journal.people
        if isForGood { return try people.remove(number) }
        try people.setDeleted(number, now())
      }
      return .empty(.noContent)
    }
  }

  private func addDeeds(to routes: Routes) {
    routes.unlocked(.post, "/api/v1/people/:number/restore") { _, context, visit in
      try await answer(context, visit) { number, _ in
        try visit.journal.people.setDeleted(number, nil)
      }
    }
    routes.unlocked(.post, "/api/v1/people/:number/archive") { _, context, visit in
      try await answer(context, visit) { number, now in
        try visit.journal.people.setArchived(number, now)
      }
    }
    routes.unlocked(.post, "/api/v1/people/:number/unarchive") { _, context, visit in
      try await answer(context, visit) { number, _ in
        try visit.journal.people.setArchived(number, nil)
      }
    }
    routes.unlocked(.post, "/api/v1/people/:number/snooze") { request, context, visit in
      let days = try await request.json(SnoozeBody.self).days
      return try await answer(context, visit) { number, now in
        try visit.journal.people.snooze(
          number, days: days, today: try visit.journal.today(at: now), now: now)
      }
    }
    routes.unlocked(.delete, "/api/v1/people/:number/snooze") { _, context, visit in
      try await answer(context, visit) { number, _ in try visit.journal.people.unsnooze(number) }
    }
  }

  /// Does something with the person of the address, and says how they are then.
  private func answer(
    _ context: ServerContext, _ visit: Visit,
    _ `do`: @escaping @Sendable (_ number: Int64, _ now: Int) throws -> Void
  ) async throws -> Response {
    let number = try context.personNumber
    return try .json(
      await visit.run { journal in
        let now = now()
        try `do`(number, now)
        return try description(of: number, journal, try journal.today(at: now))
      })
  }

  private func description(
    of number: Int64, _ journal: OwnerJournal, _ today: CivilDate
  ) throws -> PersonDescription {
    let person = try journal.people.person(number: number)
    return PersonDescription(
      try journal.people.known(person), today: today,
      history: try journal.people.history(of: number))
  }
}

/// A page of people, and after whom the next one begins.
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

extension ServerContext {
  /// The person's number in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number: there is no such person.
  var personNumber: Int64 { get throws { try number(or: "no-person") } }

  /// The contact's number in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number: there is no such contact.
  var contactNumber: Int64 { get throws { try number(or: "no-contact") } }

  /// The number in the address.
  ///
  /// - Throws: ``Problem`` of this name where it is none: there is nothing of it.
  func number(or problem: String) throws -> Int64 {
    guard let text = parameters.get("number"), let number = Int64(text), "\(number)" == text else {
      throw Problem(problem)
    }
    return number
  }
}

extension Contacts {
  /// The last contact of the page before, by its number.
  ///
  /// - Throws: ``Problem`` where there is none any more.
  func cursor(_ number: Int64) throws -> Contact {
    do {
      return try contact(number: number)
    } catch ContactError.unknown {
      throw Problem("cursor")
    }
  }
}

extension OwnerJournal {
  /// What the people of contacts are called, by their numbers.
  ///
  /// - Throws: `JournalError`.
  func names(of contacts: [Contact]) throws -> [Int64: String] {
    try people.names(of: Array(Set(contacts.map(\.person))))
  }
}
