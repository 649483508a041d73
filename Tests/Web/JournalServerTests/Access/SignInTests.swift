import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import Sending
import Store
import Testing
import TestSupport

@testable import JournalServer
@testable import OpenIDConnect

@Suite("Signing in by an account")
struct SignInTests {
  @Test("makes the browser a device, which goes on where it wanted to, and to the lock first")
  func signIn() async throws {
    let test = try await SigningSite()
    try test.link()
    try test.site.setPIN()
    let begun = try await test.form("/sign-in/account", "next=/calendar?a%3D1")
    #expect(begun.status == .ok)
    #expect(begun.headers[.refresh] == "0; url=https://id.example/authorize?state=state1&x=1")
    #expect(begun.text.contains("href=\"https://id.example/authorize?state=state1&amp;x=1\""))
    #expect(begun.text.contains("Example &lt;ID&gt;"))
    let cookie = try #require(begun.headers[.setCookie])
    for part in ["daystamp-account=", "Max-Age=600", "HttpOnly", "SameSite=Lax", "Path=/"] {
      #expect(cookie.contains(part), "\(cookie)")
    }
    let back = try await test.comeBack(cookie: begun.given[0])
    #expect(back.status == .seeOther)
    #expect(back.location == "/calendar?a=1")
    #expect(
      back.headers[values: .setCookie].contains {
        $0.hasPrefix("daystamp-account=;") && $0.contains("Max-Age=0")
      })
    let device = try #require(back.deviceCookie)
    #expect(
      try test.devices.map(\.entry).sorted { $0.rawValue < $1.rawValue } == [.account, .link])
    let page = try await test.site.request(.get, "/calendar", [.cookie: device], token: nil)
    #expect(page.location == "/lock?next=%2Fcalendar")
    let posts = try await test.site.request(.get, "/api/v1/posts", [.cookie: device], token: nil)
    #expect(posts.status == .locked)
  }

  @Test("is offered where there is an issuer, and leads to this server alone")
  func offered() async throws {
    let test = try await SigningSite()
    let page = try await test.site.request(.get, "/timeline?q=a", token: nil)
    #expect(page.status == .unauthorized)
    #expect(page.text.contains("Sign in with Example &lt;ID&gt;"))
    #expect(page.text.contains("value=\"/timeline?q=a\""))
    try test.link()
    var number = 0
    for (next, path) in [
      ("https://evil.example", "/"), ("//evil.example", "/evil.example"), ("/\\evil", "/"),
      ("/a\r\nb: c", "/"), ("", "/"), ("/posts/1#x", "/posts/1#x"),
    ] {
      number += 1
      let cookie = try await test.begin(next: next)
      let back = try await test.comeBack("code=good&state=state\(number)", cookie: cookie)
      #expect(back.location == path, "\(next)")
    }
  }

  @Test("has nothing where there is no issuer")
  func none() async throws {
    let site = try await Site()
    #expect(
      !(try await site.request(.get, "/sign-in", token: nil).text.contains("/sign-in/account")))
    for (method, path) in [
      (HTTPRequest.Method.post, "/sign-in/account"), (.get, "/sign-in/account/return?code=a"),
      (.post, "/sign-in/account/return"), (.post, "/sign-in/account/logout"),
    ] {
      #expect(try await site.request(method, path, token: nil).status == .notFound, "\(path)")
    }
    #expect(try await site.post("/settings/accounts/link").status == .notFound)
    #expect(!(try await site.get("/settings").text.contains("id=\"accounts\"")))
    #expect(try await site.get("/settings/accounts").location == "/settings")
  }

  @Test("by an account that is linked with nobody says which it is, and makes no device")
  func unknown() async throws {
    let test = try await SigningSite()
    test.issuer.answer(TestIssuer.identity("<4711>", email: "mina@example.org"))
    _ = try test.site.journal.link(
      AccountName(issuer: TestIssuer.issuer, email: "mina@example.org"), at: test.site.clock.read())
    let back = try await test.comeBack(cookie: try await test.begin())
    #expect(back.status == .forbidden)
    #expect(back.text.contains("&lt;4711&gt;") && back.text.contains(TestIssuer.issuer))
    #expect(back.deviceCookie == nil)
    #expect(try test.devices.count == 1)
    // The issuer has verified the address since.
    test.issuer.answer(TestIssuer.identity("5", email: "Mina@example.org", isVerified: true))
    let again = try await test.comeBack(
      "code=good&state=state2", cookie: try await test.begin())
    #expect(again.status == .seeOther)
  }

  private static let unreachable = OIDCError.unreachable(
    .token, .timedOut(host: "id.example", seconds: 10))

  @Test(
    "is refused, and makes no device",
    arguments: [
      ("code=good&state=state2", nil, 400), ("code=good&state=", nil, 400),
      ("code=good", nil, 400), ("", nil, 400), ("state=state1", nil, 403),
      // Another's code, put into the way back of this browser.
      ("code=stolen&state=state1", nil, 403),
      ("code=good&code=stolen&state=state1", nil, 400),
      ("code=good&state=state1&iss=https://evil.example", nil, 400),
      ("error=access_denied&state=state1", nil, 403),
      ("error=access_denied&state=other", nil, 400),
      ("code=good&state=state1", .token(.nonce), 403),
      ("code=good&state=state1", .token(.signature), 403),
      ("code=good&state=state1", .usedTwice, 400),
      ("code=good&state=state1", unreachable, 502),
      ("code=good&state=state1", .status(.keys, observed: 500), 502),
    ] as [(String, OIDCError?, Int)])
  func refused(query: String, error: OIDCError?, status: Int) async throws {
    let test = try await SigningSite(makesOwners: true)
    try test.link()
    if let error { test.issuer.answer(error) }
    let cookie = try await test.begin()
    let back = try await test.comeBack(query, cookie: cookie)
    #expect(back.status.code == status)
    #expect(back.text.contains("<h1>"))
    for secret in ["verifier", "nonce", "stolen", "good"] { #expect(!back.text.contains(secret)) }
    #expect(back.deviceCookie == nil)
    test.issuer.answer(TestIssuer.identity("1"))
    // What was begun is used up, but where the address could not be read, or is not the issuer's answer to it.
    let again = try await test.comeBack(cookie: cookie)
    let isUsedUp = query.contains("state=state1") && !query.contains("code=good&code=")
    #expect(again.status == (isUsedUp ? .badRequest : .seeOther))
  }

  @Test("is refused to any browser but the one that began, and to that one a second time")
  func otherBrowser() async throws {
    let test = try await SigningSite()
    try test.link()
    let first = try await test.begin()
    let second = try await test.begin()
    for cookie in [
      "", second, "daystamp-account=\(AccessToken().text)", "daystamp-account=x",
      "daystamp=\(test.site.token)",
    ] {
      #expect(try await test.comeBack(cookie: cookie).status == .badRequest, "\(cookie)")
    }
    #expect(try await test.comeBack(cookie: first).status == .seeOther)
    #expect(try await test.comeBack(cookie: first).status == .badRequest)
    #expect(try test.devices.count == 2)
  }

  @Test("is over after ten minutes")
  func late() async throws {
    let test = try await SigningSite()
    try test.link()
    let cookie = try await test.begin()
    test.site.clock.advance(SignInStart.limit + 1)
    #expect(try await test.comeBack(cookie: cookie).status == .badRequest)
  }

  @Test("is not begun for another site's page, nor at another address than the server's own")
  func otherSite() async throws {
    let test = try await SigningSite(url: "https://photos.example")
    let other = try await test.form("/sign-in/account", "", origin: "https://evil.example")
    #expect(other.status == .forbidden)
    let elsewhere = try await test.form("/sign-in/account", "next=/calendar")
    #expect(
      elsewhere.headers[.refresh] == "0; url=https://photos.example/sign-in?next=%2Fcalendar")
    #expect(elsewhere.given.isEmpty)
  }

  @Test("says so where the issuer does not answer")
  func silent() async throws {
    let test = try await SigningSite()
    test.issuer.fail(Self.unreachable)
    let begun = try await test.form("/sign-in/account", "")
    #expect(begun.status.code == 502)
    #expect(begun.given.isEmpty)
  }

  @Test("makes an owner where the server says so, with a journal of their own")
  func makesOwner() async throws {
    let test = try await SigningSite(makesOwners: true)
    let back = try await test.comeBack(cookie: try await test.begin())
    let cookie = try #require(back.deviceCookie)
    #expect(try test.site.journals.owners().map(\.text) == ["Zoë", "anna"])
    let page = try await test.site.request(.get, "/settings", [.cookie: cookie], token: nil)
    #expect(page.text.contains("Zoë") && page.text.contains("<bdi>UTC</bdi>"))
  }

  @Test("takes the form that Apple's page posts as an address, which proves nothing by itself")
  func form() async throws {
    let test = try await SigningSite(
      secret: .appleKey(team: "T", key: "K", pem: TestIssuer.appleKey))
    try test.link()
    let cookie = try await test.begin()
    // Browsers send no cookie with it.
    let posted = try await test.form(
      "/sign-in/account/return",
      "code=good&state=state1&user=%7B%7D&x=/&iss=https%3A%2F%2Fid.example",
      origin: "https://appleid.apple.com")
    #expect(posted.status == .seeOther)
    #expect(posted.given.isEmpty)
    #expect(
      posted.location
        == "/sign-in/account/return?code=good&state=state1&iss=https%3A%2F%2Fid.example")
    let back = try await test.site.request(.get, posted.location, [.cookie: cookie], token: nil)
    #expect(back.status == .seeOther && back.deviceCookie != nil)
    // Others answer by an address.
    let plain = try await SigningSite()
    let form = try await plain.form("/sign-in/account/return", "code=good", origin: "null")
    #expect(form.status == .notFound)
  }
}

