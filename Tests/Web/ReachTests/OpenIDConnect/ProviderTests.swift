import Foundation
import Sending
import Synchronization
import TestSupport
import Testing

@testable import OpenIDConnect

extension OpenIDProvider {
  func party(
    scopes: [String] = ["profile", "email"], clock: MovedClock = MovedClock()
  ) throws -> Issuer {
    let settings = try IssuerSettings(
      issuer: address, client: "daystamp", secret: .text("secret"),
      redirect: "http://localhost:8080/signed-in", scopes: scopes)
    return Issuer(settings, http: WebClient(limit: .seconds(600))) { clock.now }
  }

  /// Signs in as the browser of this person would.
  func signIn(_ subject: String, by party: Issuer) async throws -> Identity {
    let start = try await party.start()
    let form = "action=authorize&sub=\(subject)"
    let request = WebRequest(
      to: try WebAddress(start.address, policy: .loopbackAllowed),
      fields: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8),
      policy: .loopbackAllowed)
    let answer = try await WebClient(limit: .seconds(600)).post(request)
    let location = try #require(answer.location, "\(answer.status)")
    #expect(location.hasPrefix("http://localhost:8080/signed-in?"))
    let asked = parameters(of: location)
    return try await party.finish(
      code: asked["code"], state: asked["state"], issuer: asked["iss"], error: asked["error"],
      start: start)
  }
}

@Suite(
  "Against oidc-provider-mock",
  .enabled("\(OpenIDProvider.note)") { await Python.has(OpenIDProvider.module) })
struct ProviderTests {
  @Test("people sign in by right tokens alone, also once its keys change")
  func all() async throws {
    // One for all: it takes longer to start than to be asked all this.
    let provider = try await OpenIDProvider()
    try await right(provider)
    try await codes(provider)
    try await wrong(provider)
    try await rotated(provider)
  }

  private func right(_ provider: OpenIDProvider) async throws {
    let identity = try await provider.signIn("mina", by: provider.party())
    #expect(
      identity
        == Identity(
          issuer: provider.address, subject: "mina", email: "mina@example.org",
          isEmailVerified: true, name: "Mina", session: nil))
    let plain = try provider.party(scopes: [])
    #expect(try await provider.signIn("jun", by: plain).email == nil)
    #expect(
      try await provider.party().endSessionAddress(returningTo: nil)
        == "\(provider.address)/oauth2/end_session?client_id=daystamp")
  }

  private func codes(_ provider: OpenIDProvider) async throws {
    let party = try provider.party()
    let start = try await party.start()
    await #expect(throws: OIDCError.refused(status: 400, error: "invalid_grant")) {
      try await party.finish(code: "guessed", state: start.state, start: start)
    }
  }

  private func wrong(_ provider: OpenIDProvider) async throws {
    let party = try provider.party()
    // Those that name a time, which the provider chose.
    for (person, fault) in [
      ("expired", "expired"), ("not-yet-valid", "notYetValid"), ("from-the-future", "madeInFuture"),
    ] {
      await #expect {
        try await provider.signIn(person, by: party)
      } throws: { error in
        guard case .token(let found)? = error as? OIDCError else { return false }
        return "\(found)".hasPrefix("\(fault)(")
      }
    }
    let issuer = provider.address
    for (person, fault) in [
      ("other-audience", .audience(observed: ["other"], expected: "daystamp")),
      ("empty-audience", .audience(observed: [], expected: "daystamp")),
      ("several-audiences", .authorizedParty(observed: nil, expected: "daystamp")),
      ("other-issuer", .issuer(observed: "https://attacker.example", expected: issuer)),
      ("without-nonce", .missing("nonce")), ("other-nonce", .nonce),
      ("other-access-token", .accessTokenHash), ("changed", .signature),
      ("unsigned", .algorithm("none")), ("by-public-key", .algorithm("HS256")),
      ("unknown-key", .unknownKey("unknown")),
    ] as [(String, TokenFault)] {
      await #expect(throws: OIDCError.token(fault), "\(person)") {
        try await provider.signIn(person, by: party)
      }
    }
  }

  private func rotated(_ provider: OpenIDProvider) async throws {
    let clock = MovedClock()
    let party = try provider.party(clock: clock)
    _ = try await provider.signIn("mina", by: party)
    // At once the keys are not asked for again, whoever comes.
    await #expect(throws: OIDCError.token(.signature)) {
      try await provider.signIn("rotated", by: party)
    }
    clock.move(by: 60)
    #expect(try await provider.signIn("mina", by: party).subject == "mina")
  }
}

/// The machine's clock in seconds since 1970, as some test moves it.
final class MovedClock: Sendable {
  private let ahead = Mutex(0)

  static func seconds() -> Int { Int(Date().timeIntervalSince1970) }

  var now: Int { Self.seconds() + ahead.withLock(\.self) }

  func move(by seconds: Int) { ahead.withLock { $0 += seconds } }
}
