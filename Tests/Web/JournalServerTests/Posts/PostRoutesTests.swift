import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Store
import Testing

@testable import JournalServer

@Suite("Changing posts over the network")
struct ChangeRouteTests {
  private func makeSite() async throws -> (site: Site, tag: String) {
    let site = try await Site()
    let response = try await site.post(
      Site.photo(), [("caption", "one"), ("tag", "a"), ("tag", "b")])
    return (site, try #require(response.headers[.eTag]))
  }

  private func change(
    _ site: Site, _ json: String, ifMatch tag: String?
  ) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    headers[.ifMatch] = tag
    return try await site.send(.patch, "/api/v1/posts/1", json, headers)
  }

  @Test("changes what is said and nothing else, and gives the post a new tag")
  func changed() async throws {
    let (site, tag) = try await makeSite()
    let first = try await change(site, #"{"caption": "둘", "starred": true}"#, ifMatch: tag)
    #expect(first.status == .ok)
    let post = try first.json(SeenPost.self)
    #expect((post.caption, post.starred, post.tags) == ("둘", true, ["a", "b"]))
    let newTag = try #require(first.headers[.eTag])
    #expect(newTag != tag)
    let second = try await change(site, #"{"tags": ["b", "c"], "caption": ""}"#, ifMatch: newTag)
    #expect(try second.json(SeenPost.self).tags == ["b", "c"])
    #expect(try second.json(SeenPost.self).caption == "")
    #expect(try await site.get("/api/v1/posts/1").text == second.text)
  }

  @Test("stamps the photo anew at another time, from the same original")
  func restamped() async throws {
    let (site, tag) = try await makeSite()
    let original = try await site.get("/api/v1/posts/1/original").bytes
    let photo = try await site.get("/api/v1/posts/1/photo").bytes
    let response = try await change(
      site, #"{"time": "2023-05-06 07:08", "tags": []}"#, ifMatch: tag)
    #expect(response.status == .ok)
    let post = try response.json(SeenPost.self)
    #expect((post.day, post.tags) == ("2023-05-06", []))
    #expect(try await site.get("/api/v1/posts/1/photo").bytes != photo)
    #expect(try await site.get("/api/v1/posts/1/original").bytes == original)
    let zone = try await change(site, #"{"timeZone": "UTC"}"#, ifMatch: "*")
    // Nobody told the offset, so that the wall clock stays.
    #expect(try zone.json(SeenPost.self).time == "2023-05-06T07:08+00:00")
    #expect(site.files.count == 1)
  }

  @Test("wants to know which state of the post is meant")
  func conditions() async throws {
    let (site, tag) = try await makeSite()
    let body = #"{"caption": "x"}"#
    #expect(try await change(site, body, ifMatch: nil).status.code == 428)
    for other in ["\"x\"", "W/\(tag)", "nonsense"] {
      let plain = try await change(site, body, ifMatch: other)
      #expect(plain.status == .preconditionFailed)
      let restamps = try await change(site, #"{"time": "2023-05-06"}"#, ifMatch: other)
      #expect(restamps.status == .preconditionFailed)
    }
    let deleted = try await site.request(.delete, "/api/v1/posts/1", [.ifMatch: "\"x\""])
    #expect(deleted.status == .preconditionFailed)
    #expect(try await site.get("/api/v1/posts/1").headers[.eTag] == tag)
  }

  @Test("lets one of many changes through that mean the same state")
  func parallel() async throws {
    let (site, tag) = try await makeSite()
    let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await change(site, #"{"caption": "c\#(number)"}"#, ifMatch: tag).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == .ok }.count == 1)
    #expect(statuses.filter { $0 == .preconditionFailed }.count == 7)
  }

  @Test(
    "refuses what is not a change",
    arguments: [
      ("", HTTPResponse.Status.badRequest), ("{", .badRequest), ("[]", .unprocessableContent),
      ("{}", .unprocessableContent), (#"{"caption": null}"#, .unprocessableContent),
      (#"{"caption": 5}"#, .unprocessableContent), (#"{"star": true}"#, .unprocessableContent),
      (#"{"time": ""}"#, .unprocessableContent), (#"{"time": "noon"}"#, .unprocessableContent),
      (#"{"timeZone": "Moon"}"#, .unprocessableContent), (#"{"tags": "a"}"#, .unprocessableContent),
      (#"{"tags": ["a,b"]}"#, .unprocessableContent), (#"{"words": null}"#, .unprocessableContent),
      (#"{"mood": 6}"#, .unprocessableContent), (#"{"mood": "4"}"#, .unprocessableContent),
      (#"{"mood": 4.5}"#, .unprocessableContent), (#"{"title": "a\nb"}"#, .unprocessableContent),
      (#"{"words": "a\u0000b"}"#, .unprocessableContent),
      (#"{"morning": true}"#, .unprocessableContent),
    ])
  func bad(json: String, status: HTTPResponse.Status) async throws {
    let (site, tag) = try await makeSite()
    #expect(try await change(site, json, ifMatch: tag).status == status)
    #expect(try await site.get("/api/v1/posts/1").headers[.eTag] == tag)
  }

  @Test("wants JSON, and not too much of it")
  func types() async throws {
    let (site, tag) = try await makeSite()
    let headers: HTTPFields = [.ifMatch: tag, .contentType: "text/plain"]
    let plain = try await site.request(
      .patch, "/api/v1/posts/1", headers, body: .init(string: #"{"caption": "x"}"#))
    #expect(plain.status == .unsupportedMediaType)
    let long = #"{"words": "\#(String(repeating: "x", count: 4_000_000))"}"#
    #expect(try await change(site, long, ifMatch: tag).status == .contentTooLarge)
  }

  @Test("deletes a post in the trash for good, in the state that is meant, and brings all back")
  func trashByNumber() async throws {
    let site = try await Site()
    try await site.post([
      ("2024-01-31 12:00", "a"), ("2024-01-31 13:00", "b"), ("2024-01-31 14:00", "c"),
    ])
    let live = try await site.request(.delete, "/api/v1/trash/1")
    #expect(live.status == .conflict)
    #expect(try await site.request(.delete, "/api/v1/trash/9").status == .notFound)
    try site.journal.trash.move([1, 2, 3], now: 5)
    let other = try await site.request(.delete, "/api/v1/trash/1", [.ifMatch: "\"x\""])
    #expect(other.status == .preconditionFailed)
    let tag = try #require(try await site.get("/api/v1/posts/1").headers[.eTag])
    let gone = try await site.request(.delete, "/api/v1/trash/1", [.ifMatch: tag])
    #expect(gone.status == .noContent)
    #expect(try await site.get("/api/v1/posts/1").status == .notFound)
    #expect(try await site.request(.post, "/api/v1/trash/restore").text == #"{"posts":2}"#)
    #expect(try await site.request(.post, "/api/v1/trash/restore").text == #"{"posts":0}"#)
    #expect(try site.journal.posts.size() == (2, 0))
  }

  @Test("names the morning pages that stay in the trash")
  func staying() async throws {
    let site = try await Site()
    for words in ["one", "two"] {
      var new = NewWords(try PostWords(words))
      (new.mood, new.isMorning, new.moment) = (.good, true, .now)
      let post = try site.journal.posts.write(new, now: 1_750_000_000).post
      if post.number == 1 { try site.journal.trash.move([1], now: 5) }
    }
    #expect(
      try await site.request(.post, "/api/v1/trash/restore").text == #"{"posts":0,"stayed":[1]}"#)
    #expect(try site.journal.posts.size() == (1, 1))
  }

  @Test("moves posts to the trash and back, and empties it")
  func trash() async throws {
    let (site, _) = try await makeSite()
    #expect(try await site.request(.delete, "/api/v1/posts/1").status == .noContent)
    #expect(try await site.request(.delete, "/api/v1/posts/1").status == .conflict)
    #expect(try await change(site, #"{"caption": "x"}"#, ifMatch: "*").status == .conflict)
    let trash = try await site.get("/api/v1/trash").json(SeenPage.self).posts
    #expect(trash.map(\.number) == [1])
    #expect(trash.first?.trashed != nil)
    #expect(try await site.request(.post, "/api/v1/posts/1/restore").status == .ok)
    #expect(try await site.request(.post, "/api/v1/posts/1/restore").status == .conflict)
    _ = try await site.request(.delete, "/api/v1/posts/1")
    #expect(try await site.request(.delete, "/api/v1/trash").text == #"{"posts":1}"#)
    #expect(try await site.request(.post, "/api/v1/posts/1/restore").status == .notFound)
    #expect(site.files.isEmpty)
  }
}