@Suite("Accounts in the settings")
struct LinkedAccountTests {
  private func cookie(_ test: SigningSite) -> String { "daystamp=\(test.site.token)" }

  private func names(_ test: SigningSite) throws -> [String?] {
    try test.site.journals.journal(of: OwnerName("anna")).accounts().map(\.subject)
  }

  @Test("are linked by signing in on an unlocked device, and listed")
  func link() async throws {
    let test = try await SigningSite()
    let shown = try await test.begin("/settings/accounts/link", cookie: cookie(test))
    let back = try await test.comeBack(cookie: shown)
    #expect(back.location == "/settings/accounts?saved=1")
    #expect(back.deviceCookie == nil)
    #expect(try names(test) == ["1"])
    #expect(try test.devices.count == 1)
    #expect(try await test.site.get("/settings").text.contains("id=\"accounts\""))
    let page = try await test.site.get("/settings/accounts").text
    #expect(page.contains("<bdi>1</bdi>") && page.contains("https://id.example"))
    let again = try await test.begin("/settings/accounts/link", cookie: cookie(test))
    let twice = try await test.comeBack("code=good&state=state2", cookie: again)
    #expect(twice.status == .conflict)
  }

  @Test("are linked by the device alone that began, which may have to unlock first")
  func device() async throws {
    let test = try await SigningSite()
    let begun = try await test.begin("/settings/accounts/link", cookie: cookie(test))
    let start = try #require(begun.split(separator: "; ").last)
    #expect(try await test.comeBack(cookie: String(start)).status == .unauthorized)
    let other = try test.site.pair("anna")
    let bea = try test.site.add("bea")
    for token in [other, bea] {
      let back = try await test.comeBack(cookie: "daystamp=\(token); \(start)")
      #expect(back.status == .badRequest)
    }
    try test.site.setPIN()
    let locked = try await test.comeBack(cookie: begun)
    #expect(locked.location.hasPrefix("/lock?next=%2Fsign-in%2Faccount%2Freturn%3Fcode%3Dgood"))
    #expect(
      try await test.form("/settings/accounts/link", "", cookie: cookie(test)).status == .locked)
    let unlocked = try await test.form("/unlock", "pin=8352", cookie: cookie(test))
    #expect(unlocked.status == .seeOther)
    #expect(try await test.comeBack(cookie: begun).location == "/settings/accounts?saved=1")
    #expect(try await test.site.get("/settings/accounts").text.contains("<bdi>1</bdi>"))
  }

  @Test("are unlinked by who says so twice, and end the devices that came in by them")
  func unlink() async throws {
    let test = try await SigningSite()
    try test.link()
    let back = try await test.comeBack(cookie: try await test.begin())
    let device = try #require(back.deviceCookie)
    let id = try #require(try test.site.journal.accounts().first).id
    let path = "/settings/accounts/\(id)/unlink"
    #expect(try await test.form(path, "", cookie: cookie(test)).location == "/settings/accounts")
    #expect(try names(test) == ["1"])
    let bea = try test.site.add("bea")
    let others = try await test.form(path, "confirm=1", cookie: "daystamp=\(bea)")
    #expect(others.status == .notFound)
    let done = try await test.form(path, "confirm=1", cookie: cookie(test))
    #expect(done.location == "/settings/accounts?saved=1")
    #expect(try names(test) == [])
    let page = try await test.site.request(.get, "/", [.cookie: device], token: nil)
    #expect(page.status == .unauthorized)
  }
}

