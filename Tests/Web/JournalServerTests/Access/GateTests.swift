import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("Requests from other sites")
struct OriginTests {
  private func delete(
    _ site: Site, cookie: Bool, by name: String = "daystamp", _ headers: HTTPFields
  ) async throws -> HTTPResponse.Status {
    var headers = headers
    if cookie { headers[.cookie] = "\(name)=\(site.token)" }
    return try await site.request(
      .delete, "/api/v1/trash", headers, token: cookie ? nil : site.token
    ).status
  }

  @Test(
    "change nothing with a browser's cookie",
    arguments: [
      [.origin: "https://evil.example"], [.origin: "null"], [.origin: "https://localhost"],
      [.origin: "http://localhost.evil.example"], [.secFetchSite: "cross-site"],
      [.secFetchSite: "same-site"], [:],
    ] as [HTTPFields])
  func foreign(headers: HTTPFields) async throws {
    let site = try await Site()
    #expect(try await delete(site, cookie: true, headers) == .forbidden)
  }

  @Test(
    "are known from those of the own pages",
    arguments: [
      [.origin: "http://localhost"], [.secFetchSite: "same-origin"],
    ] as [HTTPFields])
  func own(headers: HTTPFields) async throws {
    let site = try await Site()
    #expect(try await delete(site, cookie: true, headers) == .ok)
  }

  @Test("are told by the server's own origin where one is given, whatever they say of the host")
  func given() async throws {
    let site = try await Site(isSecure: true, origin: "https://photos.example.org")
    for (origin, status) in [
      ("https://photos.example.org", HTTPResponse.Status.ok), ("https://localhost", .forbidden),
      ("https://evil.example", .forbidden),
    ] {
      var headers: HTTPFields = [.origin: origin]
      headers[HTTPField.Name(known: "X-Forwarded-Host")] = "evil.example"
      let answer = try await delete(site, cookie: true, by: "__Host-daystamp", headers)
      #expect(answer == status, "\(origin)")
    }
  }

  @Test("are none of those that a program sends, which need say no origin")
  func bearer() async throws {
    let site = try await Site()
    #expect(try await delete(site, cookie: false, [:]) == .ok)
  }

  @Test(
    "leave a browser its cookie where they set more of the name, up to four of them",
    arguments: [
      ("daystamp=garbage; daystamp=GOOD", HTTPResponse.Status.ok),
      ("daystamp=; a=b;daystamp=GOOD; daystamp=OTHER", .ok),
      ("daystamp=OTHER; daystamp=OTHER; daystamp=OTHER; daystamp=GOOD", .ok),
      (
        "daystamp=OTHER; daystamp=OTHER; daystamp=OTHER; daystamp=OTHER; daystamp=GOOD",
        .unauthorized
      ),
      ("daystamp=garbage; daystamp=OTHER", .unauthorized),
    ])
  func several(cookie: String, status: HTTPResponse.Status) async throws {
    let site = try await Site()
    let shown = cookie.replacing("GOOD", with: site.token)
      .replacing("OTHER", with: AccessToken().text)
    let answer = try await site.request(.get, "/api/v1/posts", [.cookie: shown], token: nil)
    #expect(answer.status == status)
  }

  @Test("may still look with a cookie, which shows them nothing")
  func reading() async throws {
    let site = try await Site()
    let response = try await site.request(
      .get, "/api/v1/posts", [.cookie: "daystamp=\(site.token)", .origin: "https://evil.example"],
      token: nil)
    #expect(response.status == .ok)
    #expect(response.headers[.accessControlAllowOrigin] == nil)
  }
}

@Suite("A browser's cookie")
struct DeviceCookieTests {
  private static let day = 86_400

  /// What a browser with a cookie is given, by name.
  private func given(
    _ site: Site, _ path: String = "/", token: String? = nil, name: String = "daystamp"
  ) async throws -> [String] {
    let cookie: HTTPFields = [.cookie: "language=ko; \(name)=\(token ?? site.token)"]
    return try await site.request(.get, path, cookie, token: nil).headers[values: .setCookie]
      .filter { !$0.hasPrefix("pictures=") }
  }

  private func status(_ site: Site, _ token: String) async throws -> HTTPResponse.Status {
    let cookie: HTTPFields = [.cookie: "daystamp=\(token)"]
    return try await site.request(.get, "/api/v1/posts", cookie, token: nil).status
  }

