import CaptureTime
import Foundation
import Store

/// Reads Monica 4's JSON export of an account.
///
/// An account and a contact have lists of things as `{"type": "call", "values": […]}`, which have their
/// values in `properties`; activities are the account's, and contacts name them by their `uuid` (Monica,
/// `app/ExportResources`). Values that are not of the expected type are as if they were not there.
struct MonicaReader {
  typealias Fields = [String: Any]

  /// What ``person(_:)`` takes.
  let contacts: [Fields]
  /// What is left out of the account.
  private(set) var leftOut = LeftOutList()
  private let today: CivilDate
  private let activities: [String: Fields]
  /// The types of fields, "email", "phone" and others, by their identifiers.
  private let fieldTypes: [String: String]

  /// - Parameters:
  ///   - bytes: of ``MonicaFile``.
  ///   - today: the last day that a birthday may be.
  /// - Throws: ``PeopleFileError``.
  init(_ bytes: [UInt8], today: CivilDate) throws(PeopleFileError) {
    self.today = today
    guard let json = try? JSONSerialization.jsonObject(with: Data(bytes)) else { throw .json }
    guard let root = json as? Fields, let account = root["account"] as? Fields,
      account["data"] != nil
    else { throw .notMonica }
    let things = Things(of: account)
    contacts = things["contact"].compactMap { $0 as? Fields }
    activities = Self.byUUID(things["activity"])
    let instance = account["instance"] as? Fields ?? [:]
    fieldTypes = Self.byUUID(Self.list(instance["contact_field_types"])).compactMapValues { type in
      let properties = type["properties"] as? Fields
      return Self.text(properties?["type"]) ?? Self.text(properties?["name"])?.lowercased()
    }
    for type in things.types where !["contact", "activity", "user"].contains(type) {
      leftOut.add(type, .noPlace, count: things[type].count)
    }
    let properties = account["properties"] as? Fields
    let entries = Self.list(properties?["journal_entries"]).count
    if entries > 0 { leftOut.add("journal_entry", .noPlace, count: entries) }
  }

  /// A contact as a person; nil for who is only somebody's relation there.
  ///
  /// - Throws: ``CardProblem`` where nobody is named.
  mutating func person(_ contact: Fields) throws(CardProblem) -> ReadPerson? {
    let properties = contact["properties"] as? Fields ?? [:]
    if Self.isTrue(properties["is_partial"]) {
      leftOut.add("partial contact", .noPlace)
      return nil
    }
    var person = ReadPerson(line: nil, said: SaidOfPerson(try Self.name(properties)))
    let isActive = properties["is_active"].map(Self.isTrue) ?? true
    person.isArchived = !isActive || Self.isTrue(properties["is_dead"])
    Self.take("uuid", &person) { person throws(LeftOut.Reason) in
      if let text = Self.text(contact["uuid"]) { person.uid = try Person.uid(read: text) }
    }
    facts(properties, &person)
    let things = Things(of: contact)
    fields(of: things, &person)
    note(of: things, properties, &person)
    contactsWith(things, &person)
    return person
  }

  private static func name(_ properties: Fields) throws(CardProblem) -> PersonName {
    let name = PersonName.joined(
      family: text(properties["last_name"]) ?? "", given: text(properties["first_name"]) ?? "",
      between: [text(properties["middle_name"]) ?? ""])
    if name.kept.isEmpty { throw CardProblem(line: nil, .noName) }
    do { return try PersonName(name) } catch { throw CardProblem(line: nil, .name(error)) }
  }

  /// Does something to a person, and notes why it did not come out.
  private static func take(
    _ what: String, _ person: inout ReadPerson,
    _ work: (inout ReadPerson) throws(LeftOut.Reason) -> Void
  ) {
    do throws(LeftOut.Reason) {
      try work(&person)
    } catch {
      person.leftOut.add(what, error)
    }
  }

  /// Dates, with the names that they get.
  private static let dates = [
    ("birthdate", ""), ("first_met_date", "First met"), ("deceased_date", "Deceased"),
  ]

  private func facts(_ properties: Fields, _ person: inout ReadPerson) {
    if let text = Self.text(properties["nickname"]), !text.kept.isEmpty {
      Self.take("nickname", &person) { person throws(LeftOut.Reason) in
        person.said.nickname = try PersonName(read: text)
      }
    }
    for (key, name) in Self.dates {
      guard let fields = properties[key] as? Fields else { continue }
      Self.take(key, &person) { person throws(LeftOut.Reason) in
        let date = try YearlyDate(ofMonica: fields)
        if name.isEmpty {
          if date.isAhead(of: today) { throw .future }
          person.said.birthday = date
        } else if let name = PersonName(stored: name) {
          try person.said.add(PersonDay(name, date))
        }
      }
    }
    for tag in Self.list(properties["tags"]) {
      Self.take("tag", &person) { person throws(LeftOut.Reason) in
        try person.said.add(category: Self.text(tag) ?? "")
      }
    }
    if let days = Self.number(properties["stay_in_touch_frequency"]), days > 0 {
      let range = Cadence.range
      let taken = min(max(days, range.lowerBound), range.upperBound)
      person.said.cadence = try? Cadence(days: taken)
      if taken != days {
        person.leftOut.add("stay_in_touch_frequency", .nearest(observed: days, taken: taken))
      }
    }
    for key in ["job", "company", "food_preferences", "first_met_through", "gender"] {
      if let text = Self.text(properties[key]), !text.kept.isEmpty {
        person.leftOut.add(key, .noPlace)
      }
    }
  }

