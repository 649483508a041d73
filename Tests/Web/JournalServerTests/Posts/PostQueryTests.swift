import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Testing

@testable import JournalServer

@Suite("Posts over the network")
struct PostsRouteTests {
  private static let posts = [
    ("2024-01-30 10:00", "one"), ("2024-01-31 10:00", "two 점심"), ("2024-01-31 10:00", "three"),
    ("2024-02-01 10:00", "four 점심"), ("2024-02-01 11:00", "five"),
  ]

  private func numbers(_ site: Site, _ query: String) async throws -> [Int] {
    try await site.get("/api/v1/posts?\(query)").json(SeenPage.self).posts.map(\.number)
  }

  @Test("come by day, range, words, star and tag, newest first or oldest first")
  func filters() async throws {
    let site = try await Site()
    try await site.post(Self.posts)
    let star = try await site.post(
      Site.photo(), [("time", "2024-03-01 10:00"), ("star", "true"), ("tag", "sea"), ("tag", "b")])
    #expect(star.status == .created)
    #expect(try await numbers(site, "") == [6, 5, 4, 3, 2, 1])
    #expect(try await numbers(site, "order=oldest") == [1, 2, 3, 4, 5, 6])
    #expect(try await numbers(site, "day=2024-01-31") == [3, 2])
    #expect(try await numbers(site, "from=2024-01-31&to=2024-02-01&order=oldest") == [2, 3, 4, 5])
    #expect(try await numbers(site, "q=%EC%A0%90%EC%8B%AC") == [4, 2])
    #expect(try await numbers(site, "q=two+%EC%A0%90%EC%8B%AC") == [2])
    #expect(try await numbers(site, "starred=true") == [6])
    #expect(try await numbers(site, "tag=SEA&tag=b") == [6])
    #expect(try await numbers(site, "tag=sea&tag=c") == [])
    let days = try await site.get("/api/v1/days?from=2024-01-31&to=2024-02-28").text
    let figures = #""moods":0,"photos":2,"posts":2,"words":0"#
    #expect(
      days == #"[{"day":"2024-01-31",\#(figures)},{"day":"2024-02-01",\#(figures)}]"#)
  }

  @Test(
    "come page by page, none twice and none left out",
    arguments: [
      "order=newest", "order=oldest", "order=newest&q=%EC%A0%90", "order=oldest&q=%EC%A0%90",
    ])
  func pages(query: String) async throws {
    let site = try await Site()
    try await site.post(Self.posts)
    let all = try await numbers(site, query)
    var found: [Int] = []
    var cursor = ""
    repeat {
      let page = try await site.get("/api/v1/posts?\(query)&limit=1\(cursor)").json(SeenPage.self)
      found += page.posts.map(\.number)
      cursor = page.next.map { "&cursor=\($0)" } ?? ""
    } while !cursor.isEmpty && found.count < 20
    #expect(found == all)
  }

  @Test("keep their pages while posts come and go")
  func changedMeanwhile() async throws {
    let site = try await Site()
    try await site.post(Self.posts)
    let first = try await site.get("/api/v1/posts?limit=2").json(SeenPage.self)
    let next = try #require(first.next)
    try await site.post([("2024-05-01 10:00", "new")])
    _ = try await site.request(.delete, "/api/v1/posts/4")
    let second = try await site.get("/api/v1/posts?limit=2&cursor=\(next)").json(SeenPage.self)
    #expect(first.posts.map(\.number) == [5, 4])
    #expect(second.posts.map(\.number) == [3, 2])
  }

  @Test(
    "are asked for in ways that are understood",
    arguments: [
      "limit=0", "limit=201", "limit=+5", "limit=", "limit=5&limit=6", "day=2024-02-30",
      "day=someday", "day=02-30", "kind=video", "mood=6", "mood=great..bad", "mood=", "morning=1",
      "from=2024-02-02&to=2024-02-01", "day=2024-01-01&from=2024-01-01", "from=02-15", "starred=1",
      "order=up", "mod=4", "Day=2024-01-01", "kind=words&kinds=photo", "kind=photo&kind=words", "=",
      "q=a&q=b", "%ff=1", "tag=a,b", "tag=",
      "cursor=x", "cursor=", "q=%ff", "q=%zz", String(repeating: "tag=a&", count: 1_000),
      "cursor=bi4yMDI0LTAxLTAxLjAuMQ&order=oldest", "q=", "q=%20", "q=%22%22", "q=%23",
    ])
  func badQueries(query: String) async throws {
    let site = try await Site()
    let response = try await site.get("/api/v1/posts?\(query)")
    #expect(response.status == .badRequest)
    #expect(response.headers[.contentType] == "application/problem+json")
  }

