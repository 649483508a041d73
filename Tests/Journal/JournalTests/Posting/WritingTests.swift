import CaptureTime
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("Writing")
struct WritingTests {
  private let test: TestJournal
  /// 2024-01-31 09:00 in Seoul.
  private static let now = 1_706_659_200

  init() throws { test = try TestJournal() }

  private func new(
    _ words: String, mood: Mood? = nil, isMorning: Bool = false,
    at moment: NewWords.Moment = .now, title: String = ""
  ) throws -> NewWords {
    var new = NewWords(try Words(words))
    (new.title, new.mood, new.isMorning, new.moment) = (try Title(title), mood, isMorning, moment)
    return new
  }

  @Test("makes a post of words, numbered with the others, which is found again")
  func words() async throws {
    try await test.post("2024-01-31 08:00", caption: "sea")
    var new = try new("First line\n\nand more", mood: .good, title: "Day one")
    (new.isStarred, new.tags) = (true, [try TagName("trip")])
    let (post, isNew) = try test.journal.posts.write(new, now: Self.now)
    #expect(isNew && post.number == 2 && post.photo == nil && post.caption.isEmpty)
    #expect(try test.reopened().posts.post(2) == post)
    #expect((post.title, post.words, post.mood) == ("Day one", "First line\n\nand more", .good))
    #expect(post.isStarred && post.tags == ["trip"] && !post.isWrittenLater && !post.isMorning)
    #expect(post.day == day(2024, 1, 31) && post.time.instant == Self.now)
    #expect(post.written == Self.now && post.posted == Self.now)
    var filter = PostFilter()
    filter.text = "more"
    #expect(try test.journal.posts.all(filter).map(\.number) == [2])
    (filter.text, filter.kinds) = (nil, [.words])
    #expect(try test.journal.posts.all(filter).map(\.number) == [2])
    filter.kinds = [.photo]
    #expect(try test.journal.posts.all(filter).map(\.number) == [1])
    (filter.kinds, filter.mood) = ([], .good ... .great)
    #expect(try test.journal.posts.all(filter).map(\.number) == [2])
    filter.mood = .awful ... .meh
    #expect(try test.journal.posts.all(filter).isEmpty)
  }

