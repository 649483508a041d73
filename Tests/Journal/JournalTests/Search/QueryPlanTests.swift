import CaptureTime
import GRDB
import JournalSupport
import Synchronization
import Testing

@testable import Journal
@testable import Store

@Suite("The plan of a question")
struct QueryPlanTests {
  typealias Question = @Sendable (OwnerJournal) throws -> Void

  static let questions: [(name: String, ask: Question)] = [
    ("all posts", { try list($0) { _ in } }),
    ("a day", { try list($0) { $0.days = DayBounds(DayRange(day(2024, 1, 31))) } }),
    ("days of any year", { try list($0) { $0.days = DayBounds(try christmas()) } }),
    (
      "words on days of any year",
      { try list($0) { ($0.days, $0.text) = (DayBounds(try christmas()), "점심") } }
    ),
    ("a page of days of any year", { try page($0) { $0.days = DayBounds(try christmas()) } }),
    ("starred", { try list($0) { $0.isStarred = true } }),
    ("a tag", { try list($0) { $0.tags = [try TagName("sea")] } }),
    ("two tags", { try list($0) { $0.tags = [try TagName("sea"), try TagName("work")] } }),
    ("words", { try list($0) { $0.text = "점심" } }),
    (
      "everything",
      {
        try list($0) { filter in
          filter.days = DayBounds(DayRange(month(2024, 1)))
          (filter.isStarred, filter.tags, filter.text) = (true, [try TagName("sea")], "점")
        }
      }
    ),
    ("a page", { try page($0) { $0.text = nil } }),
    ("a page of words", { try page($0) { $0.text = "점심" } }),
    ("a year's days", { _ = try $0.days.counts(DayRange(month(2024, 1))) }),
    ("a month's days", { _ = try $0.days.covers(DayRange(month(2024, 1))) }),
    ("neighbours", { _ = try $0.posts.neighbours(of: $0.posts.post(1)) }),
    ("photos beside", { _ = try $0.posts.photos(beside: $0.posts.post(1), atMost: 2) }),
    ("one post", { _ = try $0.posts.post(1) }),
    ("memories", { _ = try $0.memories.posts(of: day(2022, 1, 1)) }),
    ("a draw", { _ = try $0.memories.randomPost(seed: 1, before: 5) }),
    ("statistics", { _ = try $0.days.statistics(today: day(2024, 1, 1)) }),
  ]

  private static func christmas() throws -> DaysOfYear {
    DaysOfYear(first: try MonthDay(checking: 12, 24), last: try MonthDay(checking: 1, 6))
  }

  /// Asks for the page after a post, in both orders.
  private static func page(
    _ journal: OwnerJournal, _ change: (inout PostFilter) throws -> Void
  ) throws {
    var filter = PostFilter()
    try change(&filter)
    let position = PostPosition(of: try journal.posts.post(1))
    filter.before = position
    _ = try journal.posts.first(filter, order: .newestFirst, count: 50)
    (filter.before, filter.after) = (nil, position)
    _ = try journal.posts.first(filter, order: .oldestFirst, count: 50)
  }

  /// Asks in each way in which a filter can be asked.
  private static func list(
    _ journal: OwnerJournal, _ change: (inout PostFilter) throws -> Void
  ) throws {
    var filter = PostFilter()
    try change(&filter)
    for order in [PostOrder.oldestFirst, .newestFirst] {
      for latest in [nil, 50] { _ = try journal.posts.all(filter, order: order, latest: latest) }
    }
    _ = try journal.days.counts(filter)
  }

  @Test("goes through no table from its beginning to its end", arguments: questions.indices)
  func noScan(index: Int) throws {
    let question = Self.questions[index]
    let test = try TestJournal()
    let journal = test.journal
    defer { withExtendedLifetime(test) {} }
    try journal.store([
      MadePost(time: "2023-01-01", caption: "점심", isStarred: true, tags: ["sea", "work"])
    ])
    let statements = try statements(of: question.ask, to: journal)
    let isAsked = { (text: String) in statements.contains { $0.contains(text) } }
    try #require(isAsked("FROM post") || isAsked("JOIN post") || isAsked("FROM day_count"))
    for statement in statements {
      let steps = try journal.read { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(statement)").map { $0["detail"] as String }
      }
      let scans = steps.filter { $0.hasPrefix("SCAN ") && !isAllowed($0) }
      #expect(scans.isEmpty, "\(question.name): \(statement)")
    }
  }

