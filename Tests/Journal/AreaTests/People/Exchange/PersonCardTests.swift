import CaptureTime
import Store
import Testing

@testable import People

@Suite("Persons of vCards")
struct PersonCardTests {
  @Test(
    "Birthdays are read in both spellings, with and without a year",
    arguments: [
      ("BDAY:--0229", "02-29"), ("BDAY:--02-29", "02-29"), ("BDAY:19900214", "1990-02-14"),
      ("BDAY:1990-02-14", "1990-02-14"), ("BDAY:1990-02-14T10:22:00Z", "1990-02-14"),
      ("BDAY;VALUE=date-time:19900214T102200", "1990-02-14"), ("BDAY:1604-02-29", "02-29"),
      ("BDAY;CALSCALE=Gregorian:1990-02-14", "1990-02-14"),
      ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29", "02-29"),
      ("BDAY;X-APPLE-OMIT-YEAR=1604:1990-02-14", "1990-02-14"),
    ])
  func birthdays(line: String, expected: String) throws {
    let person = try CardText.person(CardText.card(line))
    #expect(person.said.birthday?.description == expected)
    #expect(person.left.isEmpty)
  }

  @Test(
    "What is no day is left out, and why is said",
    arguments: [
      ("1990", LeftOut.Reason.noDay), ("1990-02", .noDay), ("---29", .noDay), ("--02", .noDay),
      ("1990-02-30", .date(.noSuchDay("1990-02-30"))), ("--0230", .date(.noSuchDay("02-30"))),
      ("1991-02-29", .date(.noSuchDay("1991-02-29"))),
      ("circa 1800", .date(.syntax(observed: "circa 1800"))),
      ("T102200", .date(.syntax(observed: "T102200"))), ("", .date(.syntax(observed: ""))),
      ("19-900214", .date(.syntax(observed: "19-900214"))),
      ("١٩٩٠٠٢١٤", .date(.syntax(observed: "١٩٩٠٠٢١٤"))),
    ])
  func noBirthday(text: String, reason: LeftOut.Reason) throws {
    let person = try CardText.person(CardText.card("BDAY:\(text)"))
    #expect(person.said.birthday == nil)
    #expect(person.leftOut.entries.map(\.reason) == [reason])
  }

  @Test(
    "A day of another calendar is left out, and its calendar is named",
    arguments: ["BDAY", "ANNIVERSARY", "X-ABDATE"])
  func calendar(name: String) throws {
    let person = try CardText.person(
      CardText.card("\(name);CALSCALE=chinese:1990-02-14", "\(name):1991-03-04"))
    #expect(person.left == ["\(name): calendar(\"chinese\")"])
    let days = [person.said.birthday] + person.said.days.map(\.date)
    #expect(days.compactMap { $0?.description } == ["1991-03-04"])
  }

  @Test(
    "Without a formatted name the parts make one, as their script does",
    arguments: [
      ("Kim;Mina;;;", "Mina Kim"), ("김;민아;;;", "김민아"), ("山田;花子;;;", "山田花子"),
      ("Doe;Jane;Ann;Dr.;PhD", "Dr. Jane Ann Doe PhD"), (";Mina", "Mina"), (#"O\;X;A"#, "A O;X"),
    ])
  func names(parts: String, expected: String) throws {
    #expect(try CardText.person(CardText.card("N:\(parts)")).said.name.text == expected)
    #expect(try CardText.person(CardText.card("FN: ", "N:\(parts)")).said.name.text == expected)
  }

  @Test("A card without a name, with one of 41 characters or with a control character is nobody's")
  func nobody() throws {
    let long = String(repeating: "가", count: 41)
    func problem(_ lines: String...) throws -> CardProblem.Reason? {
      do {
        _ = try CardText.person("BEGIN:VCARD\n\(lines.joined(separator: "\n"))\nEND:VCARD")
        return nil
      } catch let error as CardProblem {
        return error.reason
      }
    }
    #expect(try problem("TEL:1") == .noName)
    #expect(try problem("N:;;;;") == .noName)
    #expect(try problem("FN:\(long)") == .name(.tooLong(observed: 41, limit: 40)))
    #expect(try problem("FN:a\0b") == .name(.notAllowed("\0", offset: 1)))
    #expect(try problem("FN:A", "KIND:group") == .notAPerson(kind: "group"))
    #expect(try problem("FN;CHARSET=X:A") == .unreadableName(.charset("X")))
    #expect(try problem("FN:A", "KIND:individual") == nil)
  }

  @Test("The preferred number and address are taken, and all else is left out by name")
  func preferred() throws {
    let person = try CardText.person(
      CardText.card(
        "TEL;TYPE=home:1", "TEL;TYPE=\"cell,pref\":2", "TEL:3", "EMAIL;PREF=2:a@example.org",
        "EMAIL;PREF=1:mailto:b@example.org", "ADR:;;Seoul;;;;", "NICKNAME:Mimi,Kimmie",
        "NOTE:one", "NOTE:two", "CATEGORIES:film,climbing", "CATEGORIES:film,,tea",
        "UID:urn:uuid:5E1F7A10-0000-4000-8000-00000000000A", "REV:1", "X-DAYSTAMP-CADENCE:91",
        "X-DAYSTAMP-CADENCE:30"))
    let said = person.said
    #expect(said.phone?.text == "2" && said.email?.text == "b@example.org")
    #expect(said.nickname?.text == "Mimi" && said.note?.text == "one\n\ntwo")
    #expect(said.categories.map(\.text) == ["film", "climbing", "tea"])
    #expect(said.cadence?.days == 30)
    #expect(person.uid == "5e1f7a10-0000-4000-8000-00000000000a")
    #expect(
      person.leftOut.entries.map { "\($0.count) \($0.what)" }
        == ["2 TEL", "1 EMAIL", "1 ADR", "1 NICKNAME", "1 X-DAYSTAMP-CADENCE"])
  }

  @Test("Anniversaries and days with a label of Apple's are days of their names")
  func days() throws {
    let person = try CardText.person(
      CardText.card(
        "ANNIVERSARY:20110101", "item1.X-ABDATE:--0505", "item1.X-ABLABEL:First\\, film",
        "item2.X-ABDATE:2012-03-04", "item2.X-ABLABEL:_$!<Anniversary>!$_",
        "item3.X-ABLABEL:of nothing"))
    #expect(
      person.said.days.map { "\($0.name.text) \($0.date)" }
        == ["Anniversary 2011-01-01", "First, film 05-05"])
    #expect(person.left == ["X-ABDATE: oneOnly", "X-ABLABEL: noPlace"])
  }
}
