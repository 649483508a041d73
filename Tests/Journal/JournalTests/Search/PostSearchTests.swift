import CaptureTime
import GRDB
import JournalSupport
import Testing
import Wording

@testable import Journal
@testable import Store

@Suite("Search of posts")
struct PostSearchTests {
  private func found(_ text: String, in journal: OwnerJournal) throws -> [Int] {
    var filter = PostFilter()
    filter.text = text
    return try numbers(journal.posts.all(filter))
  }

  @Test("finds the words that a caption has now, not those that it had")
  func changed() throws {
    let test = try TestJournal()
    try test.journal.store([
      MadePost(time: "2024-01-01", caption: "점심 비빔밥"), MadePost(time: "2024-01-02"),
    ])
    try test.journal.setCaption("저녁 냉면", of: 1)
    try test.journal.setCaption("비빔밥", of: 2)
    #expect(try found("점심", in: test.journal).isEmpty)
    #expect(try found("냉", in: test.journal) == [1])
    #expect(try found("비빔", in: test.journal) == [2])
    try test.journal.setCaption("", of: 2)
    #expect(try found("비빔", in: test.journal).isEmpty)
  }

  @Test("is made again by a change of a post where another program emptied the index")
  func emptied() throws {
    let sql = "INSERT INTO post_search (post_search) VALUES ('delete-all')"
    let test = try TestJournal()
    try test.journal.store([
      MadePost(time: "2024-01-01", caption: "점심 비빔밥"),
      MadePost(time: "2024-01-02", caption: "저녁", tags: ["sea"]),
      MadePost(time: "2024-01-03", caption: "아침"),
    ])
    try test.execute(sql)
    let journal = try test.reopened()
    try journal.setCaption("냉면", of: 1)
    #expect(try found("냉면", in: journal) == [1])
    #expect(try found("비빔밥", in: journal).isEmpty)
    #expect(try found("저녁", in: journal) == [2])
    #expect(try SearchTableCheck(.posts, of: journal.store).wrongDocuments() == 0)
    try test.execute(sql)
    try journal.trash.move([2, 3], now: 5)
    #expect(try test.reopened().trash.empty().posts == 2)
    #expect(try SearchTableCheck(.posts, of: journal.store).wrongDocuments() == 0)
  }

  @Test(
    "has each token of texts with marks that join what stands before them, and a check sees that",
    arguments: ["हिन्दी में", "ภาษาไทยที่ดี", "שָׁלוֹם", "தமிழ்", "1️⃣", "1\u{301}"])
  func marks(text: String) throws {
    let test = try TestJournal()
    try test.journal.store([
      MadePost(time: "2024-01-01", caption: text, tags: ["a\(text.prefix(1))"])
    ])
    #expect(try SearchTableCheck(.posts, of: test.journal.store).wrongDocuments() == 0)
    try SearchTableCheck(.posts, of: test.journal.store).rebuild()
    #expect(try SearchTableCheck(.posts, of: test.journal.store).wrongDocuments() == 0)
    #expect(try found(text, in: test.journal) == [1])
    try test.journal.setCaption("", of: 1)
    #expect(try SearchTableCheck(.posts, of: test.journal.store).wrongDocuments() == 0)
  }

