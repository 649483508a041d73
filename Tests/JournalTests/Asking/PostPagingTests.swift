import CaptureTime
import GRDB
import Testing

@testable import Journal

@Suite("Pages of posts")
struct PostPagingTests {
  /// Posts of three days, of which some were taken at the same second.
  private func makeJournal() throws -> TestJournal {
    let test = try TestJournal()
    try test.journal.store(
      (0..<30).map { number in
        MadePost(
          time: "2024-01-0\(number % 3 + 1) 12:00:0\(number % 2)",
          caption: number % 4 == 0 ? "점심 \(number)" : "")
      })
    return test
  }

  @Test(
    "follow each other in both orders, with every post once",
    arguments: [PostOrder.oldestFirst, .newestFirst], [nil, "점심"])
  func pages(order: PostOrder, text: String?) throws {
    let test = try makeJournal()
    var filter = PostFilter()
    filter.text = text
    let all = try test.journal.posts(filter, order: order)
    #expect(all.count == (text == nil ? 30 : 8))
    var found: [Post] = []
    while true {
      let page = try test.journal.firstPosts(filter, order: order, count: 7)
      guard let last = page.last else { break }
      found += page
      switch order {
      case .newestFirst: filter.before = PostPosition(of: last)
      case .oldestFirst: filter.after = PostPosition(of: last)
      }
    }
    #expect(found == all)
  }

  @Test("are found where they begin, however many posts are before them")
  func plan() throws {
    let test = try makeJournal()
    var filter = PostFilter()
    filter.before = PostPosition(of: try test.journal.post(9))
    let journal = test.journal
    let steps = try journal.read { db in
      let query = PostSelection(filter, owner: journal.id).posts(.newestFirst, first: 5)
      let prepared = try query.makePreparedRequest(db, forSingleResult: false)
      return try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN \(prepared.statement.sql)",
        arguments: prepared.statement.arguments
      ).map { $0["detail"] as String }
    }
    #expect(
      steps.contains {
        $0.contains("INDEX post_by_day (owner=? AND (day,instant,number)<(?,?,?))")
      }, "\(steps)")
  }
}
