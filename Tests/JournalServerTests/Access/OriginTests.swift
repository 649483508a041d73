import HTTPTypes
import Hummingbird
import HummingbirdTesting
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
      headers[HTTPField.Name("X-Forwarded-Host") ?? .origin] = "evil.example"
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
