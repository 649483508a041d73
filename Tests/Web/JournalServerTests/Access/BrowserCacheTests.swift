import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Store
import Testing
import TestSupport

@testable import JournalServer

/// What a browser asks, which has a device's cookie.
private struct Browser {
  let site: Site
  let token: String
  /// What it is known by beside the device, once it was told.
  var name: String?

  init(_ site: Site, token: String? = nil) {
    (self.site, self.token) = (site, token ?? site.token)
  }

  func ask(
    _ method: HTTPRequest.Method = .get, _ path: String, _ headers: HTTPFields = [:],
    body: String? = nil
  ) async throws -> TestResponse {
    var headers = headers
    headers[.cookie] =
      "daystamp=\(token); __Host-daystamp=\(token)" + (name.map { "; pictures=\($0)" } ?? "")
    if method != .get { headers[.secFetchSite] = "same-origin" }
    return try await site.request(
      method, path, headers, body: body.map { ByteBuffer(string: $0) }, token: nil)
  }

  func send(_ path: String, form: String = "") async throws -> TestResponse {
    try await ask(.post, path, [.contentType: "application/x-www-form-urlencoded"], body: form)
  }

  /// The address of the thumbnail on the page of a day.
  func address(_ path: String = "/days/2024-01-31") async throws -> String {
    let text = try await ask(.get, path).text
    let match = try #require(text.firstMatch(of: /src="(\/thumbnails\/[^"]+)"/), "\(text)")
    return String(match.1)
  }
}

private let clears = "\"cache\""
private let keeps = "private, max-age=86400, immutable"

