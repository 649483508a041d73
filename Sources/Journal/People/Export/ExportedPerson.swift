import CaptureTime
package import Files
package import Store

/// The counts of people in `journal.json`: the lines of each file, missing if there are none, in
/// the order that an export writes them and an import reads them.
package enum PeopleCount: String, LineCount {
  case people, contacts, snoozes

  /// The file.
  package var list: ContainedPath {
    switch self {
    case .people: "people.jsonl"
    case .contacts: "contacts.jsonl"
    case .snoozes: "snoozes.jsonl"
    }
  }

  /// The type of its lines.
  package var line: any ExportedLine.Type {
    switch self {
    case .people: ExportedPerson.self
    case .contacts: ExportedContact.self
    case .snoozes: ExportedSnooze.self
    }
  }
}

/// A person in an export: a line of `people.jsonl`.
package struct ExportedPerson: ExportedLine, Hashable {
  /// Identifies the person in later imports.
  package let uid: String
  /// The picture is the number of a post of the export.
  package let facts: PersonFacts
  /// In seconds since 1970 in UTC, as the other moments.
  let made: Int
  let archived: Int?
  let deleted: Int?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case uid, name, nickname, cadence, start, birthday, days, phone, email, reminder, note, picture
    case categories, made, archived, deleted
  }

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  init(_ person: Person) {
    (uid, facts, made) = (person.uid, person.facts, person.made)
    (archived, deleted) = (person.archived, person.deleted)
  }

  package init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    uid = try fields.line(.uid, 1...Person.uidLimit)
    let cadence = try fields.number(.cadence, in: Cadence.range)
    var facts = PersonFacts(
      try fields.value(.name) { PersonName(stored: $0) }, cadence: try Cadence(days: cadence),
      start: try fields.value(.start) { CivilDate(iso: $0) })
    facts.nickname = try fields.valueIfAny(.nickname) { PersonName(stored: $0) }
    facts.birthday = try fields.valueIfAny(.birthday) { YearlyDate(stored: $0) }
    facts.days = try fields.textsByName(.days).map { name, date in
      guard let name = PersonName(stored: name), let date = YearlyDate(stored: date) else {
        throw ExportedValueError(field: CodingKeys.days.rawValue)
      }
      return PersonDay(name, date)
    }.sorted { $0.name.text < $1.name.text }
    facts.phone = try fields.valueIfAny(.phone) { PersonLine(stored: $0) } ?? .empty
    facts.email = try fields.valueIfAny(.email) { PersonLine(stored: $0) } ?? .empty
    facts.reminder = try fields.valueIfAny(.reminder) { TimeOfDay(stored: $0) }
    facts.note = try fields.valueIfAny(.note) { Words(stored: $0) } ?? .empty
    facts.picture = try fields.numberIfAny(.picture, in: Person.pictures)
    facts.categories = try fields.texts(.categories).map { text in
      guard let name = PersonName(stored: text) else {
        throw ExportedValueError(field: CodingKeys.categories.rawValue)
      }
      return name
    }
    try fields.check(.days, facts.days.count <= PersonFacts.dayLimit)
    try fields.check(
      .categories, facts.categories.count <= PersonFacts.room(for: facts.categories))
    self.facts = facts
    made = try fields.moment(.made)
    (archived, deleted) = (try fields.momentIfAny(.archived), try fields.momentIfAny(.deleted))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(uid, forKey: .uid)
    try fields.encode(facts.name.text, forKey: .name)
    try fields.encodeIfPresent(facts.nickname?.text, forKey: .nickname)
    try fields.encode(facts.cadence.days, forKey: .cadence)
    try fields.encode(facts.start.description, forKey: .start)
    try fields.encodeIfPresent(facts.birthday?.description, forKey: .birthday)
    let days = facts.days.map { ($0.name.text, $0.date.description) }
    try fields.encode(Dictionary(days) { first, _ in first }, forKey: .days)
    try fields.encodeIfPresent(facts.phone.text.ifAny, forKey: .phone)
    try fields.encodeIfPresent(facts.email.text.ifAny, forKey: .email)
    try fields.encodeIfPresent(facts.reminder?.description, forKey: .reminder)
    try fields.encodeIfPresent(facts.note.text.ifAny, forKey: .note)
    try fields.encodeIfPresent(facts.picture, forKey: .picture)
    try fields.encode(facts.categories.map(\.text), forKey: .categories)
    try fields.encode(made, forKey: .made)
    try fields.encodeIfPresent(archived, forKey: .archived)
    try fields.encodeIfPresent(deleted, forKey: .deleted)
  }
}

extension String {
  /// Nil where it is empty.
  var ifAny: String? { isEmpty ? nil : self }
}

extension YearlyDate {
  /// Nil where it is not what ``description`` writes.
  init?(stored text: String) {
    guard let date = try? YearlyDate.parse(text), date.description == text else { return nil }
    self = date
  }
}

extension Words {
  /// Nil of none, which an export leaves out.
  fileprivate init?(stored text: String) {
    guard !text.isEmpty, let words = try? Words(text), words.text == text else { return nil }
    self = words
  }
}
