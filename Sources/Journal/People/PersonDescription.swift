package import CaptureTime
import Store

/// A person as a JSON object, for the command line and the interface.
package struct PersonDescription: Encodable, Sendable {
  let number: Int64
  let uid: String
  let name: String
  let nickname: String?
  /// Days.
  let cadence: Int
  let start: String
  let birthday: String?
  let days: [Day]
  let phone: String?
  let email: String?
  let reminder: String?
  let note: String?
  let picture: Int?
  let categories: [String]
  let archived: Bool
  let deleted: Bool
  /// Missing where nobody is due, as who is archived.
  let due: String?
  /// Days until it; negative where it is overdue.
  let dueIn: Int?
  let lastContact: String?
  let snoozedUntil: String?
  let growth: GrowthDescription?
  let contacts: Int?
  let snoozes: Int?
  /// Of the contacts, those that came by the due day.
  let kept: Int?

  struct Day: Encodable {
    let name: String
    let date: String
  }

  /// - Parameters:
  ///   - known: the person.
  ///   - today: the day from which days are counted.
  ///   - history: what was with them; nil where nobody asked.
  package init(_ known: KnownPerson, today: CivilDate, history: PersonHistory? = nil) {
    let (person, rhythm, facts) = (known.person, known.rhythm, known.person.facts)
    (number, uid, name) = (person.id, person.uid, person.name)
    (nickname, cadence) = (facts.nickname?.text, facts.cadence.days)
    (start, birthday) = (facts.start.description, facts.birthday?.description)
    days = facts.days.map { Day(name: $0.name.text, date: $0.date.description) }
    (phone, email) = (facts.phone.ifAny, facts.email.ifAny)
    (reminder, picture) = (facts.reminder?.description, facts.picture)
    note = facts.note.isEmpty ? nil : facts.note.text
    categories = facts.categories.map(\.text)
    (archived, deleted) = (person.archived != nil, person.deleted != nil)
    due = person.isKept ? rhythm.due.description : nil
    dueIn = known.days(from: today)
    (lastContact, snoozedUntil) = (rhythm.contact?.description, rhythm.snoozed?.description)
    growth = history.map { GrowthDescription($0.growth, facts.cadence) }
    (contacts, snoozes, kept) = (history?.contacts, history?.snoozes, history?.kept)
  }
}

extension PersonLine {
  /// Nil where there is none.
  fileprivate var ifAny: String? { text.isEmpty ? nil : text }
}

/// The growth of a person's plant as a JSON object.
package struct GrowthDescription: Encodable, Sendable {
  let steps: Int
  let most: Int
  let stage: String
  let plant: String

  package init(_ growth: Growth, _ cadence: Cadence) {
    (steps, most, stage) = (growth.steps, Growth.most, growth.stage.rawValue)
    plant = PlantKind(of: cadence).rawValue
  }
}

/// A contact as a JSON object.
package struct ContactDescription: Encodable, Sendable {
  let number: Int64
  let person: Int64
  /// The person's.
  let name: String?
  let day: String
  let kind: String
  let keywords: [String]
  let memo: String?
  /// When it was written down, in seconds since 1970 in UTC.
  let made: Int

  /// - Parameters:
  ///   - contact: the contact.
  ///   - name: the person's; nil where it is known.
  package init(_ contact: Contact, name: String? = nil) {
    (number, person, self.name) = (contact.id, contact.person, name)
    (day, kind) = (contact.day.description, contact.facts.kind.rawValue)
    keywords = contact.facts.keywords.texts
    memo = contact.facts.memo.text.isEmpty ? nil : contact.facts.memo.text
    made = contact.made
  }
}

/// A day of a person as a JSON object, for the command line and the interface.
package struct PersonDayDescription: Encodable, Sendable {
  let day: String
  let contacts: [ContactDescription]
  /// True on the due day; else missing.
  let due: Bool?
  let birthday: Bool?
  /// The names of other days of every year.
  let yearly: [String]

  package init(_ day: CivilDate, _ month: PersonMonth) {
    let names = month.days[day] ?? []
    self.day = day.description
    contacts = (month.contacts[day] ?? []).map { ContactDescription($0) }
    due = month.due == day ? true : nil
    birthday = names.contains("") ? true : nil
    yearly = names.filter { !$0.isEmpty }
  }
}