@Suite("Signing out")
struct SignOutTests {
  private func signedIn(session: String? = nil) async throws -> (SigningSite, cookie: String) {
    let test = try await SigningSite()
    try test.link()
    test.issuer.answer(TestIssuer.identity("1", session: session))
    let back = try await test.comeBack(cookie: try await test.begin())
    return (test, try #require(back.deviceCookie))
  }

  @Test("ends the device, and leads on to the issuer's page, which may not answer")
  func signOut() async throws {
    for answers in [true, false] {
      let (test, cookie) = try await signedIn()
      #expect(
        try await test.site.request(.get, "/more", [.cookie: cookie], token: nil).text.contains(
          "/sign-out"))
      if !answers { test.issuer.fail(.status(.discovery, observed: 500)) }
      let out = try await test.form("/sign-out", "", cookie: cookie)
      if answers {
        #expect(out.text.contains("href=\"https://id.example/end?client_id=daystamp\""))
      } else {
        #expect(out.location == "/sign-in")
      }
      #expect(out.headers[values: .setCookie].contains { $0.hasPrefix("daystamp=;") })
      #expect(try test.devices.count == 1)
      let page = try await test.site.request(.get, "/", [.cookie: cookie], token: nil)
      #expect(page.status == .unauthorized)
    }
  }