  private func fields(of things: Things, _ person: inout ReadPerson) {
    for case let field as Fields in things["contact_field"] {
      let properties = field["properties"] as? Fields ?? [:]
      let type = Self.text(properties["type"]).flatMap { fieldTypes[$0] }
      guard let text = Self.text(properties["data"])?.kept, !text.isEmpty else { continue }
      Self.take(type ?? "contact_field", &person) { person throws(LeftOut.Reason) in
        let line: PersonLine
        line = try PersonLine(read: text)
        switch type {
        case "email" where person.said.email == nil: person.said.email = line
        case "phone" where person.said.phone == nil: person.said.phone = line
        case "email", "phone": throw .oneOnly
        default: throw .noPlace
        }
      }
    }
  }

  private func note(of things: Things, _ properties: Fields, _ person: inout ReadPerson) {
    let bodies = things["note"].map { note in
      Self.text(((note as? Fields)?["properties"] as? Fields)?["body"])
    }
    var notes = JoinedNotes()
    for case let text? in [Self.text(properties["description"])] + bodies {
      Self.take("note", &person) { _ throws(LeftOut.Reason) in try notes.add(text) }
    }
    person.said.note = notes.words
  }
}

/// The times of contacts.
extension MonicaReader {
  private func contactsWith(_ things: Things, _ person: inout ReadPerson) {
    for case let call as Fields in things["call"] {
      Self.add("call", call, .called, at: "called_at", memo: "content", &person)
    }
    for value in things["activity"] {
      guard let activity = Self.text(value).flatMap({ activities[$0] }) ?? value as? Fields
      else { continue }
      Self.add("activity", activity, .met, at: "happened_at", memo: "summary", &person)
      let properties = activity["properties"] as? Fields
      if let text = Self.text(properties?["description"]), !text.kept.isEmpty {
        person.leftOut.add("activity description", .noPlace)
      }
    }
    for case let conversation as Fields in things["conversation"] {
      Self.add("conversation", conversation, .wrote, at: "happened_at", memo: nil, &person)
      let messages = Self.list((conversation["properties"] as? Fields)?["messages"]).count
      if messages > 0 { person.leftOut.add("message", .noPlace, count: messages) }
    }
    let taken: Set = ["call", "activity", "conversation", "note", "contact_field"]
    for type in things.types where !taken.contains(type) {
      person.leftOut.add(type, .noPlace, count: things[type].count)
    }
  }

  private static func add(
    _ what: String, _ value: Fields, _ kind: ContactKind, at key: String, memo memoKey: String?,
    _ person: inout ReadPerson
  ) {
    let properties = value["properties"] as? Fields ?? [:]
    guard let day = text(properties[key]).flatMap({ CivilDate(iso: String($0.prefix(10))) }) else {
      return person.leftOut.add(what, .noDay)
    }
    var facts = ContactFacts(kind: kind)
    // A memo is a line or a few; control characters of a browser's are none of it.
    let text = String(
      String.UnicodeScalarView(
        (memoKey.flatMap { Self.text(properties[$0]) } ?? "").unicodeScalars
          .filter { !$0.isControl || $0 == "\n" })
    ).kept
    if let memo = try? Memo(text) {
      facts.memo = memo
    } else if let memo = try? Memo(text.prefix(Memo.limit - 1) + "…") {
      facts.memo = memo
      person.leftOut.add("text of \(what)", .shortened(limit: Memo.limit))
    } else {
      person.leftOut.add("text of \(what)", .noPlace)
    }
    person.contacts.append(ReadContact(day: day, facts: facts))
  }
}

extension YearlyDate {
  /// A date of Monica's: `date` is an instant, of which the day counts.
  fileprivate init(ofMonica fields: MonicaReader.Fields) throws(LeftOut.Reason) {
    // Of an age, only the year is meant.
    if MonicaReader.isTrue(fields["is_age_based"]) { throw .noDay }
    let text = MonicaReader.text(fields["date"]) ?? ""
    guard let day = CivilDate(iso: String(text.prefix(10))) else {
      throw .date(.syntax(observed: String(text.prefix(40))))
    }
    let year = MonicaReader.isTrue(fields["is_year_unknown"]) ? nil : day.year
    self = try .read(month: day.month, day: day.day, year: year)
  }
}

/// JSON values by their expected type.
extension MonicaReader {
  fileprivate static func text(_ value: Any?) -> String? { value as? String }

  private static func number(_ value: Any?) -> Int? {
    (value as? Int) ?? (value as? String).flatMap { Int($0) }
  }

  fileprivate static func isTrue(_ value: Any?) -> Bool {
    (value as? Bool) ?? (number(value) == 1)
  }

  /// The elements of an array, or of an object whose keys count, as PHP writes one with gaps.
  private static func list(_ value: Any?) -> [Any] {
    if let list = value as? [Any] { return list }
    let fields = value as? Fields ?? [:]
    return fields.keys.compactMap { Int($0) }.sorted().compactMap { fields["\($0)"] }
  }

  /// The lists of an account or a contact.
  private struct Things {
    /// Each once, in the order in which they come.
    private(set) var types: [String] = []
    private var values: [String: [Any]] = [:]

    init(of owner: Fields) {
      for case let collection as Fields in MonicaReader.list(owner["data"]) {
        guard let type = MonicaReader.text(collection["type"]), values[type] == nil else {
          continue
        }
        types.append(type)
        values[type] = MonicaReader.list(collection["values"])
      }
    }

    /// Those of a type.
    subscript(_ type: String) -> [Any] { values[type] ?? [] }
  }

  private static func byUUID(_ values: [Any]) -> [String: Fields] {
    let pairs = values.compactMap { value -> (String, Fields)? in
      guard let fields = value as? Fields, let uuid = text(fields["uuid"]) else { return nil }
      return (uuid, fields)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
