import CaptureTime
import Store

/// Writes people as vCards of version 4 (RFC 6350), in UTF-8, with lines of at most 75 bytes that
/// end with CR LF.
package struct VCardWriter {
  private var card = ContentLineWriter()

  package var bytes: [UInt8] { card.bytes }

  package init() {}

  /// Writes a person. Contacts, snoozes and the picture stay in the journal.
  package mutating func write(_ person: Person) {
    let facts = person.facts
    card.line("BEGIN", "VCARD")
    card.line("VERSION", "4.0")
    card.text("FN", person.name)
    // Version 4 may do without it, but programs that came with version 3 read it.
    card.line("N", ";\(ContentLineWriter.escaped(person.name));;;")
    if let nickname = facts.nickname { card.text("NICKNAME", nickname.text) }
    if let birthday = facts.birthday { card.line("BDAY", Self.written(birthday)) }
    days(facts.days)
    if !facts.phone.text.isEmpty { card.text("TEL", facts.phone.text) }
    if !facts.email.text.isEmpty { card.text("EMAIL", facts.email.text) }
    if !facts.categories.isEmpty {
      let names = facts.categories.map { ContentLineWriter.escaped($0.text) }
      card.line("CATEGORIES", names.joined(separator: ","))
    }
    if !facts.note.isEmpty { card.text("NOTE", facts.note.text) }
    if Person.isUUID(person.uid) {
      card.line("UID", "urn:uuid:\(person.uid)")
    } else {
      card.text("UID;VALUE=text", person.uid)
    }
    card.line(PersonCard.Own.cadence, "\(facts.cadence.days)")
    card.line(PersonCard.Own.start, facts.start.description)
    if let time = facts.reminder { card.line(PersonCard.Own.reminder, time.description) }
    if person.archived != nil { card.line(PersonCard.Own.archived, "1") }
    card.line("END", "VCARD")
  }

  /// Days other than the birthday: the one that vCards have a name for, and the others as Apple's do.
  private mutating func days(_ days: [PersonDay]) {
    var group = 0
    for day in days {
      if day.name.text == PersonCard.anniversary {
        card.line("ANNIVERSARY", Self.written(day.date))
      } else {
        group += 1
        card.line("item\(group).X-ABDATE", Self.written(day.date))
        card.text("item\(group).X-ABLABEL", day.name.text)
      }
    }
  }

  /// "19900214", or "--0214" (section 4.3.1).
  private static func written(_ date: YearlyDate) -> String {
    (date.year == nil ? "--" : "") + date.description.replacing("-", with: "")
  }
}

extension People {
  /// The people to export: those with some numbers, or all, in the order they were added.
  ///
  /// - Parameters:
  ///   - numbers: whom; nil for all who are not deleted.
  ///   - archived: whether archived ones are among all.
  /// - Returns: the people.
  /// - Throws: ``PersonError/unknownNumber(_:)``, ``JournalError``.
  package func exported(_ numbers: [Int64]?, withArchived archived: Bool) throws -> [Person] {
    try journal.read { db in
      if let numbers { return try numbers.map { try live($0, db) } }
      return try all(db).filter { $0.isKept || archived && $0.deleted == nil }
    }
  }
}