@Suite("A browser's pictures")
struct BrowserPictureTests {
  @Test("are kept under an address of the session alone, with tag, range and condition")
  func address() async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    let browser = Browser(site)
    let address = try await browser.address()
    let whole = try await browser.ask(.get, address)
    #expect(whole.status == .ok && whole.headers[.contentType] == "image/jpeg")
    #expect(whole.headers[.cacheControl] == keeps)
    let tag = try #require(whole.headers[.eTag])
    let same = try await browser.ask(.get, address, [.ifNoneMatch: tag])
    #expect(same.status == .notModified && same.headers[.cacheControl] == keeps)
    let part = try await browser.ask(.get, address, [.range: "bytes=0-9"])
    #expect(part.status == .partialContent && part.bytes == Array(whole.bytes[..<10]))
    #expect(try await browser.address() == address)
    #expect(try await browser.address("/timeline") == address)
    for path in ["/months/2024-01", "/days/2024-01-31", "/posts/1"] {
      #expect(try await browser.ask(.get, path).headers[.cacheControl] == "no-store")
    }
    // A program keeps nothing for a browser's reasons, and needs no nonce.
    #expect(try await site.get(address).headers[.cacheControl] == "no-store")
    for wrong in ["?size=255", "?size=", ""] {
      let path = "\(address.prefix { $0 != "?" })\(wrong)"
      #expect(try await browser.ask(.get, path).status == .badRequest)
    }
  }

  @Test("of a photo whose label is changed are not kept under the earlier one's address")
  func version() async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    let browser = Browser(site)
    let address = try await browser.address()
    let edited = try await site.send(
      .patch, "/api/v1/posts/1", #"{"time": "2024-01-31 11:11"}"#, [.ifMatch: "*"])
    #expect(edited.status == .ok, "\(edited.text)")
    let other = try await browser.ask(.get, address)
    #expect(other.status == .ok && other.headers[.cacheControl] == "no-store")
    #expect(try await browser.address() != address)
  }

  @Test("are nobody's by the nonce of another device, another owner or an ended session")
  func nonces() async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    let browser = Browser(site)
    let other = Browser(site, token: try site.pair("anna"))
    let stranger = Browser(site, token: try site.add("bea"))
    let withoutPIN = try await browser.address()
    let others = try await other.address()
    #expect(withoutPIN != others)
    #expect(try await other.ask(.get, others).status == .ok)
    #expect(try await other.ask(.get, withoutPIN).status == .notFound)
    #expect(try await browser.ask(.get, others).status == .notFound)
    #expect(try await stranger.ask(.get, withoutPIN).status == .notFound)
    #expect(try await site.request(.get, withoutPIN, token: nil).status == .unauthorized)

    try site.setPIN()
    for address in [withoutPIN, others] {
      let locked = try await browser.ask(.get, address)
      #expect(locked.status == .seeOther && locked.location.hasPrefix("/lock?"))
    }
    #expect(try await browser.send("/unlock?next=/posts", form: "pin=8352").location == "/posts")
    let session = try await browser.address()
    #expect(session != withoutPIN)
    #expect(try await browser.ask(.get, session).headers[.cacheControl] == keeps)
    #expect(try await browser.ask(.get, withoutPIN).status == .notFound)
    #expect(try await browser.send("/lock").status == .seeOther)
    #expect(try await browser.ask(.get, session).status == .seeOther)
    #expect(try await browser.send("/unlock?next=/posts", form: "pin=8352").location == "/posts")
    #expect(try await browser.ask(.get, session).status == .notFound)
    // It ends by itself too.
    let second = try await browser.address()
    site.clock.advance(86_400)
    #expect(try await browser.ask(.get, second).status == .seeOther)
    #expect(try await browser.send("/unlock?next=/posts", form: "pin=8352").status == .seeOther)
    #expect(try await browser.ask(.get, second).status == .notFound)
  }

  @Test("of a month come within its page until the browser has kept them")
  func month() async throws {
    let site = try await Site()
    for day in 10...12 {
      let fields = [("time", "2024-01-\(day) 12:00")]
      #expect(try await site.post(Site.photo(), fields).status == .created)
    }
    var browser = Browser(site)
    func within(_ page: TestResponse) -> Int { page.text.matches(of: /data:image\/jpeg/).count }
    // None is stored, and none is made while the page waits.
    let first = try await browser.ask(.get, "/months/2024-01")
    #expect(within(first) == 0 && !site.files.contains { $0.contains("thumbnails/") })
    #expect(first.text.matches(of: /<img src="\/thumbnails\/[^"]+\?size=320"/).count == 3)
    #expect(first.text.matches(of: /size=160\x20160w,/).count == 3)
    for number in 1...3 {
      _ = try await site.get("/api/v1/posts/\(number)/thumbnail?size=160")
    }
    let second = try await browser.ask(.get, "/months/2024-01")
    #expect(within(second) == 3)
    #expect(second.headers[.contentSecurityPolicy]?.contains("img-src 'self' blob: data:") == true)
    let stored = try await site.get("/api/v1/posts/2/thumbnail?size=160").bytes
    #expect(second.text.contains("base64,\(Data(stored).base64EncodedString()) 160w"))
    // Its name comes once, and lets no script read it.
    let cookie = try #require(
      second.headers[values: .setCookie].first { $0.hasPrefix("pictures=") })
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    browser.name = String(cookie.dropFirst("pictures=".count).prefix { $0 != ";" })
    #expect(try await browser.ask(.get, "/months/2024-01").headers[.setCookie] == nil)

    let addresses = second.text.matches(of: /<img src="(\/thumbnails\/[^"]+\?size=)320"/)
    for match in addresses.prefix(2) {
      #expect(try await browser.ask(.get, "\(match.1)160").status == .ok)
    }
    #expect(within(try await browser.ask(.get, "/months/2024-01")) == 1)
    // Another browser with the same device has none of them.
    #expect(within(try await Browser(site).ask(.get, "/months/2024-01")) == 3)
    // Nor has this one any in a new session.
    try site.setPIN()
    _ = try await browser.send("/unlock?next=/", form: "pin=8352")
    #expect(within(try await browser.ask(.get, "/months/2024-01")) == 3)
  }

  @Test("come smaller to whoever saves data")
  func saveData() async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    _ = try await site.get("/api/v1/posts/1/thumbnail?size=96")
    let page = try await Browser(site).ask(.get, "/months/2024-01", [.saveData: "on"])
    #expect(page.text.contains(" 96w\"") && page.text.contains("data:image/jpeg"))
  }

  @Test("that are too long, or no pictures, do not come within a page", arguments: [true, false])
  func hostile(isLong: Bool) async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    _ = try await site.get("/api/v1/posts/1/thumbnail?size=160")
    let file = try #require(site.files.first { $0.hasSuffix("-160.jpg") })
    let bytes = try site.folder.read(file)
    try site.folder.write(
      isLong
        ? bytes + [UInt8](repeating: 0, count: 5_000) + [0xFF, 0xD9]
        : [0xFF, 0xD8, 0xFF] + Array("text".utf8) + [0xFF, 0xD9], to: file)
    let page = try await Browser(site).ask(.get, "/months/2024-01")
    #expect(!page.text.contains("data:image") && page.text.contains("size=160 160w"))
  }
}

@Suite("A browser forgets what it kept")
struct ClearSiteDataTests {
  private func unlocked(isSecure: Bool = false) async throws -> Browser {
    let site = try await Site(isSecure: isSecure)
    try site.setPIN()
    let browser = Browser(site)
    let answer = try await browser.send("/unlock?next=/posts", form: "pin=8352")
    #expect(answer.headers[.clearSiteData] == nil)
    #expect(try await browser.ask(.get, "/").headers[.clearSiteData] == nil)
    return browser
  }

