import Foundation
import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import Reminders
import Sending
import Store
import Synchronization
import Testing

@testable import JournalServer

@Suite("What goes on reaching out when its device is gone")
struct OutletTests {
  private let test: PageJournal

  init() async throws { test = try await PageJournal() }

  /// Adds a hook, a mail address and a feed from the browser.
  private func setUp(_ more: [String: String] = [:]) async throws -> [TestResponse] {
    func submit(_ path: String, _ fields: [String: String]) async throws -> TestResponse {
      try await test.submit(path, fields.merging(more) { $1 })
    }
    return [
      try await submit(
        "/reminders",
        ["deed": "add-hook", "address": "https://ntfy.example/secret-topic", "format": "ntfy"]),
      try await submit("/reminders", ["deed": "add-mail", "address": "mina@example.org"]),
      try await submit("/reminders/feeds", ["name": "Calendar <b>"]),
    ]
  }

  private func outlets() throws -> [Outlet] {
    try test.journals.behindLock(of: test.journal.owner).journal.reminders
      .outlets(now: PageJournal.now)
  }

  /// "feed-made: Phone", the first first.
  private func events() throws -> [String] {
    try test.journals.accessLog(of: test.journal.owner).list(limit: 100, now: PageJournal.now)
      .reversed().map { "\($0.kindName): \($0.detail ?? "")" }
      .filter { !$0.hasPrefix("pair") && !$0.hasPrefix("pin") }
  }

  private static let made = [
    "way-made: ntfy.example", "way-made: mina@example.org", "feed-made: Calendar <b>",
  ]

  @Test("has events, which other devices see too, and the device that set it up")
  func told() async throws {
    let maker = try test.device
    let other = try test.site.pair("anna")
    #expect(try await setUp().allSatisfy { $0.status.code < 400 })
    #expect(try events() == Self.made)
    #expect(try outlets().map(\.maker?.device) == Array(repeating: maker.id, count: 3))
    let today = try await test.site.request(
      .get, "/", [.acceptLanguage: "en"], token: other
    ).text
    #expect(today.contains("A calendar feed was made:"))
    let page = try await test.visit("/reminders").text
    #expect(page.components(separatedBy: "set up by \(maker.name.text)").count == 4)
    #expect(!page.contains("Calendar <b>"))
  }

