import Files
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SoftwareAuthenticator
import Store
import Testing

@testable import JournalServer

@Suite("What browsers have begun")
struct BegunTests {
  @Test("is kept by each for a while, and not where the clock was set back")
  func times() throws {
    for (time, isGood) in [(100, true), (109, true), (110, false), (99, false)] {
      let begun = Begun<Int>(lifetime: 10)
      let kept = try begun.begin(7, at: 100)
      #expect((begun.content(of: kept, at: time) == 7) == isGood, "\(time)")
      #expect((begun.take(kept, at: time) == 7) == isGood, "\(time)")
    }
  }

  @Test("is taken once, however it is written, and by this run of the server alone")
  func once() throws {
    let begun = Begun<Int>(lifetime: 10)
    let kept = try begun.begin(7, at: 0)
    var bytes = try #require(Base64URL.bytes(kept))
    #expect(Begun<Int>(lifetime: 10).content(of: kept, at: 0) == nil)
    for index in bytes.indices {
      bytes[index] ^= 1
      #expect(begun.content(of: Base64URL.text(bytes), at: 0) == nil, "\(index)")
      bytes[index] ^= 1
    }
    for text in ["", "x", kept + "AAAA", String(kept.dropLast(4))] {
      #expect(begun.content(of: text, at: 0) == nil, "\(text)")
    }
    #expect(begun.take(kept, at: 1) == 7)
    #expect(begun.take(kept, at: 1) == nil)
    #expect(begun.content(of: Base64URL.text(bytes), at: 1) == nil)
  }

  @Test("is remembered where it was taken, as far as there is room, and pushes out no other")
  func room() throws {
    let begun = Begun<Int>(lifetime: 10, mostTaken: 2)
    let mine = try begun.begin(1, at: 0)
    for number in 0..<40 {
      let kept = try begun.begin(number, at: 1)
      #expect(begun.take(kept, at: 1) == number)
      #expect(begun.take(kept, at: 1) == nil)
    }
    #expect(begun.take(mine, at: 1) == 1)
  }

  @Test("is a device's alone, in the one kind of ceremony")
  func challenges() throws {
    let ceremonies = Ceremonies()
    let device = ceremonies.begin(.unlocking(device: 1), at: 0)
    let (given, kept) = try ceremonies.beginSignIn(at: 0)
    #expect(given != device)
    #expect(ceremonies.takeSignIn(kept, at: 1) == given)
    #expect(ceremonies.takeSignIn(kept, at: 1) == nil)
    #expect(ceremonies.take(.unlocking(device: 2), at: 1) == nil)
    #expect(ceremonies.take(.registration(device: 1), at: 1) == nil)
    #expect(ceremonies.take(.unlocking(device: 1), at: 1) == device)
    #expect(ceremonies.take(.unlocking(device: 1), at: 1) == nil)
  }

  @Test("to sign in with a passkey goes on, whatever 40 strangers of the same network begin")
  func strangersWithPasskeys() async throws {
    let site = try await Site(isBehindProxy: true)
    let browser = PasskeyBrowser(site: site)
    let credential = try await browser.add(token: site.token)
    let here: HTTPFields = [.forwardedFor: "192.0.2.1"]
    let given = try await browser.options("/sign-in/passkey", token: nil, here)
    for _ in 0..<40 { _ = try await browser.options("/sign-in/passkey", token: nil, here) }
    let assertion = try credential.assertion(browser.ceremony(given.challenge))
    let answer = try await browser.send(assertion, to: "/sign-in/passkey", cookie: given.cookie)
    #expect(answer.status == .ok, "\(answer.text)")
  }

  @Test("to sign in by an account goes on, whatever 40 strangers of the same network begin")
  func strangersWithAccounts() async throws {
    let test = try await SigningSite(isBehindProxy: true)
    try test.link()
    let cookie = try await test.begin()
    for _ in 0..<40 { _ = try await test.begin() }
    #expect(try await test.comeBack(cookie: cookie).deviceCookie != nil)
  }

  @Test("has room in a cookie, wherever it leads")
  func cookie() async throws {
    let test = try await SigningSite()
    for length in [900, 5_000] {
      let next = "/" + String(repeating: "x", count: length)
      let cookie = try await test.begin(next: next)
      #expect(cookie.utf8.count < 3_000)
      try test.link("\(length)")
      test.issuer.answer(TestIssuer.identity("\(length)"))
      let number = length == 900 ? 1 : 2
      let back = try await test.comeBack("code=good&state=state\(number)", cookie: cookie)
      #expect(back.location == (length == 900 ? next : "/"))
    }
  }
}
