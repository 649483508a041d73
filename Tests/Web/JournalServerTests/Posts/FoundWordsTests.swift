import Hummingbird
import HummingbirdTesting
import Journal
import Testing

@testable import JournalServer

/// What tests look at of a journal's figures.
private struct SeenFigures: Decodable {
  let posts: Int
  let written: Int
  let words: Int
  let moods: Int
  let mood: Double
  let mornings: Mornings

  struct Mornings: Decodable {
    let days: Int
    let pending: Bool
    let currentStreak: Run?
  }

  struct Run: Decodable {
    let days: Int
  }
}

@Suite("Words that are looked for over the network")
struct FoundWordsTests {
  @Test("are found by kind, mood, morning page and the days that a person types")
  func filters() async throws {
    let site = try await Site()
    for (json, code) in [
      (#"{"words": "a", "mood": 1, "morning": true}"#, 201), (#"{"mood": 5}"#, 201),
      (#"{"words": "b", "day": "2024-02-15"}"#, 201),
    ] { #expect(try await site.write(json).status.code == code) }
    _ = try await site.post(Site.photo("2023:02:15 10:00:00"), [("mood", "4"), ("tag", "sea")])
    _ = try await site.post(
      Site.photo("2023:02:16 10:00:00"), [("words", "c"), ("tag", "sea"), ("tag", "b")])
    func numbers(_ query: String) async throws -> [Int] {
      try await site.get("/api/v1/posts?order=oldest&\(query)").json(SeenPage.self).posts.map(
        \.number)
    }
    #expect(try await numbers("kind=photo") == [4, 5])
    #expect(try await numbers("kind=words") == [5, 3, 1])
    #expect(try await numbers("kind=both") == [5])
    #expect(try await numbers("mood=4") == [4])
    #expect(try await numbers("mood=..4") == [4, 1])
    #expect(try await numbers("mood=good..great") == [4, 2])
    #expect(try await numbers("morning=true") == [1])
    #expect(try await numbers("day=today&kind=words") == [1])
    #expect(try await numbers("day=02-15") == [4, 3])
    #expect(try await numbers("day=02-15&from=2024") == [3])
    #expect(try await numbers("day=2023..2024") == [4, 5, 3])
    #expect(try await numbers("from=2024&to=yesterday") == [3])
    #expect(try await numbers("day=%EC%98%A4%EB%8A%98") == [1, 2])
    let tags = try await site.get("/api/v1/tags").text
    #expect(tags == #"{"tags":[{"count":2,"tag":"sea"},{"count":1,"tag":"b"}]}"#)
    let days = try await site.get("/api/v1/days?from=2023&to=2024-02").text
    #expect(days.contains("2023-02-15") && days.contains("2024-02-15"))
    let today = try await site.get("/api/v1/days?from=today&to=today").text
    #expect(
      today
        == #"[{"day":"2025-06-16","mood":3,"moods":2,"morning":true,"photos":0,"posts":2,"words":1}]"#
    )
    let figures = try await site.get("/api/v1/statistics").json(SeenFigures.self)
    #expect((figures.posts, figures.written, figures.words, figures.moods) == (5, 3, 3, 3))
    #expect((figures.mood, figures.mornings.days, figures.mornings.pending) == (3.33, 1, false))
    #expect(figures.mornings.currentStreak?.days == 1)
    #expect(try await site.get("/api/v1/memories?day=yesterday").status == .ok)
    #expect(try await site.get("/api/v1/days?from=someday&to=today").status == .badRequest)
  }

  @Test("are found by words, phrases and tags, wherever they stand in the post")
  func searched() async throws {
    let site = try await Site()
    for json in [
      #"{"words": "A walk in Milà, new\nyork style", "title": "강가"}"#,
      #"{"words": "york new", "tags": ["trip"]}"#, #"{"mood": 3, "tags": ["tripod"]}"#,
    ] { #expect(try await site.write(json).status == .created) }
    func numbers(_ text: String) async throws -> [Int] {
      try await site.get("/api/v1/posts?order=oldest&q=\(text.percentEncoded)")
        .json(SeenPage.self).posts.map(\.number)
    }
    #expect(try await numbers("mila") == [1])
    #expect(try await numbers("new york") == [1, 2])
    #expect(try await numbers("\"new york\"") == [1])
    #expect(try await numbers("#trip") == [2])
    #expect(try await numbers("trip") == [2, 3])
    #expect(try await numbers("강") == [1])
    #expect(try await site.get("/api/v1/posts?q=%22").status == .badRequest)
    _ = try await site.send(.patch, "/api/v1/posts/1", #"{"words": "gone"}"#, [.ifMatch: "*"])
    #expect(try await numbers("mila") == [])
  }

  @Test(
    "come on pages that end early where they are long, none twice and none left out",
    arguments: [PostOrder.newestFirst, .oldestFirst], [nil, "long"])
  func longPages(order: PostOrder, text: String?) async throws {
    let site = try await Site()
    for number in 1...6 {
      let long = String(repeating: "long ", count: number == 4 ? 20 : 2)
      #expect(try await site.write(#"{"words": "\#(long)"}"#).status == .created)
    }
    var filter = PostFilter()
    filter.text = text
    var (pages, cursor): ([[Int]], PostCursor?) = ([], nil)
    repeat {
      let slice = try PostSlice(
        filter, order, after: cursor, size: 3, mostWords: 20, in: site.journal)
      pages.append(slice.posts.map(\.number))
      cursor = slice.next
    } while cursor != nil && pages.count < 9
    #expect(
      pages
        == (order == .newestFirst ? [[6, 5], [4], [3, 2], [1]] : [[1, 2], [3], [4], [5, 6]]))
  }
}
