import CaptureTime
import JournalSupport
import People
import Reminders
import Store
import TestSupport
import Testing
import Texts

@testable import Journal

@Suite("What an owner's calendar holds")
struct FeedContentTests {
  private let test: TestJournal
  private static let now = 1_706_670_000
  /// 2024-01-31, at noon in Seoul.
  private static let today = CalendarFeed.today

  init() throws { test = try TestJournal() }

  private func content(naming: Bool = true, key: UInt8 = 7) throws -> FeedContent {
    FeedContent(
      of: test.journal, try test.journal.settings.current().rule, .usual,
      FeedTimes(try test.journal.reminders.rules()),
      key: FeedKey(Array(repeating: key, count: 32)), naming: naming)
  }

  /// The calendar with what entries are about as their titles.
  private func calendar(
    naming: Bool = true, key: UInt8 = 7, on day: CivilDate = today
  ) throws -> CalendarFeed {
    try content(naming: naming, key: key).calendar(named: "Anna", today: day) { subject in
      FeedWords(title: "\(subject)", description: "d", link: "https://example.org/")
    }
  }

  /// Adds a person who is due so many days after today.
  @discardableResult
  private func add(
    _ name: String, due days: Int, change: (inout PersonFacts) throws -> Void = { _ in }
  ) throws -> Person {
    var facts = PersonFacts(
      try PersonName(name), cadence: .usual, start: Self.today.adding(days: days - 14))
    try change(&facts)
    return try test.journal.people.add(facts, now: Self.now)
  }

  private func writeMorning() throws {
    var page = NewWords(try Words("words"))
    (page.mood, page.isMorning) = (.good, true)
    try test.journal.posts.write(page, now: Self.now)
  }

  /// Adds a plan of six sections in six days, and starts it today.
  private func startPlan(_ name: String, _ pace: PlanPace) throws {
    let sections = (1...6).map { "k\($0),Text \($0),Part \($0)\n" }.joined()
    var pieces = [Array("key,text,section\n\(sections)".utf8)]
    let new = try NewCollection(CollectionName(name), source: "x.csv", format: .csv)
    _ = try test.journal.collections.add(new, now: Self.now, piece: { pieces.popLast() ?? [] })
    let plan = try PlanName(name)
    _ = try test.journal.plans.add(plan, made: .order, in: 6, of: new.name, now: Self.now)
    try test.journal.plans.start(
      plan, on: Self.today, pace: pace, today: Self.today, now: Self.now)
  }

