import CaptureTime
import Files
import GRDB
import JournalSupport
import Stamping
import SystemPackage
import Testing

@testable import Journal
@testable import Store

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
    let all = try test.journal.posts.all(filter, order: order)
    #expect(all.count == (text == nil ? 30 : 8))
    var found: [Post] = []
    while true {
      let page = try test.journal.posts.first(filter, order: order, count: 7)
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
    filter.before = PostPosition(of: try test.journal.posts.post(9))
    let journal = test.journal
    let steps = try journal.read { db in
      let rows = try PostSelection(filter, owner: journal.id).posts(.newestFirst, first: 5, db)
      return try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN \(rows.statement.sql)", arguments: rows.statement.arguments
      ).map { $0["detail"] as String }
    }
    #expect(
      steps.contains {
        $0.contains("INDEX post_by_day (owner=? AND (day,instant,number)<(?,?,?))")
      }, "\(steps)")
  }
}

/// What a test says of a post that is only asked for: a row without photos.
struct MadePost {
  /// As `--time` takes it.
  var time: String
  var caption = ""
  var isStarred = false
  var tags: [String] = []
  /// Seconds since 1970 in UTC.
  var posted = 1_750_000_000
}

extension OwnerJournal {
  /// Stores posts in one transaction, in their order.
  @discardableResult
  func store(_ posts: [MadePost]) throws -> [Post] {
    let rule = try settings.current().rule
    return try write { db in
      let rows = PostRows(of: self, db)
      let look = try rows.lookID(LabelLook(style: LabelStyle(.plain)))
      return try posts.map { try rows.insert(post($0, rule, look: look, db)) }
    }
  }

  private func post(
    _ made: MadePost, _ rule: DayRule, look: Int64, _ db: Database
  ) throws -> Post {
    let last = try Int.fetchOne(
      db, sql: "UPDATE owner SET last_number = last_number + 1 WHERE id = ? RETURNING last_number",
      arguments: [id])
    let uid = (0..<16).map { _ in UInt8.random(in: 0...255) }
    return Post(
      number: last ?? 0, time: try PostTime(GivenTime.parse(made.time), rule: rule),
      isStarred: made.isStarred, tags: made.tags,
      photos: [
        PostPhoto(
          file: try ContainedPath("photos/\(uid.hexadecimal).jpg"), hash: uid + uid,
          originalFile: nil, originalHash: uid + uid, originalName: "",
          caption: try Caption(made.caption).text, look: look)
      ],
      posted: made.posted, trashed: nil, id: 0, uid: uid)
  }

  /// Changes a post's caption, as `edit` does.
  func setCaption(_ caption: String, of number: Int) throws {
    var change = PostChange()
    change.caption = try Caption(caption)
    _ = try posts.edit(number, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
  }
}

/// The numbers of posts, in their order.
func numbers(_ posts: [Post]) -> [Int] { posts.map(\.number) }