  @Test("reads all posts that a search finds by one statement")
  func oneStatement() throws {
    let test = try TestJournal()
    defer { withExtendedLifetime(test) {} }
    try test.journal.store((1...3).map { MadePost(time: "2023-01-0\($0)", caption: "점심 \($0)") })
    let statements = try statements(
      of: { journal in
        var filter = PostFilter()
        filter.text = "점심"
        #expect(try journal.posts.all(filter).map(\.number) == [1, 2, 3])
        #expect(try journal.posts.all(filter, latest: 2).map(\.number) == [2, 3])
        let first = try journal.posts.first(filter, order: .newestFirst, count: 2)
        #expect(first.map(\.number) == [3, 2])
      }, to: test.journal)
    #expect(statements.count { $0.hasPrefix("SELECT post.id, post.uid") } == 3)
  }

  @Test("sorts no posts of days of any year, which an index has in order")
  func noSorting() throws {
    let test = try TestJournal()
    defer { withExtendedLifetime(test) {} }
    try test.journal.store([MadePost(time: "2023-01-01")])
    let statements = try statements(
      of: { journal in
        try Self.page(journal) { $0.days = DayBounds(try Self.christmas()) }
        try Self.page(journal) { filter in
          filter.days = try DayBounds(
            from: DayRange(month(2022, 1)), to: DayRange(month(2024, 1)), ofYear: Self.christmas())
          filter.isStarred = true
        }
      }, to: test.journal
    ).filter { $0.contains("FROM day_count") }
    try #require(statements.count == 4)
    for statement in statements {
      let outermost = try test.journal.read { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(statement)").filter { $0["parent"] == 0 }
          .map { $0["detail"] as String }
      }
      let search = try #require(outermost.first)
      #expect(search.hasPrefix("SEARCH post USING INDEX post_by_"))
      #expect(search.hasSuffix("(owner=? AND day=?)"), "each day is looked up")
      #expect(!outermost.contains { $0.contains("TEMP B-TREE") }, "\(outermost)")
    }
  }

  @Test("looks neighbours up in an index, of which no more is read, and sorts none")
  func neighbours() throws {
    let test = try TestJournal()
    defer { withExtendedLifetime(test) {} }
    try test.journal.store([MadePost(time: "2023-01-01")])
    let post = try test.journal.posts.post(1)
    let statements = try statements(
      of: { _ = try $0.posts.neighbours(of: post) }, to: test.journal
    ).filter { $0.contains("FROM post") }
    try #require(statements.count == 4)
    for statement in statements {
      let steps = try test.journal.read { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(statement)").map { $0["detail"] as String }
      }
      let search = try #require(steps.first)
      #expect(steps.count == 1)
      #expect(search.hasPrefix("SEARCH post USING COVERING INDEX post_by_day (owner=? AND "))
      #expect(search.contains("(day,instant") || search.contains("day=? AND (instant"), "\(search)")
    }
  }

  @Test("reads no post for statistics, whatever the days")
  func statisticsOfDays() throws {
    let test = try TestJournal()
    defer { withExtendedLifetime(test) {} }
    try test.journal.store([MadePost(time: "2023-12-25"), MadePost(time: "2023-03-01")])
    let asked = try statements(
      of: { journal in
        _ = try journal.days.writing(today: day(2024, 1, 31))
        #expect(
          try journal.days.summaries(DayBounds(Self.christmas())).map(\.day)
            == [day(2023, 12, 25)])
      }, to: test.journal)
    try #require(asked.count(where: { $0.contains("FROM day_count") }) == 2)
    #expect(!asked.contains { $0.contains("FROM post") })
  }

  /// The index of the search is asked through a scan of its own, and so are rows that are given;
  /// subqueries hold what was searched for.
  private func isAllowed(_ step: String) -> Bool {
    step.hasPrefix("SCAN post_search VIRTUAL TABLE INDEX")
      && !step.hasSuffix("VIRTUAL TABLE INDEX 0:")
      || step.hasPrefix("SCAN chosen VIRTUAL TABLE INDEX 1:") || step.hasPrefix("SCAN (subquery")
      || step == "SCAN CONSTANT ROW"
  }

  /// The queries that SQLite is asked on the way to an answer.
  private func statements(of ask: Question, to journal: OwnerJournal) throws -> [String] {
    let traced = Tracing()
    try journal.store.database.write { db in
      db.trace { event in traced.add(event.expandedDescription) }
    }
    try ask(journal)
    try journal.store.database.write { db in db.trace(options: []) }
    return traced.statements.filter { $0.hasPrefix("SELECT") }
  }

  private final class Tracing: Sendable {
    private let list = Mutex<[String]>([])
    var statements: [String] { list.withLock { $0 } }

    func add(_ event: String) { list.withLock { $0.append(event) } }
  }
}
