import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Store
import TestSupport
import Testing

@testable import JournalServer

@Suite("What a browser keeps for reading without a network")
struct OfflineRoutesTests {
  private static let anna: HTTPFields = [.pageOwner: "anna"]

  private func chosen() async throws -> PageJournal {
    let test = try await PageJournal()
    let path = "/settings/devices/\(try test.device.id)/offline"
    let answer = try await test.submit(path, ["offline": "1"])
    #expect(answer.location == "/settings/devices/\(try test.device.id)?saved=1")
    return test
  }

  private struct Key: Decodable {
    let key: String
    let hasPIN: Bool
    let secondsLeftUnused: Int?
    let locksOnLeaving: Bool
  }

  @Test("is nothing where that was not chosen: no key, no days")
  func notChosen() async throws {
    let test = try await PageJournal()
    let key = try await test.site.request(.post, "/offline/key", Self.anna)
    #expect(key.status == .notFound)
    for path in ["/offline/days", "/offline/days/2024-01-31"] {
      #expect(try await test.visit(path).status == .noContent)
    }
    #expect(try await test.visit("/offline").location == "/settings/devices/1")
    #expect(try await !test.visit("/").text.contains("data-keeps-offline"))
  }

  @Test("is encrypted with a key that a page of the owner's gets, and no cache")
  func key() async throws {
    let test = try await chosen()
    let answer = try await test.site.request(.post, "/offline/key", Self.anna)
    let key = try answer.json(Key.self)
    let stored = try test.journals.devices.offlineKey(of: test.device)
    #expect(Data(base64Encoded: key.key).map { Array($0) } == stored)
    #expect(!key.hasPIN && key.secondsLeftUnused == nil && !key.locksOnLeaving)
    #expect(answer.headers[.cacheControl] == "no-store")
    #expect(try await test.visit("/").text.contains("data-keeps-offline"))
  }

  @Test(
    "is encrypted with a key that no other page gets",
    arguments: [
      [.origin: "https://evil.example", .pageOwner: "anna"],
      [.secFetchSite: "cross-site", .pageOwner: "anna"], [.pageOwner: "anna"],
    ] as [HTTPFields])
  func otherSites(headers: HTTPFields) async throws {
    let test = try await chosen()
    var headers = headers
    headers[.cookie] = "daystamp=\(test.site.token)"
    let answer = try await test.site.request(.post, "/offline/key", headers, token: nil)
    #expect(answer.status == .forbidden)
    // A form of another site can send no field of the head, and reading alone gives nothing.
    headers = [.origin: "http://localhost", .cookie: "daystamp=\(test.site.token)"]
    for method in [HTTPRequest.Method.post, .get] {
      let answer = try await test.site.request(method, "/offline/key", headers, token: nil)
      #expect([.conflict, .methodNotAllowed].contains(answer.status))
    }
  }

  @Test("is another owner's secret, and nobody's without a device")
  func otherOwners() async throws {
    let test = try await chosen()
    let bob = try test.site.add("bob")
    let id = try test.device.id
    for (token, owner, status) in [
      (bob, "anna", HTTPResponse.Status.conflict), (bob, "bob", .notFound),
      (nil, "anna", .unauthorized),
    ] {
      let answer = try await test.site.request(
        .post, "/offline/key", [.pageOwner: owner], token: token)
      #expect(answer.status == status)
    }
    let answer = try await test.site.request(
      .post, "/settings/devices/\(id)/offline",
      [.contentType: "application/x-www-form-urlencoded"], token: bob)
    #expect(answer.status == .notFound)
    #expect(try test.device.keepsOffline)
  }

  @Test("is chosen by the browser itself, and ended by any of the owner's")
  func otherDevices() async throws {
    let test = try await PageJournal()
    let other = try test.site.pair("anna")
    let id = try test.device.id
    let path = "/settings/devices/\(id)/offline"
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    func send(_ text: String, _ token: String) async throws -> HTTPResponse.Status {
      try await test.site.request(.post, path, form, body: ByteBuffer(string: text), token: token)
        .status
    }
    let own = try #require(
      test.journals.devices.find(try #require(AccessToken(other)), now: PageJournal.now)?.id == id
        ? other : test.site.token)
    let another = own == other ? test.site.token : other
    #expect(try await send("offline=1", another) == .notFound)
    #expect(try await send("offline=1", own) == .seeOther)
    #expect(try await send("", another) == .seeOther)
    let key = try await test.site.request(.post, "/offline/key", Self.anna, token: own)
    #expect(key.status == .notFound)
  }

  @Test("has no key while the journal is locked")
  func locked() async throws {
    let test = try await chosen()
    let pin = ["new-pin": "8352", "new-pin-again": "8352", "action": "set"]
    _ = try await test.submit("/settings/pin", pin)
    let open = try await test.site.request(.post, "/offline/key", Self.anna).json(Key.self)
    #expect(open.hasPIN && (open.secondsLeftUnused ?? 0) > 0)
    _ = try await test.submit("/lock")
    let locked = try await test.site.request(.post, "/offline/key", Self.anna)
    #expect(locked.status == .locked && !locked.text.contains(open.key))
  }

  private struct Days: Decodable {
    struct Day: Decodable, Equatable { let day, tag: String }
    let days: [Day]
  }

  @Test("is the last thirty days, each asked for anew once it has changed")
  func days() async throws {
    let test = try await chosen()
    for day in ["2024-01-01 12:00", "2024-01-02 12:00", "2024-01-30 12:00", "2024-01-31 12:00"] {
      try await test.post(day, caption: "<i>\(day)</i>")
    }
    let answer = try await test.visit("/offline/days")
    let days = try answer.json(Days.self).days
    #expect(days.map(\.day) == ["2024-01-31", "2024-01-30", "2024-01-02"])
    let tag = try #require(answer.headers[.eTag])
    let again = try await test.site.get("/offline/days", [.ifNoneMatch: tag])
    #expect(again.status == .notModified)
    try await test.post("2024-01-30 13:00")
    let changed = try await test.site.get("/offline/days", [.ifNoneMatch: tag])
    let others = try changed.json(Days.self).days
    #expect(zip(days, others).map { $0 == $1 } == [true, false, true])
    let page = try await test.visit("/offline/days/2024-01-31").text
    #expect(page.contains("&lt;i&gt;2024-01-31 12:00&lt;/i&gt;") && page.contains("/thumbnails/"))
    #expect(!page.contains("data:image") && !page.contains("<html"))
  }
}