  private func token(_ cookie: String) -> String {
    String(cookie.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" })
  }

  @Test("is replaced daily, and given again until the browser shows the new one")
  func replaced() async throws {
    let site = try await Site()
    #expect(try await given(site).isEmpty)
    site.clock.advance(Self.day)
    let cookie = try #require(try await given(site).first)
    for part in [
      "daystamp=", "Max-Age=\(Device.lifetime + Self.day)", "HttpOnly", "SameSite=Lax", "Path=/",
    ] { #expect(cookie.contains(part), "\(cookie)") }
    #expect(!cookie.contains("Secure"))
    let new = token(cookie)
    #expect(new != site.token)
    // The answer was lost.
    site.clock.advance(40 * Self.day)
    #expect(try await given(site).map(token) == [new])
    #expect(try await status(site, new) == .ok)
    site.clock.advance(59)
    #expect(try await given(site).isEmpty)
    #expect(try await status(site, site.token) == .ok)
    site.clock.advance(1)
    #expect(try await status(site, site.token) == .unauthorized)
    #expect(try await status(site, new) == .ok)
    #expect(try await given(site, token: new).isEmpty)
  }

  @Test("lasts for as long as the device does, which is not when it was not seen for 90 days")
  func unseen() async throws {
    let site = try await Site()
    site.clock.advance(Device.lifetime - 1)
    #expect(try await given(site, "/api/v1/lock").count == 1)
    site.clock.advance(Device.lifetime)
    #expect(try await given(site).isEmpty)
    #expect(try await site.get("/api/v1/lock").status == .unauthorized)
  }

  @Test("is replaced at the lock too")
  func locked() async throws {
    let site = try await Site()
    try site.setPIN()
    site.clock.advance(Self.day)
    let cookie: HTTPFields = [
      .cookie: "daystamp=\(site.token)", .origin: "http://localhost",
      .contentType: "application/json",
    ]
    let answer = try await site.request(
      .post, "/api/v1/unlock", cookie, body: ByteBuffer(string: #"{"pin": "8352"}"#), token: nil)
    #expect(answer.status == .noContent)
    let new = token(try #require(answer.headers[.setCookie]))
    #expect(try await given(site, "/lock").map(token) == [new])
    #expect(try await status(site, new) == .ok)
  }

  @Test("is never given to who shows the token otherwise, or a wrong one")
  func others() async throws {
    let site = try await Site()
    site.clock.advance(Self.day)
    #expect(try await site.get("/").headers[.setCookie] == nil)
    #expect(try await given(site, token: String(site.token.reversed())).isEmpty)
    // A program's token stays what it is.
    site.clock.advance(80 * Self.day)
    #expect(try await site.get("/api/v1/posts").status == .ok)
  }

  @Test("has a name over TLS that browsers take from this host alone, and no other is taken")
  func secure() async throws {
    let site = try await Site(isSecure: true)
    let code = try site.journals.devices.makePairing(for: OwnerName("anna"), now: site.clock.read())
    let paired = try await site.request(.post, "/pair/\(code.text)", token: nil)
    let cookie = try #require(paired.headers[.setCookie])
    #expect(cookie.hasPrefix("__Host-daystamp="))
    #expect(cookie.contains("Secure") && cookie.contains("Path=/") && !cookie.contains("Domain"))
    let asked: HTTPFields = [.cookie: "__Host-daystamp=\(token(cookie))"]
    #expect(try await site.request(.get, "/api/v1/posts", asked, token: nil).status == .ok)
    // Another host of the domain can set this one.
    #expect(try await status(site, token(cookie)) == .unauthorized)
  }

  @Test("from before it had that name is taken once more, and replaced by one that has it")
  func older() async throws {
    let site = try await Site(isSecure: true)
    try await site.journals.makeOlder()
    let given = try await given(site)
    #expect(given.count == 2)
    #expect(given.first?.hasPrefix("__Host-daystamp=") == true)
    #expect(
      given.last?.hasPrefix("daystamp=;") == true && given.last?.contains("Max-Age=0") == true)
    let new = token(given[0])
    let asked: HTTPFields = [.cookie: "__Host-daystamp=\(new)"]
    #expect(try await site.request(.get, "/api/v1/posts", asked, token: nil).status == .ok)
    #expect(try await status(site, new) == .unauthorized)
  }

  @Test("is not sent along by another site's page to change something, by either name")
  func origin() async throws {
    let site = try await Site(isSecure: true)
    let asked: HTTPFields = [
      .cookie: "__Host-daystamp=\(site.token)", .origin: "https://evil.example",
    ]
    #expect(
      try await site.request(.delete, "/api/v1/trash", asked, token: nil).status == .forbidden)
  }
}

extension Journal {
  /// Makes all devices ones that were paired before tokens were replaced.
  fileprivate func makeOlder() async throws {
    let program = try await InstalledProgram.sqlite3(
      "\(folder)/journal.sqlite", "UPDATE device SET issued = 0")
    #expect(program.status == 0, "\(program.error)")
  }
}

@Suite("Devices")
struct DeviceRoutesTests {
  @Test("Programs list and revoke them")
  func devices() async throws {
    struct Devices: Decodable {
      let devices: [Device]
      struct Device: Decodable {
        let id: Int
        let current: Bool
      }
    }
    let site = try await Site()
    let second = try site.pair("anna")
    let bea = try site.add("bea")
    _ = try site.journals.devices.find(
      #require(AccessToken(second)), from: "192.0.2.7", now: site.clock.read() + 3_600)
    let text = try await site.get("/api/v1/devices").text
    #expect(text.contains(#""lastAddress":"192.0.2.7""#))
    #expect(text.contains(#""latestEnd":"2026-06-15T15:06:40Z""#), "\(text)")
    let devices = try await site.get("/api/v1/devices").json(Devices.self).devices
    #expect(devices.count == 2)
    #expect(devices.filter(\.current).count == 1)
    let other = try #require(devices.first { !$0.current })
    let path = "/api/v1/devices/\(other.id)"
    #expect(try await site.request(.delete, path, token: bea).status == .notFound)
    #expect(try await site.request(.delete, path).status == .noContent)
    #expect(try await site.request(.delete, path).status == .notFound)
    #expect(try await site.request(.get, "/api/v1/posts", token: second).status == .unauthorized)
    #expect(try await site.request(.delete, "/api/v1/devices/x").status == .notFound)
  }

  @Test("A revoked device is a stranger")
  func revoking() async throws {
    let test = try await PageJournal()
    #expect(
      try await test.submit("/settings/devices/\(test.device.id + 1)/revoke").status == .notFound)
    _ = try await test.submit("/settings/devices/\(test.device.id)/revoke", ["confirm": "1"])
    #expect(try await test.visit("/timeline").status == .unauthorized)
  }
}
