import CaptureTime
import Journal
import People
import Stamping
import Store

/// The addresses of the pages of people.
enum PeoplePaths {
  static let people = "/people"
  static let due = "/due"

  static func person(_ number: Int64) -> String { "\(people)/\(number)" }

  /// A path with a field more.
  static func address(_ path: String, _ name: String, _ value: Int64) -> String {
    "\(path)?\(name)=\(value)"
  }

  /// The page to which a form leads back, of those that have people; nil for any other.
  static func back(_ path: String?) -> String? {
    path.flatMap { ["/", due, people].contains($0) ? $0 : nil }
  }
}

/// People in lists: their pictures or plants, and when they are due.
struct PeopleOnPage {
  let visit: Visit
  let today: CivilDate
  let words: Words
  let size: ThumbnailSize

  /// For the templates `person-row` and `due-row`.
  ///
  /// - Parameter people: as many as a page shows.
  /// - Returns: each of them, in their order.
  /// - Throws: `JournalError`.
  func content(of people: [KnownPerson]) throws -> [PageContent] {
    let growth = try visit.journal.people.growth(of: people.map(\.person))
    let pictures = try visit.pictures.cells(
      of: people.compactMap(\.person.facts.picture), in: visit.journal, size)
    return people.map { known in
      content(
        known, growth[known.person.id] ?? Growth(),
        known.person.facts.picture.flatMap { pictures[$0] })
    }
  }

  private func content(
    _ known: KnownPerson, _ growth: Growth, _ picture: PageContent?
  ) -> PageContent {
    let (person, days) = (known.person, known.days(from: today))
    let plant = PlantDrawing(
      growth, PlantKind(of: person.facts.cadence), isWithered: (days ?? 0) < 0)
    return [
      "number": person.id, "name": person.name, "path": PeoplePaths.person(person.id),
      "nickname": (person.facts.nickname?.text).once,
      "standing": words.standing(of: known, on: today), "isDue": days.map { $0 <= 0 } ?? false,
      "isOverdue": days.map { $0 < 0 } ?? false,
      "picture": picture.once, "plant": (picture == nil ? plant.content(words) : nil).once,
      "tick": words("personTick", ["name": person.name]),
      "later": words("personTomorrow", ["name": person.name]),
    ]
  }
}

extension Words {
  /// "Due in 14 days · not contacted yet", "Last in touch Aug 29 – 45 days late".
  ///
  /// - Parameters:
  ///   - known: a person; of one who never is due only the last contact is said.
  ///   - today: the day from which days are counted.
  /// - Returns: when the person is due, and when the last contact was.
  func standing(of known: KnownPerson, on today: CivilDate) -> String {
    let last =
      known.rhythm.contact.map { self("personLast", ["day": brief($0, on: today)]) }
      ?? self("personNoContact")
    let text =
      switch known.days(from: today) {
      case nil: last
      case 0?: "\(self("personDueToday")) · \(last)"
      case let days? where days > 0: "\(count(days, "personDueIn")) · \(last)"
      case let days?: "\(last) – \(count(-days, "personLate"))"
      }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// "weekly", "every 5 days".
  func rhythm(_ cadence: Cadence) -> String {
    UsualRhythm(rawValue: cadence.days).map { self($0.key) }
      ?? count(cadence.days, "personEvery")
  }
}

/// Contacts as lines of a list.
struct ContactLines {
  let journal: OwnerJournal
  let words: Words

  /// Contacts that the page of a day shows.
  static let mostOfDay = 100

  /// For the template `contact-line`, with the names of people.
  ///
  /// - Throws: `JournalError`, `PersonError`.
  func named(_ contacts: [Contact]) throws -> [PageContent] {
    let names = try journal.names(of: contacts)
    return contacts.map { contact in
      content(contact).merging([
        "person": [
          ["path": PeoplePaths.person(contact.person), "name": names[contact.person] ?? ""]
            as PageContent
        ]
      ]) { $1 }
    }
  }

