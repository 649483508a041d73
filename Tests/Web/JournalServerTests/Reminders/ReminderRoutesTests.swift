import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import Reminders
import Sending
import Store
import Testing

@testable import JournalServer

private struct SeenRule: Decodable, Equatable {
  let number: Int
  let subject: String
  let time: String
  let again: Int?
  let quiet: String?
  let on: Bool
}

private struct SeenRules: Decodable { let reminders: [SeenRule] }

private struct SeenWay: Decodable, Equatable {
  let number: Int
  let kind: String
  let address: String?
  let format: String?
  let token: Bool?
  let names: Bool
  let device: Int?
  let failure: Failure?

  struct Failure: Decodable, Equatable {
    let since: String
    let reason: String
  }
}

private struct SeenWays: Decodable { let ways: [SeenWay] }

private struct SeenFeed: Decodable {
  let number: Int
  let name: String
  let names: Bool
  let read: String?
  let address: String?
}

private struct SeenFeeds: Decodable { let feeds: [SeenFeed] }

private struct SeenKey: Decodable { let key: String }

@Suite("Reminders for programs")
struct ReminderRoutesTests {
  private static let path = "/api/v1/reminders"
  /// The key of RFC 8291, appendix A, and its secret.
  private static let keys = """
    {"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",\
    "auth":"BTBZMqHH6r4Tts7J_aSIgg"}
    """

  private static func push(_ endpoint: String = "https://push.example/secret-part") -> String {
    #"{"kind":"push","endpoint":"\#(endpoint)","keys":\#(keys)}"#
  }

