import CaptureTime
import SystemPackage
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Checks and salvages of reminders")
struct ReminderCheckTests {
  private let test: ReminderJournal
  private static let now = ReminderJournal.now

  init() throws {
    test = try ReminderJournal()
    let rule = try test.rule(.morning, at: "09:00", again: 120, quiet: .usual)
    try test.rule(.people, at: "18:00")
    let hook = try test.hook(secret: "token")
    try test.reminders.add(
      WayFacts(.mail, to: "anna@example.org", names: true), now: Self.now)
    try test.reminders.add(
      WayFacts(.push, to: "https://push.example.org/1", secret: "key"),
      of: try test.device().id, now: Self.now)
    _ = try test.sent.desktop(now: Self.now)
    _ = try test.reminders.addFeed(FeedName("phone"), names: true, now: Self.now)
    let turn = ReminderTurn(rule, on: ReminderJournal.day, at: rule.facts.time, isAgain: false)
    _ = try test.sent.claim(turn, way: hook.id, now: Self.now)
    try test.execute(
      """
      INSERT INTO push_key VALUES (1, zeroblob(32));
      INSERT INTO mail_code VALUES (2, zeroblob(32), 1, 0);
      INSERT INTO way_use VALUES (1, 1, 'code', 'mail', zeroblob(32), 1)
      """)
  }

  private func findings(repairs: Bool = false, in path: FilePath? = nil) throws -> [JournalFinding]
  {
    let journals = try Journal(opening: path ?? test.path, areas: [.reminders])
    let check = JournalCheck(journals, owners: nil, repairs: repairs)
    var findings: [JournalFinding] = []
    try check.run(progress: { _, _ in }) { findings.append($0) }
    return findings
  }

  private func tables(repairs: Bool = false) throws -> [String] {
    try findings(repairs: repairs).tables
  }

