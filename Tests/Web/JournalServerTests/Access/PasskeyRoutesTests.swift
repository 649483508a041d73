import Fonts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Raster
import SoftwareAuthenticator
import Store
import Testing
import WebAuthn

@testable import JournalServer

@Suite("Passkeys")
struct PasskeyRoutesTests {
  private let anna: OwnerName

  init() throws { anna = try OwnerName("anna") }

  @Test("unlock the journal, and sign in a browser that is no device")
  func right() async throws {
    let site = try await Site()
    try site.setPIN()
    let other = try site.pair("anna")
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#).status == .noContent)
    let browser = PasskeyBrowser(site: site)
    let credential = try await browser.add(token: site.token)
    let seen = try await site.get("/settings/passkeys").text
    #expect(seen.contains("href=\"/settings/passkeys/1\"") && seen.contains("not used yet"))

    #expect(try await site.request(.get, "/lock", token: other).text.contains("data-passkey"))
    let unlocked = try await browser.unlock(with: credential, token: other)
    #expect(unlocked.text == #"{"hasFailedTries":false}"#)
    #expect(try await site.request(.get, "/api/v1/posts", token: other).status == .ok)

    let signedIn = try await browser.signIn(with: credential)
    let token = try #require(signedIn.deviceToken)
    // Both in one: the authenticator that would unlock has just verified its user.
    #expect(try await site.request(.get, "/api/v1/posts", token: token).status == .ok)
    let devices = try site.journals.devices.list(of: anna, now: site.clock.read())
    let device = try #require(devices.first)
    #expect(device.entry == .passkey && device.scope == .all)

    // Who is removed with a passkey is whoever came in by it.
    let last = try await site.request(.delete, "/api/v1/passkeys/1")
    #expect(last.status == .conflict && last.text.contains("confirm=1"))
    let form = try await site.request(.post, "/settings/passkeys/1/remove")
    #expect(form.location == "/settings/passkeys/1#remove")
    #expect(try await site.get("/settings/passkeys/1").text.contains("This is your last passkey."))
    let removed = try await site.request(.delete, "/api/v1/passkeys/1?confirm=1")
    #expect(removed.status == .noContent)
    #expect(try await site.request(.get, "/api/v1/posts", token: token).status == .unauthorized)
    #expect(try await site.request(.get, "/api/v1/posts", token: other).status == .locked)
    #expect(try await site.get("/api/v1/posts").status == .ok)
    #expect(try await browser.signIn(with: credential).status == .forbidden)
    #expect(try await site.get("/api/v1/passkeys").text == #"{"passkeys":[]}"#)
  }

  /// What can be wrong with a sign-in.
  enum Wrong: String, CaseIterable {
    case replayed, late, cookie, registration, unlocking, device
    case unknown, handle, otherHandle, signature, origin, party, verified, present, type
  }

  @Test("let nobody in who answers in another way, and tell them all the same")
  func wrong() async throws {
    let site = try await Site()
    try site.setPIN()
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#).status == .noContent)
    let browser = PasskeyBrowser(site: site)
    let credential = try await browser.add(token: site.token)
    let path = "/sign-in/passkey"
    for wrong in Wrong.allCases {
      try site.journals.passkeys.allow(1, of: anna)
      let given = try await browser.options(path, token: nil)
      var (ceremony, signer) = (browser.ceremony(given.challenge), credential)
      var cookie = given.cookie
      switch wrong {
      case .replayed:
        _ = try await browser.send(
          SoftwareCredential().assertion(ceremony), to: path, cookie: cookie)
      case .late: site.clock.advance(Ceremonies.lifetime)
      case .cookie: cookie = try await browser.options(path, token: nil).cookie
      case .device: cookie = nil
      case .registration:
        ceremony = browser.ceremony(
          try await browser.options("/settings/passkeys", token: site.token).challenge)
      case .unlocking:
        ceremony = browser.ceremony(
          try await browser.options("/unlock/passkey", token: site.token).challenge)
      case .unknown: signer = try SoftwareCredential(userHandle: credential.userHandle)
      case .handle: signer.userHandle = nil
      case .otherHandle: signer.userHandle = Challenge().bytes
      case .signature:
        signer = try SoftwareCredential(userHandle: credential.userHandle)
        signer.id = credential.id
      case .origin: ceremony.origin = "http://localhost:8080"
      case .party: ceremony.relyingParty = "example.org"
      case .verified: ceremony.isUserVerified = false
      case .present: ceremony.isUserPresent = false
      case .type: ceremony.type = "webauthn.create"
      }
      let answer = try await browser.send(signer.assertion(ceremony), to: path, cookie: cookie)
      let isGone = [.replayed, .late, .device].contains(wrong)
      #expect(answer.status == (isGone ? .gone : .forbidden), "\(wrong): \(answer.text)")
      #expect(isGone || answer.text == "The passkey was not accepted.", "\(wrong)")
      #expect(answer.deviceToken == nil, "\(wrong)")
    }
    #expect(try site.journals.devices.list(of: anna, now: site.clock.read()).count == 1)
    // None of it was a try of the PIN.
    #expect(try await site.get("/api/v1/lock").text.contains(#""triesLeft":10"#))
    try site.journals.passkeys.allow(1, of: anna)
    #expect(try await browser.signIn(with: credential).deviceToken != nil)
  }

