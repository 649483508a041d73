import CaptureTime
import Store

/// Writes people as vCards of version 4 (RFC 6350), in UTF-8 with lines of at most 75 bytes that end with
/// CR LF.
package struct VCardWriter {
  package private(set) var bytes: [UInt8] = []

  /// Bytes of a line, without its end (section 3.2).
  private static let width = 75

  package init() {}

  /// Writes a person. Contacts, snoozes and the picture stay in the journal.
  package mutating func write(_ person: Person) {
    let facts = person.facts
    line("BEGIN", "VCARD")
    line("VERSION", "4.0")
    line("FN", Self.escaped(person.name))
    // Version 4 may do without it, but programs that came with version 3 read it.
    line("N", ";\(Self.escaped(person.name));;;")
    if let nickname = facts.nickname { line("NICKNAME", Self.escaped(nickname.text)) }
    if let birthday = facts.birthday { line("BDAY", Self.written(birthday)) }
    days(facts.days)
    if !facts.phone.text.isEmpty { line("TEL", Self.escaped(facts.phone.text)) }
    if !facts.email.text.isEmpty { line("EMAIL", Self.escaped(facts.email.text)) }
    if !facts.categories.isEmpty {
      line("CATEGORIES", facts.categories.map { Self.escaped($0.text) }.joined(separator: ","))
    }
    if !facts.note.isEmpty { line("NOTE", Self.escaped(facts.note.text)) }
    if Person.isUUID(person.uid) {
      line("UID", "urn:uuid:\(person.uid)")
    } else {
      line("UID;VALUE=text", Self.escaped(person.uid))
    }
    line(PersonCard.Own.cadence, "\(facts.cadence.days)")
    line(PersonCard.Own.start, facts.start.description)
    if let time = facts.reminder { line(PersonCard.Own.reminder, time.description) }
    if person.archived != nil { line(PersonCard.Own.archived, "1") }
    line("END", "VCARD")
  }

  /// Days other than the birthday: the one that vCards have a name for, and the others as Apple's do.
  private mutating func days(_ days: [PersonDay]) {
    var group = 0
    for day in days {
      if day.name.text == PersonCard.anniversary {
        line("ANNIVERSARY", Self.written(day.date))
      } else {
        group += 1
        line("item\(group).X-ABDATE", Self.written(day.date))
        line("item\(group).X-ABLABEL", Self.escaped(day.name.text))
      }
    }
  }

  /// "19900214", or "--0214" (section 4.3.1).
  private static func written(_ date: YearlyDate) -> String {
    (date.year == nil ? "--" : "") + date.description.replacing("-", with: "")
  }

  /// A text with its backslashes, commas, semicolons and line breaks escaped (section 3.4).
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ",", ";": escaped.unicodeScalars += ["\\", scalar]
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Writes a line, folded between characters; within one only where it is longer than a line, and
  /// then between its code points.
  private mutating func line(_ name: String, _ value: String) {
    var used = 0
    func write(_ part: String.UTF8View, to bytes: inout [UInt8]) {
      if used + part.count > Self.width {
        bytes += Array("\r\n ".utf8)
        used = 1
      }
      bytes += part
      used += part.count
    }
    for character in "\(name):\(value)" {
      if character.utf8.count < Self.width {
        write(character.utf8, to: &bytes)
      } else {
        for scalar in character.unicodeScalars { write(String(scalar).utf8, to: &bytes) }
      }
    }
    bytes += Array("\r\n".utf8)
  }
}

extension People {
  /// The people of numbers, or all, in the order in which they came.
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
