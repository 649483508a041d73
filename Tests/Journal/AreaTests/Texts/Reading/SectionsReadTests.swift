import CaptureTime
import Store
import Testing

@testable import Texts

@Suite("Sections that were read")
struct SectionsReadTests {
  let test: TextsJournal
  private let now = TextsJournal.now
  private let rule = TextsJournal.rule
  private let bible: CollectionName

  init() throws {
    test = try TextsJournal(bible: SmallBible.file)
    bible = try CollectionName(SmallBible.name)
  }

  private var reading: Reading { test.anna.reading }

  private func read(_ key: String, day: Int = 0) throws {
    try reading.markRead(key, rule, now: now + day * 86_400)
  }

  private func books(round: Int? = nil) throws -> [String] {
    try reading.checklist(bible, round: round).books.map {
      "\($0.title) \($0.progress.read)/\($0.progress.count) \($0.progress.percent)%"
    }
  }

  @Test("are counted by book, with their share in per cent")
  func checklist() throws {
    #expect(
      try books() == ["Genesis 0/3 0%", "Exodus 0/2 0%", "Matthew 0/2 0%", "Jude 0/1 0%"])
    for key in ["Gen.1", "Gen.3", "Jude.1"] { try read(key) }
    #expect(
      try books() == ["Genesis 2/3 66%", "Exodus 0/2 0%", "Matthew 0/2 0%", "Jude 1/1 100%"])
    let list = try reading.checklist(bible)
    #expect(list.progress == ReadingProgress(read: 3, count: 8) && list.progress.percent == 37)
    #expect(list.books[0].sections.map(\.isRead) == [true, false, true])
    #expect(try test.owner("bob").reading.checklist(bible).progress.read == 0)
  }

  @Test("are read once a day, and undone one day after the other")
  func undo() throws {
    try read("Gen.1")
    try read("Gen.1")
    try read("Gen.1", day: 2)
    #expect(try test.count("SELECT count(*) FROM section_read") == 2)
    #expect(try reading.unmarkRead("Gen.1").read?.day == TextsJournal.day)
    #expect(try reading.unmarkRead("Gen.1").read == nil)
    let section = try reading.section("Gen.1").section
    #expect(throws: ReadingError.notRead(section)) { try reading.unmarkRead("Gen.1") }
  }

  @Test("stay in their round when another begins")
  func rounds() throws {
    #expect(throws: ReadingError.roundIsEmpty(bible)) {
      try reading.beginRound(of: bible, now: now)
    }
    try read("Gen.1")
    #expect(try reading.beginRound(of: bible, now: now + 10) == 2)
    #expect(throws: ReadingError.roundIsEmpty(bible)) {
      try reading.beginRound(of: bible, now: now)
    }
    #expect(try reading.section("Gen.1").read == nil)
    try read("Exod.1", day: 1)
    #expect(try books().prefix(2) == ["Genesis 0/3 0%", "Exodus 1/2 50%"])
    #expect(try books(round: 1).prefix(2) == ["Genesis 1/3 33%", "Exodus 0/2 0%"])
    #expect(try reading.checklist(bible).rounds.map(\.number) == [1, 2])
    #expect(throws: ReadingError.noRound(3, rounds: 2)) { try books(round: 3) }
    // Days count what was read in all rounds.
    let days = TextsJournal.day...TextsJournal.day.next
    #expect(try reading.counts(in: days) == [days.lowerBound: 1, days.upperBound: 1])
  }

  @Test("begin no round whose number could not be read again")
  func lastRound() throws {
    try read("Gen.1")
    try test.execute("UPDATE reading_round SET number = 1000000")
    #expect(throws: JournalError.self) {
      try reading.beginRound(of: bible, now: now)
    }
    #expect(try reading.checklist(bible).round.number == 1_000_000)
    #expect(try books().first == "Genesis 1/3 33%")
  }

  @Test("are of the day that the journal's rule says: by its zone and where its days start")
  func days() throws {
    let seoul = try CaptureZone.parse("Asia/Seoul")
    let late = DayRule(zone: seoul, start: try TimeOfDay(hour: 4))
    // 2024-02-29 18:30 UTC is 03:30 on 1 March in Seoul, which is still the day before.
    let leap = try #require(CivilDate(year: 2024, month: 2, day: 29))
    let moment = leap.daysSinceEpoch * 86_400 + 18 * 3_600 + 1_800
    #expect(try reading.markRead("Gen.1", late, now: moment).read?.day == leap)
    #expect(try reading.markRead("Gen.2", late, now: moment + 1_800).read?.day == leap.next)
    #expect(leap.next == CivilDate(year: 2024, month: 3, day: 1))
  }

  @Test(
    "make a streak, which goes on while today is pending",
    arguments: [
      ([], 0, true, 0), ([0], 1, false, 1), ([-1], 1, true, 1), ([-2], 0, true, 1),
      ([-3, -2, -1, 0], 4, false, 4), ([-3, -2, -1], 3, true, 3), ([-3, -2, 0], 1, false, 2),
      ([-9, -8, -7, -1], 1, true, 3), ([0, 1], 1, false, 2),
    ] as [([Int], Int, Bool, Int)])
  func streak(_ days: [Int], _ current: Int, _ isPending: Bool, _ longest: Int) throws {
    for day in days { try read("Gen.1", day: day) }
    let streak = try reading.streak(today: TextsJournal.day)
    #expect(streak.days == current && streak.isPending == isPending && streak.longest == longest)
  }

  @Test("of a collection without sections are none, and of one with very many are not listed")
  func sections() throws {
    try test.add("key,text\na,b", as: "Plain")
    let plain = try CollectionName("Plain")
    #expect(throws: ReadingError.noSections(plain)) { try reading.checklist(plain) }
    try test.execute(
      """
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50001)
      INSERT INTO section (collection, key, title)
      SELECT (SELECT id FROM collection WHERE name = 'Plain'), n, n FROM n
      """)
    let limit = Reading.sectionLimit
    #expect(throws: ReadingError.tooManySections(plain, observed: limit + 1, limit: limit)) {
      try reading.checklist(plain)
    }
  }

  @Test("are numbers of a book only where their keys are its own and a number")
  func books() {
    let titles = [
      ("Gen.1", "Genesis 1", "Gen", "Genesis"), ("Ps.150", "시편 150", "Ps", "시편"),
      ("intro", "Introduction", "intro", "Introduction"), (".1", "One", ".1", "One"),
      ("a.b", "A B", "a.b", "A B"), ("x.7", "Seven", "x", "Seven"), ("y.", "Y", "y.", "Y"),
    ]
    for (key, title, book, bookTitle) in titles {
      let section = TextSection(key: key, title: title)
      #expect(section.bookKey == book && section.bookTitle == bookTitle, "\(key)")
    }
  }
}
