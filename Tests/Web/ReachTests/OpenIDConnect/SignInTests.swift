import Files
import Sending
import Testing

@testable import OpenIDConnect

/// The flow, and what RFC 9700 (best practice of OAuth's security) says of it.
@Suite("Signing in")
struct SignInTests {
  @Test("sends a browser off with a state, a nonce and a challenge of its own")
  func start() async throws {
    let issuer = try await MadeIssuer()
    issuer.change {
      $0.document["authorization_endpoint"] = "https://id.example/authorize?tenant=1"
    }
    let party = try issuer.party(MadeIssuer.settings(scopes: ["openid", "email"]))
    let (first, second) = (try await party.start(), try await party.start())
    let asked = parameters(of: first.address)
    #expect(first.address.hasPrefix("https://id.example/authorize?tenant=1&response_type=code&"))
    #expect(asked["client_id"] == MadeIssuer.client)
    #expect(asked["redirect_uri"] == MadeIssuer.redirect)
    #expect(asked["scope"] == "openid email")
    #expect(asked["state"] == first.state)
    #expect(asked["nonce"] == first.nonce)
    #expect(asked["code_challenge_method"] == "S256")
    #expect(asked["code_challenge"] == Secret.challenge(of: first.verifier))
    #expect(asked["response_mode"] == nil)
    let secrets = [first, second].flatMap { [$0.state, $0.nonce, $0.verifier] }
    #expect(Set(secrets).count == 6)
    #expect(secrets.allSatisfy { Base64URL.bytes($0)?.count == 32 })
    // RFC 7636, appendix B.
    #expect(
      Secret.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("exchanges the code with the verifier, and proves itself as the issuer wants it")
  func exchange() async throws {
    let basic = "Basic ZGF5c3RhbXA6cyUyNmNyZXQ="
    let rows: [(ClientSecret, JSON?, field: String?, inForm: String?)] = [
      (.text("s&cret"), nil, basic, nil),
      (.text("s&cret"), ["client_secret_post", "client_secret_basic"], basic, nil),
      (.text("s&cret"), ["client_secret_post"], nil, "s&cret"),
      (.none, ["client_secret_basic"], nil, nil),
    ]
    for (secret, methods, field, inForm) in rows {
      let issuer = try await MadeIssuer()
      issuer.change { $0.document["token_endpoint_auth_methods_supported"] = methods }
      let party = try issuer.party(MadeIssuer.settings(secret: secret))
      let start = try await party.start()
      let token = try issuer.token(for: start).text
      issuer.change { $0.token = token }
      let identity = try await party.finish(code: "a code", state: start.state, start: start)
      #expect(identity.subject == "mina")
      let asked = try #require(issuer.asked("/token").first)
      #expect(asked.isPost)
      #expect(asked.field("Authorization") == field)
      var form = [
        "grant_type": "authorization_code", "code": "a code",
        "redirect_uri": MadeIssuer.redirect, "code_verifier": start.verifier,
      ]
      form["client_id"] = field == nil ? MadeIssuer.client : nil
      form["client_secret"] = inForm
      #expect(asked.form == form)
    }
  }

  @Test("does not give the secret in a way that the issuer does not name")
  func secretMethods() async throws {
    let issuer = try await MadeIssuer()
    issuer.change { $0.document["token_endpoint_auth_methods_supported"] = ["private_key_jwt"] }
    await #expect(throws: OIDCError.secretMethods(observed: ["private_key_jwt"])) {
      try await issuer.signIn()
    }
    #expect(issuer.asked("/token").isEmpty)
  }

