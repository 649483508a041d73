import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import People
import Store
import Wording

/// People for programs: written down, changed, put away and put off.
struct PeopleRoutes: ServerRoutes {
  let server: ServerParts
  let bodies: LongBodies

  func add(to routes: Routes) {
    addPeople(to: routes)
    addDeeds(to: routes)
  }

  private func addPeople(to routes: Routes) {
    routes.unlocked(
      .post, "/api/v1/people",
      Operation(
        "addPerson", .people, "Write a person down",
        parameters: [
          .query(
            "again",
            .boolean(
              "Whether there may be another one of the name; else that is 409.", usually: false))
        ], bodies: [.json(.personChange.requiring("name"))],
        answers: [.created(.person, "The person.")])
    ) { request, _, visit in
      let again = try Query(of: request).flag("again") ?? false
      let weekStart = Preferences(of: request).weekStart
      let change = try await bodies.json(PersonChange.self, from: request)
      guard let name = change.name else { throw Problem("field.named", ["name": "name"]) }
      return try await visit.json(.created) { journal in
        let now = now()
        let present = try journal.present(at: now, weekStart: weekStart)
        var facts = PersonFacts(name, start: present.day)
        try change.apply(to: &facts, present)
        try change.checkPicture(in: journal)
        let person = try journal.people.add(facts, allowingTwins: again, now: now)
        return try description(of: person.id, journal, present.day)
      }
    }
    routes.unlocked(
      .get, "/api/v1/people/:number",
      Operation(
        "getPerson", .people, "A person, with their plant", scope: .read,
        answers: [.ok(.person, "The person.")])
    ) { _, context, visit in
      try await answer(context, visit) { _, _ in }
    }
    routes.unlocked(
      .patch, "/api/v1/people/:number",
      Operation(
        "changePerson", .people, "Change what is said of a person",
        """
        What is missing stays as it is; null is none. No contact and no due day moves but by \
        the cadence and the start.
        """,
        parameters: [
          .query(
            "again",
            .boolean(
              "Whether the person may take a name that another one has; else that is 409.",
              usually: false))
        ], bodies: [.json(.personChange.notEmpty)],
        answers: [.ok(.person, "The person as they are then.")])
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
      .delete, "/api/v1/people/:number",
      Operation(
        "deletePerson", .people, "Delete a person",
        """
        With forGood a person who is deleted already is removed with all contacts, and \
        nothing brings them back; 409 where the person is not deleted.
        """,
        parameters: [
          .query(
            "forGood",
            .boolean("Whether a person who is deleted already is removed for good.", usually: false)
          )
        ],
        answers: [
          .noContent(
            """
            The person is deleted, and can be brought back with all contacts unless that was for \
            good.
            """)
        ])
    ) { request, context, visit in
      let number = try context.personNumber
      let isForGood = try Query(of: request).flag("forGood") ?? false
      return try await visit.noContent { journal in
        let people = journal.people
        if isForGood { return try people.remove(number) }
        try people.setDeleted(number, now())
      }
    }
  }

  private func addDeeds(to routes: Routes) {
    routes.unlocked(
      .post, "/api/v1/people/:number/restore",
      Operation(
        "restorePerson", .people, "Bring a deleted person back",
        answers: [.ok(.person, "The person as they are then.")])
    ) { _, context, visit in
      try await answer(context, visit) { number, _ in
        try visit.journal.people.setDeleted(number, nil)
      }
    }
    routes.unlocked(
      .post, "/api/v1/people/:number/archive",
      Operation(
        "archivePerson", .people, "Put a person away, who is not due any more",
        answers: [.ok(.person, "The person as they are then.")])
    ) { _, context, visit in
      try await answer(context, visit) { number, now in
        try visit.journal.people.setArchived(number, now)
      }
    }
    routes.unlocked(
      .post, "/api/v1/people/:number/unarchive",
      Operation(
        "unarchivePerson", .people, "Take back a person who was put away",
        answers: [.ok(.person, "The person as they are then.")])
    ) { _, context, visit in
      try await answer(context, visit) { number, _ in
        try visit.journal.people.setArchived(number, nil)
      }
    }
    routes.unlocked(
      .post, "/api/v1/people/:number/snooze",
      Operation(
        "snoozePerson", .people, "Put off a person who is due, counted from today",
        """
        From the fourth time since the last contact on, the plant loses a step. 409 where \
        the person is not due.
        """, bodies: [.json(.object(["days": .integer(in: Snooze.range)]))],
        answers: [.ok(.person, "The person as they are then.")])
    ) { request, context, visit in
      let days = try await request.json(SnoozeBody.self).days
      return try await answer(context, visit) { number, now in
        try visit.journal.people.snooze(
          number, days: days, today: try visit.journal.today(at: now), now: now)
      }
    }
    routes.unlocked(
      .delete, "/api/v1/people/:number/snooze",
      Operation(
        "unsnoozePerson", .people, "Take back the last time that a person was put off",
        answers: [.ok(.person, "The person as they are then.")])
    ) { _, context, visit in
      try await answer(context, visit) { number, _ in try visit.journal.people.unsnooze(number) }
    }
  }

  /// Does something with the person of the address, and says how they are then.
  private func answer(
    _ context: ServerContext, _ visit: Visit,
    _ `do`: @escaping @Sendable (_ number: Int64, _ now: Int) throws -> Void
  ) async throws -> Response {
    let number = try context.personNumber
    return try await visit.json { journal in
      let now = now()
      try `do`(number, now)
      return try description(of: number, journal, try journal.today(at: now))
    }
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

extension ServerContext {
  /// The person's number in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number: there is no such person.
  var personNumber: Int64 { get throws { try number(or: "no-person") } }

  /// The contact's number in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number: there is no such contact.
  var contactNumber: Int64 { get throws { try number(or: "no-contact") } }
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
