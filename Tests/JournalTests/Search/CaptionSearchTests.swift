import CaptureTime
import GRDB
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("Search of captions")
struct CaptionSearchTests {
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
        sql: "INSERT INTO caption_search (caption_search) VALUES ('integrity-check')")
    }
    #expect(try found("다", in: test.journal) == [1, 2, 4, 5, 6, 7, 8, 9, 10])
    #expect(try found("글 1", in: test.journal) == [11, 12, 13, 14, 16, 17, 18, 19])
  }

  @Test(
    "finds the same posts whether it goes through the index or through the posts",
    arguments: ["가", "가나", "나", "다라", "없다", "나 가나", "나 다", "가 없", "없 나"])
  func sameEitherWay(text: String) throws {
    let test = try TestJournal()
    var random = SystemRandomNumberGenerator()
    let words = ["가나", "나", "다", "라", ""]
    try test.journal.store(
      (0..<100).map { index in
        MadePost(
          time: "2024-0\(1 + index % 9)-01 10:00",
          caption: "\(words[index % 5]) \(words.randomElement(using: &random) ?? "")",
          isStarred: index % 2 == 0)
      })
    try test.journal.trash.move([1, 11, 21], now: 0)
    var filter = PostFilter()
    filter.isStarred = true
    let all = try test.journal.posts.all(filter, order: .newestFirst).filter { post in
      text.split(separator: " ").allSatisfy { post.caption.contains($0) }
    }
    // All posts are looked at, at once or after the index was asked; the index says it all, at once or
    // after some were looked at; many matches but few are looked at.
    for (quickLook, fewMatches, manyPosts) in [
      (1000, 0, 1000), (0, 0, 1000), (5, 0, 1000), (0, 1000, 1000), (5, 1000, 1000), (5, 0, 20),
      (0, 0, 20), (20, 0, 20),
    ] {
      let search = try #require(
        CaptionSearch(
          text, quickLook: quickLook, fewMatches: fewMatches, manyPosts: manyPosts))
      for (order, latest) in [
        (PostOrder.oldestFirst, 3), (.newestFirst, 1), (.newestFirst, 10), (.oldestFirst, 1000),
      ] {
        var found: [Post] = []
        try test.journal.read { db in
          try search.forEachPost(
            filter, owner: test.journal.id, order: order, latest: latest, db
          ) { found.append($0) }
        }
        let expected = Array(all.prefix(latest))
        #expect(found == (order == .newestFirst ? expected : expected.reversed()))
      }
    }
  }
}
