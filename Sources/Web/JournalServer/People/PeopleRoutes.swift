import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import People
import Store
import Wording

/// People for programs: add, change, archive, snooze and delete.
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
        "addPerson", .people, "Add a person",
        parameters: [
          .query(
            "again",
            .boolean(
              "Whether to allow another person of the same name; without it that is 409.",
              usually: false))
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
        "changePerson", .people, "Change a person",
        """
        Missing fields stay as they are; null clears one. Contacts do not move, and the due day \
        moves only with the cadence or the start.
        """,
        parameters: [
          .query(
            "again",
            .boolean(
              "Whether to allow a name that another person has; without it that is 409.",
              usually: false))
        ], bodies: [.json(.personChange.notEmpty)],
        answers: [.ok(.person, "The changed person.")])
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
        With forGood, permanently removes a person who is already deleted, with all contacts; 409 \
        if the person is not deleted.
        """,
        parameters: [
          .query(
            "forGood",
            .boolean(
              "Whether to permanently remove a person who is already deleted.", usually: false)
          )
        ],
        answers: [
          .noContent(
            """
            The person is deleted. Unless that was permanent, you can restore the person with all \
            contacts.
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
        "restorePerson", .people, "Restore a deleted person",
        answers: [.ok(.person, "The restored person.")])
    ) { _, context, visit in
      try await answer(context, visit) { number, _ in
        try visit.journal.people.setDeleted(number, nil)
      }
    }
    routes.unlocked(
      .post, "/api/v1/people/:number/archive",
      Operation(
        "archivePerson", .people, "Archive a person, who is then never due",
        answers: [.ok(.person, "The archived person.")])
    ) { _, context, visit in
      try await answer(context, visit) { number, now in
        try visit.journal.people.setArchived(number, now)
      }
    }
    routes.unlocked(
      .post, "/api/v1/people/:number/unarchive",
      Operation(
        "unarchivePerson", .people, "Unarchive a person",
        answers: [.ok(.person, "The unarchived person.")])
    ) { _, context, visit in
      try await answer(context, visit) { number, _ in
        try visit.journal.people.setArchived(number, nil)
      }
    }
    routes.unlocked(
      .post, "/api/v1/people/:number/snooze",
      Operation(
        "snoozePerson", .people, "Snooze a person who is due, counted from today",
        """
        From the fourth snooze since the last contact, the plant loses a step each time. 409 if \
        the person is not due.
        """, bodies: [.json(.object(["days": .integer(in: Snooze.range)]))],
        answers: [.ok(.person, "The snoozed person.")])
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
        "unsnoozePerson", .people, "Undo the last snooze of a person",
        answers: [.ok(.person, "The person after that.")])
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