  @Test(
    "leaves damaged words as they are where they are not changed, and keeps them as they are",
    arguments: ["x'610068696464656E'", "x'68FF69'"])
  func damaged(bytes: String) throws {
    try test.journal.posts.write(new("a"), now: Self.now)
    try test.execute("UPDATE post SET words = CAST(\(bytes) AS TEXT)")
    var change = PostChange()
    change.title = try Title("b")
    let journal = try test.reopened()
    #expect(
      try journal.posts.edit(
        1, change, now: Self.now + 3600, stamper: { _ in throw CancellationError() }
      ).title == "b")
    change.words = try Words("new")
    _ = try journal.posts.edit(
      1, change, now: Self.now + 7200, stamper: { _ in throw CancellationError() })
    let kept = try journal.read { db in
      try db.values(String.self, cached: "SELECT quote(CAST(words AS BLOB)) FROM post_version")
    }
    #expect(kept == [bytes, bytes].map { $0.replacing("x'", with: "X'") })
  }

  @Test("takes a tag once that is told a hundred thousand times, and no more than a hundred")
  func tags() throws {
    try test.journal.posts.write(new("a"), now: Self.now)
    var change = PostChange()
    change.allTags = Array(repeating: try TagName("sea"), count: 100_000) + [try TagName("SEA")]
    let post = try test.journal.posts.edit(
      1, change, now: Self.now, stamper: { _ in throw CancellationError() })
    #expect(post.tags == ["sea"])
    #expect(try TagName.all(Array(repeating: "a", count: 1_000)).count == 1_000)
    #expect { try TagName.all(Array(repeating: "a", count: 1_001)) } throws: {
      if case JournalError.tooManyTags(observed: 1_001, limit: 100) = $0 { true } else { false }
    }
  }

  @Test("needs words or a mood, and a morning page both")
  func empty() throws {
    #expect { try test.journal.posts.write(new("  "), now: Self.now) } throws: {
      if case JournalError.emptyPost = $0 { true } else { false }
    }
    for page in [try new("x", isMorning: true), try new("", mood: .bad, isMorning: true)] {
      #expect { try test.journal.posts.write(page, now: Self.now) } throws: {
        if case JournalError.incompleteMorning = $0 { true } else { false }
      }
    }
    #expect(try test.journal.posts.write(new("", mood: .bad), now: Self.now).post.words.isEmpty)
    #expect(try test.count("SELECT count(*) FROM post") == 1)
  }

  @Test("of a past day is marked as written later, and of a day to come refused")
  func days() throws {
    let posts = test.journal.posts
    let past = try posts.write(new("a", at: .day(day(2024, 1, 30))), now: Self.now).post
    #expect(past.isWrittenLater && past.day == day(2024, 1, 30) && past.posted == Self.now)
    #expect(past.time.precision == .day)
    let clock = try TimeOfDay(hour: 7, minute: 30)
    let timed = try posts.write(new("b", at: .clock(clock, nil)), now: Self.now).post
    #expect(!timed.isWrittenLater && timed.time.captureTime.hour == 7)
    #expect { try posts.write(new("c", at: .day(day(2024, 2, 1))), now: Self.now) } throws: {
      if case JournalError.futureDay(day(2024, 2, 1), day(2024, 1, 31)) = $0 { true } else { false }
    }
    var change = PostChange()
    change.time = try GivenTime.parse("2024-03-01")
    #expect(throws: JournalError.self) {
      try posts.edit(1, change, now: Self.now) { try TestJournal.stamper($0) }
    }
    change.time = try GivenTime.parse("2024-01-31 05:00")
    let moved = try posts.edit(1, change, now: Self.now) { try TestJournal.stamper($0) }
    #expect(moved.day == day(2024, 1, 31) && !moved.isWrittenLater)
  }

  @Test("a morning page again is refused; a day has one outside the trash")
  func morning() throws {
    let posts = test.journal.posts
    try posts.write(new("one", mood: .meh, isMorning: true), now: Self.now)
    #expect {
      try posts.write(new("two", mood: .great, isMorning: true), now: Self.now + 60)
    } throws: {
      if case JournalError.morningExists(1, day(2024, 1, 31)) = $0 { true } else { false }
    }
    #expect(try posts.post(1).words == "one")
    try test.journal.trash.move([1], now: Self.now)
    #expect(
      try posts.write(new("three", mood: .bad, isMorning: true), now: Self.now).post.number == 2)
    #expect(try test.journal.trash.restoreAll().stayed.map(\.post.number) == [1])
    #expect { try test.journal.trash.restore([1]) } throws: {
      if case JournalError.morningExists(2, day(2024, 1, 31)) = $0 { true } else { false }
    }
    let other = try posts.write(new("x", mood: .good), now: Self.now).post
    var change = PostChange()
    change.isMorning = true
    #expect(throws: JournalError.self) {
      try posts.edit(other.number, change, now: Self.now) { try TestJournal.stamper($0) }
    }
    #expect(
      try test.count("SELECT count(*) FROM post WHERE is_morning = 1 AND trashed IS NULL") == 1)
  }

  @Test("a morning page by many writers at once makes one page")
  func race() async throws {
    let path = test.path
    let owner = test.journal.owner
    let pages = try (0..<8).map { try new("page \($0)", mood: .good, isMorning: true) }
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for page in pages {
        group.addTask {
          let journal = try Journal(opening: path, patience: 60).journal(of: owner)
          do {
            _ = try journal.posts.write(page, now: Self.now)
            return true
          } catch JournalError.morningExists {
            return false
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(made.filter { $0 }.count == 1)
    #expect(try test.count("SELECT count(*) FROM post") == 1)
  }

  @Test("counts photos, words, moods and morning pages of days, and streaks of them")
  func figures() async throws {
    let posts = test.journal.posts
    #expect(try test.journal.days.areEmpty())
    try await test.post("2024-01-31 08:00")
    #expect(try !test.journal.days.areEmpty())
    for ago in [1, 2, 3] {
      let then = Self.now - ago * 86_400
      _ = try posts.write(new("p \(ago)", mood: .great, isMorning: true), now: then)
    }
    _ = try posts.write(
      new("late", mood: .awful, isMorning: true, at: .day(day(2024, 1, 27))), now: Self.now)
    _ = try posts.write(new("two words", mood: .bad), now: Self.now)
    let days = test.journal.days
    let today = try #require(try days.summary(day(2024, 1, 31)))
    #expect((today.posts, today.photos, today.written) == (2, 1, 1))
    #expect(today.moods.mean == 2 && today.moods.count == 1 && !today.hasMorning)
    #expect(try days.summary(day(2024, 1, 27))?.hasLateMorning == true)
    let writing = try days.writing(today: day(2024, 1, 31))
    #expect((writing.posts, writing.wordCount.words) == (5, 9))
    #expect(writing.mornings.isTodayPending && writing.mornings.runs.current?.length == 3)
    #expect(writing.mornings.late == [day(2024, 1, 27)] && writing.mornings.days == 3)
    #expect(writing.moods.count == 5 && writing.moods.sum == 18)
    #expect(writing.months.map(\.moods.count) == [5])
    #expect(writing.monthWords.map(\.count.words) == [9])
    // 31 January 2024 was a Wednesday.
    #expect(writing.weekdays[2].sum == 2)
    #expect(try CountCheck(store: test.journal.store).wrongDays().count == 0)
    try test.journal.trash.move([2], now: Self.now)
    #expect(try days.summary(day(2024, 1, 30)) == nil)
    try test.execute("UPDATE day_count SET mood_sum = mood_sum + 1 WHERE mood_sum = 2")
    #expect(try CountCheck(store: test.journal.store).wrongDays().count == 1)
    try CountCheck(store: test.journal.store).rebuild()
    #expect(try CountCheck(store: test.journal.store).wrongDays().count == 0)
  }

  @Test("counts words and characters with the posts, whatever is done to them")
  func wordCounts() throws {
    let (posts, trash) = (test.journal.posts, test.journal.trash)
    func counts() throws -> WordCount {
      try test.journal.days.writing(today: day(2024, 1, 31)).wordCount
    }
    func edit(_ number: Int, _ words: String) throws {
      var change = PostChange()
      (change.words, change.keepsVersion) = (try Words(words), true)
      _ = try posts.edit(number, change, now: Self.now) { try TestJournal.stamper($0) }
    }
    #expect(try counts() == WordCount())
    _ = try posts.write(new("one\n\n two \u{1F468}\u{200D}\u{1F469}", mood: .good), now: Self.now)
    #expect(try counts() == WordCount(words: 3, characters: 11))
    _ = try posts.write(new("cafe\u{301}"), now: Self.now)
    #expect(try counts() == WordCount(words: 4, characters: 15))
    try edit(1, "a b c d")
    #expect(try counts() == WordCount(words: 5, characters: 11))
    _ = try posts.restoreVersion(1, 1, now: Self.now)
    #expect(try counts() == WordCount(words: 4, characters: 15))
    try edit(1, "")
    #expect(try counts() == WordCount(words: 1, characters: 4))
    try trash.move([2], now: Self.now)
    #expect(try counts() == WordCount())
    _ = try trash.restore([2])
    #expect(try counts() == WordCount(words: 1, characters: 4))
    #expect(try CountCheck(store: test.journal.store).wrongDays().count == 0)
  }

  @Test(
    "counts that differ from the words are found and mended, beside counts of days that are wrong too",
    arguments: ["word_count = 0", "word_count = 2, character_count = 900000"])
  func wrongWordCounts(change: String) throws {
    for hour in 1...3 {
      _ = try test.journal.posts.write(
        new("four words of \(hour)", at: .day(day(2024, 1, 27 + hour))), now: Self.now)
    }
    let check = CountCheck(store: test.journal.store)
    try test.execute(
      """
      UPDATE post SET \(change) WHERE number = 1;
      UPDATE post SET words = 'other' WHERE number = 2;
      UPDATE day_count SET word_count = 0, character_count = 0 WHERE day = '2024-01-28';
      """)
    #expect(try check.wrongDays().count == 2)
    try check.rebuild()
    #expect(try check.wrongDays().count == 0)
    #expect(
      try test.journal.days.writing(today: day(2024, 1, 31)).wordCount
        == WordCount(words: 9, characters: 35))
  }
}

@Suite("Versions of words")
struct PostVersionTests {
  private let test: TestJournal
  private static let now = 1_706_659_200

  init() throws { test = try TestJournal() }

  private func save(_ words: String, after seconds: Int) throws {
    var change = PostChange()
    change.words = try Words(words)
    _ = try test.journal.posts.edit(1, change, now: Self.now + seconds) {
      try TestJournal.stamper($0)
    }
  }

  @Test("are kept once in ten minutes, and always where some of the words goes")
  func kept() throws {
    let posts = test.journal.posts
    try posts.write(NewWords(Words("the first words")), now: Self.now)
    try save("the first words", after: 10)
    #expect(try posts.versions(1).isEmpty)
    try save("the first words, and more", after: 20)
    try save("the first words, and much more", after: 500)
    #expect(try posts.versions(1).map(\.words) == ["the first words"])
    try save("oh", after: 510)
    #expect(try posts.versions(1).last?.words == "the first words, and much more")
    try save("oh no", after: 1_200)
    #expect(try posts.versions(1).map(\.number) == [1, 2, 3])
    #expect(try posts.versions(1).map(\.replaced) == [20, 510, 1_200].map { Self.now + $0 })
  }

  @Test("are kept each, however soon, where others of like length take their place")
  func replaced() throws {
    let posts = test.journal.posts
    try posts.write(NewWords(Words("A long evening by the river")), now: Self.now)
    for (second, words) in ["Nothing of that is here now", "Quite other words, as many"]
      .enumerated()
    {
      try save(words, after: second)
    }
    #expect(
      try posts.versions(1).map(\.words) == [
        "A long evening by the river", "Nothing of that is here now",
      ])
    for title in ["First", "Second", "Third"] {
      var change = PostChange()
      change.title = try Title(title)
      _ = try posts.edit(1, change, now: Self.now + 10) { try TestJournal.stamper($0) }
    }
    #expect(try posts.versions(1).map(\.title).suffix(2) == ["First", "Second"])
  }

  @Test("are kept each where anything is replaced, however little, and not where words are added")
  func smallReplacements() throws {
    let posts = test.journal.posts
    try posts.write(NewWords(Words("We meet at 8 o clock")), now: Self.now)
    for (second, hour) in [9, 7, 6].enumerated() {
      try save("We meet at \(hour) o clock", after: second)
    }
    let kept = [8, 9, 7].map { "We meet at \($0) o clock" }
    #expect(try posts.versions(1).map(\.words) == kept)
    try save("We all meet at 6 o clock", after: 5)
    try save("We all meet at 6 o clock, by the sea", after: 6)
    #expect(try posts.versions(1).map(\.words) == kept)
  }

  @Test("are brought back, and what they take the place of is kept; the last fifty stay")
  func restored() throws {
    let posts = test.journal.posts
    try posts.write(NewWords(Words("zero")), now: Self.now)
    for turn in 1...60 { try save("turn \(turn)", after: turn * 600) }
    #expect(try posts.versions(1).map(\.number) == Array(11...60))
    #expect(try posts.versions(1).first?.words == "turn 10")
    let back = try posts.restoreVersion(1, 11, now: Self.now + 36_001)
    #expect(back.words == "turn 10")
    #expect(try posts.versions(1).last?.words == "turn 60")
    #expect(throws: JournalError.self) { try posts.restoreVersion(1, 7, now: Self.now) }
    #expect(throws: JournalError.self) { try posts.restoreVersion(2, 1, now: Self.now) }
  }

  @Test("go with their post, and are not read where another program damaged them")
  func gone() throws {
    let posts = test.journal.posts
    try posts.write(NewWords(Words("zero")), now: Self.now)
    try save("one", after: 700)
    try test.damage("UPDATE post_version SET words = x'ff'")
    #expect(throws: JournalError.self) { try posts.versions(1) }
    let post = try posts.post(1)
    #expect(!PostProblem.current(of: post, in: test.journal).isEmpty)
    try test.journal.trash.move([1], now: 5)
    _ = try test.journal.trash.empty()
    #expect(try test.count("SELECT count(*) FROM post_version") == 0)
  }
}
