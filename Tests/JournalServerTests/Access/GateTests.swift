import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Store
import Testing

@testable import JournalServer

@Suite("Requests from other sites")
struct OriginTests {
  private func delete(
    _ site: Site, cookie: Bool, _ headers: HTTPFields
  ) async throws -> HTTPResponse.Status {
    var headers = headers
    if cookie { headers[.cookie] = "daystamp=\(site.token)" }
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
      #expect(try await delete(site, cookie: true, headers) == status, "\(origin)")
    }
  }

  @Test("are none of those that a program sends, which need say no origin")
  func bearer() async throws {
    let site = try await Site()
    #expect(try await delete(site, cookie: false, [:]) == .ok)
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
  private func setCookie(
    _ site: Site, _ path: String = "/", _ headers: HTTPFields? = nil
  ) async throws -> String? {
    let cookie: HTTPFields = [.cookie: "language=ko; daystamp=\(site.token)"]
    return try await site.request(.get, path, headers ?? cookie, token: nil).headers[.setCookie]
  }

  @Test("is kept on from when it is seen, so that nobody who looks in is forgotten")
  func renewed() async throws {
    let site = try await Site()
    #expect(try await setCookie(site) == nil)
    site.clock.advance(3_600)
    let cookie = try #require(try await setCookie(site))
    for part in [
      "daystamp=\(site.token)", "Max-Age=\(Device.lifetime)", "HttpOnly", "SameSite=Lax", "Path=/",
    ] { #expect(cookie.contains(part), "\(cookie)") }
    #expect(!cookie.contains("Secure"))
    // Seen within the hour.
    #expect(try await setCookie(site) == nil)

    for _ in 0..<3 {
      site.clock.advance(Device.lifetime - 1)
      #expect(try await setCookie(site, "/api/v1/lock") != nil)
    }
    site.clock.advance(Device.lifetime)
    #expect(try await setCookie(site) == nil)
    #expect(try await site.get("/api/v1/lock").status == .unauthorized)
  }

  @Test("is kept on at the lock too, where the page after it was first requested")
  func locked() async throws {
    let site = try await Site()
    try site.setPIN()
    site.clock.advance(3_600)
    // Leads to the lock, and is when the device is seen.
    #expect(try await setCookie(site) == nil)
    let cookie: HTTPFields = [
      .cookie: "daystamp=\(site.token)", .origin: "http://localhost",
      .contentType: "application/json",
    ]
    let answer = try await site.request(
      .post, "/api/v1/unlock", cookie, body: ByteBuffer(string: #"{"pin": "8352"}"#), token: nil)
    #expect(answer.status == .noContent)
    #expect(answer.headers[.setCookie]?.contains("daystamp=\(site.token)") == true)
  }

  @Test("is never given to who shows the token otherwise, or a wrong one")
  func others() async throws {
    let site = try await Site(isSecure: true)
    site.clock.advance(3_600)
    #expect(try await setCookie(site, "/", [.authorization: "Bearer \(site.token)"]) == nil)
    site.clock.advance(3_600)
    let wrong = String(site.token.reversed())
    #expect(try await setCookie(site, "/", [.cookie: "daystamp=\(wrong)"]) == nil)
    #expect(try await setCookie(site)?.contains("Secure") == true)
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
    _ = try await test.submit("/settings/devices/\(test.device.id)/revoke")
    #expect(try await test.visit("/posts").status == .unauthorized)
  }
}
