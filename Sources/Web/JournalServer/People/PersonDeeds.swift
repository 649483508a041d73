import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import People
import Store
import Wording

/// The actions of the buttons on a person's page.
enum PersonDeed: String {
  /// A contact as its form says it, one of today, and one less.
  case log, tick, untick
  case snooze, unsnooze
  case archive, unarchive, delete, restore, remove
  /// A contact is deleted, and written down again as it was.
  case deleteContact = "delete-contact"
  case restoreContact = "restore-contact"
}

extension PeoplePageRoutes {
  /// Does what a button asks for, and leads to where one sees it, with the way to undo it.
  func answer(
    _ deed: PersonDeed, _ number: Int64, _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let journal = visit.journal
    let page = PeoplePaths.person(number)
    let back = PeoplePaths.back(form["from"]) ?? page
    switch deed {
    case .log: return try await log(number, form, request, visit)
    case .deleteContact: return try await deleteContact(number, form, request, visit)
    case .tick:
      let contact = try await run { now in
        let today = try journal.today(at: now)
        return try journal.contacts.add(
          ContactFacts(), with: number, on: today, today: today, now: now)
      }
      return .redirect(to: PeoplePaths.address(back, "contacted", contact.id))
    case .untick:
      let contact = try Self.contact(of: form)
      try await run { _ in try Self.delete(contact, of: number, journal) }
      return .redirect(to: back)
    case .restoreContact:
      try await run { now in
        let (facts, day, made) = try Self.deleted(form, journal, now)
        try journal.contacts.restore(
          try Self.contact(of: form), facts, with: number, on: day, made: made,
          today: try journal.today(at: now))
      }
      return .redirect(to: "\(page)#contacts")
    case .snooze:
      guard let days = form["days"].flatMap({ Int($0) }) else {
        throw Problem("field.named", ["name": "days"])
      }
      try await run { now in
        try journal.people.snooze(
          number, days: days, today: try journal.today(at: now), now: now)
      }
      return .redirect(to: PeoplePaths.address(back, "snoozed", number))
    case .unsnooze:
      try await run { _ in try journal.people.unsnooze(number) }
      return .redirect(to: back)
    case .archive:
      try await run { now in try journal.people.setArchived(number, now) }
      return .redirect(to: PeoplePaths.address(page, "archived", number))
    case .unarchive:
      try await run { _ in try journal.people.setArchived(number, nil) }
      return .redirect(to: page)
    case .delete:
      try await run { now in try journal.people.setDeleted(number, now) }
      return .redirect(to: PeoplePaths.address(PeoplePaths.people, "deleted", number))
    case .restore:
      try await run { _ in try journal.people.setDeleted(number, nil) }
      return .redirect(to: page)
    case .remove:
      // Without a script nothing else asks.
      guard form["confirm"] != nil else { throw Problem("field.named", ["name": "confirm"]) }
      try await run { _ in try journal.people.remove(number) }
      return .redirect(to: PeoplePaths.people)
    }
  }

  @discardableResult
  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (_ now: Int) throws -> Value
  ) async throws -> Value {
    try await workers.run { try work(now()) }
  }

  /// Writes down the contact of the form; what is not taken is there again.
  private func log(
    _ number: Int64, _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let journal = visit.journal
    let (today, length) = try await run {
      (try journal.today(at: $0), try journal.settings.current().keywordLength)
    }
    var typed = ContactForm(form)
    guard let (facts, day) = typed.contact(today: today, length) else {
      return try await page(number, request, visit, typed: typed)
    }
    let contact = try await run { now in
      try journal.contacts.add(facts, with: number, on: day, today: today, now: now)
    }
    return .redirect(to: PeoplePaths.address(PeoplePaths.person(number), "contacted", contact.id))
  }

  /// Deletes a contact. The page that comes holds what it was, to be written down again: it is nowhere else.
  private func deleteContact(
    _ number: Int64, _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let (journal, words) = (visit.journal, pages.words(for: request))
    let contact = try Self.contact(of: form)
    let deleted: Contact
    do {
      deleted = try await run { _ in try Self.delete(contact, of: number, journal) }
    } catch ContactError.unknown {
      // The page was loaded anew.
      return .redirect(to: PeoplePaths.person(number))
    }
    let name = try await run { _ in try journal.people.person(number: number).name }
    let text = words(
      "contactDeletedNotice", ["name": name, "day": words.short(deleted.day)])
    let facts = deleted.facts
    return try await page(
      number, request, visit,
      done: PersonNotice.content(
        text, number,
        [
          "deed": PersonDeed.restoreContact.rawValue, "day": "\(deleted.day)",
          "kind": facts.kind.rawValue, "keywords": facts.keywords.texts.joined(separator: " "),
          "memo": facts.memo.text, "made": "\(deleted.made)", "contact": "\(deleted.id)",
        ]))
  }

  private static func contact(of form: Form) throws -> Int64 {
    guard let number = form["contact"].flatMap({ Int64($0) }) else {
      throw Problem("form.encoding")
    }
    return number
  }

  @discardableResult
  private static func delete(
    _ number: Int64, of person: Int64, _ journal: OwnerJournal
  ) throws -> Contact {
    let contact = try journal.contacts.contact(number: number)
    guard contact.person == person else { throw ContactError.unknown(number) }
    return try journal.contacts.delete(number)
  }

  /// What a contact was that was deleted, and when it was written down.
  private static func deleted(
    _ form: Form, _ journal: OwnerJournal, _ now: Int
  ) throws -> (ContactFacts, CivilDate, Int) {
    var typed = ContactForm(form)
    guard let (facts, day) = typed.contact(today: try journal.today(at: now), .longest),
      let made = form["made"].flatMap({ Int($0) }), (0...now).contains(made)
    else { throw Problem("form.encoding") }
    return (facts, day, made)
  }
}
