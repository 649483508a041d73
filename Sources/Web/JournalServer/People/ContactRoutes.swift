import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import People
import Store
import Texts
import Wording

/// Contacts, months of people, and what is due, for programs.
struct ContactRoutes: ServerRoutes {
  let server: ServerParts

  /// How many people are told as due, and how many days of theirs on a day.
  private static let most = 500

  func add(to routes: Routes) {
    addContacts(to: routes)
    routes.unlocked(
      .get, "/api/v1/people/:number/calendar/:month",
      Operation(
        "getPersonMonth", .people, "A month of a person", scope: .read,
        answers: [.ok(.personMonth, "The days with something due.")])
    ) { _, context, visit in
      let number = try context.personNumber
      let month = try context.parameter("month") { try? Month.parse($0) }
      return try await visit.json { journal in
        let leap = try journal.settings.current().leapBirthday
        let known = try journal.people.month(of: number, from: month.first, leap)
        return PersonMonthBody(
          month: "\(month)", days: known.all.map { PersonDayDescription($0, known) })
      }
    }
    routes.unlocked(
      .get, "/api/v1/due",
      Operation(
        "getDue", .people, "What is due on a day, or in the week", scope: .read,
        parameters: [
          .query(
            "day",
            .string(
              "The day, as people type days; default: today. Overdue people are due today.",
              examples: ["tomorrow", "2024-01-31"])),
          .query("week", .constant(1, "The seven days starting today.")),
        ],
        answers: [.ok(.dueDays, "The days, each with what is due.")])
    ) { request, _, visit in
      let (query, weekStart) = (Query(of: request), Preferences(of: request).weekStart)
      let isWeek = try query.number("week", in: 1...1) != nil
      if try isWeek && query["day"] != nil { throw Problem("query.day-or-week") }
      return try await visit.json { journal in
        let settings = try journal.settings.current()
        let present = try journal.present(at: now(), weekStart: weekStart)
        let today = present.day
        let list = journal.due(settings.leapBirthday)
        if isWeek {
          let (days, rest) = try list.week(from: today, atMost: Self.most)
          return DueBody(days: days.map { DueDayBody($0.day, $0.items, today) }, more: rest)
        }
        let day = try query.value("day") { try DayRange.dayAhead($0, present: present) } ?? today
        let (items, rest) = try list.items(on: day, today: today, atMost: Self.most)
        return DueBody(days: [DueDayBody(day, items, today)], more: rest)
      }
    }
  }

  private func addContacts(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/people/:number/contacts",
      Operation(
        "getContacts", .people, "Contacts with a person, latest first", scope: .read,
        parameters: [.limit(), .after("contact")], answers: [.ok(.contactPage, "A page.")])
    ) { request, context, visit in
      let (number, query) = (try context.personNumber, Query(of: request))
      let size = try query.limit()
      let after = try query.number("after", in: 1...Int64.max)
      return try await visit.json { journal in
        _ = try journal.people.person(number: number)
        let last = try after.map { try journal.contacts.cursor($0) }
        if let last, last.person != number { throw Problem("cursor") }
        let found = try journal.contacts.page(of: number, after: last, atMost: size + 1)
        return ContactPage(
          contacts: found.prefix(size).map { ContactDescription($0) },
          next: found.count > size ? found[size - 1].id : nil)
      }
    }
    routes.unlocked(
      .post, "/api/v1/people/:number/contacts",
      Operation(
        "addContact", .people, "Log a contact", "By default today's, of the kind met.",
        bodies: [.json(.contactChange)], answers: [.created(.contact, "The contact.")])
    ) { request, context, visit in
      let weekStart = Preferences(of: request).weekStart
      let number = try context.personNumber
      let change = try await request.json(ContactChange.self)
      return try await visit.json(.created) { journal in
        let now = now()
        let present = try journal.present(at: now, weekStart: weekStart)
        let length = try journal.settings.current().keywordLength
        return ContactDescription(
          try journal.contacts.add(
            change.applied(length), with: number, on: try change.day(present) ?? present.day,
            today: present.day, now: now))
      }
    }
    routes.unlocked(
      .patch, "/api/v1/contacts/:number",
      Operation(
        "changeContact", .people, "Change a contact", bodies: [.json(.contactChange.notEmpty)],
        answers: [.ok(.contact, "The changed contact.")])
    ) { request, context, visit in
      let weekStart = Preferences(of: request).weekStart
      let number = try context.contactNumber
      let change = try await request.json(ContactChange.self)
      try change.requireAny()
      return try await visit.json { journal in
        let contacts = journal.contacts
        let present = try journal.present(at: now(), weekStart: weekStart)
        let facts = try change.applied(
          to: contacts.contact(number: number).facts, journal.settings.current().keywordLength)
        return ContactDescription(
          try contacts.edit(number, facts, on: try change.day(present), today: present.day))
      }
    }
    routes.unlocked(
      .delete, "/api/v1/contacts/:number",
      Operation(
        "deleteContact", .people, "Delete a contact",
        answers: [.noContent("The contact is deleted.")])
    ) { _, context, visit in
      let number = try context.contactNumber
      return try await visit.noContent { _ = try $0.contacts.delete(number) }
    }
  }
}

private struct ContactPage: Encodable {
  let contacts: [ContactDescription]
  /// Null on the last page.
  let next: Int64?

  private enum Key: CodingKey { case contacts, next }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(contacts, forKey: .contacts)
    try fields.encode(next, forKey: .next)
  }
}

/// A month of a person: the days with something to show.
private struct PersonMonthBody: Encodable {
  let month: String
  let days: [PersonDayDescription]
}

private struct DueBody: Encodable {
  let days: [DueDayBody]
  /// How many people and days of theirs are due beside them.
  let more: Int
}

private struct DueDayBody: Encodable {
  let day: String
  let items: [DueDescription]

  init(_ day: CivilDate, _ items: [DueItem], _ today: CivilDate) {
    (self.day, self.items) = ("\(day)", items.map { DueDescription($0, on: day, today: today) })
  }
}

extension Schema {
  fileprivate static let dueDays = Schema.object([
    "days": .array(of: .object(["day": .date(), "items": .array(of: .dueItem)])),
    "more": .count(
      "How many more people, and days of theirs, are due. A list has the 500 most overdue."),
  ])
}
