import Store
import TestSupport
import Testing

@testable import People

@Suite("Reading vCards")
struct VCardReaderTests {
  @Test(
    "Lines that are folded within a character, and pieces of any size, are put together",
    arguments: [1, 2, 3, 7, 64, 1 << 16])
  func folds(size: Int) throws {
    let name = "Zoë 김민아 👩‍👩‍👧"
    let folded = name.utf8.flatMap { [$0] + Array("\r\n ".utf8) }
    let bytes = Array("\u{FEFF}BEGIN:VCARD\nFN:".utf8) + folded + Array("\nEND:VCARD".utf8)
    let items = try CardText.items(bytes, by: size)
    guard case .card(let card)? = items.first else { throw CardText.NotOneCard(items: items) }
    #expect(items.count == 1)
    #expect(try PersonCard.person(of: card, today: PeopleJournal.day).said.name.text == name)
  }

  @Test("Quoted-printable goes on after an equals sign, with the blanks that follow")
  func softBreaks() throws {
    let text = CardText.card(
      "NOTE;ENCODING=QUOTED-PRINTABLE:one =\r\n two=0Athree =3D=\r\n", "TEL:1=", version: "2.1")
    let person = try CardText.person(text)
    #expect(person.said.note?.text == "one  two\nthree =")
    #expect(person.said.phone?.text == "1=")
  }

  @Test("Quoted-printable is looked for only in the beginning of a line", arguments: [223, 224])
  func longHeader(padding: Int) throws {
    let header = "NOTE;X=" + String(repeating: "x", count: padding) + ";ENCODING=QUOTED-PRINTABLE"
    let person = try CardText.person(CardText.card("\(header):a=", "TEL:1", version: "2.1"))
    let isFound = header.utf8.count <= 256
    #expect(person.said.phone?.text == (isFound ? nil : "1"))
    if isFound { #expect(person.said.note?.text == "aTEL:1") }
  }

  @Test("Cards that do not begin or end, and lines in none, are named by line; the others are read")
  func structure() throws {
    let text = """
      END:VCARD
      begin:vcard
      FN:A
      BEGIN:VCARD
      FN:B
      no line
      END: VCARD
      hello
      hello again

      BEGIN:VCARD
      FN:C
      """
    let items = try CardText.items(text)
    let problems = items.compactMap { item in
      if case .problem(let problem) = item { problem } else { nil }
    }
    #expect(
      problems == [
        CardProblem(line: 1, .noBegin), CardProblem(line: 2, .nested(line: 4)),
        CardProblem(line: 8, .outside), CardProblem(line: 11, .noEnd),
      ])
    guard items.count == 5, case .card(let card) = items[2] else {
      throw CardText.NotOneCard(items: items)
    }
    #expect(try PersonCard.person(of: card, today: PeopleJournal.day).left == [": noLine"])
  }

  @Test(
    "The card of an agent within another of version 2.1 is left out, and its agents with it",
    arguments: ["AGENT:\r\nBEGIN:VCARD", "AGENT;X=y: \r\n\r\nbegin:vcard", "AGENT:BEGIN:VCARD"],
    [1, 1 << 16])
  func agent(begin: String, size: Int) throws {
    let text = CardText.card(
      "FN:Mina", begin, "VERSION:2.1", "FN:Agent", "TEL:1", "PHOTO:AAAA", begin, "FN:Other",
      "END:VCARD", "no line", "END:VCARD", "EMAIL:a@example.org", version: "2.1")
    let items = try CardText.items(text + CardText.card("FN:Next"), by: size)
    let persons = try items.map { item in
      guard case .card(let card) = item else { throw CardText.NotOneCard(items: items) }
      return try PersonCard.person(of: card, today: PeopleJournal.day)
    }
    #expect(persons.map(\.said.name.text) == ["Mina", "Next"])
    #expect(persons.first?.said.email?.text == "a@example.org")
    #expect(persons.first?.said.phone == nil)
    #expect(persons.first?.left == ["AGENT: noPlace"])
  }

  @Test("An agent without an end takes no card that follows, however deep agents are")
  func openAgent() throws {
    let agents = String(repeating: "AGENT:\nBEGIN:VCARD\n", count: 20_000)
    let items = try CardText.items("BEGIN:VCARD\nFN:A\n\(agents)" + CardText.card("FN:Next"))
    #expect(items.first == .problem(CardProblem(line: 1, .nested(line: 40_003))))
    #expect(items.count == 2)
    let open = try CardText.items("BEGIN:VCARD\nFN:A\n\(agents)")
    #expect(open == [.problem(CardProblem(line: 1, .noEnd))])
  }

  @Test("A card of more than 1 MiB is passed over, one whose picture is larger is read")
  func bounds() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let lines = String(repeating: "A:\n", count: 10_001)
    for text in [CardText.card("NOTE:\(long)"), CardText.card(lines), CardText.card("A\(long)")] {
      let items = try CardText.items(text + CardText.card("FN:Next"))
      #expect(items.count == 2)
      #expect(items.first == .problem(CardProblem(line: 1, .tooLarge(limit: 1 << 20))))
    }
    let folded = String(repeating: " \(String(repeating: "A", count: 75))\r\n", count: 30_000)
    let person = try CardText.person(
      CardText.card("item1.photo;ENCODING=b:AAAA\r\n\(folded)", "KEY:\(long)", "TEL:1"))
    #expect(person.left == ["PHOTO: noPlace", "KEY: noPlace"])
    #expect(person.said.phone?.text == "1")
  }

  @Test(
    "UTF-16 is refused", arguments: [[0xFF, 0xFE, 0x42, 0], [0xFE, 0xFF, 0, 0x42]] as [[UInt8]])
  func utf16(bytes: [UInt8]) {
    #expect(throws: PeopleFileError.utf16) { try CardText.items(bytes) }
  }

  @Test("Cards that chance has changed give persons or problems, and in pieces the same")
  func changed() throws {
    var chance = SplitMix64(seed: 22)
    let whole = Array(
      CardText.card(
        "N;CHARSET=ISO-8859-1:Kim;Mina", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29",
        "item1.X-ABDATE:20110101", "item1.X-ABLABEL:_$!<Anniversary>!$_",
        "NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nb=0A", "TEL;TYPE=\"a,b\";PREF=1:tel:1", "PHOTO:AA",
        "CATEGORIES:a\\,b,c", "NICKNAME:x,y", "UID:urn:uuid:1", "X-DAYSTAMP-CADENCE:14"
      ).utf8)
    let telling = Array(":;,=\"^\\\r\n\t .BEGINDVCA\0".utf8) + [0xC3, 0xFF, 0xED, 0xA0]
    var read = 0
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<8, using: &chance) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = telling[Int.random(in: 0..<telling.count, using: &chance)]
        case 2: bytes.insert(telling[Int.random(in: 0..<telling.count, using: &chance)], at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        }
        if bytes.isEmpty { bytes = whole }
      }
      let items = try CardText.items(bytes)
      #expect(try CardText.items(bytes, by: 1 + Int.random(in: 0..<9, using: &chance)) == items)
      for case .card(let card) in items {
        guard let person = try? PersonCard.person(of: card, today: PeopleJournal.day) else {
          continue
        }
        read += 1
        let start = PeopleJournal.day
        try person.said.facts(cadence: .usual, start: start).check()
      }
    }
    #expect(read > 1_000)
  }
}
