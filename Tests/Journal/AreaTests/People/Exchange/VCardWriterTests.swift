import CaptureTime
import Foundation
import Store
import TestSupport
import Testing

@testable import People

@Suite("Writing vCards")
struct VCardWriterTests {
  /// People with what is hard to write.
  private static func fill(_ journal: PeopleJournal) throws {
    try journal.add("Zoë 김민아 👩‍👩‍👧 O;X, \\n", every: 30, from: 3, nickname: "a,b;c") { facts in
      facts.birthday = try YearlyDate(month: 2, day: 29)
      facts.days = [
        PersonDay(try PersonName("Anniversary"), try YearlyDate(month: 1, day: 1, year: 2011)),
        PersonDay(try PersonName("만난 날, 처음"), try YearlyDate(month: 5, day: 5)),
      ]
      facts.phone = try PersonLine("+82 10-1234-5678;ext=1")
      facts.email = try PersonLine("mina@example.org")
      facts.reminder = try TimeOfDay(hour: 9, minute: 5)
      facts.note = try Words(
        "first\n\tsecond \\n; " + String(repeating: "가나다👩‍👩‍👧", count: 40) + "\n\nlast")
      facts.categories = [try PersonName("film, old"), try PersonName("climbing")]
    }
    try journal.add("Jun") { facts in
      facts.birthday = try YearlyDate(month: 12, day: 31, year: 804)
    }
    let old = try journal.add("Old")
    try journal.people.setArchived(old.id, PeopleJournal.now)
  }

  private static func written(_ people: [Person]) -> [UInt8] {
    var writer = VCardWriter()
    for person in people { writer.write(person) }
    return writer.bytes
  }

  @Test("Lines have at most 75 bytes, end with CR LF, and are never folded within a character")
  func folding() throws {
    let journal = try PeopleJournal()
    try Self.fill(journal)
    let bytes = Self.written(try journal.people.exported(nil, withArchived: true))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(lines.last?.isEmpty == true)
    for line in lines.dropLast() {
      #expect(line.last == UInt8(ascii: "\r") && line.count <= 76)
      let text = String(validating: line, as: UTF8.self)
      #expect(text != nil)
      #expect(text?.unicodeScalars.dropFirst().first != "\u{200D}")
    }
    #expect(lines.contains { $0.count > 70 })
  }

  @Test("What is exported comes into another journal as the same people")
  func roundTrip() throws {
    let (journal, other) = (try PeopleJournal(), try PeopleJournal())
    try Self.fill(journal)
    let people = try journal.people.exported(nil, withArchived: true)
    #expect(people.count == 3)
    let result = try other.take(Self.written(people))
    #expect(result.count(.added) == 3 && result.problemCount == 0)
    #expect(result.outcomes.allSatisfy { $0.leftOut.isEmpty })
    let there = try other.people.exported(nil, withArchived: true)
    #expect(there.map(\.facts) == people.map(\.facts))
    #expect(there.map(\.uid) == people.map(\.uid))
    #expect(there.map { $0.archived == nil } == people.map { $0.archived == nil })
    #expect(try journal.people.exported(nil, withArchived: false).count == 2)
    // The very same bytes again.
    #expect(Self.written(there) == Self.written(people))
  }

  @Test(
    "vobject reads the same names, days, numbers and notes",
    .enabled("needs vobject") { await Python.has("vobject") })
  func vobject() async throws {
    let journal = try PeopleJournal()
    try Self.fill(journal)
    let people = try journal.people.exported(nil, withArchived: true)
    let file = journal.folder.path("people.vcf")
    try Data(Self.written(people)).write(to: URL(filePath: file))
    let script = """
      import json, sys, vobject
      for card in vobject.readComponents(open(sys.argv[1], encoding="utf-8", newline="").read()):
          get = lambda name: getattr(card, name).value if hasattr(card, name) else None
          print(json.dumps([get("fn"), get("nickname"), get("bday"), get("anniversary"), get("tel"),
              get("email"), get("note"), get("categories"), get("uid")]))
      """
    let lines = try await Python.lines(of: script, [file], with: "vobject")
    #expect(lines.count == people.count)
    for (line, person) in zip(lines, people) {
      let values = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      func text(_ index: Int) -> String? { values[index] as? String }
      let facts = person.facts
      #expect(text(0) == person.name && text(1) == facts.nickname?.text)
      let birthday = facts.birthday.map {
        ($0.year == nil ? "--" : "") + $0.description.replacing("-", with: "")
      }
      #expect(text(2) == birthday)
      #expect(text(3) == (facts.days.isEmpty ? nil : "20110101"))
      #expect((text(4) ?? "") == facts.phone.text && (text(5) ?? "") == facts.email.text)
      #expect((text(6) ?? "") == facts.note.text)
      #expect((values[7] as? [String] ?? []) == facts.categories.map(\.text))
      #expect(text(8) == "urn:uuid:\(person.uid)")
    }
  }
}

extension PeopleJournal {
  /// Takes a file into the journal.
  func take(
    _ bytes: [UInt8], _ choice: PeopleImport.Choice = PeopleImport.Choice()
  ) throws -> ImportedPeople {
    var pieces = [bytes]
    return try PeopleImport(into: anna, choice, today: Self.day, now: Self.now).run {
      pieces.popLast() ?? []
    }
  }
}
