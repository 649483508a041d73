import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("Posting into a locked journal")
struct LockedPostingTests {
  private static let receipt = #"{"posted":"2025-06-15T15:06:40Z"}"#

  private func write(_ site: Site, _ token: String, key: String) async throws -> TestResponse {
    try await site.request(
      .post, "/api/v1/posts", [.contentType: "application/json", .idempotencyKey: key],
      body: ByteBuffer(string: #"{"words": "At the door"}"#), token: token)
  }

  @Test("is for devices with the setting alone, tells them only that it worked, and tries no PIN")
  func posting() async throws {
    let site = try await Site()
    let camera = try site.makeToken(.post, postsWhileLocked: true)
    let plain = try site.makeToken(.post)
    let tablet = try site.pair("anna")
    try site.allowPostingWhileLocked("anna")
    try site.setPIN()
    let tries = try site.journals.lock(of: OwnerName("anna"), now: site.clock.read).tries()
    let photo = try Site.photo()
    for token in [camera, tablet] {
      for status in [HTTPResponse.Status.created, .ok] {
        let answers = [
          try await site.post(photo, [("caption", "A bell")], key: "p", token: token),
          try await write(site, token, key: "w"),
        ]
        for answer in answers {
          #expect(answer.status == status && answer.text == Self.receipt, "\(answer.text)")
          #expect(answer.headers[.eTag] == nil && answer.headers[.location] == nil)
        }
      }
      #expect(try await site.request(.get, "/api/v1/tags", token: tablet).status == .locked)
    }
    for token in [plain, site.token] {
      #expect(try await write(site, token, key: "w").status == .locked)
      #expect(try await site.post(photo, token: token).status == .locked)
    }
    // One that only posts has no PIN to try, either.
    let tried = try await site.request(
      .post, "/api/v1/unlock", [.contentType: "application/json"],
      body: ByteBuffer(string: #"{"pin": "8352"}"#), token: camera)
    #expect(tried.status == .forbidden)
    #expect(try site.journals.lock(of: OwnerName("anna"), now: site.clock.read).tries() == tries)

    try site.allowPostingWhileLocked("anna", false)
    #expect(try await write(site, tablet, key: "later").status == .locked)
    let unlocked = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#)
    #expect(unlocked.status == .noContent)
    let posts = try await site.get("/api/v1/posts").json(SeenPage.self).posts
    #expect(posts.count == 4 && posts.count { $0.caption == "A bell" } == 2)
    for post in posts where post.kind == "photo" {
      let small = try await site.get("/api/v1/posts/\(post.number)/thumbnail?size=256")
      #expect(small.status == .ok)
    }
    // A device that has the journal open sees what it posts.
    try site.allowPostingWhileLocked("anna")
    #expect(try await write(site, site.token, key: "own").headers[.eTag] != nil)
  }

  @Test("is allowed on the device's page, where the journal is unlocked")
  func setting() async throws {
    let test = try await PageJournal()
    let path = "/settings/devices/\(try test.device.id)"
    #expect(try await test.visit(path).text.contains("aria-describedby=\"posts-locked-hint\">"))
    let saved = try await test.submit(path + "/posting", ["posts-locked": "1"])
    #expect(saved.location == path + "?saved=1")
    #expect(try test.device.postsWhileLocked)
    #expect(try await test.visit(path).text.contains("posts-locked-hint\" checked>"))
    try test.site.setPIN()
    let refused = try await test.submit(path + "/posting")
    #expect(refused.status == .locked)
    #expect(try test.device.postsWhileLocked)
    #expect(try await test.submit("/settings/devices/99/posting").status == .locked)
  }

  @Test("is the slot's alone: nothing else opens a journal so")
  func slot() throws {
    let sources = Checkout.folder.appending(path: "Sources").path
    let names = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    let using = try names.filter { name in
      guard name.hasSuffix(".swift") else { return false }
      let text = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
      return text.contains("postedToBy")
    }
    let slot = ["Journal/Store/Journal.swift", "Journal/Journal/Posting/PostSlot.swift"]
    #expect(Set(using) == Set(slot))
  }
}