  @Test("when the journal is locked, by its page or by a script", arguments: [true, false])
  func lock(isSecure: Bool) async throws {
    for path in ["/lock", "/api/v1/lock"] {
      let browser = try await unlocked(isSecure: isSecure)
      #expect(try await browser.send(path).headers[.clearSiteData] == clears)
      // It has kept nothing since, and to forget takes time.
      let lock = try await browser.ask(.get, "/lock")
      #expect(lock.text.contains("data-lock") && lock.headers[.clearSiteData] == nil)
      #expect(try await browser.ask(.get, "/posts").headers[.clearSiteData] == nil)
      #expect(try await browser.send(path).headers[.clearSiteData] == clears)
    }
  }

  @Test(
    "when the session has ended, at whatever it asks next",
    arguments: ["/posts", "/lock", "/api/v1/posts", "/nonce"])
  func expiry(path: String) async throws {
    let browser = try await unlocked()
    for _ in 0..<2 {
      browser.site.clock.advance(86_400)
      let path = path == "/nonce" ? "/thumbnails/x/1/y?size=256" : path
      #expect(try await browser.ask(.get, path).headers[.clearSiteData] == clears)
      #expect(try await browser.ask(.get, path).headers[.clearSiteData] == nil)
      _ = try await browser.send("/unlock?next=/posts", form: "pin=8352")
    }
  }

  @Test("when another device sets a PIN, after the pictures that it kept without one")
  func otherDevice() async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    let browser = Browser(site)
    _ = try await browser.ask(.get, browser.address())
    try site.setPIN()
    #expect(try await browser.ask(.get, "/posts").headers[.clearSiteData] == clears)
  }

  @Test("when the PIN is set, changed or removed")
  func pin() async throws {
    let browser = Browser(try await Site())
    for form in [
      "action=set&new-pin=830472&new-pin-again=830472",
      "action=change&pin=830472&new-pin=740391&new-pin-again=740391", "action=off&pin=740391",
    ] {
      let answer = try await browser.send("/settings/pin", form: form)
      #expect(answer.location == "/settings/lock?saved=1", "\(form)")
      #expect(answer.headers[.clearSiteData] == clears, "\(form)")
    }
    let refused = try await browser.send(
      "/settings/pin", form: "action=set&new-pin=1234&new-pin-again=1234")
    #expect(refused.headers[.clearSiteData] == nil)
  }

  @Test("when it is a device no more, by itself or by another")
  func unpaired() async throws {
    let site = try await Site()
    let browser = Browser(site)
    let second = try site.pair("anna")
    let devices = try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read())
    let (own, other) = (
      try #require(devices.map(\.id).min()), try #require(devices.map(\.id).max())
    )
    let revoked = try await browser.send("/settings/devices/\(other)/revoke")
    #expect(revoked.headers[.clearSiteData] == nil)
    for path in ["/posts", "/api/v1/posts"] {
      let answer = try await Browser(site, token: second).ask(.get, path)
      #expect(answer.status == .unauthorized && answer.headers[.clearSiteData] == clears)
    }
    let itself = try await browser.send("/settings/devices/\(own)/revoke", form: "confirm=1")
    #expect(itself.location == "/" && itself.headers[.clearSiteData] == clears)
    // Who never was one has nothing to forget.
    let stranger = try await site.request(.get, "/posts", token: nil)
    #expect(stranger.status == .unauthorized && stranger.headers[.clearSiteData] == nil)
  }

  @Test("and is not told so by what speaks to a program")
  func program() async throws {
    let site = try await Site()
    try site.setPIN()
    _ = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#)
    #expect(try await site.request(.post, "/api/v1/lock").headers[.clearSiteData] == nil)
    #expect(try await site.get("/posts").headers[.clearSiteData] == nil)
    #expect(try await site.get("/lock").headers[.clearSiteData] == nil)
  }

  @Test(
    "or keeps nothing, where it would not listen: over plain HTTP from elsewhere",
    arguments: [
      ("localhost", true), ("LOCALHOST:8080", true), ("a.localhost", true), ("127.0.0.1:80", true),
      ("[::1]:8080", true), ("192.168.0.7:8080", false), ("photos.example.org", false),
      ("127.0.0.1.example.org", false), ("localhost.example.org", false), ("127.1.2", false),
      ("[fe80::1]", false), ("", false), ("nolocalhost", false),
    ])
  func hosts(host: String, isMeant: Bool) async throws {
    #expect(LoopbackHost.isMeant(by: host) == isMeant)
    let cache = BrowserCache(DeviceSessions(), isSecure: false)
    let secure = BrowserCache(DeviceSessions(), isSecure: true)
    let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/")
    let request = Request(head: head, body: .init(buffer: ByteBuffer()))
    #expect(cache.mayKeep(request) == isMeant)
    #expect(cache.forgetting(request)[.clearSiteData] == (isMeant ? clears : nil))
    #expect(secure.mayKeep(request))
  }
}