  @Test("are shut by the tenth wrong assertion, which is no try of the PIN, nor the other way")
  func tries() async throws {
    let site = try await Site()
    try site.setPIN()
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#).status == .noContent)
    let browser = PasskeyBrowser(site: site)
    let credential = try await browser.add(token: site.token)
    var wrong = try SoftwareCredential()
    wrong.id = credential.id
    for _ in 0..<4 { _ = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8351"}"#) }
    #expect(
      try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#).status == .tooManyRequests)
    #expect(try await browser.unlock(with: credential, token: site.token).status == .ok)
    #expect(try await site.get("/api/v1/lock").text.contains(#""triesLeft":6"#))

    for _ in 0..<4 {
      #expect(try await browser.unlock(with: wrong, token: site.token).status == .forbidden)
    }
    let waiting = try await browser.unlock(with: credential, token: site.token)
    #expect(waiting.status == .tooManyRequests && waiting.headers[.retryAfter] == "30")
    site.clock.advance(30)
    #expect(try await browser.unlock(with: credential, token: site.token).status == .ok)
    for _ in 0..<10 {
      #expect(try await browser.unlock(with: wrong, token: site.token).status == .forbidden)
      site.clock.advance(3_600)
    }
    #expect(
      try await site.request(.post, "/unlock/passkey/options").status == .notFound)
    #expect(try await browser.signIn(with: credential).status == .tooManyRequests)
    // The PIN is as it was; and who opens with it allows the passkey again.
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#).status == .noContent)
    #expect(try await site.get("/settings/passkeys/1").text.contains("/settings/passkeys/1/allow"))
    #expect(try await site.request(.post, "/settings/passkeys/1/allow").status == .seeOther)
    #expect(try await browser.unlock(with: credential, token: site.token).status == .ok)
  }

  @Test("are not taken from a page of another port", arguments: [8_080, 443, nil])
  func otherPort(port: Int?) async throws {
    let site = try await Site(port: port)
    for path in ["/settings/passkeys/options", "/sign-in/passkey/options"] {
      #expect(try await site.request(.post, path).status == .conflict)
    }
  }

  @Test("open their own owner's journal alone")
  func otherOwner() async throws {
    let site = try await Site()
    try site.setPIN()
    let bea = try site.add("bea")
    let browser = PasskeyBrowser(site: site)
    let theirs = try await browser.add(token: bea)
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#).status == .noContent)
    _ = try await browser.add(token: site.token)
    #expect(try await site.request(.post, "/api/v1/lock").status == .noContent)
    let given = try await browser.options("/unlock/passkey", token: site.token)
    #expect(given.allowed.count == 1)
    for credential in [theirs] {
      let assertion = try credential.assertion(browser.ceremony(given.challenge))
      let answer = try await browser.send(assertion, to: "/unlock/passkey", token: site.token)
      #expect(answer.status == .forbidden)
    }
    #expect(try await site.get("/api/v1/posts").status == .locked)
    for (method, path) in [
      (HTTPRequest.Method.get, "/settings/passkeys/2"), (.post, "/settings/passkeys/2"),
      (.post, "/settings/passkeys/2/remove"), (.post, "/settings/passkeys/2/allow"),
      (.delete, "/api/v1/passkeys/2?confirm=1"),
    ] {
      let answer = try await site.request(method, path, token: bea)
      #expect(answer.status == .notFound, "\(method) \(path)")
    }
    // Bea has no PIN: there is nothing to unlock.
    #expect(try await browser.unlock(with: theirs, token: bea).status == .conflict)
    #expect(try await browser.signIn(with: theirs).deviceToken != nil)
  }