  @Test("RFC 9700, 4.7: what comes back without the browser's own state is refused")
  func forgedRequest() async throws {
    let issuer = try await MadeIssuer()
    let party = try issuer.party()
    let (start, other) = (try await party.start(), try await party.start())
    for state in [nil, "", other.state, start.state + "A", String(start.state.dropLast())] {
      await #expect(throws: OIDCError.state) {
        try await party.finish(code: "code", state: state, start: start)
      }
      await #expect(throws: OIDCError.state) {
        try await party.finish(code: nil, state: state, error: "access_denied", start: start)
      }
    }
    #expect(issuer.asked("/token").isEmpty)
  }

  @Test("RFC 9700, 4.5: a code of another sign-in is refused by its nonce")
  func codeInjection() async throws {
    let issuer = try await MadeIssuer()
    let party = try issuer.party()
    let (victim, attacker) = (try await party.start(), try await party.start())
    let token = try issuer.token(for: victim).text
    issuer.change { $0.token = token }
    await #expect(throws: OIDCError.token(.nonce)) {
      try await party.finish(code: "victim's", state: attacker.state, start: attacker)
    }
    // And an issuer that knows RFC 7636 refuses it before that: it is told another verifier.
    #expect(issuer.asked("/token").first?.form["code_verifier"] == attacker.verifier)
  }

  @Test("RFC 9700, 4.4: a code of one issuer is never given to another")
  func mixUp() async throws {
    let (one, other) = (try await MadeIssuer(), try await MadeIssuer())
    one.change { $0.document["authorization_response_iss_parameter_supported"] = true }
    let party = try one.party()
    other.change { $0.document["issuer"] = "https://other.example" }
    let second = try other.party(MadeIssuer.settings(issuer: "https://other.example"))
    // A sign-in at the other one.
    let start = try await second.start()
    await #expect(throws: OIDCError.state) {
      try await party.finish(code: "code", state: start.state, start: start)
    }
    // RFC 9207, section 2.4: an answer that says whose it is, and one that should.
    for issuer in ["https://other.example", "https://id.example/", "", nil] {
      let start = try await party.start()
      await #expect(
        throws: OIDCError.answerIssuer(observed: issuer, expected: MadeIssuer.address)
      ) {
        try await party.finish(code: "code", state: start.state, issuer: issuer, start: start)
      }
    }
    let mine = try await second.start()
    await #expect(
      throws: OIDCError.answerIssuer(
        observed: MadeIssuer.address, expected: "https://other.example")
    ) {
      try await second.finish(
        code: "code", state: mine.state, issuer: MadeIssuer.address, start: mine)
    }
    #expect(one.asked("/token").isEmpty && other.asked("/token").isEmpty)
    let right = try await party.start()
    let token = try one.token(for: right).text
    one.change { $0.token = token }
    let identity = try await party.finish(
      code: "code", state: right.state, issuer: MadeIssuer.address, start: right)
    #expect(identity.subject == "mina")
  }

  @Test("RFC 9700, 4.2.4: a sign-in counts once, whatever became of it, and for ten minutes")
  func replay() async throws {
    let issuer = try await MadeIssuer()
    let party = try issuer.party()
    let start = try await party.start()
    let token = try issuer.token(for: start).text
    issuer.change { $0.token = token }
    _ = try await party.finish(code: "code", state: start.state, start: start)
    await #expect(throws: OIDCError.usedTwice) {
      try await party.finish(code: "code", state: start.state, start: start)
    }
    let denied = try await party.start()
    await #expect(throws: OIDCError.denied("access_denied")) {
      try await party.finish(code: nil, state: denied.state, error: "access_denied", start: denied)
    }
    await #expect(throws: OIDCError.usedTwice) {
      try await party.finish(code: "code", state: denied.state, start: denied)
    }
    let old = try await party.start()
    issuer.change { $0.now += 601 }
    await #expect(throws: OIDCError.late(seconds: 601, limit: 600)) {
      try await party.finish(code: "code", state: old.state, start: old)
    }
    #expect(issuer.asked("/token").count == 1)
  }

  @Test("RFC 9700, 4.12: code and secret are not sent on where the issuer redirects them")
  func redirected() async throws {
    let issuer = try await MadeIssuer()
    issuer.change { $0.answers["/token"] = WebReply(status: 307, body: [], reach: .everywhere) }
    await #expect(throws: OIDCError.refused(status: 307, error: nil)) { try await issuer.signIn() }
    #expect(issuer.asked("/token").count == 1)
  }

  @Test("tells why no token came")
  func refused() async throws {
    let rows: [(WebReply, OIDCError)] = [
      (
        WebReply(
          status: 400, body: Array(#"{"error":"invalid_grant\n\u001b[2J"}"#.utf8),
          reach: .everywhere),
        .refused(status: 400, error: "invalid_grant\u{FFFD}\u{FFFD}[2J")
      ),
      (
        WebReply(status: 502, body: Array("<p>".utf8), reach: .everywhere),
        .refused(status: 502, error: nil)
      ),
      (WebReply(status: 200, body: Array("<p>".utf8), reach: .everywhere), .unreadable(.token)),
      (WebReply(status: 200, body: Array("[]".utf8), reach: .everywhere), .unreadable(.token)),
      (
        WebReply(status: 200, body: Array("{}".utf8), reach: .everywhere),
        .missing("id_token", in: .token)
      ),
      (WebReply(status: 200, body: nil, reach: .everywhere), .tooLong(.token, limit: 64 << 10)),
    ]
    for (reply, error) in rows {
      let issuer = try await MadeIssuer()
      issuer.change { $0.answers["/token"] = reply }
      await #expect(throws: error) { try await issuer.signIn() }
    }
    let issuer = try await MadeIssuer()
    let party = try issuer.party()
    for code in [nil, "", String(repeating: "a", count: 4_097)] {
      let start = try await party.start()
      await #expect(throws: OIDCError.code) {
        try await party.finish(code: code, state: start.state, start: start)
      }
    }
  }

  @Test("asks the issuer for what the id_token does not say, of the same person alone")
  func userInfo() async throws {
    let issuer = try await MadeIssuer()
    issuer.change {
      $0.document["userinfo_endpoint"] = "https://id.example/person"
      $0.person = [
        "sub": "mina", "email": "mina@example.org", "email_verified": true, "name": "Mina",
      ]
    }
    let party = try issuer.party(MadeIssuer.settings(scopes: ["profile", "email"]))
    let whole = try await issuer.signIn(party)
    #expect(whole.email == "mina@example.org" && whole.isEmailVerified && whole.name == "Mina")
    #expect(issuer.asked("/person").first?.field("Authorization") == "Bearer access")
    // An address of the token is not verified by what is said of another.
    let own = try await issuer.signIn(party) { $0.claims["email"] = "other@example.org" }
    #expect(own.email == "other@example.org" && !own.isEmailVerified && own.name == "Mina")
    issuer.change { $0.person["sub"] = "jun" }
    await #expect(throws: OIDCError.token(.otherPerson)) { try await issuer.signIn(party) }
    issuer.change { $0.person["sub"] = nil }
    await #expect(throws: OIDCError.token(.otherPerson)) { try await issuer.signIn(party) }
    // A token that could begin another header field is not sent.
    issuer.change { $0.accessToken = "a\r\nX: y" }
    #expect(try await issuer.signIn(party).email == nil)
    // Where nothing is missing nothing is asked.
    let count = issuer.asked("/person").count
    _ = try await issuer.signIn(issuer.party())
    #expect(issuer.asked("/person").count == count)
  }

  @Test("says nothing secret of itself")
  func secrets() async throws {
    let issuer = try await MadeIssuer()
    let start = try await issuer.party().start()
    let settings = try MadeIssuer.settings()
    var said = "\(start) \(settings) \(settings.secret)"
    dump(start, to: &said)
    dump(settings, to: &said)
    said += String(reflecting: start) + String(reflecting: settings)
    for secret in ["s&cret", start.nonce, start.verifier, start.state] {
      #expect(!said.contains(secret))
    }
  }

  @Test("names the page where a person signs out at the issuer")
  func endSession() async throws {
    let issuer = try await MadeIssuer()
    #expect(try await issuer.party().endSessionAddress(returningTo: nil) == nil)
    issuer.change { $0.document["end_session_endpoint"] = "https://id.example/bye" }
    #expect(
      try await issuer.party().endSessionAddress(returningTo: "https://home.example/?a=b")
        == "https://id.example/bye?client_id=daystamp"
        + "&post_logout_redirect_uri=https%3A%2F%2Fhome.example%2F%3Fa%3Db")
  }
}