  @Test("is possible while the journal is locked, and ends the session too")
  func locked() async throws {
    let (test, cookie) = try await signedIn()
    try test.site.setPIN()
    #expect(try await test.form("/unlock", "pin=8352", cookie: cookie).status == .seeOther)
    let other = try await test.form("/sign-out", "", cookie: cookie, origin: "https://evil.example")
    #expect(other.status == .forbidden)
    #expect(try await test.form("/sign-out", "", cookie: cookie).status == .ok)
    let open = try await InstalledProgram.sqlite3(
      "\(test.site.journals.folder)/journal.sqlite", "SELECT count(*) FROM session")
    #expect(open.output == "0\n")
  }

  @Test("is the issuer's too: the devices of the session end, whoever sends the word")
  func issuer() async throws {
    let (test, cookie) = try await signedIn(session: "a")
    test.issuer.give(LogoutNotice(issuer: TestIssuer.issuer, subject: "1", session: "b"))
    let other = try await test.site.request(
      .post, "/sign-in/account/logout", body: .init(string: "logout_token=good"), token: nil)
    #expect(other.status == .ok)
    #expect(try test.devices.count == 2)
    test.issuer.give(LogoutNotice(issuer: TestIssuer.issuer, subject: nil, session: "a"))
    let word = try await test.form(
      "/sign-in/account/logout", "logout_token=good", origin: "https://id.example")
    #expect(word.status == .ok)
    #expect(word.headers[.cacheControl] == "no-store")
    #expect(word.text.isEmpty)
    #expect(try test.devices.count == 1)
    let page = try await test.site.request(.get, "/", [.cookie: cookie], token: nil)
    #expect(page.status == .unauthorized)
  }

  @Test(
    "is refused alike where the word cannot be believed",
    arguments: [
      "", "logout_token=", "logout_token=bad", "logout_token=good&logout_token=good", "%zz",
      "logout_token=" + String(repeating: "a", count: 100_000),
    ])
  func unbelievable(body: String) async throws {
    let (test, _) = try await signedIn()
    let word = try await test.form("/sign-in/account/logout", body, origin: "null")
    #expect(word.status == .badRequest)
    #expect(word.headers[.cacheControl] == "no-store")
    #expect(word.text == #"{"error":"invalid_request"}"#)
    #expect(try test.devices.count == 2)
  }
}
