import CaptureTime
import HTTPTypes
import Hummingbird
import Journal
import People
import Stamping
import Store
import Wording

/// People on pages: listed, added and changed; and their contacts.
struct PeoplePageRoutes: ServerRoutes {
  let server: ServerParts
  /// Receives the form of a person, in which a note of any length may be.
  let bodies: LongBodies

  func add(to routes: Routes) {
    routes.unlocked(.get, PeoplePaths.people) { request, _, visit in
      let (words, size) = (pages.words(for: request), ThumbnailSize.inPage(for: request))
      let asked = Query(of: request)
      let content = try await searches.run(request, of: visit) {
        let today = try visit.journal.today(at: now())
        var content = try PeoplePage(
          query: PeopleQuery(asked), visit: visit, today: today, words: words, size: size
        ).content()
        content["done"] = try PersonNotice(
          journal: visit.journal, today: today, words: words, from: PeoplePaths.people
        ).content(asked).once
        return content
      }
      return visit.pictures.naming(
        in: try await page(of: "people", content, for: request), settings)
    }
    addForms(to: routes)
    routes.unlocked(.get, "/people/:number") { request, context, visit in
      try await page(try context.personNumber, request, visit)
    }
    routes.unlocked(.post, "/people/:number") { request, context, visit in
      let (number, form) = (try context.personNumber, try await Form(of: request))
      guard let deed = form["deed"].flatMap(PersonDeed.init(rawValue:)) else {
        throw Problem("form.encoding")
      }
      return try await answer(deed, number, form, request, visit)
    }
    addContactForm(to: routes)
  }

  /// The forms of a person, who is there or is to be.
  private func addForms(to routes: Routes) {
    routes.unlocked(.get, "/people/new") { request, _, visit in
      let today = try await visit.run { try $0.today(at: now()) }
      return try await form(PersonForm(start: today), of: nil, request, visit)
    }
    routes.unlocked(.post, "/people/new") { request, _, visit in
      let received = try await bodies.form(of: request)
      defer { withExtendedLifetime(received) {} }
      let typed = PersonForm(received.form)
      return try await save(typed, of: nil, request, visit) { facts in
        try visit.journal.people.add(facts, allowingTwins: typed.allowsTwins, now: now())
      }
    }
    routes.unlocked(.get, "/people/:number/edit") { request, context, visit in
      let number = try context.personNumber
      let person = try await visit.run { try $0.people.person(number: number) }
      return try await form(PersonForm(person.facts), of: person, request, visit)
    }
    routes.unlocked(.post, "/people/:number/edit") { request, context, visit in
      let number = try context.personNumber
      let received = try await bodies.form(of: request)
      defer { withExtendedLifetime(received) {} }
      let typed = PersonForm(received.form)
      let person = try await visit.run { try $0.people.person(number: number) }
      return try await save(typed, of: person, request, visit) { facts in
        try visit.journal.people.edit(number, allowingTwins: typed.allowsTwins) { $0 = facts }
      }
    }
  }

  private func addContactForm(to routes: Routes) {
    routes.unlocked(.get, "/contacts/:number") { request, context, visit in
      let number = try context.contactNumber
      let contact = try await visit.run { try $0.contacts.contact(number: number) }
      return try await contactPage(
        contact, ContactForm(contact.facts, on: contact.day), request, visit)
    }
    routes.unlocked(.post, "/contacts/:number") { request, context, visit in
      let number = try context.contactNumber
      var typed = ContactForm(try await Form(of: request))
      let (contact, today, length) = try await visit.run {
        (
          try $0.contacts.contact(number: number), try $0.today(at: now()),
          try $0.settings.current().keywordLength
        )
      }
      guard
        let (facts, day) = typed.contact(today: today, length, keeping: contact.facts.keywords)
      else {
        return try await contactPage(contact, typed, request, visit, status: .unprocessableContent)
      }
      try await visit.run { _ = try $0.contacts.edit(number, facts, on: day, today: today) }
      return .redirect(to: "\(PeoplePaths.person(contact.person))?saved=1#contacts")
    }
  }

