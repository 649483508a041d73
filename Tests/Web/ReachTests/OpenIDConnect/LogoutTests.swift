import Testing

@testable import OpenIDConnect

/// Back-Channel Logout 1.0, section 2.6.
@Suite("A logout token")
struct LogoutTests {
  private static let now = MadeIssuer.now

  private func token(of issuer: MadeIssuer, _ change: (inout MadeToken) -> Void = { _ in }) throws
    -> String
  {
    var token = MadeToken(
      signedBy: issuer.keys[0],
      [
        "iss": .text(MadeIssuer.address), "aud": .text(MadeIssuer.client), "sub": "mina",
        "sid": "session 1", "iat": .whole(Self.now), "exp": .whole(Self.now + 120),
        "jti": "token 1", "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
      ])
    token.head["typ"] = "logout+jwt"
    change(&token)
    return try token.text
  }

  @Test("names a session, or all of a person's, and counts once")
  func notice() async throws {
    let issuer = try await MadeIssuer()
    let party = try issuer.party()
    #expect(
      try await party.logout(token(of: issuer))
        == LogoutNotice(issuer: MadeIssuer.address, subject: "mina", session: "session 1"))
    await #expect(throws: OIDCError.token(.usedTwice)) {
      try await party.logout(token(of: issuer))
    }
    let person = try token(of: issuer) {
      $0.claims["sid"] = nil
      $0.claims["jti"] = "token 2"
      $0.head["typ"] = nil
    }
    #expect(
      try await party.logout(person)
        == LogoutNotice(issuer: MadeIssuer.address, subject: "mina", session: nil))
    let session = try token(of: issuer) {
      $0.claims["sub"] = nil
      $0.claims["jti"] = "token 3"
    }
    #expect(
      try await party.logout(session)
        == LogoutNotice(issuer: MadeIssuer.address, subject: nil, session: "session 1"))
  }

  @Test(
    "is refused where it is none, with the reason",
    arguments: [
      (TokenRow("a nonce: an id_token") { $0.claims["nonce"] = "n" }, TokenFault.notForLogout),
      (TokenRow("no event") { $0.claims["events"] = nil }, .notForLogout),
      (
        TokenRow("another event") { $0.claims["events"] = ["https://other.example": [:]] },
        .notForLogout
      ),
      (
        TokenRow("an event that is no object") {
          $0.claims["events"] = ["http://schemas.openid.net/event/backchannel-logout": true]
        }, .notForLogout
      ),
      (
        TokenRow("events that are a list") {
          $0.claims["events"] = ["http://schemas.openid.net/event/backchannel-logout"]
        }, .notForLogout
      ),
      (
        TokenRow("nobody and no session") {
          $0.claims["sub"] = nil
          $0.claims["sid"] = nil
        }, .missing("sub")
      ),
      (TokenRow("no name of its own") { $0.claims["jti"] = nil }, .missing("jti")),
      (TokenRow("an empty session") { $0.claims["sid"] = "" }, .subject),
      (
        TokenRow("another audience") { $0.claims["aud"] = "other" },
        .audience(observed: ["other"], expected: MadeIssuer.client)
      ),
      (
        TokenRow("an empty audience") { $0.claims["aud"] = [] },
        .audience(observed: [], expected: MadeIssuer.client)
      ),
      (
        TokenRow("expired") { $0.claims["exp"] = .whole(now - 60) },
        .expired(at: now - 60, now: now)
      ),
      (TokenRow("without an end") { $0.claims["exp"] = nil }, .missing("exp")),
      (TokenRow("unsigned") { $0.head["alg"] = "none" }, .algorithm("none")),
      (TokenRow("an unknown key") { $0.head["kid"] = "key 9" }, .unknownKey("key 9")),
      (TokenRow("for access") { $0.head["typ"] = "at+jwt" }, .type("at+jwt")),
    ] as [(TokenRow, TokenFault)])
  func wrong(row: TokenRow, fault: TokenFault) async throws {
    let issuer = try await MadeIssuer()
    let text = try token(of: issuer, row.change)
    await #expect(throws: OIDCError.token(fault)) { try await issuer.party().logout(text) }
  }

  @Test("is not an id_token, and an id_token is none")
  func confusion() async throws {
    let issuer = try await MadeIssuer()
    let party = try issuer.party()
    let start = try await party.start()
    let identity = try issuer.token(for: start).text
    await #expect(throws: OIDCError.token(.notForLogout)) { try await party.logout(identity) }
    let logout = try token(of: issuer) { $0.head["typ"] = "JWT" }
    issuer.change { $0.token = logout }
    await #expect(throws: OIDCError.token(.missing("nonce"))) {
      try await party.finish(code: "code", state: start.state, start: start)
    }
  }

  @Test("is remembered as long as it could come again, and not all of them for ever")
  func usedOnce() {
    var used = UsedOnce()
    let some = [(10, 5), (10, 10), (20, 11)].map { used.insert("a", until: $0, at: $1) }
    #expect(some == [true, false, true])
    let many = (0..<UsedOnce.limit * 2).map { used.insert("\($0)", until: 100 + $0, at: 30) }
    #expect(!many.contains(false))
    let last = used.insert("\(UsedOnce.limit * 2 - 1)", until: 1, at: 30)
    #expect(!last)
  }
}
