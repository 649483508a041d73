import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Store
import Testing

@testable import JournalServer

@Suite("The lock")
struct LockRoutesTests {
  @Test("Programs see how it is, lock and unlock")
  func lock() async throws {
    let site = try await Site()
    #expect(try await site.get("/api/v1/lock").text == #"{"hasPIN":false,"locked":false}"#)
    let noPIN = try await site.send(.post, "/api/v1/unlock", #"{"pin": "1234"}"#)
    #expect(noPIN.status == .conflict)
    try site.setPIN()
    let locked = #"{"hasPIN":true,"locked":true,"triesLeft":10,"waitSeconds":0}"#
    #expect(try await site.get("/api/v1/lock").text == locked)
    let wrong = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8351"}"#)
    #expect(wrong.status == .forbidden)
    #expect(
      try await site.send(.post, "/api/v1/unlock", #"{"pin": "x"}"#).status == .unprocessableContent
    )
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#).status == .noContent)
    site.clock.advance(600)
    let open = try await site.get("/api/v1/lock").text
    #expect(
      open
        == #"{"failedTries":[{"device":"phone","opened":true,"tried":"2025-06-15T15:06:40Z"}],"hasPIN":true,"locked":false,"locksOnLeaving":false,"secondsLeftAtMost":28200,"secondsLeftUnused":300,"triesLeft":10,"waitSeconds":0}"#
    )
    #expect(try await site.get("/api/v1/posts").status == .ok)
    #expect(try await site.request(.post, "/api/v1/lock").status == .noContent)
    #expect(try await site.get("/api/v1/posts").status == .locked)
    for _ in 0..<4 { _ = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8351"}"#) }
    let wait = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#)
    #expect(wait.status == .tooManyRequests)
    #expect(wait.headers[.retryAfter] == "30")
  }

  @Test("A device that tried ten wrong ones shuts the PIN for itself alone")
  func stranger() async throws {
    let site = try await Site()
    try site.setPIN()
    let stranger = try site.pair("anna")
    func unlock(_ pin: String, _ token: String) async throws -> HTTPResponse.Status {
      try await site.request(
        .post, "/api/v1/unlock", [.contentType: "application/json"],
        body: .init(string: "{\"pin\": \"\(pin)\"}"), token: token
      ).status
    }
    for _ in 0..<4 { #expect(try await unlock("8351", stranger) == .forbidden) }
    #expect(try await unlock("8352", stranger) == .tooManyRequests)
    #expect(try await unlock("8352", site.token) == .noContent)
    for _ in 0..<6 {
      site.clock.advance(3_600)
      #expect(try await unlock("8351", stranger) == .forbidden)
    }
    site.clock.advance(3_600)
    #expect(try await unlock("8352", stranger) == .tooManyRequests)
    #expect(try await unlock("8352", site.token) == .noContent)
    #expect(try await site.get("/api/v1/posts").status == .ok)
    let seen = try await site.request(.get, "/lock", token: stranger).text
    #expect(seen.contains("daystamp lock reset"))
    // Opening it alone told nobody of the first four.
    #expect(try await site.get("/api/v1/lock").text.split(separator: "\"tried\"").count == 11)
    #expect(try await unlock("8352", site.token) == .noContent)
    #expect(!(try await site.get("/api/v1/lock").text.contains("tried")))
  }

  @Test("A device unlocks for itself alone, and not for a later one with its number")
  func deviceNumbers() async throws {
    let site = try await Site()
    try site.setPIN()
    let second = try site.pair("anna")
    let unlocked = try await site.request(
      .post, "/api/v1/unlock", [.contentType: "application/json"],
      body: .init(string: #"{"pin": "8352"}"#), token: second)
    #expect(unlocked.status == .noContent)
    #expect(try await site.get("/api/v1/posts").status == .locked)
    let devices = try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read())
    let id = try #require(devices.map(\.id).max())
    #expect(try site.journals.devices.revoke(id, of: OwnerName("anna"), now: site.clock.read()))
    let third = try site.pair("anna")
    #expect(try await site.request(.get, "/api/v1/posts", token: third).status == .locked)
  }

  @Test("A PIN that is set locks other devices, not this one, until it is locked")
  func pin() async throws {
    let test = try await PageJournal()
    let new = ["new-pin": "830472", "new-pin-again": "830472", "action": "set"]
    #expect(try await test.submit("/settings/pin", new).location == "/settings/lock?saved=1")
    #expect(try await test.visit("/timeline").status == .ok)
    // Who saw a lock screen now would believe that the journal is locked.
    #expect(try await test.visit("/lock?next=%2Fposts").location == "/posts")

    #expect(try await test.submit("/lock").location == "/lock")
    #expect(try await test.visit("/posts?x=1").location == "/lock?next=%2Fposts%3Fx%3D1")
    let wrong = try await test.submit("/unlock?next=/posts", ["pin": "111112"])
    #expect(wrong.location == "/lock?problem=wrong-pin&next=%2Fposts")
    let lock = try await test.visit(wrong.location).text
    #expect(lock.contains("9 tries left"))
    #expect(lock.contains("action=\"/unlock?next=%2Fposts\""))
    #expect(try await test.submit("/unlock?next=/posts", ["pin": "830472"]).location == "/posts")
    #expect(try await test.visit("/timeline").status == .ok)

    // Whoever mistyped knows that; after a while, or from elsewhere, it was maybe somebody else.
    _ = try await test.submit("/lock")
    _ = try await test.submit("/unlock?next=/posts", ["pin": "111112"])
    test.site.clock.advance(601)
    let right = try await test.submit("/unlock?next=/posts", ["pin": "830472"])
    #expect(right.location == "/tries?next=%2Fposts")
    #expect(try await test.visit("/timeline").status == .ok)
    let told = try await test.visit(right.location).text
    #expect(told.contains("1 wrong PIN was entered before this one."), "\(told)")
    #expect(told.contains("“phone”: 1 time, last at Jan 31, 2024, 3:00\u{A0}PM"))
    #expect(told.contains("href=\"/posts\""))
    #expect(try await test.visit(right.location, language: "ko").text.contains("틀린 PIN이 1번"))

    // Told once.
    _ = try await test.submit("/lock")
    #expect(try await test.submit("/unlock?next=/posts", ["pin": "830472"]).location == "/posts")
    #expect(try await test.visit("/tries?next=/posts").location == "/posts")

    let off = ["pin": "830472", "action": "off"]
    #expect(try await test.submit("/settings/pin", off).location == "/settings/lock?saved=1")
    #expect(try test.journals.lock(of: test.journal.owner, now: { 0 }).tries() == nil)
    #expect(try await test.visit("/lock").location == "/")
  }

  @Test(
    "An address with more slashes than it needs leads back to its page",
    arguments: [
      ("//write", "/write"), ("///posts//1", "/posts/1"),
      ("//posts?cursor=a%2Fb", "/posts?cursor=a%2Fb"),
      ("/write/", "/write"), ("//", "/"),
    ])
  func slashes(address: String, page: String) async throws {
    let test = try await PageJournal()
    try test.site.setPIN()
    let lock = try await test.visit(address)
    #expect(lock.location == "/lock?next=\(page.percentEncoded)")
    let typed = try await test.submit(address, ["words": "mine"])
    if page == "/write" {
      #expect(typed.location.hasPrefix("/lock?next=%2Fnew%3Fdraft%3D"), "\(typed.location)")
    }
    let next = try #require(lock.location.split(separator: "=").last)
    let open = try await test.submit("/unlock?next=\(next)", ["pin": "8352"])
    #expect(open.location == page)
    if page == "/write" {
      let draft = try #require(typed.location.split(separator: "=").last?.removingPercentEncoding)
      let kept = try await test.visit(
        try #require(typed.location.split(separator: "next=").last?.removingPercentEncoding))
      #expect(kept.text.contains(">\nmine</textarea>"), "\(draft)")
    }
  }

  @Test(
    "What would lead to another server leads home or to a page here",
    arguments: [
      "//evil.example/x", "///evil.example", "https://evil.example", "/\\evil.example",
      "\\\\evil.example", "/\t/evil.example", "/%09/evil.example", "javascript:alert(1)",
      "evil.example", "/ /evil.example", "", "//", "/\r\nSet-Cookie: a=b", "http:evil.example",
    ])
  func otherServer(next: String) async throws {
    let test = try await PageJournal()
    try test.site.setPIN()
    let open = try await test.submit("/unlock?next=\(next.percentEncoded)", ["pin": "8352"])
    let target = try #require(
      URL(string: open.location, relativeTo: URL(string: "http://localhost/lock")))
    #expect(target.host() == "localhost" && target.scheme == "http", "\(open.location)")
    #expect(open.location.hasPrefix("/") && !open.location.hasPrefix("//"), "\(open.location)")
  }

  @Test(
    "A PIN that is weak, too short or mistyped is refused with the reason",
    arguments: [
      ("1234", "1234", "weak-pin.run"), ("1990", "1990", "weak-pin.year"),
      ("71", "71", "pin"), ("830472", "830471", "pins-differ"),
    ])
  func badPIN(new: String, again: String, problem: String) async throws {
    let test = try await PageJournal()
    let answer = try await test.submit(
      "/settings/pin", ["new-pin": new, "new-pin-again": again, "action": "set"])
    #expect(answer.location == "/settings/lock?problem=\(problem)")
    #expect(try test.journals.lock(of: test.journal.owner, now: { 0 }).tries() == nil)
  }
}
