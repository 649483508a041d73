import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Store
import Testing

@testable import JournalServer

@Suite("A program's token")
struct TokenRoutesTests {
  /// Posts words as JSON.
  private func write(
    _ site: Site, _ json: String, key: String = UUID().uuidString, token: String
  ) async throws -> TestResponse {
    try await site.request(
      .post, "/api/v1/posts", [.contentType: "application/json", .idempotencyKey: key],
      body: ByteBuffer(string: json), token: token)
  }

  private func devices(_ site: Site) throws -> [Device] {
    try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read())
  }

  @Test("is made in the settings, shown once, and is for programs alone")
  func made() async throws {
    let test = try await PageJournal()
    let fields = [
      "name": "Door <1>", "scope": "read", "days": "200", "posts-locked": "1",
    ]
    let page = try await test.submit("/settings/tokens", fields)
    #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
    let token = String(
      try #require(page.text.firstMatch(of: /id="token" value="([\w-]{43})"/)).1)
    #expect(page.text.contains("<bdi>Door &lt;1&gt;</bdi>"))
    let made = try #require(try devices(test.site).first { $0.entry == .token })
    #expect(made.scope == .read && !made.postsWhileLocked)
    #expect(made.latestEnd == PageJournal.now + 200 * 86_400)
    let settings = try await test.visit("/settings/tokens").text
    #expect(settings.contains("Read only, and change nothing · until"))
    #expect(!settings.contains(token))
    #expect(settings.matches(of: /href="\/settings\/devices\/\d+"/).count == 1)
    let paired = try await test.visit("/settings/devices").text
    #expect(paired.matches(of: /href="\/settings\/devices\/\d+"/).count == 1)
    let own = try await test.visit("/settings/devices/\(made.id)").text
    #expect(own.contains("href=\"/settings/tokens\"") && !own.contains("/posting\""))

    let asked = try await test.site.request(.get, "/api/v1/posts", token: token)
    #expect(asked.status == .ok)
    for name in ["daystamp", "__Host-daystamp"] {
      let answer = try await test.site.request(
        .get, "/api/v1/posts", [.cookie: "\(name)=\(token)"], token: nil)
      #expect(answer.status == .unauthorized)
    }
    // What a browser has goes on to be good as a bearer token, too.
    #expect(try await test.site.get("/api/v1/posts").status == .ok)
    let devices = try await test.site.get("/api/v1/devices").text
    #expect(devices.contains(#""entry":"token""#) && devices.contains(#""scope":"read""#))
    let revoked = try await test.submit("/settings/devices/\(made.id)/revoke", ["token": "1"])
    #expect(revoked.location == "/settings/tokens?saved=1")
    #expect(
      try await test.site.request(.get, "/api/v1/posts", token: token).status == .unauthorized)
  }

  @Test(
    "is not made without a scope, or for no days, or too many",
    arguments: [
      ["scope": "post", "days": "0"], ["scope": "post", "days": "3651"],
      ["scope": "post", "days": "x"], ["scope": "root", "days": "9"], ["days": "9"],
    ])
  func notMade(fields: [String: String]) async throws {
    let test = try await PageJournal()
    let answer = try await test.submit("/settings/tokens", fields.merging(["name": "a"]) { $1 })
    #expect(answer.status.code == 400 || answer.status.code == 422, "\(answer.status)")
    #expect(try devices(test.site).count == 1)
  }

  @Test("is made, and let past the lock, by nobody who may not do everything")
  func notByOthers() async throws {
    let site = try await Site()
    let own = try #require(try devices(site).first).id
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    for scope in [DeviceScope.read, .post] {
      let token = try site.makeToken(scope)
      for (path, body) in [
        ("/settings/tokens", "name=a&scope=all&days=9"),
        ("/settings/devices/\(own)/posting", "posts-locked=1"), ("/settings/pairing", ""),
      ] {
        let answer = try await site.request(
          .post, path, form, body: ByteBuffer(string: body), token: token)
        #expect(answer.status == .forbidden)
      }
    }
    #expect(try devices(site).count == 3 && devices(site).allSatisfy { !$0.postsWhileLocked })
  }

  @Test("needs the PIN once more, where there is one, and is one of a hundred at most")
  func needsPIN() async throws {
    let test = try await PageJournal()
    _ = try await test.submit(
      "/settings/pin", ["action": "set", "new-pin": "8352", "new-pin-again": "8352"])
    let fields = ["name": "Door", "scope": "read", "days": "9"]
    for (pin, problem) in [(nil, "pin-again"), ("", "pin-again"), ("9999", "wrong-pin")] {
      let refused = try await test.submit(
        "/settings/tokens", fields.merging(pin.map { ["pin": $0] } ?? [:]) { $1 })
      #expect(refused.location == "/settings/tokens?problem=\(problem)", "\(refused.text)")
      #expect(try devices(test.site).count == 1)
    }
    #expect(try await test.visit("/settings/tokens").text.contains(#"name="pin""#))
    let right = fields.merging(["pin": "8352"]) { $1 }
    #expect(try await test.submit("/settings/tokens", right).status == .ok)
    for _ in 1..<NewToken.limit { _ = try test.site.makeToken(.read) }
    let more = try await test.submit("/settings/tokens", right)
    #expect(more.status == .unprocessableContent, "\(more.text)")
    #expect(try devices(test.site).count == NewToken.limit + 1)
    // Expired ones do not count.
    test.site.clock.advance(366 * 86_400)
    #expect(throws: Never.self) { _ = try test.site.makeToken(.read) }
  }

  @Test("is good until its last day, seen or not, and never replaced")
  func lifetime() async throws {
    let site = try await Site()
    let token = try site.makeToken(.read, days: 200)
    site.clock.advance(199 * 86_400)
    let answer = try await site.request(.get, "/api/v1/posts", token: token)
    #expect(answer.status == .ok && answer.headers[.setCookie] == nil)
    site.clock.advance(86_400)
    #expect(try await site.request(.get, "/api/v1/posts", token: token).status == .unauthorized)
  }

  @Test("whose scope is not enough is told which is, in words")
  func refusal() async throws {
    let site = try await Site()
    let answer = try await site.request(
      .get, "/api/v1/posts", token: try site.makeToken(.post))
    #expect(answer.status == .forbidden && answer.problem == "/problems/scope")
    #expect(answer.text.contains("The scope “post” is not enough for this; use one of these: read"))
    #expect(
      answer.headers[.wwwAuthenticate] == #"Bearer error="insufficient_scope", scope="read""#)
  }

  @Test("that only posts learns nothing of what others posted, nor of its own")
  func blind() async throws {
    let site = try await Site()
    let token = try site.makeToken(.post)
    let (photo, words) = (try Site.photo(), #"{"words": "Own"}"#)
    #expect(try await site.post(photo, key: "k").status == .created)
    #expect(try await write(site, words, key: "w", token: site.token).status == .created)
    let morning = #"{"words": "Up", "mood": 3, "morning": true}"#
    #expect(try await write(site, morning, token: site.token).status == .created)

    // The photo, the words and the keys of another device are as good as new.
    let receipt = #"{"posted":"2025-06-15T15:06:40Z"}"#
    for (status, _) in [(HTTPResponse.Status.created, 1), (.ok, 2)] {
      let again = try await site.post(photo, key: "k", token: token)
      #expect(again.status == status && again.text == receipt)
      #expect(again.headers[.eTag] == nil && again.headers[.location] == nil)
      let written = try await write(site, words, key: "w", token: token)
      #expect(written.status == status && written.text == receipt)
    }
    #expect(try site.journal.posts.size().posts == 5)
    let other = try await write(site, #"{"words": "Other"}"#, key: "w", token: token)
    #expect(other.status == .unprocessableContent && other.problem == "/problems/key-used")
    #expect(other.text.firstMatch(of: /"post":|\bpost \d/) == nil, "\(other.text)")
    // Whether there is a morning page already is not told.
    for body in [morning, morning.replacing("\"words", with: "\"day\": \"2020-01-01\", \"words")] {
      let answer = try await write(site, body, token: token)
      #expect(answer.status == .forbidden && answer.problem == "/problems/scope")
    }
    let form = try await site.post(
      Site.photo(), [("morning", "true"), ("words", "Up"), ("mood", "3")], token: token)
    #expect(form.status == .forbidden)
    #expect(try site.journal.posts.size().posts == 5)
    let all = try await write(site, words, token: site.makeToken(.all))
    #expect(all.status == .created && all.headers[.eTag] != nil)
  }

  @Test("that reads past a PIN takes no notice of wrong tries from the owner")
  func tries() async throws {
    let site = try await Site()
    try site.setPIN()
    let token = try site.makeToken(.read)
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin": "8351"}"#).status == .forbidden)
    let unlocked = try await site.request(
      .post, "/api/v1/unlock", [.contentType: "application/json"],
      body: ByteBuffer(string: #"{"pin": "8352"}"#), token: token)
    #expect(unlocked.status == .noContent)
    #expect(try await site.request(.get, "/api/v1/posts", token: token).status == .ok)
    let seen = try await site.request(.get, "/api/v1/lock", token: token).text
    #expect(seen.contains(#""locked":false"#) && !seen.contains("failedTries"))
    _ = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#)
    #expect(try await site.get("/api/v1/lock").text.contains("failedTries"))
  }
}