  @Test(
    "goes with its device where that is asked, and stays where it is not", arguments: [true, false])
  func revoked(isAsked: Bool) async throws {
    _ = try await setUp()
    // What the machine sets up is not the device's.
    _ = try test.journal.reminders.addFeed(FeedName("Mine"), names: false, now: PageJournal.now)
    let id = try test.device.id
    let other = try test.site.pair("anna")
    let page = try await test.visit("/settings/devices/\(id)").text
    #expect(page.contains(#"name="outlets" value="1" checked"#))
    #expect(page.contains("mina@example.org") && !page.contains("Mine"))
    let answer = try await test.site.request(
      .post, "/settings/devices/\(id)/revoke",
      [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: isAsked ? "outlets=1" : "token=0"), token: other)
    #expect(answer.status == .seeOther, "\(answer.text)")
    #expect(try outlets().count == (isAsked ? 1 : 4))
    let removed = Self.made.map { $0.replacing("-made", with: "-removed") }
    #expect(
      try events() == Self.made + ["feed-made: Mine", "revoked: phone"]
        + (isAsked ? removed : []))
  }

  @Test("goes with a device that a program revokes, and with a new PIN, where that is asked")
  func otherWays() async throws {
    _ = try await setUp()
    let (id, other) = (try test.device.id, try test.site.pair("anna"))
    let settings = try await test.visit("/settings/lock").text
    #expect(settings.contains(#"name="outlets" value="1""#) && settings.contains("secret-topic"))
    _ = try await test.submit(
      "/settings/pin", ["action": "set", "new-pin": "8352", "new-pin-again": "8352"])
    #expect(try outlets().count == 3)
    let new = ["action": "change", "new-pin": "8046", "new-pin-again": "8046", "outlets": "1"]
    let wrong = try await test.submit("/settings/pin", new.merging(["pin": "9999"]) { $1 })
    #expect(wrong.location.contains("problem"))
    #expect(try outlets().count == 3)
    _ = try await test.submit("/settings/pin", new.merging(["pin": "8352"]) { $1 })
    #expect(try outlets().isEmpty)
    _ = try await setUp()
    _ = try await test.site.request(
      .post, "/unlock", [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: "pin=8046"), token: other)
    let answer = try await test.site.request(
      .delete, "/api/v1/devices/\(id)?outlets=1", token: other)
    #expect(answer.status == .noContent, "\(answer.text)")
    #expect(try outlets().isEmpty)
  }

  @Test("names nobody behind a PIN until that is typed again")
  func names() async throws {
    _ = try await test.submit(
      "/settings/pin", ["action": "set", "new-pin": "8352", "new-pin-again": "8352"])
    for more in [["names": "1"], ["names": "1", "pin": "x"]] {
      #expect(try await setUp(more).allSatisfy { [403, 422].contains($0.status.code) })
      #expect(try outlets().isEmpty)
    }
    let page = try await test.visit("/reminders").text
    #expect(page.components(separatedBy: #"name="pin""#).count == 4)
    #expect(try await setUp(["pin": "9999"]).allSatisfy { $0.status.code < 400 })
    let feed = try #require(try test.journal(unlockedBy: "8352").reminders.feeds().first)
    let path = "/api/v1/reminders/feeds/\(feed.id)"
    let refused = try await test.site.send(.patch, path, #"{"names":true}"#)
    #expect(refused.status == .forbidden && refused.text.contains("pin-again"))
    let wrong = try await test.site.send(.patch, path, #"{"names":true,"pin":"9999"}"#)
    #expect(wrong.status == .forbidden && wrong.text.contains("wrong-pin"), "\(wrong.text)")
    let right = try await test.site.send(.patch, path, #"{"names":true,"pin":"8352"}"#)
    #expect(right.status == .ok, "\(right.text)")
    #expect(try events().last == "names-allowed: Calendar <b>")
    #expect(try await test.site.send(.patch, path, #"{"names":false}"#).status == .ok)
    let form = ["deed": "name-in-feed", "number": "\(feed.id)", "names": "1"]
    #expect(try await test.submit("/reminders", form).status != .seeOther)
    #expect(
      try await test.submit("/reminders", form.merging(["pin": "8352"]) { $1 }).status == .seeOther)
    let again = try await setUp(["names": "1", "pin": "8352", "name": "Other"])
    #expect(again.last.map { $0.status == .ok } == true)
  }
}

@Suite("Hooks that devices set up")
struct HookReachTests {
  private static let local = [
    "http://127.0.0.1:5432/a", "https://127.0.0.1/a", "http://localhost/a", "https://10.0.0.1/a",
    "https://[::1]/a",
  ]

  private func add(_ address: String, to site: Site) async throws -> TestResponse {
    try await site.send(
      .post, "/api/v1/reminders/ways", #"{"kind":"hook","address":"\#(address)"}"#)
  }

  @Test(
    "reach the machine and its network where one owner has it, and the world alone where two do")
  func setUp() async throws {
    let site = try await Site()
    for address in Self.local {
      #expect(try await add(address, to: site).status == .created, "\(address)")
    }
    _ = try site.add("ben")
    for address in Self.local {
      let answer = try await add(address + "/b", to: site)
      #expect(answer.status == .unprocessableContent, "\(address): \(answer.text)")
    }
    #expect(try await add("https://ntfy.example/a", to: site).status == .created)
    #expect(try site.journal.reminders.ways(now: 0).count == Self.local.count + 1)
  }

  @Test("are sent by the rule of the moment, and those of the machine by the machine's own")
  func sent() async throws {
    /// Keeps the policy of what it is given to send.
    final class Web: WebSender {
      let policies = Mutex<[AddressPolicy]>([])
      func post(_ request: WebRequest) async throws(SendingError) -> WebAnswer {
        policies.withLock { $0.append(request.policy) }
        throw .timedOut(host: "a", seconds: 1)
      }
    }
    let site = try await Site()
    _ = try await add("http://127.0.0.1:5432/a", to: site)
    let own = try site.journal.reminders.add(.hook("http://127.0.0.1:5432/b"), now: 0)
    let foreign = try #require(
      try site.journal.reminders.ways(now: site.clock.read()).first { $0.id != own.id })
    let web = Web()
    let notice = Notice(title: "a", body: "", link: nil, identifier: "a")
    func send(_ rule: HookRule) async {
      let sender = WaySender(web: web, hooks: rule, now: site.clock.read)
      for way in [own, foreign] { try? await sender.send(notice, by: way) }
    }
    await send(HookRule(site.journals))
    await send(HookRule(site.journals, takesOwners: true))
    _ = try site.add("ben")
    await send(HookRule(site.journals))
    await send(HookRule(site.journals, chosen: .local))
    #expect(
      web.policies.withLock { $0 } == [
        .privateAllowed, .privateAllowed, .privateAllowed, .publicOnly, .privateAllowed,
        .publicOnly,
        .privateAllowed, .privateAllowed,
      ])
  }

  @Test(
    "tell who set them up no more than a status, or that nobody was reached",
    arguments: [
      SendingError.unknownHost("a.example"),
      .refusedAddress(host: "a.example", address: "10.0.0.1"),
      .unreachable(host: "a.example", reason: "Connection refused (errno 111)"),
      .timedOut(host: "a.example", seconds: 10),
    ])
  func silent(error: SendingError) async throws {
    let site = try await Site()
    _ = try await add("https://a.example/b", to: site)
    site.teller.fail(with: error)
    let test = try await site.request(.post, "/api/v1/reminders/ways/1/test")
    #expect(test.text.contains("a.example cannot be reached."), "\(test.text)")
    site.teller.fail(
      with: .redirected(host: "a.example", status: 302, location: "http://10.0.0.1/admin"))
    let moved = try await site.request(.post, "/api/v1/reminders/ways/1/test").text
    #expect(moved.contains("302") && !moved.contains("admin"))
  }
}

extension PageJournal {
  /// The journal, opened as the machine opens it.
  fileprivate func journal(unlockedBy digits: String) throws -> OwnerJournal {
    let lock = try journals.lock(of: journal.owner, iterations: 10, now: { Self.now })
    let token = try lock.unlock(PIN(Array(digits.utf8).span))
    return try journals.journal(of: journal.owner, keys: Keyring(token, now: { Self.now }))
  }
}
