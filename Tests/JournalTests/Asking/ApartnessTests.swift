import CaptureTime
import Testing

@testable import Journal

@Suite("Questions to one owner's journal")
struct ApartnessTests {
  static let posts = [
    MadePost(time: "2023-05-05 10:00", caption: "바다 sunset", isStarred: true, tags: ["sea"]),
    MadePost(time: "2024-05-05 10:00", caption: "바다", tags: ["sea"]),
  ]

  private var sea: [PostFilter] {
    get throws {
      var (star, tag, text, letter) = (PostFilter(), PostFilter(), PostFilter(), PostFilter())
      star.isStarred = true
      tag.tags = [try TagName("sea")]
      text.text = "바다"
      letter.text = "s"
      return [PostFilter(), star, tag, text, letter]
    }
  }

  /// Asserts that no question finds a post.
  private func expectNothing(in journal: OwnerJournal) throws {
    let day = day(2022, 5, 5)
    for filter in try sea {
      #expect(try journal.posts(filter).isEmpty)
      #expect(try journal.posts(filter, latest: 5).isEmpty)
      #expect(try journal.counts(filter).isEmpty)
    }
    #expect(try journal.memories(of: day).isEmpty)
    #expect(try journal.randomPost(seed: 1, before: .max) == nil)
    #expect(try journal.statistics(today: day).posts == 0)
  }

  @Test("never find another's posts, tags or captions")
  func owners() throws {
    let test = try TestJournal()
    let ben = try OwnerName("ben")
    try test.journals.addOwner(ben, settings: JournalSettings(zone: .utc))
    try test.journal.store(Self.posts)
    let other = try test.journals.journal(of: ben)
    try expectNothing(in: other)
    #expect(throws: JournalError.self) { try other.post(1) }

    try other.store([
      MadePost(time: "2021-05-05 10:00", caption: "바다", tags: ["SEA"]),
      MadePost(time: "2025-05-05 10:00"),
    ])
    for journal in [test.journal, other] {
      let own = try journal.posts(PostFilter()).map(\.id)
      for filter in try sea {
        #expect(try journal.posts(filter).allSatisfy { own.contains($0.id) })
      }
      #expect(try journal.memories(of: day(2022, 5, 5)).map(\.id) == own)
      for seed in 0..<20 {
        let drawn = try #require(try journal.randomPost(seed: UInt64(seed), before: .max))
        #expect(own.contains(drawn.id))
      }
      #expect(try journal.statistics(today: day(2022, 5, 5)).posts == own.count)
    }
    #expect(try other.post(1).tags == ["SEA"])
  }

  @Test("never find posts in the trash, and find them again once they are restored")
  func trash() throws {
    let test = try TestJournal()
    try test.journal.store(Self.posts)
    try test.journal.moveToTrash([1, 2], now: 1_750_000_001)
    try expectNothing(in: test.journal)
    #expect(try test.journal.post(1).trashed == 1_750_000_001)
    #expect(try test.journal.restore([1, 2]).map(\.number) == [1, 2])
    for (filter, found) in try zip(sea, [[1, 2], [1], [1, 2], [1, 2], [1]]) {
      #expect(try numbers(test.journal.posts(filter)) == found)
    }
  }
}