  @Test("Each person who is kept is in it once, on the due day, overdue ones today")
  func people() throws {
    try add("Late", due: -40)
    try add("Soon", due: 3) { $0.reminder = try TimeOfDay(hour: 18, minute: 30) }
    try add("Last", due: FeedContent.span)
    try add("Far", due: FeedContent.span + 1)
    let archived = try add("Archived", due: 1)
    try test.journal.people.setArchived(archived.id, Self.now)
    try writeMorning()
    let tasks = try calendar().tasks
    #expect(
      tasks.map(\.day) == [Self.today, Self.today.adding(days: 3), Self.today.adding(days: 60)])
    #expect(tasks.map(\.time.description) == ["09:00", "18:30", "09:00"])
    for (task, name) in zip(tasks, ["Late", "Soon", "Last"]) {
      #expect(task.words.title.contains("\"\(name)\""))
      #expect(task.words.link == "https://example.org/")
    }
    #expect(tasks[0].words.title.contains("\(Self.today.adding(days: -40).year)"))
    // Who is due today is not overdue.
    try add("Now", due: 0)
    #expect(
      try calendar().tasks.filter { $0.words.title.contains("isOverdue: true") }.map(\.day)
        == [Self.today])
  }

  private func rule(_ subject: ReminderSubject, _ time: String, isOn: Bool = true) throws {
    try test.journal.reminders.add(
      RuleFacts(subject, at: TimeOfDay.parse(time), isOn: isOn), now: Self.now)
  }

  @Test("It rings at the times of rules that are on, and of what no rule is of it is silent")
  func rings() throws {
    try add("Mina", due: 2) { $0.birthday = try YearlyDate(month: 1, day: 30) }
    try startPlan("Plan", .own)
    func found() throws -> [String] {
      let feed = try calendar()
      return (feed.tasks.map { ($0.time, $0.rings) } + feed.days.map { ($0.time, $0.rings) })
        .map { "\($0.0)\($0.1 ? "!" : "")" }
    }
    #expect(try found() == ["09:00", "09:00", "09:00", "09:00"])
    try rule(.birthdays, "08:00")
    try rule(.people, "18:30")
    try rule(.people, "12:00", isOn: false)
    #expect(try found().suffix(2) == ["18:30!", "08:00!"])
    #expect(try found().prefix(2) == ["09:00", "09:00"])
    try rule(.morning, "07:00")
    try rule(.plan, "21:00")
    #expect(try found() == ["07:00!", "21:00!", "18:30!", "08:00!"])
    let text = String(decoding: try calendar().bytes(.events), as: UTF8.self)
    #expect(text.split(separator: "BEGIN:VALARM").count == 5)
  }

  @Test(
    "Nothing rings within quiet hours: once they are over, where that is on the same day",
    arguments: [
      ("23:30", "00:00", "23:30"), ("06:00", "00:00", "07:00!"), ("07:00", "00:00", "07:00!"),
      ("21:59", "00:00", "21:59!"), ("22:00", "04:00", "22:00"), ("03:59", "04:00", "03:59"),
      ("04:00", "04:00", "07:00!"), ("23:30", "08:00", "07:00!"), ("23:30", "07:00", "23:30"),
    ])
  func quiet(own: String, dayStart: String, rings: String) throws {
    _ = try test.journal.settings.set([.dayStart: dayStart])
    try writeMorning()
    try rule(.people, "18:30")
    try add("Mina", due: 2) { $0.reminder = try TimeOfDay.parse(own) }
    let feed = try calendar()
    #expect(feed.tasks.map { "\($0.time)\($0.rings ? "!" : "")" } == [rings])
    let text = String(decoding: feed.bytes(), as: UTF8.self)
    #expect(text.contains("BEGIN:VALARM") == rings.hasSuffix("!"))
  }

  @Test("Who is overdue comes again the next day as the same entry; a contact makes another one")
  func sameEntry() throws {
    let person = try add("Late", due: -1)
    try writeMorning()
    let before = try #require(try calendar().tasks.first)
    let tasks = try calendar(on: Self.today.next).tasks
    let after = try #require(tasks.first { $0.uid == before.uid })
    #expect(before.day == Self.today && after.day == Self.today.next)
    _ = try test.journal.contacts.add(
      ContactFacts(kind: .met, keywords: try Keywords([]), memo: try Memo("")), with: person.id,
      on: Self.today, today: Self.today, now: Self.now)
    let later = try #require(try calendar().tasks.first)
    #expect(later.day == Self.today.adding(days: 14) && later.uid != before.uid)
  }

  @Test("The morning page is in it until it is written")
  func morning() throws {
    #expect(try calendar().tasks.map(\.day) == [Self.today])
    try writeMorning()
    #expect(try calendar().tasks.isEmpty)
    #expect(try calendar(on: Self.today.next).tasks.map(\.day) == [Self.today.next])
  }

  @Test("Plans by the calendar are in it for a week, those at one's own pace today")
  func plans() throws {
    try writeMorning()
    try startPlan("Calendar", .calendar)
    try startPlan("Own", .own)
    func days(_ plan: String) throws -> [CivilDate] {
      try calendar().tasks.filter { $0.words.title.contains("plan: \"\(plan)\"") }.map(\.day)
    }
    #expect(try days("Calendar") == (0..<6).map { Self.today.adding(days: $0) })
    #expect(try days("Own") == [Self.today])
    try test.journal.plans.done(
      [], day: nil, of: PlanName("Own"), today: Self.today, now: Self.now)
    try test.journal.plans.done(
      [], day: nil, of: PlanName("Calendar"), today: Self.today, now: Self.now)
    #expect(try days("Own").isEmpty)
    #expect(try days("Calendar") == (1..<6).map { Self.today.adding(days: $0) })
  }

  @Test("Birthdays and other days of everyone who is kept are in it, whenever they come")
  func days() throws {
    try add("Mina", due: 1) { facts in
      facts.birthday = try YearlyDate(month: 1, day: 30, year: 1_990)
      facts.days = [PersonDay(try PersonName("Wedding"), try YearlyDate(month: 2, day: 29))]
    }
    let gone = try add("Gone", due: 1) { $0.birthday = try YearlyDate(month: 3, day: 3) }
    try test.journal.people.setDeleted(gone.id, Self.now)
    let days = try calendar().days
    #expect(days.map(\.date.description) == ["1990-01-30", "02-29"])
    #expect(
      days.map(\.words.title) == [
        "birthday(number: 1, name: \"Mina\", year: Optional(1990))",
        "day(number: 1, name: \"Mina\", title: \"Wedding\", year: nil)",
      ])
  }

  @Test("Without names it says that something is due, and when, and nothing else")
  func nameless() throws {
    try add("Mina", due: 2) { facts in
      facts.birthday = try YearlyDate(month: 2, day: 14, year: 1_990)
      facts.days = [PersonDay(try PersonName("Wedding"), try YearlyDate(month: 5, day: 5))]
    }
    try startPlan("Secret plan", .calendar)
    let feed = try calendar(naming: false)
    #expect(feed.tasks.count == 8 && feed.days.count == 2)
    #expect(Set(feed.tasks.map(\.words)) == [FeedWords(title: "somethingDue", description: "d")])
    #expect(
      Set(feed.days.map(\.words)) == [FeedWords(title: "somethingYearly", description: "d")])
    let text = String(decoding: feed.bytes(), as: UTF8.self)
    let person = try test.journal.people.person(number: 1)
    for secret in ["Mina", "Wedding", "Secret", "Part", "1990", "example.org", person.uid] {
      #expect(!text.contains(secret), "\(secret)")
    }
    for uid in feed.tasks.map(\.uid) + feed.days.map(\.uid) {
      #expect(uid.count == 32 && uid.allSatisfy(\.isHexDigit))
    }
    // Another key, other names.
    let uids = Set(feed.tasks.map(\.uid) + feed.days.map(\.uid))
    let others = try calendar(naming: false, key: 8)
    #expect(uids.isDisjoint(with: others.tasks.map(\.uid) + others.days.map(\.uid)))
    #expect(uids.count == 10)
  }

  @Test("Of many people it has the most overdue, and the days that come next")
  func many() throws {
    try test.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO person (owner, uid, name, nickname, cadence, start, phone, email, note, categories,
        made)
      SELECT 1, 'u' || i, 'Person ' || i, '', 14, date('2024-01-16', -i || ' days'), '', '', '', '', 1
      FROM n;
      INSERT INTO person_day (person, name, month, day)
      SELECT id, '', 1 + id % 12, 1 + id % 28 FROM person
      """)
    try writeMorning()
    let feed = try calendar()
    #expect(feed.tasks.count == FeedContent.peopleLimit)
    #expect(feed.tasks.allSatisfy { $0.day == Self.today })
    let names = (2_501...3_000).map { "\"Person \($0)\"" }
    let titles = feed.tasks.map(\.words.title)
    #expect(names.allSatisfy { name in titles.contains { $0.contains(name) } })
    #expect(feed.days.count == FeedContent.yearlyLimit)
    // Those of February to September, and of the last days of January none.
    #expect(Set(feed.days.map(\.date.month)).isSubset(of: 2...10))
    #expect(feed.bytes().count < 3_000_000)
  }
}