  /// For the same template on the page of the person.
  func content(_ contact: Contact) -> PageContent {
    [
      "number": contact.id, "kind": words("contact-\(contact.facts.kind.rawValue)"),
      "keywords": contact.facts.keywords.texts,
      "memo": (contact.facts.memo.text.isEmpty ? nil : contact.facts.memo.text).once,
      "day": "\(contact.day)", "dayTitle": words.short(contact.day),
      "person": [] as [PageContent],
    ]
  }

  /// The contacts of a day, for the template `contacts-of-day`; nil where there are none.
  ///
  /// - Throws: `JournalError`.
  func section(of day: CivilDate) throws -> PageContent? {
    let contacts = try journal.contacts.on(day...day)
    let shown = Array(contacts.prefix(Self.mostOfDay))
    let rest = contacts.count - shown.count
    return contacts.isEmpty
      ? nil
      : [
        "contacts": try named(shown),
        "moreContacts": (rest > 0 ? words.count(rest, "contactsRest") : nil).once,
      ]
  }
}

/// The notice about a change to people, with its undo.
struct PersonNotice {
  let journal: OwnerJournal
  let today: CivilDate
  let words: Words
  /// The page to which undoing leads back.
  let from: String

  /// For the template `notices`; nil where the address says nothing of it, or it is not so any more.
  ///
  /// - Throws: `JournalError`.
  func content(_ query: Query) throws -> PageContent? {
    func number(_ name: String) -> Int64? { try? query.number(name, in: 1...Int64.max) }
    do {
      if let contact = try number("contacted").map({ try journal.contacts.contact(number: $0) }) {
        return try content(
          of: contact.person, "contactedNotice", ["deed": "untick", "contact": "\(contact.id)"])
      }
      if let number = number("snoozed") {
        let person = try journal.people.person(number: number)
        guard let until = try journal.people.known(person).rhythm.snoozed else { return nil }
        let isTomorrow = until == today.next
        return try content(
          of: number, isTomorrow ? "snoozedTomorrow" : "snoozedNotice", ["deed": "unsnooze"],
          ["day": words.brief(until, on: today)])
      }
      if let number = number("deleted") {
        guard try journal.people.person(number: number).deleted != nil else { return nil }
        return try content(of: number, "personDeletedNotice", ["deed": "restore"])
      }
      if let number = number("archived") {
        guard try journal.people.person(number: number).isArchived else { return nil }
        return try content(of: number, "personArchivedNotice", ["deed": "unarchive"])
      }
      return nil
    } catch is PersonError {
      return nil
    } catch is ContactError {
      return nil
    }
  }

  private func content(
    of number: Int64, _ key: String, _ fields: [String: String], _ values: [String: String] = [:]
  ) throws -> PageContent {
    let person = try journal.people.person(number: number)
    return Self.content(
      words(key, values.merging(["name": person.name]) { $1 }), number,
      fields.merging(["from": from]) { $1 })
  }

  /// A line with a button that does something with a person.
  static func content(_ text: String, _ number: Int64, _ fields: [String: String]) -> PageContent {
    [
      "text": text, "path": PeoplePaths.person(number),
      "fields": fields.sorted { $0.key < $1.key }.map {
        ["name": $0.key, "value": $0.value] as PageContent
      },
    ]
  }
}

extension Person {
  var isArchived: Bool { archived != nil && deleted == nil }
}

/// The few contacts that a search of the timeline shows beside posts.
struct FoundContacts {
  private let query: TimelineQuery
  private let journal: OwnerJournal
  private let words: Words

  private static let most = 3

  init(_ query: TimelineQuery, _ journal: OwnerJournal, _ words: Words) {
    (self.query, self.journal, self.words) = (query, journal, words)
  }

  /// For the template `timeline`; nil where there are none, and where what only posts have is asked for.
  ///
  /// - Throws: `JournalError`.
  func content() throws -> PageContent? {
    guard query.fields.map(\.name) == ["q"] else { return nil }
    let found = try journal.contacts.search(query.text, atMost: Self.most + 1)
    guard !found.isEmpty else { return nil }
    let lines = ContactLines(journal: journal, words: words)
    return [
      "contacts": try lines.named(Array(found.prefix(Self.most))),
      "further": found.count > Self.most
        ? [ReadingPaths.address(PeoplePaths.people, [("q", query.text)])] : [] as [String],
    ]
  }
}
