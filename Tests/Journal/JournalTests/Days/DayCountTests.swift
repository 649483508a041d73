import CaptureTime
import GRDB
import JournalSupport
import Stamping
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("The posts of each day, as the database counts them")
struct DayCountTests {
  /// What changes them.
  private enum Step: CaseIterable {
    case post, postPhoto, moveDay, otherCaption, trash, restore, empty, importing, addOwner,
      removeOwner, otherProgram
  }

  @Test(
    "are what a plain GROUP BY finds, whatever is done to the posts",
    arguments: [1, 2, 3] as [UInt64])
  func anything(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let source = try TestJournal()
    try await source.post("2020-02-28 12:00", "2020-02-29 12:00", "2024-01-05 12:00")
    let export = try TestExport(of: source)
    let test = try TestJournal()
    var owners = [test]
    for step in 0..<150 {
      let kind = Step.allCases[Int.random(in: 0..<Step.allCases.count, using: &random)]
      let one = owners[Int.random(in: 0..<owners.count, using: &random)]
      switch kind {
      case .importing:
        // An export goes to whom it has not gone to.
        _ = try? await export.imported(into: one.journal)
      case .postPhoto where step % 3 == 0: try await one.post(Self.time(&random))
      case .addOwner where owners.count < 4:
        owners.append(try TestJournal(adding: "owner \(step)", to: test))
      case .removeOwner where step % 4 == 0 && one.journal.id != test.journal.id:
        owners.removeAll { $0.journal.id == one.journal.id }
        _ = try one.journal.removeOwner()
      default: try Self.change(kind, one, &random)
      }
      try await Self.check(test, "seed \(seed), step \(step): \(kind)")
    }
    let figures = try owners.map { try $0.journal.days.statistics(today: day(2024, 1, 1)) }
    #expect(figures.reduce(0) { $0 + $1.posts } > 50, "there was something to count")
    for (owner, figures) in zip(owners, figures) {
      let posts = try owner.journal.posts.all(PostFilter())
      #expect(figures.posts == posts.count)
      #expect(figures.days == Set(posts.map(\.day)).count)
      var starred = PostFilter()
      starred.isStarred = true
      #expect(
        try owner.journal.days.counts(starred).reduce(0) { $0 + $1.count }
          == posts.count(where: \.isStarred))
    }
  }

  /// A time on one of few days, so that they meet.
  private static func time(_ random: inout SplitMix64) -> String {
    "2024-01-0\(Int.random(in: 1...9, using: &random)) 1\(Int.random(in: 0...9, using: &random)):00"
  }

  /// Does something that waits for nothing.
  private static func change(
    _ kind: Step, _ test: TestJournal, _ random: inout SplitMix64
  ) throws {
    let journal = test.journal
    let (live, trash) = (numbers(try journal.posts.all(PostFilter())), try journal.trash.posts())
    let some = live.filter { _ in Bool.random(using: &random) }.prefix(3)
    switch kind {
    case .trash: try journal.trash.move(Array(some), now: 5)
    case .restore: _ = try journal.trash.restore(trash.prefix(2).map(\.number))
    case .empty: _ = try journal.trash.empty()
    case .otherCaption:
      for number in some { try journal.setCaption("another \(random.next())", of: number) }
    case .moveDay:
      // Those of which there is a photo; of others the row alone.
      for number in some {
        var change = PostChange()
        change.time = try GivenTime.parse(time(&random))
        do {
          _ = try journal.posts.edit(number, change, now: 1_800_000_000) {
            try TestJournal.stamper($0)
          }
        } catch JournalError.photoBroken {
          try test.execute(
            "UPDATE post SET day = '2024-01-02' WHERE owner = \(journal.id) AND number = \(number)")
        }
      }
    case .otherProgram:
      // Another program: two posts change places, one of the trash leaves it on another day.
      try test.execute(
        """
        UPDATE post SET day = date(day, '+1 day'), trashed = NULL
        WHERE owner = \(journal.id) AND number % 7 = \(Int.random(in: 0...6, using: &random))
        """)
    default:
      try journal.store(
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
          MadePost(time: time(&random), isStarred: Bool.random(using: &random))
        })
    }
  }

  /// Compares with what sqlite3 counts, or where it is not there, SQLite here.
  private static func check(_ test: TestJournal, _ comment: Comment) async throws {
    func text(_ sql: String) async throws -> String {
      guard InstalledProgram.isThere("sqlite3") else {
        return try test.text(
          "SELECT coalesce(group_concat(owner || '|' || day || '|' || posts, x'0a'), '') FROM (\(sql))"
        ) ?? ""
      }
      return try await InstalledProgram.sqlite3(test.folder.path("journal/journal.sqlite"), sql)
        .output
    }
    let counted = try await text(
      """
      SELECT owner, day, count(*) AS posts FROM post WHERE trashed IS NULL
      GROUP BY owner, day ORDER BY owner, day
      """)
    #expect(
      try await text("SELECT owner, day, posts FROM day_count ORDER BY owner, day") == counted,
      comment)
  }

  @Test("come with the posts that an older journal has, and not with those in its trash")
  func migrated() throws {
    let test = try TestJournal()
    try test.journal.store(
      ["2024-01-31", "2024-01-31 10:00", "2024-02-01", "2024-02-02"].map { MadePost(time: $0) })
    try test.journal.trash.move([3], now: 5)
    try test.age(to: 4)
    let journal = try test.reopened()
    #expect(try test.count("PRAGMA user_version") == 20)
    #expect(
      try journal.days.counts(PostFilter()) == [
        DayCount(day: day(2024, 1, 31), count: 2), DayCount(day: day(2024, 2, 2), count: 1),
      ])
    _ = try journal.trash.restore([3])
    #expect(try journal.days.counts(PostFilter()).map(\.count) == [2, 1, 1])
  }

  @Test("that are wrong show no day without posts, and keep nobody from posting and deleting")
  func wrong() throws {
    let test = try TestJournal()
    try test.journal.store([MadePost(time: "2024-01-31"), MadePost(time: "2024-01-30")])
    try test.execute(
      """
      DELETE FROM day_count WHERE day = '2024-01-31';
      INSERT INTO day_count VALUES (1, '2024-01-15', 7, 0, 0, 0, 0, 0, 0, 0, 0);
      """)
    #expect(
      try test.journal.days.covers(DayRange(month(2024, 1))) == [
        DayCover(day: day(2024, 1, 30), count: 1, first: 2, photo: 2)
      ])
    try test.journal.store([MadePost(time: "2024-01-31 10:00")])
    try test.journal.trash.move([1, 2, 3], now: 5)
    _ = try test.journal.trash.empty()
    #expect(try test.text("SELECT day FROM day_count") == "2024-01-15")
  }

  @Test(
    "that no journal can have are not added up",
    arguments: [0, -5, 1_000_000_001, Int.max, Int.min])
  func impossible(count: Int) throws {
    let test = try TestJournal()
    try test.journal.store([MadePost(time: "2024-01-31"), MadePost(time: "2024-01-30")])
    try test.execute(
      "PRAGMA ignore_check_constraints = 1; UPDATE day_count SET posts = \(count)")
    #expect(throws: JournalError.self) { try test.journal.days.statistics(today: day(2024, 2, 1)) }
    #expect(throws: JournalError.self) { try test.journal.days.covers(DayRange(month(2024, 1))) }
  }
}