  @Test("find nothing where nothing is wrong")
  func sound() throws { #expect(try findings().isEmpty) }

  private static let wrong: [(sql: String, table: String, lost: Int)] = [
    ("UPDATE reminder_rule SET subject = 'weather' WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET time = '25:00' WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET time = '9:000' WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET again = 4 WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET subject = 'text' WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET time = '23:00' WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET quiet_until = '22:00' WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET quiet_until = NULL WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET quiet_from = 'x' WHERE id = 1", "reminder_rule", 1),
    ("UPDATE reminder_rule SET is_on = 2", "reminder_rule", 2),
    ("UPDATE reminder_rule SET since = 999999999999999 WHERE id = 2", "reminder_rule", 1),
    ("UPDATE reminder_way SET kind = 'pigeon' WHERE id = 1", "reminder_way", 1),
    ("UPDATE reminder_way SET address = '' WHERE id = 1", "reminder_way", 1),
    ("UPDATE reminder_way SET address = 'a' || char(10) WHERE id = 2", "reminder_way", 1),
    (
      "UPDATE reminder_way SET secret = printf('%.*c', 1001, 'a') WHERE id = 1", "reminder_way",
      1
    ),
    ("UPDATE reminder_way SET names = 2 WHERE kind = 'mail'", "reminder_way", 1),
    ("UPDATE reminder_way SET failed = 1 WHERE kind = 'mail'", "reminder_way", 1),
    ("UPDATE reminder_way SET address = '' WHERE kind = 'push'", "reminder_way", 0),
    ("UPDATE reminder_way SET address = 'x' WHERE kind = 'desktop'", "reminder_way", 0),
    ("UPDATE reminder_way SET awaits_code = 2 WHERE kind = 'mail'", "reminder_way", 1),
    ("UPDATE mail_code SET code_hash = x'00'", "mail_code", 0),
    ("UPDATE mail_code SET tries = 6", "mail_code", 0),
    ("UPDATE way_use SET purpose = 'x'", "way_use", 0),
    ("UPDATE way_use SET kind = 'pigeon'", "way_use", 0),
    ("UPDATE way_use SET target = x'00'", "way_use", 0),
    ("UPDATE reminder_sent SET time = '99:99'", "reminder_sent", 0),
    ("UPDATE reminder_sent SET day = '2024-02-30'", "reminder_sent", 0),
    ("UPDATE reminder_sent SET state = 'x'", "reminder_sent", 0),
    ("UPDATE reminder_sent SET tries = 1001", "reminder_sent", 0),
    ("UPDATE calendar_feed SET name = ' x'", "calendar_feed", 0),
    ("UPDATE calendar_feed SET token_hash = x'00'", "calendar_feed", 0),
    ("UPDATE calendar_feed SET names = -1", "calendar_feed", 0),
    ("UPDATE push_key SET private = zeroblob(31)", "push_key", 0),
    ("INSERT INTO push_key VALUES (2, zeroblob(32))", "push_key", 0),
  ]

  @Test("find values that no program of ours writes", arguments: wrong.indices)
  func values(index: Int) throws {
    let (sql, table, _) = Self.wrong[index]
    try test.execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    #expect(try tables() == [table])
    #expect(try tables(repairs: true) == [table])
  }

  @Test(
    "find more than an owner has",
    arguments: [
      (
        "reminder_rule (owner, subject, time, is_on, since)",
        "1, 'morning', printf('10:%02d', i), 1, 0"
      ),
      (
        "calendar_feed (owner, token_hash, name, names, made)",
        "1, CAST(printf('%032d', i) AS BLOB), 'a', 0, 0"
      ),
    ])
  func many(table: String, values: String) throws {
    let name = String(table.prefix { $0 != " " })
    let limit = name == "reminder_rule" ? Reminders.ruleLimit : Reminders.feedLimit
    func fill(to count: Int) throws {
      let there = try #require(Int(try test.strings("SELECT count(*) FROM \(name)")[0]))
      try test.execute(
        """
        WITH RECURSIVE n (i) AS (SELECT \(there) UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
        INSERT INTO \(table) SELECT \(values) FROM n
        """)
    }
    try fill(to: limit)
    #expect(try tables() == [])
    try fill(to: limit + 1)
    #expect(try tables() == [name])
  }

  @Test("find rows of what is gone, and let go of them")
  func orphans() throws {
    let bob = try test.owner("bob")
    try bob.reminders.add(RuleFacts(.text, at: .midnight, quiet: nil), now: Self.now)
    try bob.reminders.add(WayFacts(.mail, to: "bob@example.org"), now: Self.now)
    _ = try bob.reminders.addFeed(FeedName("phone"), names: true, now: Self.now)
    try test.execute(
      """
      DELETE FROM setting WHERE owner = \(bob.id); DELETE FROM access_event; DELETE FROM owner WHERE id = \(bob.id);
      DELETE FROM device; DELETE FROM reminder_rule WHERE id = 1
      """)
    // Of bob three, the way of the device, and what was sent by the rule.
    let found = try findings().filter { if case .danglingRow = $0.problem { true } else { false } }
    #expect(found.count == 5)
    let mended = try findings(repairs: true)
    #expect(mended.count == 5 && mended.allSatisfy(\.isMended))
    #expect(try findings().isEmpty)
    #expect(try test.reminders.rules().map(\.facts.subject) == [.people])
    let ways = try test.reminders.ways(now: Self.now)
    #expect(ways.map(\.facts.kind) == [.hook, .mail, .desktop])
    #expect(try test.reminders.feeds().count == 1)
    #expect(try test.strings("SELECT count(*) FROM reminder_sent") == ["0"])
  }

  private func salvage(
    keys: Keyring = .none
  ) throws -> (journal: OwnerJournal, path: FilePath, lost: [String: Int]) {
    let folder = FilePath(test.folder.path("new"))
    let salvage = try JournalSalvage(
      of: test.path, into: folder, areas: [.reminders],
      settings: JournalSalvage.Settings(
        chosenOwner: nil, usualOwner: test.anna.owner, keys: keys,
        pin: { _ in throw ReminderError.unknownRule(0) }, pause: { _ in },
        check: { ($0, []) }, zone: { _, _ in "UTC" }))
    var findings: [SalvageFinding] = []
    _ = try salvage.run(progress: { _, _ in }) { findings.append($0) }
    let journal = try Journal(opening: folder, areas: [.reminders]).journal(of: test.anna.owner)
    return (journal, folder, findings.lostRows)
  }

  @Test("bring rules, hooks and mail over, and what is of a device or a machine not")
  func salvaged() throws {
    // A hook has no device; where damage says one, it is not of the new journal's.
    try test.execute("UPDATE reminder_way SET device = 1 WHERE kind = 'hook'")
    let later = Self.now + 100
    let (new, path, lost) = try salvage(keys: Keyring(AccessToken(), now: { later }))
    #expect(lost == [:])
    #expect(try findings(in: path).isEmpty)
    let (old, rules) = (try test.reminders.rules(), try new.reminders.rules())
    #expect(rules.map(\.facts) == old.map(\.facts) && rules.map(\.id) == old.map(\.id))
    // Nothing of the day is told again.
    #expect(rules.map(\.since) == [later, later])
    let ways = try new.reminders.ways(now: Self.now)
    #expect(
      ways.map(\.facts) == (try test.reminders.ways(now: Self.now).prefix(2).map(\.facts)))
    #expect(ways.map(\.facts.secret) == ["token", ""] && ways.map(\.device) == [nil, nil])
    #expect(try new.reminders.feeds().isEmpty)
    let rest = try new.read { db in
      try ["reminder_sent", "push_key", "device", "mail_code", "way_use"].map { table in
        try db.value(Int.self, cached: "SELECT count(*) FROM \(table)")
      }
    }
    #expect(rest == [0, 0, 0, 0, 0])
  }

  @Test("bring over that mail waits for its code, of which there is another one then")
  func waiting() throws {
    try test.execute("UPDATE reminder_way SET awaits_code = 1 WHERE kind = 'mail'")
    let (new, _, lost) = try salvage()
    #expect(lost == [:])
    let way = try #require(try new.reminders.ways(now: Self.now).first { !$0.isConfirmed })
    #expect(way.facts.kind == .mail)
    let code = try new.reminders.makeCode(forWay: way.id, now: Self.now).code
    #expect(try new.reminders.confirm(way: way.id, with: code, now: Self.now).isConfirmed)
  }

  @Test("bring over that the desktop was removed")
  func removedDesktop() throws {
    let ways = try test.reminders.ways(now: Self.now)
    let desktop = try #require(ways.first { $0.facts.kind == .desktop })
    try test.reminders.remove(way: desktop.id, now: 1)
    #expect(try findings().isEmpty)
    let (new, path, lost) = try salvage()
    #expect(lost == [:])
    #expect(try findings(in: path).isEmpty)
    #expect(try new.reminders.isDesktopRemoved())
    #expect(try new.reminders.ways(now: Self.now).count == 2)
  }

  @Test("tell how many are lost, and keep the others", arguments: wrong.indices)
  func lostRows(index: Int) throws {
    let (sql, table, expected) = Self.wrong[index]
    try test.execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    let (new, path, lost) = try salvage()
    #expect(lost == (expected > 0 ? [table: expected] : [:]))
    #expect(try findings(in: path).isEmpty)
    let kept = try new.reminders.rules().count + new.reminders.ways(now: Self.now).count
    #expect(kept == 4 - expected)
  }
}
