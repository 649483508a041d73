import CaptureTime
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A filter of posts")
struct PostFilterTests {
  static let posts = [
    MadePost(time: "2023-12-31 23:59", caption: "New Year's Eve", isStarred: true, tags: ["sea"]),
    MadePost(time: "2024-01-01 00:00", caption: "점심 비빔밥"),
    MadePost(time: "2024-01-31 12:00", caption: "점심 산책 LUNCH", tags: ["Sea", "work"]),
    MadePost(time: "2024-02-01", isStarred: true, tags: ["work"]),
    MadePost(time: "2024-01-31 08:00:30", caption: "아침"),
    MadePost(time: "2024-01-31 08:00:30", caption: "아침 bread"),
  ]

  struct Case: CustomTestStringConvertible {
    let name: String
    let numbers: [Int]
    var days = "0001..9999"
    var ofYear: String?
    var isStarred = false
    var tags: [String] = []
    var text: String?

    var testDescription: String { name }

    func filter() throws -> PostFilter {
      let present = PresentDay(CivilDate(daysSinceEpoch: 0), weekStart: .sunday)
      var filter = PostFilter(try DayBounds.parse(days, present: present))
      if let ofYear {
        let days = try DayBounds.parse(ofYear, present: present)
        let years = filter.days
        filter.days = try DayBounds(
          from: years.first.map { DayRange($0) }, to: years.last.map { DayRange($0) },
          ofYear: days.ofYear)
      }
      filter.isStarred = isStarred
      filter.tags = try tags.map { try TagName($0) }
      filter.text = text
      return filter
    }
  }

  static let cases = [
    Case(name: "all", numbers: [1, 2, 5, 6, 3, 4]),
    Case(name: "a day", numbers: [5, 6, 3], days: "2024-01-31"),
    Case(name: "a month", numbers: [2, 5, 6, 3], days: "2024-01"),
    Case(name: "a year", numbers: [2, 5, 6, 3, 4], days: "2024"),
    Case(name: "a range", numbers: [1, 2], days: "2023-12-31..2024-01-30"),
    Case(name: "an open end", numbers: [5, 6, 3, 4], days: "2024-01-31.."),
    Case(name: "the other open end", numbers: [1, 2], days: "..2024-01-01"),
    Case(name: "a day of any year", numbers: [5, 6, 3], days: "01-31"),
    Case(name: "days of any year", numbers: [2, 5, 6, 3], days: "01-01..01-31"),
    Case(name: "days over the end of any year", numbers: [1, 2], days: "12-24..01-06"),
    Case(name: "a day that few years have", numbers: [], days: "02-29"),
    Case(name: "days of some years", numbers: [2], days: "2024..", ofYear: "12-24..01-06"),
    Case(name: "a star on days of any year", numbers: [1], days: "12-01..01-31", isStarred: true),
    Case(name: "a word on days of any year", numbers: [3], days: "01-31", text: "점심"),
    Case(name: "a tag on a day of any year", numbers: [3], days: "01-31", tags: ["sea"]),
    Case(name: "a day without posts", numbers: [], days: "2024-01-30"),
    Case(name: "starred", numbers: [1, 4], isStarred: true),
    Case(name: "starred in a year", numbers: [4], days: "2024", isStarred: true),
    Case(name: "a tag, written otherwise", numbers: [1, 3], tags: ["#SEA"]),
    Case(name: "two tags", numbers: [3], tags: ["work", "sea"]),
    Case(name: "a tag that nobody has", numbers: [], tags: ["sea", "none"]),
    Case(name: "a tag and a star", numbers: [4], isStarred: true, tags: ["work"]),
    Case(name: "a word", numbers: [2, 3], text: "점심"),
    Case(name: "one letter of a word", numbers: [5, 6], text: "침"),
    Case(name: "words in any order and case", numbers: [3], text: "lunch 점심"),
    Case(name: "a word in a range", numbers: [2], days: "2024-01-01..2024-01-02", text: "점심"),
    Case(name: "a word, a tag and a day", numbers: [3], days: "2024", tags: ["sea"], text: "점"),
    Case(name: "a word that nobody wrote", numbers: [], text: "저녁"),
    Case(name: "a text without words", numbers: [], text: "\u{200D}"),
  ]

  let test: TestJournal

  init() throws {
    test = try TestJournal()
    try test.journal.store(Self.posts)
  }

  @Test("finds the posts that fulfil all of it, oldest first", arguments: cases)
  func finds(asked: Case) throws {
    #expect(try numbers(test.journal.posts.all(asked.filter())) == asked.numbers)
  }

  @Test("finds the same ones newest first", arguments: cases)
  func newestFirst(asked: Case) throws {
    #expect(
      try numbers(test.journal.posts.all(asked.filter(), order: .newestFirst))
        == asked.numbers.reversed())
  }

  @Test("keeps the latest ones only, in either order", arguments: cases)
  func latest(asked: Case) throws {
    let filter = try asked.filter()
    for count in 1...7 {
      let latest = Array(asked.numbers.suffix(count))
      #expect(try numbers(test.journal.posts.all(filter, latest: count)) == latest)
      #expect(
        try numbers(test.journal.posts.all(filter, order: .newestFirst, latest: count))
          == latest.reversed())
    }
  }

  @Test("finds what comes before and after each post that it finds", arguments: cases)
  func pages(asked: Case) throws {
    var filter = try asked.filter()
    for (index, number) in asked.numbers.enumerated() {
      let place = PostPosition(of: try test.journal.posts.post(number))
      (filter.before, filter.after) = (place, nil)
      let before = try test.journal.posts.first(filter, order: .newestFirst, count: 9)
      #expect(numbers(before) == asked.numbers.prefix(index).reversed())
      (filter.before, filter.after) = (nil, place)
      let after = try test.journal.posts.first(filter, order: .oldestFirst, count: 9)
      #expect(numbers(after) == Array(asked.numbers.dropFirst(index + 1)))
    }
  }

  @Test("counts on each day the posts that it finds", arguments: cases)
  func counts(asked: Case) throws {
    let filter = try asked.filter()
    let days = Dictionary(grouping: try test.journal.posts.all(filter), by: \.day)
    let expected = days.map { DayCount(day: $0, count: $1.count) }.sorted { $0.day < $1.day }
    #expect(try test.journal.days.counts(filter) == expected)
  }

  @Test("ends where whoever goes through the posts has had enough")
  func stops() throws {
    struct Enough: Error {}
    var seen: [Int] = []
    #expect(throws: Enough.self) {
      try test.journal.posts.forEach(PostFilter()) { post in
        seen.append(post.number)
        if seen.count == 2 { throw Enough() }
      }
    }
    #expect(seen == [1, 2])
    #expect(
      try test.journal.posts.post(3).tags == ["sea", "work"], "the first to write a tag tells how")
  }
}