  private func form(
    _ typed: PersonForm, of person: Person?, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let words = pages.words(for: request)
    var content = try await visit.run { _ in
      try typed.content(words).merging(
        PictureChoices(visit: visit, words: words)
          .content(chosen: typed.picture, before: typed.older)
      ) { $1 }
    }
    content["title"] = person?.name ?? words("personAdd")
    content["action"] = person.map { PeoplePaths.person($0.id) + "/edit" } ?? "/people/new"
    content["back"] = person.map { PeoplePaths.person($0.id) } ?? PeoplePaths.people
    content["backTitle"] = person?.name ?? words("people")
    content["isNew"] = person == nil
    content["showsMore"] =
      person != nil || typed.older != nil || content["isFurtherWrong"] as? Bool == true
    return try await page(
      of: "person-edit", content, for: request, status: .init(code: typed.status))
  }

  /// Keeps what a form says; what is not taken is there again, with the reason beside its field.
  private func save(
    _ typed: PersonForm, of person: Person?, _ request: Request, _ visit: Visit,
    _ save: @escaping @Sendable (PersonFacts) throws -> Person
  ) async throws -> Response {
    if typed.older != nil { return try await form(typed, of: person, request, visit) }
    let (saved, typed) = try await visit.run { journal -> (Person?, PersonForm) in
      var typed = typed
      guard let facts = try typed.facts(in: journal, today: try journal.today(at: now())) else {
        return (nil, typed)
      }
      do {
        return (try save(facts), typed)
      } catch  where typed.refuse(error) {
        return (nil, typed)
      }
    }
    guard let saved else { return try await form(typed, of: person, request, visit) }
    return .redirect(to: "\(PeoplePaths.person(saved.id))?saved=1")
  }

  /// The page of a person.
  ///
  /// - Parameters:
  ///   - number: the person's.
  ///   - request: says which month, and after which contact.
  ///   - visit: who opens it.
  ///   - typed: what was typed into the form of a contact, where that was refused.
  ///   - done: what was done, with the way to undo it.
  /// - Returns: the page.
  /// - Throws: `PersonError`, `JournalError`.
  func page(
    _ number: Int64, _ request: Request, _ visit: Visit, typed: ContactForm? = nil,
    done: PageContent? = nil
  ) async throws -> Response {
    let (words, size) = (pages.words(for: request), ThumbnailSize.inPage(for: request))
    let (asked, preferences) = (Query(of: request), Preferences(of: request))
    let month = (try? asked.text("month")).flatMap { try? Month.parse($0) }
    let last = try? asked.number("after", in: 1...Int64.max)
    let content = try await visit.run { journal in
      let settings = try journal.settings.current()
      let today = settings.rule.day(of: now())
      var content = try PersonPage(
        visit: visit, today: today, settings: settings,
        weekStart: settings.weekStart ?? preferences.weekStart, words: words, size: size
      ).content(of: number, month: month, after: last, typed: typed)
      let notice = PersonNotice(
        journal: journal, today: today, words: words, from: PeoplePaths.person(number))
      content["done"] = try (done ?? notice.content(asked)).once
      content["isSaved"] = (try? asked["saved"]) != nil && done == nil && typed == nil
      return content
    }
    return visit.pictures.naming(
      in: try await page(
        of: "person", content, for: request, status: typed == nil ? .ok : .unprocessableContent),
      settings)
  }

  private func contactPage(
    _ contact: Contact, _ typed: ContactForm, _ request: Request, _ visit: Visit,
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let words = pages.words(for: request)
    let content = try await visit.run { journal in
      let person = try journal.people.person(number: contact.person)
      var content = typed.content(
        words, today: try journal.today(at: now()), try journal.settings.current().keywordLength)
      content["title"] = words("contactOf", ["name": person.name, "day": words.short(contact.day)])
      content["name"] = person.name
      content["number"] = contact.id
      content["back"] = PeoplePaths.person(person.id)
      return content
    }
    return try await page(of: "contact", content, for: request, status: status)
  }
}
