import CaptureTime
import Foundation
import JournalSupport
import Store
import Testing

@testable import Journal

@Suite("A timeline of posts")
struct TimelineTests {
  private let test: TestJournal

  init() throws {
    test = try TestJournal()
    try test.journal.store(
      (0..<400).map { index in
        // 200 posts of one day, 40 of each of five others in two months.
        let day = index < 200 ? "2024-02-10" : "2024-0\(index < 320 ? 2 : 1)-0\(1 + index % 3)"
        return MadePost(time: "\(day) 10:00", isStarred: index % 100 == 0)
      })
    try test.journal.trash.move([1], now: 5)
  }

  @Test("has every post in one part, and each part whole days unless a day is divided")
  func parts() throws {
    let months = try #require(try test.journal.days.timeline(PostFilter()))
    #expect(months.map { "\($0.month)" } == ["2024-02", "2024-01"])
    #expect(months.reduce(0) { $0 + $1.posts } == 399)
    #expect(months.flatMap(\.parts).allSatisfy { $0.posts <= TimelinePart.largestSize })
    var numbers: [Int] = []
    for part in months.flatMap(\.parts) {
      let filter = PostFilter(DayBounds(first: part.first, last: part.last))
      let posts = try test.journal.posts.glances(
        filter, order: .newestFirst, count: part.posts, skipping: part.skipped
      ).map(\.post)
      #expect(posts.count == part.posts && posts.count(where: { $0.photo != nil }) == part.photos)
      #expect(Set(posts.map(\.day)).count == part.days)
      numbers += posts.map(\.number)
    }
    #expect(
      numbers == (try test.journal.posts.all(PostFilter(), order: .newestFirst).map(\.number)))
  }

  @Test("is counted for photos, words, stars and a month alone, and for nothing else")
  func counted() throws {
    func count(_ change: (inout PostFilter) throws -> Void) throws -> Int? {
      var filter = PostFilter()
      try change(&filter)
      return try test.journal.days.timeline(filter)?.reduce(0) { $0 + $1.posts }
    }
    #expect(try count { $0.isStarred = true } == 3)
    #expect(try count { $0.kinds = [.photo] } == 399)
    #expect(try count { $0.kinds = [.words] } == 0)
    let january = try Month.parse("2024-01")
    #expect(try count { $0.days = DayBounds(first: january.first, last: january.last) } == 80)
    #expect(try count { $0.mood = .good ... .good } == nil)
    #expect(try count { $0.text = "a" } == nil)
    #expect(try count { $0.tags = [try TagName("a")] } == nil)
    #expect(try count { $0.kinds = [.photo, .words] } == nil)
    #expect(try count { ($0.isStarred, $0.kinds) = (true, [.photo]) } == nil)
  }
}

@Suite("A post of which the beginning is read")
struct PostGlanceTests {
  @Test(
    "is the post as it is, but for what comes after the beginning of long words",
    arguments: [10, 1_000, 1_001, 5_000, 100_000])
  func words(count: Int) throws {
    for unit in ["a", "산", "😀"] {
      let test = try TestJournal()
      var new = NewWords()
      new.words = try Words(String(repeating: unit, count: count))
      new.mood = .good
      let post = try test.journal.posts.write(new, now: 1_750_000_000).post
      let glance = try #require(
        try test.journal.posts.glances(PostFilter(), order: .newestFirst, count: 1).first)
      if count <= 1_000 {
        #expect(glance.post == post)
      } else {
        #expect(post.words.hasPrefix(glance.post.words))
        let size = min(2_048, post.words.utf8.count)
        #expect(size - 3...size ~= glance.post.words.utf8.count)
      }
      #expect(glance.post.number == post.number && glance.post.mood == .good)
    }
  }
}
