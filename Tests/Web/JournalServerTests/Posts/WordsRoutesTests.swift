import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Testing
import TestSupport

@testable import JournalServer

extension Site {
  /// Posts words as a program does.
  func write(
    _ json: String, key: String = UUID().uuidString, token: String? = nil
  ) async throws -> TestResponse {
    try await request(
      .post, "/api/v1/posts", [.contentType: "application/json", .idempotencyKey: key],
      body: ByteBuffer(string: json), token: token ?? self.token)
  }
}

@Suite("Words over the network")
struct WordsRouteTests {
  /// 2025-06-16 00:06:40 in Seoul.
  private static let now = 1_750_000_000

  @Test("become a post with title, mood, star and tags, and one that says how it was written")
  func written() async throws {
    let site = try await Site()
    let response = try await site.write(
      #"""
      {"words": " \n길게\r\n걸었다. ", "title": "강", "mood": 4, "morning": true, "starred": true,
       "tags": ["river"], "day": "yesterday", "time": "07:30"}
      """#)
    #expect(response.status == .created, "\(response.text)")
    #expect(response.headers[.location] == "/api/v1/posts/1")
    let post = try response.json(SeenPost.self)
    #expect((post.kind, post.words, post.title) == ("words", "길게\n걸었다.", "강"))
    #expect((post.mood, post.morning, post.writtenLater) == (4, true, true))
    #expect((post.starred, post.tags, post.caption) == (true, ["river"], ""))
    #expect((post.day, post.time) == ("2025-06-15", "2025-06-15T07:30+09:00"))
    #expect(post.written == "2025-06-15T15:06:40Z")
    #expect(post.mediaType == nil)
    let again = try await site.get("/api/v1/posts/1")
    #expect(again.text == response.text)
    #expect(again.headers[.eTag] == response.headers[.eTag])
    for path in ["photo", "original", "thumbnail?size=256"] {
      #expect(try await site.get("/api/v1/posts/1/\(path)").status == .notFound)
    }
  }

  @Test(
    "are about now, a day, a time of a day, or a time with its date",
    arguments: [
      (#""mood": 3"#, "2025-06-16", "2025-06-16T00:06:40+09:00", nil),
      (#""mood": 3, "day": "2024-01-31""#, "2024-01-31", "2024-01-31", true),
      (#""mood": 3, "time": "00:05""#, "2025-06-16", "2025-06-16T00:05+09:00", nil),
      (
        #""mood": 3, "time": "2024-01-31T07:30+01:00""#, "2024-01-31",
        "2024-01-31T15:30:00+09:00", true
      ),
    ] as [(String, String, String, Bool?)])
  func moments(fields: String, day: String, time: String, isLater: Bool?) async throws {
    let site = try await Site()
    let post = try await site.write("{\(fields)}").json(SeenPost.self)
    #expect((post.kind, post.day, post.writtenLater) == ("mood", day, isLater))
    #expect(post.time.hasPrefix(time.prefix(16)), "\(post.time)")
  }

  @Test("are posted once under a key, however often they are sent, also at once")
  func sameKey() async throws {
    let site = try await Site()
    let words = #"{"words": "once", "mood": 3, "morning": true}"#
    let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
      for _ in 0..<8 { group.addTask { try await site.write(words, key: "k").status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == .created }.count == 1)
    #expect(statuses.filter { $0 == .ok }.count == 7)
    #expect(try site.journal.posts.size().posts == 1)
    // After it was changed it is the same post still.
    let changed = try await site.send(
      .patch, "/api/v1/posts/1", #"{"words": "twice"}"#, [.ifMatch: "*"])
    #expect(changed.status == .ok)
    let late = try await site.write(words, key: "k")
    #expect((late.status, late.text) == (.ok, changed.text))
    // Other words are not lost in silence.
    let other = try await site.write(#"{"words": "other"}"#, key: "k")
    #expect(other.status == .unprocessableContent)
    #expect(other.problem == "/problems/key-used")
    #expect(other.text.contains(#""post":1"#))
    #expect(try await site.post(Site.photo(), key: "k").problem == "/problems/key-used")
    let bea = try site.add("bea")
    #expect(try await site.write(words, key: "k", token: bea).status == .created)
  }

  @Test("of a second morning page of a day are refused with the number of the first, also at once")
  func secondMorning() async throws {
    let site = try await Site()
    let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
      for number in 0..<6 {
        group.addTask {
          try await site.write(#"{"words": "page \#(number)", "mood": 3, "morning": true}"#)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.filter { $0.status == .created }.count == 1)
    let refused = answers.filter { $0.status == .conflict }
    #expect(refused.count == 5)
    #expect(refused.allSatisfy { $0.problem == "/problems/morning-exists" })
    #expect(refused.allSatisfy { $0.text.contains(#""post":1"#) })
    let photo = try await site.post(
      Site.photo("2025:06:16 00:01:00"), [("words", "x"), ("mood", "3"), ("morning", "true")])
    #expect(photo.status == .conflict)
    let other = try await site.write(#"{"words": "x", "mood": 1, "day": "yesterday"}"#)
    let tag = try #require(other.headers[.eTag])
    let moved = try await site.send(
      .patch, "/api/v1/posts/2", #"{"morning": true, "time": "2025-06-16T00:00"}"#,
      [.ifMatch: tag])
    #expect(moved.status == .conflict)
    #expect(try await site.get("/api/v1/posts/2").headers[.eTag] == tag)
    #expect(try site.journal.posts.size().posts == 2)
    #expect(site.files.isEmpty)
  }

  @Test(
    "are refused where they cannot be a post's",
    arguments: [
      ("", 400), ("{", 400), ("{}", 422), (#"{"title": "x"}"#, 422), (#"{"words": " \n"}"#, 422),
      (#"{"words": "a\u0007"}"#, 422), (#"{"words": "a\u0000"}"#, 422),
      (#"{"words": "\ud800"}"#, 400),
      (#"{"words": "a", "mood": 0}"#, 422), (#"{"mood": "good"}"#, 422),
      (#"{"words": "a", "morning": true}"#, 422), (#"{"mood": 3, "morning": true}"#, 422),
      (#"{"words": "a", "title": "\#(String(repeating: "가", count: 101))"}"#, 422),
      (#"{"words": "a", "day": "tomorrow"}"#, 422), (#"{"words": "a", "day": "2999-01-01"}"#, 422),
      (#"{"words": "a", "day": "someday"}"#, 400), (#"{"words": "a", "day": "2024-01"}"#, 400),
      (#"{"words": "a", "time": "25:00"}"#, 422),
      (#"{"words": "a", "day": "today", "time": "2024-01-31T07:30"}"#, 422),
      (#"{"words": "a", "isMorning": true}"#, 422), (#"{"words": "a", "caption": "b"}"#, 422),
    ])
  func refused(json: String, status: Int) async throws {
    let site = try await Site()
    let response = try await site.write(json)
    #expect(response.status.code == status, "\(response.text)")
    #expect(response.headers[.contentType] == "application/problem+json")
    #expect(try site.journal.posts.size() == (0, 0))
  }

  @Test("that are no UTF-8 are refused")
  func noText() async throws {
    let site = try await Site()
    let body = Array(#"{"words": ""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
    let response = try await site.request(
      .post, "/api/v1/posts", [.contentType: "application/json", .idempotencyKey: "k"],
      body: ByteBuffer(bytes: body))
    #expect(response.status == .badRequest)
    let form = try await site.post(Site.photo(), [("words", "a\u{0}")])
    #expect(form.problem == "/problems/words")
  }

  @Test("change with mood and title, and come without a caption")
  func changed() async throws {
    let site = try await Site()
    let first = try await site.write(#"{"words": "one", "mood": 2}"#)
    let tag = try #require(first.headers[.eTag])
    let json = #"{"words": "두\n둘", "title": "t", "mood": 5, "morning": true}"#
    let response = try await site.send(.patch, "/api/v1/posts/1", json, [.ifMatch: tag])
    #expect(response.status == .ok, "\(response.text)")
    let post = try response.json(SeenPost.self)
    #expect((post.words, post.title, post.mood, post.morning) == ("두\n둘", "t", 5, true))
    #expect(response.headers[.eTag] != tag)
    let stale = try await site.send(.patch, "/api/v1/posts/1", #"{"words": "x"}"#, [.ifMatch: tag])
    #expect(stale.status == .preconditionFailed)
    for (json, problem) in [
      (#"{"mood": null}"#, "incomplete-morning"), (#"{"words": ""}"#, "incomplete-morning"),
      (#"{"morning": false, "words": "", "mood": null}"#, "empty-post"),
      (#"{"caption": "x"}"#, "without-photo"), (#"{"time": "2999-01-01"}"#, "future-day"),
    ] {
      let refused = try await site.send(.patch, "/api/v1/posts/1", json, [.ifMatch: "*"])
      #expect(refused.status == .unprocessableContent)
      #expect(refused.problem == "/problems/\(problem)")
    }
    let bare = try await site.send(
      .patch, "/api/v1/posts/1", #"{"morning": false, "mood": null, "title": ""}"#,
      [.ifMatch: "*"]
    ).json(SeenPost.self)
    #expect((bare.mood, bare.morning, bare.title, bare.words) == (nil, nil, nil, "두\n둘"))
  }

  @Test("have a tag by which they can be changed, however long they are")
  func longTag() async throws {
    let site = try await Site()
    let long = String(repeating: "long ", count: 1_000)
    let first = try await site.write(#"{"words": "\#(long)"}"#)
    let read = try await site.get("/api/v1/posts/1", [.acceptEncoding: "gzip"])
    #expect(read.headers[.contentEncoding] == nil)
    let tag = try #require(read.headers[.eTag])
    #expect(tag == first.headers[.eTag])
    let changed = try await site.send(
      .patch, "/api/v1/posts/1", #"{"title": "t"}"#, [.ifMatch: tag, .acceptEncoding: "gzip"])
    #expect(changed.status == .ok)
    #expect(changed.headers[.eTag]?.hasPrefix("\"") == true)
    let list = try await site.get("/api/v1/posts", [.acceptEncoding: "gzip"])
    #expect(list.headers[.contentEncoding] == "gzip")
  }

  @Test("stand beside a photo that comes as a form")
  func withPhoto() async throws {
    let site = try await Site()
    let photo = try Site.photo()
    let response = try await site.post(
      photo,
      [
        ("caption", "c"), ("words", "long\r\nwords"), ("title", "t"), ("mood", "good"),
        ("morning", "on"),
      ], key: "k")
    #expect(response.status == .created, "\(response.text)")
    let post = try response.json(SeenPost.self)
    #expect((post.kind, post.words, post.title) == ("both", "long\nwords", "t"))
    #expect((post.mood, post.morning, post.writtenLater) == (4, true, true))
    #expect((post.caption, post.mediaType, post.day) == ("c", "image/jpeg", "2024-01-31"))
    #expect(try await site.post(photo, [("words", "x")], key: "k").status == .ok)
    for fields in [[("mood", "6")], [("morning", "maybe")], [("title", "a\nb")]] {
      let refused = try await site.post(Site.photo(), fields)
      #expect(refused.status == .unprocessableContent, "\(fields)")
    }
    let incomplete = try await site.post(Site.photo("2024:02:01 10:00:00"), [("morning", "true")])
    #expect(incomplete.problem == "/problems/incomplete-morning")
    #expect(try site.journal.posts.size().posts == 1)
    #expect(site.files.count == 1)
  }

  @Test("of 100,000 characters fit, in the longest way that they can be written, and no more do")
  func longest() async throws {
    let site = try await Site()
    // 100,000 characters of ten bytes in UTF-8: five escapes of six bytes for each.
    let escaped = String(
      repeating: #"\u00f0"# + String(repeating: #"\u0323"#, count: 4), count: 100_000)
    #expect(escaped.utf8.count == 3_000_000)
    let long = try await site.write(#"{"words": "\#(escaped)"}"#)
    #expect(long.status == .created, "\(long.text.prefix(300))")
    #expect(try long.json(SeenPost.self).words?.count == 100_000)
    let form = String(repeating: "가\u{301}\u{301}", count: 100_000)
    #expect(try await site.post(Site.photo(), [("words", form)]).status == .created)
    let more = String(repeating: "x", count: 100_001)
    let refused = try await site.write(#"{"words": "\#(more)"}"#)
    #expect((refused.status, refused.problem) == (.unprocessableContent, "/problems/words"))
    #expect(refused.text.contains("100001"))
    let patched = try await site.send(
      .patch, "/api/v1/posts/1", #"{"words": "\#(more)"}"#, [.ifMatch: "*"])
    #expect(patched.problem == "/problems/words")
    let endless = try await site.write(String(repeating: " ", count: 4_000_001))
    #expect((endless.status, endless.problem) == (.contentTooLarge, "/problems/too-long"))
  }

  @Test("are refused while there is no memory for them, before they are received")
  func memory() async throws {
    let memory = BodyMemory(bytes: 1_000_000)
    let bodies = LongBodies(memory: memory, workers: WorkQueue(jobs: 1))
    func receive(_ length: Int, isAnnounced: Bool) async throws {
      let json = #"{"words": "\#(String(repeating: "x", count: length))"}"#
      var fields: HTTPFields = [.contentType: "application/json"]
      if isAnnounced { fields[.contentLength] = "\(json.utf8.count)" }
      _ = try await bodies.json(
        NewWordsBody.self,
        from: Request(
          head: HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: fields),
          body: RequestBody(buffer: ByteBuffer(string: json))))
    }
    try await receive(90_000, isAnnounced: true)
    // Nothing is left of the first.
    try await receive(90_000, isAnnounced: true)
    try await receive(60_000, isAnnounced: false)
    await #expect { try await receive(90_000, isAnnounced: false) } throws: {
      ($0 as? Problem)?.status == 503 && ($0 as? Problem)?.retryAfter == 1
    }
    let taken = try memory.take(900_000)
    await #expect { try await receive(90_000, isAnnounced: true) } throws: {
      ($0 as? Problem)?.detail.contains("many long texts") == true
    }
    try await receive(60_000, isAnnounced: true)
    withExtendedLifetime(taken) {}
  }
}