  @Test("A rule is made, read, changed and removed")
  func rule() async throws {
    let site = try await Site()
    let added = try await site.send(
      .post, Self.path, #"{"subject":"people","time":"9:00","again":120}"#)
    #expect(added.status == .created, "\(added.text)")
    let rule = try added.json(SeenRule.self)
    #expect((rule.time, rule.again, rule.quiet, rule.on) == ("09:00", 120, "22:00-07:00", true))
    let changed = try await site.send(
      .patch, "\(Self.path)/1", #"{"again":null,"quiet":null,"on":false,"time":"23:30"}"#
    ).json(SeenRule.self)
    #expect((changed.time, changed.again, changed.quiet, changed.on) == ("23:30", nil, nil, false))
    #expect(try await site.get("\(Self.path)/1").json(SeenRule.self) == changed)
    #expect(try await site.get(Self.path).json(SeenRules.self).reminders == [changed])
    #expect(try await site.request(.delete, "\(Self.path)/1").status == .noContent)
    let gone = try await site.get("\(Self.path)/1")
    #expect(gone.status == .notFound && gone.problem == "/problems/no-reminder")
  }

  @Test(
    "What is no rule is refused, and nothing changes",
    arguments: [
      (#"{"subject":"dreams","time":"09:00"}"#, 422, "reminder"),
      (#"{"subject":"people","time":"25:00"}"#, 422, "field"),
      (#"{"subject":"people","time":"09:00","again":4}"#, 422, "reminder"),
      (#"{"subject":"people","time":"09:00","again":5.5}"#, 422, "field"),
      (#"{"subject":"birthdays","time":"09:00","again":60}"#, 422, "reminder"),
      (#"{"subject":"people","time":"23:00","quiet":"22:00-07:00"}"#, 422, "reminder"),
      (#"{"subject":"people","time":"09:00","quiet":"22:00"}"#, 422, "reminder"),
      (#"{"subject":"text","time":"08:00"}"#, 409, "reminder-exists"),
      (#"{"subject":"text","time":"09:00","x":1}"#, 422, "field"),
      (#"{"on":null}"#, 422, "field"), ("{}", 422, nil), ("[", 400, "json"),
    ] as [(String, Int, String?)])
  func wrongRule(json: String, status: Int, kind: String?) async throws {
    let site = try await Site()
    for rule in [
      #"{"subject":"text","time":"08:00"}"#, #"{"subject":"morning","time":"07:30"}"#,
    ] { #expect(try await site.send(.post, Self.path, rule).status == .created) }
    let before = try await site.get(Self.path).json(SeenRules.self).reminders
    for (method, path) in [
      (HTTPRequest.Method.post, Self.path), (.patch, "\(Self.path)/2"),
    ] {
      let answer = try await site.send(method, path, json)
      #expect(answer.status.code == status, "\(method) \(answer.text)")
      if let kind { #expect(answer.problem == "/problems/\(kind)", "\(method) \(answer.text)") }
    }
    #expect(try await site.get(Self.path).json(SeenRules.self).reminders == before)
  }

  @Test(
    "Ways are set up and removed; neither a token nor a browser's secret or address is given out")
  func ways() async throws {
    let site = try await Site()
    let path = "\(Self.path)/ways"
    let hook =
      #"{"kind":"hook","address":"https://ntfy.example/t","format":"gotify","token":"s3cret-T"}"#
    for json in [hook, #"{"kind":"mail","address":"mina@example.org","names":true}"#, Self.push()] {
      let added = try await site.send(.post, path, json)
      #expect(added.status == .created, "\(added.text)")
    }
    let list = try await site.get(path)
    for secret in ["s3cret-T", "secret-part", "BCVxsr7N", "BTBZMqHH"] {
      #expect(!list.text.contains(secret))
      #expect(try await !site.get("/reminders").text.contains(secret))
    }
    let ways = try list.json(SeenWays.self).ways
    #expect(ways.map(\.kind) == ["hook", "mail", "push"])
    #expect((ways[0].format, ways[0].token, ways[0].names) == ("gotify", true, false))
    #expect(ways[1].names && ways[1].token == nil)
    let device = try #require(
      try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read()).first)
    #expect((ways[2].address, ways[2].device) == ("push.example", Int(device.id)))
    // The browser of a device has one subscription.
    let renewed = try await site.send(.post, path, Self.push("https://push.example/other"))
    #expect(renewed.status == .created)
    #expect(try await site.get(path).json(SeenWays.self).ways.map(\.number) == [1, 2, 4])
    #expect(try await site.send(.post, path, hook).problem == "/problems/way-exists")
    let named = try await site.send(.patch, "\(path)/1", #"{"names":true}"#).json(SeenWay.self)
    #expect(named.names)
    #expect(try await site.request(.delete, "\(path)/2").status == .noContent)
    #expect(try await site.request(.delete, "\(path)/2").problem == "/problems/no-way")
  }

  @Test(
    "What nothing may be sent to is refused",
    arguments: [
      (push("http://push.example/a"), "web-address"), (push("https://127.0.0.1/a"), "web-address"),
      (push("https://[::1]/a"), "web-address"), (push("https://10.0.0.1/a"), "web-address"),
      (push("https://2130706433/a"), "web-address"), (push("javascript:alert(1)"), "web-address"),
      (push("https://u:p@push.example/a"), "web-address"),
      (push("https://push.example/" + String(repeating: "a", count: 10_000)), "web-address"),
      (
        #"{"kind":"push","endpoint":"https://push.example/a","keys":{"p256dh":"AAAA","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#,
        "push"
      ),
      (
        push().replacing("BTBZMqHH6r4Tts7J_aSIgg", with: "BTBZ"), "push"
      ),
      (#"{"kind":"push","endpoint":"https://push.example/a"}"#, "field"),
      (#"{"kind":"hook","address":"javascript:alert(1)"}"#, "web-address"),
      (#"{"kind":"hook","address":"http://ntfy.example/t"}"#, "web-address"),
      (#"{"kind":"hook","address":"http://192.168.1.1/t"}"#, "web-address"),
      (#"{"kind":"hook","address":"https://169.254.169.254/t"}"#, "web-address"),
      (#"{"kind":"hook","address":"https://ntfy.example/t","token":"a\r\nX: b"}"#, "hook"),
      (#"{"kind":"hook","address":"https://ntfy.example/t","format":"x"}"#, "field"),
      (#"{"kind":"mail","address":"mina@example.org\r\nBcc: x@example.org"}"#, "mail-address"),
      (#"{"kind":"mail","address":"-oQ@example.org"}"#, "mail-address"),
      (#"{"kind":"mail","address":"mina@example.org","token":"x"}"#, "field"),
      (#"{"kind":"desktop"}"#, "field"),
    ])
  func hostile(json: String, kind: String) async throws {
    let site = try await Site()
    let answer = try await site.send(.post, "\(Self.path)/ways", json)
    #expect(answer.status == .unprocessableContent, "\(answer.text)")
    #expect(answer.problem == "/problems/\(kind)", "\(answer.text)")
    #expect(try await site.get("\(Self.path)/ways").json(SeenWays.self).ways.isEmpty)
  }

  @Test("A test goes by the way; what went wrong is said, and a browser that is gone is forgotten")
  func test() async throws {
    let site = try await Site()
    let path = "\(Self.path)/ways"
    _ = try await site.send(.post, path, Self.push())
    #expect(try await site.request(.post, "\(path)/1/test").status == .noContent)
    #expect(site.teller.told.map(\.way.id) == [1])
    #expect(site.teller.told.first?.notice.title == "Daystamp")
    site.teller.fail(with: .refused(host: "push.example", status: 500))
    let refused = try await site.request(.post, "\(path)/1/test")
    #expect(refused.status.code == 424 && refused.problem == "/problems/sending")
    #expect(refused.text.contains("push.example answered 500"))
    #expect(try await site.get(path).json(SeenWays.self).ways.count == 1)
    site.teller.fail(with: .gone(host: "push.example", status: 410))
    #expect(try await site.request(.post, "\(path)/1/test").status.code == 424)
    #expect(try await site.get(path).json(SeenWays.self).ways.isEmpty)
    #expect(try await site.request(.post, "\(path)/1/test").problem == "/problems/no-way")
    let desktop = try #require(
      try SentReminders(of: site.journal).desktop(now: site.clock.read()))
    let told = try await site.request(.post, "\(path)/\(desktop.id)/test")
    #expect(told.status == .conflict && told.problem == "/problems/no-test")
  }

  @Test("A feed's address is told once, shows the feed, and nothing once it is revoked")
  func feeds() async throws {
    let site = try await Site(origin: "https://days.example")
    let path = "\(Self.path)/feeds"
    let made = try await site.send(.post, path, #"{"name":" Phone ","names":true}"#)
    #expect(made.status == .created, "\(made.text)")
    let feed = try made.json(SeenFeed.self)
    let address = try #require(feed.address)
    #expect((feed.name, feed.names) == ("Phone", true))
    #expect(address.hasPrefix("https://days.example/feeds/") && address.hasSuffix(".ics"))
    let calendar = try await site.request(
      .get, String(address.dropFirst("https://days.example".count)), token: nil)
    #expect(calendar.status == .ok && calendar.text.hasPrefix("BEGIN:VCALENDAR"))
    let list = try await site.get(path)
    #expect(!list.text.contains("/feeds/"))
    #expect(try list.json(SeenFeeds.self).feeds.first?.read != nil)
    try site.journal.settings.set(.webAddress, to: "https://own.example")
    let own = try await site.send(.post, path, #"{"name":"B"}"#).json(SeenFeed.self)
    #expect(own.address?.hasPrefix("https://own.example/feeds/") == true && !own.names)
    let changed = try await site.send(.patch, "\(path)/1", #"{"names":false}"#)
    #expect(try changed.json(SeenFeed.self).names == false)
    #expect(try await site.request(.delete, "\(path)/1").status == .noContent)
    let gone = try await site.request(
      .get, String(address.dropFirst("https://days.example".count)), token: nil)
    #expect(gone.status == .notFound)
    for name in ["", String(repeating: "가", count: 41), #"a\nb"#] {
      let wrong = try await site.send(.post, path, #"{"name":"\#(name)"}"#)
      #expect(wrong.status == .unprocessableContent && wrong.problem == "/problems/name")
    }
  }

  @Test("The key of pushes is a point of P-256, and stays the same")
  func pushKey() async throws {
    let site = try await Site()
    let key = try await site.get("\(Self.path)/push-key").json(SeenKey.self).key
    #expect(key.wholeMatch(of: /B[A-Za-z0-9_-]{86}/) != nil, "\(key)")
    #expect(try await site.get("\(Self.path)/push-key").json(SeenKey.self).key == key)
  }

  @Test("Another owner finds none of it")
  func otherOwner() async throws {
    let site = try await Site()
    _ = try await site.send(.post, Self.path, #"{"subject":"people","time":"09:00"}"#)
    _ = try await site.send(.post, "\(Self.path)/ways", Self.push())
    _ = try await site.send(.post, "\(Self.path)/feeds", #"{"name":"A"}"#)
    let other = try site.add("bea")
    let json = HTTPFields([.init(name: .contentType, value: "application/json")])
    for (method, path, body) in [
      (HTTPRequest.Method.get, "1", ""), (.patch, "1", #"{"on":false}"#), (.delete, "1", ""),
      (.patch, "ways/1", #"{"names":true}"#), (.post, "ways/1/test", ""), (.delete, "ways/1", ""),
      (.patch, "feeds/1", #"{"names":true}"#), (.delete, "feeds/1", ""),
    ] {
      let answer = try await site.request(
        method, "\(Self.path)/\(path)", body.isEmpty ? [:] : json,
        body: body.isEmpty ? nil : ByteBuffer(string: body), token: other)
      #expect(answer.status == .notFound, "\(method) \(path) \(answer.text)")
    }
    #expect(site.teller.told.isEmpty)
    #expect(try site.journal.reminders.rules().count == 1)
    #expect(try site.journal.reminders.ways(now: site.clock.read()).count == 1)
    #expect(try site.journal.reminders.feeds().count == 1)
  }
}