  @Test(
    "says what makes its index again where it cannot be read at all; each change does too",
    arguments: [
      "DELETE FROM post_search_data",
      "UPDATE post_search_config SET v = 99 WHERE k = 'version'",
    ])
  func unreadable(damage: String) throws {
    let test = try TestJournal()
    try test.journal.store([MadePost(time: "2024-01-01", caption: "점심 비빔밥")])
    let mends: [(OwnerJournal) throws -> Void] = [
      { try SearchTableCheck(.posts, of: $0.store).rebuild() }, { try $0.setCaption("냉면", of: 1) },
      { try $0.store([MadePost(time: "2024-01-02", caption: "저녁")]) },
    ]
    for mend in mends {
      try test.execute(damage)
      #expect {
        _ = try SearchTableCheck(.posts, of: test.reopened().store).wrongDocuments()
      } throws: { error in
        (error as? any Worded)?.wording.commandLine.contains("daystamp check --repair") == true
      }
      try mend(test.reopened())
      #expect(try SearchTableCheck(.posts, of: test.reopened().store).wrongDocuments() == 0)
    }
    #expect(try found("냉면", in: test.reopened()) == [1])
  }

  @Test("finds nothing of a deleted post, also where its row's place is taken again")
  func deleted() throws {
    let test = try TestJournal()
    let old = try test.journal.store([MadePost(time: "2024-01-01", caption: "점심 비빔밥")])
    try test.journal.trash.move([1], now: 0)
    _ = try test.journal.trash.empty()
    let new = try test.journal.store([MadePost(time: "2024-01-01", caption: "저녁")])
    try #require(old.map(\.id) == new.map(\.id), "SQLite gives the greatest id again")
    #expect(try found("점심", in: test.journal).isEmpty)
    #expect(try found("저녁", in: test.journal) == [2])
  }

  @Test("leaves an index that SQLite finds whole after changes and deletions")
  func integrity() throws {
    let test = try TestJournal()
    try test.journal.store(
      (1...20).map { MadePost(time: "2024-01-\($0 + 10)", caption: "글 \($0)") })
    for number in 1...10 { try test.journal.setCaption("다른 \(number)", of: number) }
    try test.journal.trash.move([3, 15], now: 0)
    _ = try test.journal.trash.empty()
    try test.journal.write { db in
      try db.execute(
        sql: "INSERT INTO post_search (post_search) VALUES ('integrity-check')")
    }
    #expect(try found("다", in: test.journal) == [1, 2, 4, 5, 6, 7, 8, 9, 10])
    #expect(try found("글 1", in: test.journal) == [11, 12, 13, 14, 16, 17, 18, 19])
  }

  @Test(
    "finds the same posts whether it goes through the index or through the posts",
    arguments: [
      "가", "가나", "나", "다라", "없다", "나 가나", "나 다", "가 없", "없 나", "\"가나 다\"", "#바다",
      "나 #바다", "\"나 라\" #바다", "#바",
    ])
  func sameEitherWay(text: String) throws {
    let test = try TestJournal()
    var random = SystemRandomNumberGenerator()
    let words = ["가나", "나", "다", "라", ""]
    try test.journal.store(
      (0..<100).map { index in
        MadePost(
          time: "2024-0\(1 + index % 9)-01 10:00",
          caption: "\(words[index % 5]) \(words.randomElement(using: &random) ?? "")",
          isStarred: index % 2 == 0, tags: index % 3 == 0 ? ["바다"] : [])
      })
    try test.journal.trash.move([1, 11, 21], now: 0)
    var filter = PostFilter()
    filter.isStarred = true
    let query = SearchQuery(text)
    let all = try test.journal.posts.all(filter, order: .newestFirst).filter { post in
      query.texts.allSatisfy { (post.caption + "\n" + post.tags.joined()).contains($0) }
        && query.tags.allSatisfy { post.tags.contains($0.text) }
    }
    // All posts are looked at, at once or after the index was asked; its candidates are put in order,
    // at once or after some were looked at; its candidates are gone through.
    typealias Bounds = DocumentSearch.Bounds
    for bounds in [
      Bounds(), Bounds(quickLook: 0, fewCandidates: 1_000),
      Bounds(quickLook: 5, longLook: 10, fewCandidates: 1_000, fewOfRare: 1_000),
      Bounds(quickLook: 0, fewCandidates: 0, fewOfRare: 0),
      Bounds(quickLook: 5, longLook: 0, fewCandidates: 0, fewOfRare: 0),
    ] {
      let search = try #require(PostSearch(text, bounds: bounds))
      for (order, count) in [
        (PostOrder.oldestFirst, 3), (.newestFirst, 1), (.newestFirst, 10), (.oldestFirst, nil),
      ] {
        let found = try test.journal.read { db in
          var posts: [Post] = []
          let rows = try search.rows(
            filter, owner: test.journal.id, order, atMost: count, db)
          try Post.forEach(rows, db) { post in
            posts.append(post)
            return true
          }
          return posts
        }
        let ordered = order == .newestFirst ? all : all.reversed()
        #expect(found == Array(ordered.prefix(count ?? .max)))
      }
    }
  }

  @Test(
    "goes through title, words, caption, tags and the file's name, each by itself",
    arguments: [
      ("mila", [1]), ("MILÀ", [1]), ("\"new york\"", [2]), ("york new", [2, 3]),
      ("\"york new", [3]),
      ("#trip", [1]), ("#tri", []), ("tri", [1, 2]), ("#TRIP mila", [1]), ("#trip york", []),
      ("\"mila trip\"", []), ("#roadtrip", [2]), ("img_2041", [3]), ("041.J", [3]),
      ("\"york new img", []), ("uber", [4]), ("오늘", [4]), ("\"in busan\"", [4]),
      ("\"부산 오늘", [4]), ("산", [4]), ("#busan", [4]), ("\"berge slow\"", []),
    ])
  func everyText(text: String, expected: [Int]) throws {
    let test = try TestJournal()
    try test.journal.store([
      MadePost(time: "2024-01-01", caption: "A day in Milà", tags: ["Trip"]),
      MadePost(time: "2024-01-02", caption: "New  York", tags: ["roadtrip"]),
      MadePost(time: "2024-01-03", caption: "york new"),
    ])
    var new = NewWords(try Words("Slow **morning** in\nBusan\n\n부산\n오늘"))
    (new.title, new.tags) = (try Title("Über Berge"), [try TagName("Busan")])
    new.moment = .day(day(2024, 1, 4))
    try test.journal.posts.write(new, now: 1_735_689_600)
    try test.journal.write { db in
      try db.execute(sql: "UPDATE photo SET original_name = 'IMG_2041.jpg' WHERE id = 3")
    }
    try SearchTableCheck(.posts, of: test.journal.store).rebuild()
    #expect(try found(text, in: test.journal) == expected)
  }

  @Test("finds a post by the tags that it has now")
  func changedTags() throws {
    let test = try TestJournal()
    try test.journal.store([
      MadePost(time: "2024-01-01", tags: ["sea", "sun"]), MadePost(time: "2024-01-02"),
    ])
    func edit(_ number: Int, _ change: (inout PostChange) throws -> Void) throws {
      var changed = PostChange()
      try change(&changed)
      _ = try test.journal.posts.edit(number, changed, now: 0) { _ in throw CancellationError() }
    }
    try edit(1) { $0.removedTags = [try TagName("sea")] }
    try edit(2) { $0.tags = [try TagName("Moon")] }
    #expect(try found("#sea", in: test.journal).isEmpty)
    #expect(try found("sea", in: test.journal).isEmpty)
    #expect(try found("#sun", in: test.journal) == [1])
    #expect(try found("moo", in: test.journal) == [2])
    #expect(try SearchTableCheck(.posts, of: test.journal.store).wrongDocuments() == 0)
  }

  @Test("answers whatever is looked for, in bounded time", arguments: hostile)
  func anyText(text: String) throws {
    let test = try TestJournal()
    try test.journal.store(
      (1...20).map { MadePost(time: "2024-01-\($0 + 10)", caption: "a NEAR b \($0) \"가\"") })
    let clock = ContinuousClock()
    let took = try clock.measure { _ = try found(text, in: test.journal) }
    #expect(took < .seconds(10))
    let search = PostSearch(text, bounds: DocumentSearch.Bounds(quickLook: 0))
    try test.journal.read { db in
      _ = try search?.rows(PostFilter(), owner: test.journal.id, .newestFirst, db)
    }
  }

  static let hostile = [
    "\"", "\"\"\"", "AND", "a AND b", "a*", "^a", "NEAR(a b)", "tokens:a", "-a", "(", "a\u{0}b",
    "\u{0}", "\u{301}", "'; DROP TABLE post", "\u{E022}\u{E022}", "%_", "\\", "#", "##a",
    String(repeating: "가", count: 100_000), String(repeating: "\u{301}", count: 100_000),
    String(repeating: "\"", count: 100_000), String(repeating: "a ", count: 50_000),
    (0..<20_000).map { String($0, radix: 36) }.joined(separator: " "),
    (0..<20_000).map { "#" + String($0, radix: 36) }.joined(separator: " "),
  ]
}
