import CaptureTime
import Store
import Testing

@testable import People

@Suite("Contacts")
struct ContactTests {
  private let journal: PeopleJournal
  private let today = PeopleJournal.day

  init() throws { journal = try PeopleJournal() }

  @Test("have at most 3 keywords of 5 characters, and a memo of 100")
  func limits() throws {
    #expect(
      try Keywords(["coffee".dropLast().description, " 가나다라마 ", "", "a", "a"]).texts.count == 3)
    #expect(throws: ContactError.longKeyword("coffee", observed: 6, limit: 5)) {
      try Keywords(["coffee"])
    }
    #expect(throws: ContactError.tooManyKeywords(observed: 4, limit: 3)) {
      try Keywords(["a", "b", "c", "d"])
    }
    #expect(throws: ContactError.keyword("a b")) { try Keywords(["a b"]) }
    #expect(throws: ContactError.keyword("\u{200B}")) { try Keywords(["\u{200B}"]) }
    #expect(try Memo(String(repeating: "👍🏽", count: 100)).text.count == 100)
    #expect(throws: ContactError.longMemo(observed: 101, limit: 100)) {
      try Memo(String(repeating: "a", count: 101))
    }
    #expect(throws: ContactError.memoCharacter("\u{0}", offset: 1)) { try Memo("a\u{0}") }
    let marks = "a" + String(repeating: "\u{301}", count: 3_000)
    #expect(throws: ContactError.memoBytes(observed: marks.kept.utf8.count, limit: 4_096)) {
      try Memo(marks)
    }
  }

  @Test("have longer keywords where that is set, but for Hangul, and keep those that they have")
  func longKeywords() throws {
    let length = try KeywordLength(parsing: "12")
    #expect(try Keywords(["chrysanthemu"], atMost: length).texts == ["chrysanthemu"])
    #expect(throws: ContactError.longKeyword("chrysanthemum", observed: 13, limit: 12)) {
      try Keywords(["chrysanthemum"], atMost: length)
    }
    for word in ["가나다라마바", "coffee가", "ㄱㄴㄷㄹㅁㅂ"] {
      #expect(throws: ContactError.longKeyword(word, observed: word.count, limit: 5)) {
        try Keywords([word], atMost: length)
      }
    }
    let old = try Keywords(["coffee"], atMost: length)
    #expect(Keywords(stored: old.lines) == old)
    #expect(try Keywords(["tea", "coffee"], keeping: old).texts == ["tea", "coffee"])
    #expect(throws: ContactError.longKeyword("coffees", observed: 7, limit: 5)) {
      try Keywords(["coffees"], keeping: old)
    }
    for text in ["4", "13", "05", ""] {
      #expect(throws: SettingProblem.self) { try KeywordLength(parsing: text) }
    }
  }

  @Test("are of days up to today")
  func future() throws {
    let mina = try journal.add("Mina")
    #expect(throws: ContactError.futureDay(today.next, today: today)) {
      try journal.contact(mina, daysAgo: -1)
    }
    let contact = try journal.contact(mina)
    #expect(throws: ContactError.futureDay(today.next, today: today)) {
      try journal.contacts.edit(contact.id, contact.facts, on: today.next, today: today)
    }
  }

  @Test("that were deleted come back under their numbers, once, and under no others")
  func restored() throws {
    let mina = try journal.add("Mina")
    let contact = try journal.contact(mina, memo: "by train")
    let second = try journal.contact(mina)
    func restore(_ number: Int64, on day: CivilDate? = nil) throws -> Contact {
      try journal.contacts.restore(
        number, contact.facts, with: mina.id, on: day ?? contact.day, made: contact.made,
        today: today)
    }
    try journal.contacts.delete(contact.id)
    #expect(try restore(contact.id) == contact)
    #expect(try restore(contact.id) == contact)
    #expect(try journal.contacts.search("train", atMost: 9) == [contact])
    // A number of another contact, or of none so far, is not taken.
    #expect(try restore(second.id).id == 3)
    for (number, new) in [(Int64.max, Int64(4)), (5, 5), (0, 6), (-1, 7)] {
      #expect(try restore(number).id == new)
    }
    #expect(try journal.contacts.contact(number: second.id) == second)
    #expect(throws: ContactError.futureDay(today.next, today: today)) {
      try restore(9, on: today.next)
    }
    #expect(throws: PersonError.unknownNumber(9)) {
      try journal.contacts.restore(
        1, contact.facts, with: 9, on: today, made: 0, today: today)
    }
  }

  @Test("come in pages, the latest first, to the last one")
  func pages() throws {
    let mina = try journal.add("Mina")
    for index in 0..<25 { try journal.contact(mina, daysAgo: index / 3, memo: "\(index)") }
    var (found, last): ([String], Contact?) = ([], nil)
    while true {
      let page = try journal.contacts.page(of: mina.id, after: last, atMost: 4)
      if page.isEmpty { break }
      found += page.map(\.facts.memo.text)
      last = page.last
    }
    #expect(found.count == 25)
    #expect(Set(found).count == 25)
    #expect(found.first == "2")
  }

  @Test("are found by words inside others in any script, as they are after a change")
  func search() throws {
    let mina = try journal.add("Mina")
    let contact = try journal.contact(mina, keywords: ["coffe"], memo: "Über die Ferien 여행계획")
    try journal.contact(mina, daysAgo: 3, memo: "ferienhaus")
    #expect(try journal.contacts.search("ferien", atMost: 9).count == 2)
    #expect(try journal.contacts.search("uber coffe", atMost: 9) == [contact])
    #expect(try journal.contacts.search("행계", atMost: 9) == [contact])
    #expect(try journal.contacts.search(" ", atMost: 9).isEmpty)
    try journal.contacts.edit(
      contact.id, ContactFacts(kind: .wrote, memo: try Memo("brief")), today: today)
    #expect(try journal.contacts.search("행계", atMost: 9).isEmpty)
    #expect(try journal.contacts.search("brief", atMost: 9).map(\.id) == [contact.id])
  }

  @Test("are found by usual words too, but none of people who are deleted or of another owner")
  func usualWords() throws {
    let (mina, gone) = (try journal.add("Mina"), try journal.add("Gone"))
    let bens = try journal.owner("ben").people.add(mina.facts, now: 1)
    // More than are looked at before the index is asked.
    try journal.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
      INSERT INTO contact (person, day, made, kind, keywords, memo)
      SELECT CASE i % 4 WHEN 1 THEN \(gone.id) WHEN 3 THEN \(bens.id) ELSE \(mina.id) END,
        date('2020-01-01', i || ' days'), i, 'met', '',
        CASE WHEN i % 10 < 2 THEN 'lighthouse' ELSE 'tea' END FROM n
      """)
    try SearchTableCheck(.contacts, of: journal.anna.store).rebuild()
    _ = try journal.people.setDeleted(gone.id, 1)
    let found = try journal.contacts.search("lighthouse", atMost: 500)
    #expect(found.map(\.made) == stride(from: 1990, through: 0, by: -10).map { $0 })
    let page = try journal.contacts.search("lighthouse", after: found[99], atMost: 30)
    #expect(page == Array(found[100..<130]))
    #expect(try journal.contacts.search("tea", atMost: 1000).count == 800)
  }

  @Test("let a plant grow: a step each for contact, keyword and memo, three a day, twelve in all")
  func growth() throws {
    let mina = try journal.add("Mina", every: 1, from: 90)
    func steps() throws -> Int { try journal.people.history(of: mina.id).growth.steps }
    try journal.contact(mina, daysAgo: 60)
    #expect(try steps() == 1)
    try journal.contact(mina, daysAgo: 60, keywords: ["a", "b"])
    #expect(try steps() == 3)
    // The day's three are had.
    try journal.contact(mina, daysAgo: 60, keywords: ["a"], memo: "b")
    #expect(try steps() == 3)
    #expect(try journal.people.history(of: mina.id).growth.stage == .leaf)
    for day in 50..<59 { try journal.contact(mina, daysAgo: day, keywords: ["a"], memo: "b") }
    #expect(try journal.people.history(of: mina.id).growth.stage == .full)
    #expect(try steps() == 12)
    // Three snoozes are free, the fourth and the fifth cost one each.
    for (count, day) in [49, 45, 41, 37, 33].enumerated() {
      try journal.snooze(mina, 1, daysAgo: day)
      #expect(try steps() == 12 - max(0, count - 2))
    }
    try journal.contact(mina, daysAgo: 30)
    #expect(try steps() == 11)
    try journal.snooze(mina, 1, daysAgo: 20)
    #expect(try steps() == 11)
  }

  @Test("count as kept where they came by the due day")
  func kept() throws {
    let mina = try journal.add("Mina", every: 10, from: 60)
    try journal.contact(mina, daysAgo: 50)
    try journal.contact(mina, daysAgo: 39)
    try journal.contact(mina, daysAgo: 30)
    let history = try journal.people.history(of: mina.id)
    #expect((history.contacts, history.kept, history.snoozes) == (3, 2, 0))
  }
}
