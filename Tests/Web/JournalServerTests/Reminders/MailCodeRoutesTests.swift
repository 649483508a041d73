import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Reminders
import Sending
import Store
import Testing

@testable import JournalServer

private struct SeenWay: Decodable, Equatable {
  let number: Int
  let confirmed: Bool
  let failure: Failure?

  struct Failure: Decodable, Equatable { let reason: String }
}

private struct SeenWays: Decodable { let ways: [SeenWay] }

extension Site {
  /// The digits of the code that was mailed last.
  var mailedCode: String {
    get throws {
      let body = try #require(teller.told.last?.notice.body)
      return String(try #require(body.firstMatch(of: /\n([0-9]{4} [0-9]{4})\n/)?.1))
    }
  }
}

@Suite("Mail that programs set up")
struct MailCodeRoutesTests {
  private static let path = "/api/v1/reminders/ways"

  private func add(
    _ address: String = "mina@example.org", to site: Site, token: String? = nil
  ) async throws -> TestResponse {
    try await site.request(
      .post, Self.path, [.contentType: "application/json"],
      body: ByteBuffer(string: #"{"kind":"mail","address":"\#(address)"}"#),
      token: token ?? site.token)
  }

  private func confirm(_ code: String, at site: Site) async throws -> TestResponse {
    try await site.send(.post, "\(Self.path)/1/confirmation", #"{"code":"\#(code)"}"#)
  }

  @Test("waits for the code, which is mailed and not told here")
  func flow() async throws {
    let site = try await Site(url: "https://photos.example")
    let added = try await add(to: site)
    #expect(added.status == .created, "\(added.text)")
    #expect(try added.json(SeenWay.self) == SeenWay(number: 1, confirmed: false, failure: nil))
    let code = try site.mailedCode
    #expect(!added.text.contains(code) && site.teller.told.map(\.way.id) == [1])
    let test = try await site.request(.post, "\(Self.path)/1/test")
    #expect(test.status == .conflict && test.problem == "/problems/way-unconfirmed")
    let first = code.hasPrefix("0") ? "1" : "0"
    let wrong = try await confirm(first + code.dropFirst(), at: site)
    #expect(wrong.status == .forbidden && wrong.problem == "/problems/wrong-code")
    #expect(wrong.text.contains("4 tries left"), "\(wrong.text)")
    #expect(try await confirm("1", at: site).problem == "/problems/code")
    let again = try await site.request(.post, "\(Self.path)/1/code")
    #expect(again.status == .noContent && site.teller.told.count == 2)
    let identifiers = site.teller.told.map(\.notice.identifier)
    #expect(identifiers.allSatisfy { $0.hasPrefix("code-1-") && $0.utf8.count <= 32 })
    let right = try await confirm(try site.mailedCode, at: site)
    #expect(try right.json(SeenWay.self).confirmed, "\(right.text)")
    #expect(try await site.request(.post, "\(Self.path)/1/test").status == .noContent)
    let late = try await site.request(.post, "\(Self.path)/1/code")
    #expect(late.status == .conflict && late.problem == "/problems/way-confirmed")
  }

  @Test("gets a mail that says who asks, in no word of the owner's")
  func words() async throws {
    for (url, says) in [
      ("https://photos.example", "the Daystamp server at https://photos.example to"),
      (nil, "a Daystamp server to"),
    ] {
      let site = try await Site(url: url)
      try site.journal.settings.set(.webAddress, to: "https://evil.example")
      try site.journal.renameOwner(to: OwnerName("Buy at evil.example"))
      #expect(try await add(to: site).status == .created)
      let notice = try #require(site.teller.told.last?.notice)
      #expect(notice.link == nil && notice.body.contains(says), "\(notice.body)")
      #expect(notice.body.contains("ignore this mail"))
      for text in ["evil", "Buy", "localhost"] {
        #expect(!(notice.title + notice.body).contains(text), "\(notice.body)")
      }
    }
  }

  @Test("is there where the code is not sent, and says why; another one may be sent")
  func notSent() async throws {
    let site = try await Site()
    site.teller.fail(with: .failed(program: "sendmail", status: 78, said: "no account"))
    let added = try await add(to: site)
    let failure = try #require(try added.json(SeenWay.self).failure)
    #expect(failure.reason == "sendmail ended with status 78.", "\(failure)")
    let again = try await site.request(.post, "\(Self.path)/1/code")
    #expect(again.status.code == 424 && again.problem == "/problems/sending")
    site.teller.fail(with: nil)
    #expect(try await site.request(.post, "\(Self.path)/1/code").status == .noContent)
    let ways = try await site.get(Self.path).json(SeenWays.self).ways
    #expect(ways == [SeenWay(number: 1, confirmed: false, failure: nil)])
  }

  @Test("has five codes a day, also where it is removed and set up again, then says when")
  func codes() async throws {
    let site = try await Site()
    for number in 1...5 {
      #expect(try await add(to: site).status == .created)
      #expect(try await site.request(.delete, "\(Self.path)/\(number)").status == .noContent)
    }
    let late = try await add(to: site)
    #expect(late.status == .tooManyRequests && late.problem == "/problems/too-many-mails")
    #expect(late.headers[.retryAfter] == "86400" && late.text.contains("5 codes were mailed"))
    #expect(site.teller.told.count == 5)
    #expect(try await site.get(Self.path).json(SeenWays.self).ways.isEmpty)
    site.clock.advance(86_400)
    #expect(try await add(to: site).status == .created)
  }

  @Test(
    "and hooks are tested three times an hour, and then it says when", arguments: [true, false])
  func tests(isHook: Bool) async throws {
    let site = try await Site()
    let facts = isHook ? WayFacts(.hook, to: "https://a.example") : .init(.mail, to: "a@b.example")
    try site.journal.reminders.add(facts, now: site.clock.read())
    for _ in 0..<3 {
      #expect(try await site.request(.post, "\(Self.path)/1/test").status == .noContent)
    }
    site.clock.advance(60)
    let late = try await site.request(.post, "\(Self.path)/1/test")
    #expect(late.status == .tooManyRequests && late.problem == "/problems/too-many-tests")
    #expect(late.headers[.retryAfter] == "3540", "\(late.headers)")
    #expect(site.teller.told.count == 3)
    site.clock.advance(3_540)
    #expect(try await site.request(.post, "\(Self.path)/1/test").status == .noContent)
  }

  @Test(
    "is not for owners whom accounts made, unless the server says so", arguments: [false, true])
  func accounts(mayMail: Bool) async throws {
    let test = try await SigningSite(makesOwners: true, accountsMayMail: mayMail)
    let back = try await test.comeBack(cookie: try await test.begin())
    let cookie = try #require(back.deviceCookie)
    let form: HTTPFields = [
      .contentType: "application/x-www-form-urlencoded", .origin: "http://localhost",
      .cookie: cookie,
    ]
    let added = try await test.site.request(
      .post, "/reminders", form,
      body: ByteBuffer(string: "deed=add-mail&address=mina%40example.org"), token: nil)
    #expect(added.status == (mayMail ? .seeOther : .forbidden), "\(added.text)")
    #expect(test.site.teller.told.count == (mayMail ? 1 : 0))
    let page = try await test.site.request(
      .get, "/reminders", [.cookie: cookie, .acceptLanguage: "en"], token: nil)
    #expect(page.text.contains("id=\"mail-address\"") == mayMail)
    #expect(page.text.contains("Only the person who runs this server") != mayMail)
    let json: HTTPFields = [
      .contentType: "application/json", .cookie: cookie, .origin: "http://localhost",
    ]
    let asked = try await test.site.request(
      .post, Self.path, json,
      body: ByteBuffer(string: #"{"kind":"mail","address":"b@example.org"}"#), token: nil)
    #expect(asked.status == (mayMail ? .created : .forbidden), "\(asked.text)")
    if !mayMail { #expect(asked.problem == "/problems/no-mail") }
  }
}

@Suite("Mail on the page of reminders")
struct MailCodePagesTests {
  private func `do`(
    _ deed: String, _ test: PageJournal, _ fields: [String: String] = ["number": "1"]
  ) async throws -> TestResponse {
    try await test.submit("/reminders", fields.merging(["deed": deed]) { $1 })
  }

  @Test("waits for its code in a field of its own, and is tested only then")
  func flow() async throws {
    let test = try await PageJournal()
    _ = try await test.submit(
      "/reminders",
      ["deed": "add-rule", "subject": "morning", "time": "07:30"])
    let added = try await `do`("add-mail", test, ["address": "mina@example.org"])
    #expect(added.location == "/reminders?mailed=1#ways", "\(added.text)")
    let page = try await test.visit(added.location).text
    for text in [
      "We mailed you a code", "waiting for the code", "id=\"way-1-code\"", "Send the code again",
      "No way to reach you yet",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("value=\"test\""))
    #expect(try await test.visit("/reminders", language: "ko").text.contains("코드 기다리는 중"))
    let tested = try await `do`("test", test)
    #expect(tested.text.contains("is waiting for the code") && test.site.teller.told.count == 1)
    let empty = try await `do`("confirm", test, ["number": "1", "code": "<x>"])
    #expect(empty.status == .unprocessableContent && !empty.text.contains("<x>"))
    #expect(empty.text.contains("id=\"way-1-code-wrong\""))
    let again = try await `do`("send-code", test)
    #expect(again.location == "/reminders?mailed=1#ways")
    let code = try test.site.mailedCode
    let confirmed = try await `do`("confirm", test, ["number": "1", "code": code])
    #expect(confirmed.location == "/reminders?saved=ways#ways", "\(confirmed.text)")
    let after = try await test.visit("/reminders").text
    #expect(!after.contains("waiting for the code") && after.contains("value=\"test\""))
    #expect(!after.contains("No way to reach you yet"))
  }

  @Test("is refused with the time to wait where as much was sent as may be")
  func limits() async throws {
    let test = try await PageJournal()
    for number in 1...5 {
      #expect(
        try await `do`("add-mail", test, ["address": "m\(number)@example.org"]).status
          == .seeOther)
    }
    let late = try await `do`("add-mail", test, ["address": "x@example.org"])
    #expect(late.status == .tooManyRequests && late.headers[.retryAfter] == "86400")
    #expect(late.text.contains("id=\"mail-address-wrong\"") && late.text.contains("5 codes"))
    let again = try await `do`("send-code", test)
    #expect(again.status == .tooManyRequests && again.headers[.retryAfter] == "86400")
    #expect(again.text.contains("5 codes were mailed within a day"))
    _ = try await test.submit(
      "/reminders", ["deed": "add-hook", "address": "https://a.example", "format": "ntfy"])
    for _ in 0..<3 { #expect(try await `do`("test", test, ["number": "6"]).status == .seeOther) }
    let tested = try await `do`("test", test, ["number": "6"])
    #expect(tested.status == .tooManyRequests && tested.headers[.retryAfter] == "3600")
    #expect(tested.text.contains("You sent 3 tests within an hour"), "\(tested.text)")
    #expect(test.site.teller.told.count == 8)
  }
}
