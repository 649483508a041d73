import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Testing
import TestSupport

@testable import JournalServer

@Suite("Posting over the network")
struct PostingRouteTests {
  @Test("stores a stamped photo with what is said of it")
  func created() async throws {
    let site = try await Site()
    let photo = try Site.photo()
    let response = try await site.post(
      photo, [("caption", " 점심 "), ("tag", "sea"), ("tag", "b, c"), ("star", "on")],
      name: "../../x/IMG_1.jpg")
    #expect(response.status == .created)
    #expect(response.headers[.location] == "/api/v1/posts/1")
    let post = try response.json(SeenPost.self)
    #expect(post.caption == "점심")
    #expect(post.tags == ["b", "c", "sea"])
    #expect(post.starred)
    #expect(post.time == "2024-01-31T23:59:58+09:00")
    #expect(post.originalName == "IMG_1.jpg")
    let again = try await site.get("/api/v1/posts/1")
    #expect(again.headers[.eTag] == response.headers[.eTag])
    #expect(try await site.get("/api/v1/posts/1/original").bytes == photo)
    #expect(site.files.count == 1)
  }

  @Test("takes the time that is given, then the photo's own, then that of its name, else none")
  func times() async throws {
    let site = try await Site()
    let bare = try MadePhoto.jpeg(width: 160, height: 120, exif: nil)
    func time(
      _ photo: [UInt8], _ fields: [(String, String)], name: String
    ) async throws -> String {
      let response = try await site.post(
        photo + Array(UUID().uuidString.utf8), fields, name: name)
      return try response.problem ?? response.json(SeenPost.self).time
    }
    let name = "IMG_20230102_030405.jpg"
    #expect(
      try await time(
        Site.photo(), [("time", "2020-05-06T07:08"), ("timeZone", "Europe/Paris")], name: name)
        == "2020-05-06T07:08+02:00")
    #expect(try await time(Site.photo(), [("time", "")], name: name) == "2024-01-31T23:59:58+09:00")
    #expect(try await time(bare, [], name: name) == "2023-01-02T03:04:05+09:00")
    #expect(try await time(bare, [], name: "x.jpg") == "/problems/no-time")
  }

  @Test("takes no day after tomorrow, unless that is meant")
  func future() async throws {
    let site = try await Site()
    let late = try await site.post(Site.photo(), [("time", "2999-01-01")])
    #expect(late.status == .unprocessableContent && late.problem == "/problems/future-day")
    #expect(site.files.isEmpty)
    let meant = try await site.post(Site.photo(), [("time", "2999-01-01"), ("future", "true")])
    #expect(try meant.json(SeenPost.self).day == "2999-01-01")
  }

  @Test("posts nothing twice under one key, and says which post it is")
  func sameKey() async throws {
    let site = try await Site()
    let photo = try Site.photo()
    let first = try await site.post(photo, [("caption", "a")], key: "k")
    let second = try await site.post(photo, [("caption", "b")], name: "b.jpg", key: "k")
    #expect(first.status == .created)
    #expect(second.status == .ok)
    #expect(second.text == first.text)
    #expect(second.headers[.location] == first.headers[.location])
    #expect(try site.journal.posts.size().posts == 1)
    let other = try await site.post(Site.photo(), key: "k")
    #expect(other.status == .unprocessableContent)
    #expect(other.problem == "/problems/key-used")
    let otherKey = try await site.post(photo, key: "l")
    #expect(otherKey.status == .conflict)
    #expect(otherKey.text.contains("already, as post 1."))
    let bea = try site.add("bea")
    #expect(try await site.post(photo, key: "k", token: bea).status == .created)
  }

  @Test("posts once what is sent many times at once", arguments: [true, false])
  func parallel(hasOneKey: Bool) async throws {
    let site = try await Site()
    let photo = try Site.photo()
    let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await site.post(photo, key: hasOneKey ? "k" : "k\(number)").status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == .created }.count == 1)
    #expect(statuses.filter { $0 == (hasOneKey ? .ok : .conflict) }.count == 7)
    #expect(try site.journal.posts.size().posts == 1)
    #expect(site.files.count == 1)
  }

  @Test("wants a key that can be one", arguments: ["", String(repeating: "k", count: 256), nil])
  func noKey(key: String?) async throws {
    let site = try await Site()
    let body = MultipartBody(photo: try Site.photo())
    var headers: HTTPFields = [.contentType: body.contentType]
    headers[.idempotencyKey] = key
    let response = try await site.request(
      .post, "/api/v1/posts", headers, body: ByteBuffer(bytes: body.bytes))
    #expect(response.status == .badRequest)
    #expect(try site.journal.posts.size().posts == 0)
  }

  @Test(
    "refuses fields that are none",
    arguments: [
      ("caption", String(repeating: "가", count: 101)), ("caption", "a\u{7}"), ("time", "yesterday"),
      ("timeZone", "Moon/Base"), ("tag", "a\u{7}"), ("star", "maybe"),
      ("captoin", "a"),
    ])
  func badField(name: String, value: String) async throws {
    let site = try await Site()
    let response = try await site.post(Site.photo(), [(name, value)])
    #expect(response.status == .unprocessableContent)
    #expect(response.headers[.contentType] == "application/problem+json")
    if name == "captoin" { #expect(response.text.contains("no field “captoin” here, only")) }
    #expect(site.files.isEmpty)
  }

  @Test("takes a caption of 100 characters, however many bytes they have")
  func longCaption() async throws {
    let site = try await Site()
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 100)
    #expect(try await site.post(Site.photo(), [("caption", family)]).status == .created)
  }
}