  @Test(
    "are not asked for by what is mistyped: the answer names it",
    arguments: [
      (
        "kinds=words",
        "There is no parameter “kinds” here, only day, from, to, q, kind, mood, morning"
      ),
      ("kind=words&mod=4", "“mod”"), ("%3Cb%3E=1", "“<b>”"), ("a%0Ab=1", "a"),
      ("day=someday", "The parameter day: write days as today"),
      ("from=2024-13", "The parameter from: "),
      ("to=x", "The parameter to: "), ("mood=6", "The parameter mood: give a mood from 1 to 5"),
      ("kind=video", "The parameter kind has to be photo, words, both or mood."),
      ("morning=1", "The parameter morning has"),
      ("tag=a,b", "The parameter tag: a tag cannot have a comma"),
      ("limit=0", "The parameter limit has"), ("order=up", "The parameter order has"),
      ("q=%20", "The parameter q has no word to search for."),
      ("q=%ff", "The parameter q is not text"), ("cursor=x", "The place to continue from"),
      ("q=a&q=b", "The parameter q is given more than once."),
      ("order=newest&order=newest", "order"),
    ])
  func named(query: String, says: String) async throws {
    struct Body: Decodable { let type, detail: String }
    let site = try await Site()
    let response = try await site.get("/api/v1/posts?\(query)")
    #expect(response.status == .badRequest)
    let body = try response.json(Body.self)
    #expect(body.detail.contains(says), "\(body.detail)")
    #expect(["/problems/query", "/problems/cursor"].contains(body.type))
    // Only who may see posts is told.
    try site.setPIN()
    #expect(try await site.get("/api/v1/posts?\(query)").status == .locked)
  }

  @Test("that are a mood alone are a kind of their own")
  func moodAlone() async throws {
    let site = try await Site()
    try await site.post([("2024-01-30 10:00", "one")])
    for body in [
      #"{"mood": 2}"#, #"{"mood": 4, "words": "w"}"#, #"{"mood": 5, "day": "2024-01-31"}"#,
    ] {
      let answer = try await site.send(
        .post, "/api/v1/posts", body, [.idempotencyKey: UUID().uuidString])
      #expect(answer.status == .created, "\(answer.text)")
    }
    let mood = try await site.send(.patch, "/api/v1/posts/1", #"{"mood": 1}"#, [.ifMatch: "*"])
    #expect(mood.status == .ok)
    #expect(try await numbers(site, "kind=mood") == [2, 4])
    #expect(try await numbers(site, "kind=mood&mood=1..2") == [2])
    #expect(try await numbers(site, "kind=words") == [3])
    for kind in ["photo", "words", "both", "mood"] {
      let page = try await site.get("/api/v1/posts?kind=\(kind)").json(SeenPage.self)
      #expect(page.posts.allSatisfy { $0.kind == kind })
    }
  }

  @Test("are there or not", arguments: ["0", "2", "-1", "+1", "01", "x", "99999999999999999999"])
  func unknown(number: String) async throws {
    let site = try await Site()
    try await site.post([("2024-01-30 10:00", "one")])
    struct Body: Decodable { let type, detail: String }
    for (method, path) in [
      (HTTPRequest.Method.get, "posts/\(number)"), (.delete, "posts/\(number)"),
      (.delete, "trash/\(number)"),
    ] {
      let answer = try await site.request(method, "/api/v1/\(path)")
      #expect(answer.status == .notFound)
      let body = try answer.json(Body.self)
      #expect(body.type == "/problems/no-post")
      let isNumber = Int(number).map { "\($0)" } == number
      #expect(
        body.detail == (isNumber ? "There is no post \(number)." : "There is no such post."))
    }
  }

  @Test("are not sent to who has them")
  func notModified() async throws {
    let site = try await Site()
    try await site.post([("2024-01-30 10:00", "one")])
    let post = try await site.get("/api/v1/posts/1")
    let tag = try #require(post.headers[.eTag])
    let again = try await site.get("/api/v1/posts/1", [.ifNoneMatch: tag])
    #expect(again.status == .notModified)
    #expect(again.bytes.isEmpty)
    #expect(again.headers[.eTag] == tag)
  }
}

@Suite("Pages of posts")
struct PostSliceTests {
  @Test("Page after page shows every post once, the newest first, also of one day and one time")
  func all() async throws {
    let test = try await PageJournal()
    for time in ["2024-01-30 10:00", "2024-01-31 12:00", "2024-01-31 12:00", "2024-01-31 12:00"] {
      try await test.post(time)
    }
    try await test.post("2023-05-01 10:00")
    var (numbers, cursor): ([[Int]], PostCursor?) = ([], nil)
    repeat {
      let slice = try PostSlice(
        PostFilter(), .newestFirst, after: cursor, size: 2, in: test.journal)
      numbers.append(slice.posts.map(\.number))
      // As a link would carry it.
      cursor = slice.next.flatMap { PostCursor($0.text) }
    } while cursor != nil
    #expect(numbers == [[4, 3], [2, 1], [5]])
  }
}
