import Files
import Sending
import TestSupport
import Testing

@testable import OpenIDConnect

@Suite("An issuer")
struct IssuerTests {
  @Test("is set up with addresses that are reached by TLS, or are the machine's own")
  func settings() throws {
    let rows: [(String, OIDCError)] = [
      ("id.example", .address(.issuer, .scheme(nil))),
      ("http://id.example", .address(.issuer, .notSecure(host: "id.example"))),
      ("http://192.168.1.2", .address(.issuer, .notSecure(host: "192.168.1.2"))),
      ("https://u:p@id.example", .address(.issuer, .credentials)),
      ("https://id.example/#a", .address(.issuer, .fragment)),
      ("https://id.example/?a", .issuerQuery),
      ("https://169.254.169.254", .address(.issuer, .refusedAddress("169.254.169.254"))),
    ]
    for (address, error) in rows {
      #expect(throws: error) { try MadeIssuer.settings(issuer: address) }
    }
    for address in ["http://127.0.0.1:9400", "http://localhost", "https://10.0.0.2/realms/a"] {
      #expect(try MadeIssuer.settings(issuer: address).issuer == address)
    }
    #expect(throws: OIDCError.address(.redirect, .notSecure(host: "home.example"))) {
      try MadeIssuer.settings(redirect: "http://home.example/")
    }
    #expect(throws: OIDCError.client) { try MadeIssuer.settings(client: "") }
    for scope in ["", "a b", "a\"", "é", "a\n"] {
      #expect(throws: OIDCError.scope(OIDCError.shown(scope))) {
        try MadeIssuer.settings(scopes: [scope])
      }
    }
    #expect(try MadeIssuer.settings(scopes: ["email"]).scopes == ["openid", "email"])
    #expect(try MadeIssuer.settings().name == "id.example")
  }

  /// A document that is changed, what is wrong with it, and from where the issuer is reached.
  @Test(
    "is refused where its document is wrong, with the reason",
    arguments: [
      (
        "issuer", "https://id.example/", .everywhere,
        .otherIssuer(observed: "https://id.example/", expected: "https://id.example")
      ),
      (
        "issuer", "https://attacker.example", .everywhere,
        .otherIssuer(observed: "https://attacker.example", expected: "https://id.example")
      ),
      ("issuer", nil, .everywhere, .missing("issuer", in: .discovery)),
      ("issuer", 1, .everywhere, .unreadable(.discovery)),
      (
        "authorization_endpoint", nil, .everywhere,
        .missing("authorization_endpoint", in: .discovery)
      ),
      ("token_endpoint", nil, .everywhere, .missing("token_endpoint", in: .discovery)),
      ("jwks_uri", nil, .everywhere, .missing("jwks_uri", in: .discovery)),
      (
        "authorization_endpoint", "javascript:alert(1)", .everywhere,
        .address(.authorization, .scheme("javascript"))
      ),
      (
        "authorization_endpoint", "http://id.example/", .loopback,
        .address(.authorization, .notSecure(host: "id.example"))
      ),
      // A public issuer, and one of the house, lead to nothing of this machine without TLS.
      (
        "token_endpoint", "http://localhost/token", .everywhere,
        .address(.token, .notSecure(host: "localhost"))
      ),
      (
        "jwks_uri", "http://127.0.0.1:9200/", .privateNetwork,
        .address(.keys, .notSecure(host: "127.0.0.1"))
      ),
      (
        "userinfo_endpoint", "https://169.254.169.254/", .everywhere,
        .address(.userInfo, .refusedAddress("169.254.169.254"))
      ),
      (
        "end_session_endpoint", "ftp://id.example", .everywhere,
        .address(.endSession, .scheme("ftp"))
      ),
    ] as [(String, JSON?, IPAddress.Reach, OIDCError)])
  func document(field: String, value: JSON?, reach: IPAddress.Reach, error: OIDCError) async throws
  {
    let issuer = try await MadeIssuer()
    issuer.change {
      $0.document[field] = value
      $0.reach = reach
    }
    await #expect(throws: error) { try await issuer.party().start() }
  }

  @Test("is asked for its document where the specification has it, and what is no document is told")
  func discovery() async throws {
    let path = "/.well-known/openid-configuration"
    for (address, asked) in [
      ("https://id.example/realms/home", "https://id.example/realms/home\(path)"),
      ("https://id.example/", "https://id.example\(path)"),
    ] {
      let issuer = try await MadeIssuer()
      issuer.change { state in
        state.document["issuer"] = .text(address)
        let document = JSON.object(state.document).bytes
        state.answers["/realms/home\(path)"] = WebReply(
          status: 200, body: document, reach: .everywhere)
      }
      _ = try await issuer.party(MadeIssuer.settings(issuer: address)).start()
      let all = issuer.asked(path) + issuer.asked("/realms/home\(path)")
      #expect(all.map(\.request.address.description) == [asked])
      #expect(all.first?.isPost == false)
    }
    let rows: [(WebReply, OIDCError)] = [
      (WebReply(status: 301, body: [], reach: .everywhere), .status(.discovery, observed: 301)),
      (WebReply(status: 200, body: nil, reach: .everywhere), .tooLong(.discovery, limit: 65_536)),
      (WebReply(status: 200, body: [0xFF], reach: .everywhere), .unreadable(.discovery)),
    ]
    for (reply, error) in rows {
      let issuer = try await MadeIssuer()
      issuer.change { $0.answers[path] = reply }
      let party = try issuer.party()
      await #expect(throws: error) { try await party.start() }
      // What failed is not kept.
      issuer.change { $0.answers = [:] }
      _ = try await party.start()
    }
  }

  /// Else a public issuer could have this machine ask its own network (server-side request forgery).
  @Test("leads to nothing that is closer to this machine than it is itself")
  func reaches() async throws {
    for reach in [IPAddress.Reach.everywhere, .privateNetwork, .loopback] {
      let issuer = try await MadeIssuer()
      issuer.change { $0.reach = reach }
      _ = try await issuer.signIn()
      for path in ["/keys", "/token"] {
        #expect(issuer.asked(path).first?.reaches == [.everywhere, reach])
      }
    }
    // And so WebClient asks none that is.
    let hidden = try WebAddress("https://keys.example/", policy: .privateAllowed)
    for text in ["10.0.0.2", "127.0.0.1", "::1", "fd00::1"] {
      let resolver = HostResolver { _ in
        .success([IPAddress("8.8.8.8"), IPAddress(text)].compactMap(\.self))
      }
      await #expect(throws: SendingError.refusedAddress(host: "keys.example", address: text)) {
        try await WebClient(resolver: resolver).ask(
          WebQuestion(to: hidden, limit: 1, policy: .privateAllowed, reaches: [.everywhere]))
      }
    }
  }

  @Test("is asked once by all who come together, and again after an hour")
  func kept() async throws {
    let issuer = try await MadeIssuer()
    let party = try issuer.party()
    try await withThrowingTaskGroup(of: SignInStart.self) { group in
      for _ in 0..<8 { group.addTask { try await party.start() } }
      try await group.waitForAll()
    }
    let path = "/.well-known/openid-configuration"
    #expect(issuer.asked(path).count == 1)
    issuer.change { $0.now += 3_599 }
    _ = try await party.start()
    #expect(issuer.asked(path).count == 1)
    issuer.change { $0.now += 1 }
    _ = try await party.start()
    #expect(issuer.asked(path).count == 2)
  }

  @Test("has its keys asked for once more where one is unknown, once in a minute")
  func rotated() async throws {
    let issuer = try await MadeIssuer()
    let party = try issuer.party()
    _ = try await issuer.signIn(party)
    let old = issuer.keys[0]
    let new = try await MadeKey("key 2", "ES256")
    issuer.change {
      $0.keys = [new]
      $0.now += 60
    }
    _ = try await issuer.signIn(party)
    #expect(issuer.asked("/keys").count == 2)
    // The old one is gone with that.
    await #expect(throws: OIDCError.token(.unknownKey("key 1"))) {
      try await issuer.signIn(party) {
        $0.key = old
        $0.head["kid"] = "key 1"
      }
    }
    for _ in 0..<3 {
      await #expect(throws: OIDCError.token(.unknownKey("key 3"))) {
        try await issuer.signIn(party) { $0.head["kid"] = "key 3" }
      }
    }
    #expect(issuer.asked("/keys").count == 2)
    issuer.change { $0.now += 60 }
    await #expect(throws: OIDCError.token(.unknownKey("key 3"))) {
      try await issuer.signIn(party) { $0.head["kid"] = "key 3" }
    }
    #expect(issuer.asked("/keys").count == 3)
    // A new key by the old name.
    var same = try await MadeKey("key 2", "ES256")
    same.published["use"] = nil
    issuer.change { [same] in
      $0.keys = [same]
      $0.now += 60
    }
    _ = try await issuer.signIn(party)
    #expect(issuer.asked("/keys").count == 4)
  }

  @Test("signs by a key of Apple's kind, which is a secret made for each request")
  func apple() async throws {
    let issuer = try await MadeIssuer()
    let key = AppleKey()
    let secret = ClientSecret.appleKey(team: "TEAM", key: "KEY", pem: key.pem)
    #expect(throws: OIDCError.appleKey) {
      try MadeIssuer.settings(secret: .appleKey(team: "TEAM", key: "KEY", pem: "no key"))
    }
    let settings = try MadeIssuer.settings(secret: secret, scopes: ["email"])
    #expect(settings.answersByForm)
    #expect(try !MadeIssuer.settings(secret: secret).answersByForm)
    #expect(try !MadeIssuer.settings(scopes: ["email"]).answersByForm)
    let party = try issuer.party(settings)
    let start = try await party.start()
    #expect(parameters(of: start.address)["response_mode"] == "form_post")
    for minutes in [0, 60] {
      issuer.change { $0.now += minutes * 60 }
      _ = try await issuer.signIn(party)
      let form = try #require(issuer.asked("/token").last?.form)
      #expect(form["client_id"] == MadeIssuer.client)
      let made = try key.read(try #require(form["client_secret"]))
      #expect(made.head["alg"] as? String == "ES256")
      #expect(made.head["kid"] as? String == "KEY")
      #expect(made.claims["iss"] as? String == "TEAM")
      #expect(made.claims["sub"] as? String == MadeIssuer.client)
      #expect(made.claims["aud"] as? String == MadeIssuer.address)
      #expect(made.claims["iat"] as? Int == issuer.now)
      #expect(made.claims["exp"] as? Int == issuer.now + 600)
    }
    #expect(!"\(settings)".contains("PRIVATE KEY"))
  }
}