  @Test("whose authenticator counted no further are refused, and said to be copied")
  func copied() async throws {
    let site = try await Site()
    var browser = PasskeyBrowser(site: site, counter: 7)
    let credential = try await browser.add(token: site.token)
    for (counter, status) in [(7, HTTPResponse.Status.forbidden), (6, .forbidden), (8, .ok)] {
      browser.counter = UInt32(counter)
      let answer = try await browser.signIn(with: credential)
      #expect(answer.status == status, "\(counter)")
      #expect(status == .ok || answer.text.contains("copy"), "\(answer.text)")
    }
  }

  @Test("are added as they must be, each once")
  func adding() async throws {
    let site = try await Site()
    let browser = PasskeyBrowser(site: site)
    let made = try await browser.add(token: site.token)
    let again = try await browser.options("/settings/passkeys", token: site.token)
    let known = try await browser.send(
      made.registration(browser.ceremony(again.challenge)), token: site.token)
    #expect(known.status == .conflict)
    let used = try await browser.send(
      SoftwareCredential().registration(browser.ceremony(again.challenge)), token: site.token)
    #expect(used.status == .gone)
    let other = try site.pair("anna")
    let given = try await browser.options("/settings/passkeys", token: other)
    let stolen = try await browser.send(
      SoftwareCredential().registration(browser.ceremony(given.challenge)), token: site.token)
    #expect(stolen.status == .gone)
    let unverified = try await browser.options("/settings/passkeys", token: site.token)
    var ceremony = browser.ceremony(unverified.challenge)
    ceremony.isUserVerified = false
    let refused = try await browser.send(
      SoftwareCredential().registration(ceremony), token: site.token)
    #expect(refused.status == .unprocessableContent)
    #expect(try site.journals.passkeys.list(of: anna).count == 1)
    let named = try await site.request(
      .post, "/settings/passkeys/1", [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: "name=Key+%3Cring%3E"))
    #expect(named.location == "/settings/passkeys/1?saved=1")
    #expect(try await site.get("/settings/passkeys/1").text.contains("Key &lt;ring&gt;"))
  }

  @Test(
    "are for the host of the server's address, or for the one by which a browser came",
    arguments: [
      (false, nil, "http://localhost:8080", "localhost"),
      (false, nil, "http://a.localhost", "a.localhost"),
      (false, nil, "http://127.0.0.1:8080", nil), (false, nil, "http://[::1]:8080", nil),
      (false, nil, "http://nas.local", nil), (true, nil, "https://nas.local:8443", "nas.local"),
      (true, nil, "https://192.0.2.7", nil), (true, nil, "https://0x7f.1", nil),
      (true, "https://photos.example.org", "https://photos.example.org", "photos.example.org"),
      (true, "https://photos.example.org", "https://evil.example", nil),
      (false, "http://nas.local:8080", "http://localhost:8080", nil),
      (true, "https://nas.local:8443", "https://nas.local", nil),
    ] as [(Bool, String?, String, String?)])
  func relyingParty(isSecure: Bool, url: String?, origin: String, host: String?) throws {
    let settings = ServerSettings(
      isSecure: isSecure, url: url,
      fonts: FontSearchPath(override: nil, executableFolder: nil), now: { 0 },
      decoder: InProcessDecoder())
    let request = Request(
      head: HTTPRequest(
        method: .get, scheme: "http", authority: String(origin.drop { $0 != "/" }.dropFirst(2)),
        path: "/"),
      body: RequestBody(buffer: ByteBuffer()))
    #expect(settings.relyingParty(of: request) == host)
  }
}
