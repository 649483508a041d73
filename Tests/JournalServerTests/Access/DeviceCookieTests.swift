import HTTPTypes
import HummingbirdTesting
import NIOCore
import Store
import Testing

@testable import JournalServer

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

  @Test("is kept on at the lock too, where the page behind it was first asked for")
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
