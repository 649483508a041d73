import Crypto
import Files
import Testing

@testable import OpenIDConnect

/// A row of a table of tokens.
struct TokenRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let change: @Sendable (inout MadeToken) -> Void

  init(_ name: String, _ change: @escaping @Sendable (inout MadeToken) -> Void) {
    (testDescription, self.change) = (name, change)
  }
}

@Suite("An id_token")
struct TokenTests {
  private static let (now, client) = (MadeIssuer.now, MadeIssuer.client)

  @Test("is taken by every algorithm of the list", arguments: SignatureAlgorithm.allCases)
  func algorithms(algorithm: SignatureAlgorithm) async throws {
    let issuer = try await MadeIssuer(algorithm.rawValue)
    let identity = try await issuer.signIn {
      $0.claims["at_hash"] = .text(algorithm.half(of: "access"))
    }
    #expect(identity.subject == "mina")
    #expect(identity.issuer == MadeIssuer.address)
  }

  @Test(
    "is taken where it is right",
    arguments: [
      TokenRow("ended less than the leeway ago") { $0.claims["exp"] = .whole(now - 59) },
      TokenRow("valid within the leeway") { $0.claims["nbf"] = .whole(now + 60) },
      TokenRow("made by a clock that is ahead") { $0.claims["iat"] = .whole(now + 60) },
      TokenRow("with fractions of seconds") { $0.claims["exp"] = .number(Double(now) + 0.5) },
      TokenRow("for one, in an array") { $0.claims["aud"] = [.text(client)] },
      TokenRow("for several, made for us") {
        $0.claims["aud"] = ["other", .text(client)]
        $0.claims["azp"] = .text(client)
      },
      TokenRow("without a type") { $0.head["typ"] = nil },
      TokenRow("of which the only key signs") { $0.head["kid"] = nil },
      TokenRow("that says more than is read") {
        $0.claims["groups"] = ["a", ["b": [1, 2.5, true]]]
        $0.head["x"] = 1e300
      },
    ])
  func right(row: TokenRow) async throws {
    let identity = try await MadeIssuer().signIn(changing: row.change)
    #expect(identity.subject == "mina")
  }

  /// OpenID Connect Core 1.0, section 3.1.3.7.
  @Test(
    "is refused where a claim is wrong, with the reason",
    arguments: [
      (
        TokenRow("another issuer") { $0.claims["iss"] = "https://id.example/" },
        TokenFault.issuer(observed: "https://id.example/", expected: "https://id.example")
      ),
      (TokenRow("no issuer") { $0.claims["iss"] = nil }, .missing("iss")),
      (
        TokenRow("another audience") { $0.claims["aud"] = "other" },
        .audience(observed: ["other"], expected: client)
      ),
      (
        TokenRow("an empty audience") { $0.claims["aud"] = [] },
        .audience(observed: [], expected: client)
      ),
      (TokenRow("no audience") { $0.claims["aud"] = nil }, .missing("aud")),
      (TokenRow("an audience that is a number") { $0.claims["aud"] = 1 }, .malformed),
      (TokenRow("audiences that are numbers") { $0.claims["aud"] = [1, "daystamp"] }, .malformed),
      (
        TokenRow("several audiences and nobody it was made for") {
          $0.claims["aud"] = [.text(client), "other"]
        }, .authorizedParty(observed: nil, expected: client)
      ),
      (
        TokenRow("made for another") { $0.claims["azp"] = "other" },
        .authorizedParty(observed: "other", expected: client)
      ),
      (
        TokenRow("expired") { $0.claims["exp"] = .whole(now - 60) },
        .expired(at: now - 60, now: now)
      ),
      (TokenRow("without an end") { $0.claims["exp"] = nil }, .missing("exp")),
      (TokenRow("an end that is a text") { $0.claims["exp"] = "1800000300" }, .malformed),
      (TokenRow("an end beyond all time") { $0.claims["exp"] = 1e300 }, .malformed),
      (TokenRow("an end before 1970") { $0.claims["exp"] = -1 }, .malformed),
      (
        TokenRow("not yet valid") { $0.claims["nbf"] = .whole(now + 61) },
        .notYetValid(from: now + 61, now: now)
      ),
      (
        TokenRow("made in the future") { $0.claims["iat"] = .whole(now + 61) },
        .madeInFuture(at: now + 61, now: now)
      ),
      (TokenRow("made at no time") { $0.claims["iat"] = nil }, .missing("iat")),
      (TokenRow("no nonce") { $0.claims["nonce"] = nil }, .missing("nonce")),
      (TokenRow("another nonce") { $0.claims["nonce"] = "n" }, .nonce),
      (TokenRow("nobody") { $0.claims["sub"] = nil }, .missing("sub")),
      (TokenRow("an empty subject") { $0.claims["sub"] = "" }, .subject),
      (
        TokenRow("a subject that is too long") {
          $0.claims["sub"] = .text(String(repeating: "a", count: 256))
        }, .subject
      ),
      (TokenRow("a subject of two lines") { $0.claims["sub"] = "mina\nroot" }, .subject),
      (
        TokenRow("a subject that looks like another") { $0.claims["sub"] = "mi\u{0578}a" }, .subject
      ),
      (
        TokenRow("of another access token") { $0.claims["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA" },
        .accessTokenHash
      ),
    ] as [(TokenRow, TokenFault)])
  func wrong(row: TokenRow, fault: TokenFault) async throws {
    let issuer = try await MadeIssuer()
    await #expect(throws: OIDCError.token(fault)) { try await issuer.signIn(changing: row.change) }
  }

  /// RFC 8725, section 2.
  @Test(
    "is refused where it is not signed by the issuer's key as the key says, with the reason",
    arguments: [
      (
        TokenRow("a changed payload") { token in
          token.change = { parts in
            let other = Base64URL.bytes(parts[1]) ?? []
            let text = String(decoding: other, as: UTF8.self).replacing("mina", with: "root")
            return [parts[0], Base64URL.text(Array(text.utf8)), parts[2]]
          }
        }, TokenFault.signature
      ),
      (
        TokenRow("a changed head") { token in
          token.change = { parts in
            let head = #"{"alg":"ES256","kid":"key 1"}"#
            return [Base64URL.text(Array(head.utf8)), parts[1], parts[2]]
          }
        }, .signature
      ),
      (
        TokenRow("a changed signature") { token in
          token.change = { parts in
            var signature = Base64URL.bytes(parts[2]) ?? []
            signature[10] ^= 1
            return [parts[0], parts[1], Base64URL.text(signature)]
          }
        }, .signature
      ),
      (TokenRow("no signature") { $0.change = { [$0[0], $0[1], ""] } }, .signature),
      (
        TokenRow("half a signature") { $0.change = { [$0[0], $0[1], String($0[2].prefix(40))] } },
        .signature
      ),
      (
        TokenRow("a signature of zeros") {
          $0.change = { [$0[0], $0[1], Base64URL.text([UInt8](repeating: 0, count: 64))] }
        }, .signature
      ),
      (
        TokenRow("unsigned") { token in
          token.head["alg"] = "none"
          token.change = { [$0[0], $0[1], ""] }
        }, .algorithm("none")
      ),
      (TokenRow("unsigned, written otherwise") { $0.head["alg"] = "nOnE" }, .algorithm("nOnE")),
      (
        TokenRow("by HMAC with the public key as secret") { token in
          token.head["alg"] = "HS256"
          let secret = SymmetricKey(data: JSON.object(token.key.published).bytes)
          token.change = { parts in
            let code = HMAC<SHA256>.authenticationCode(
              for: Array("\(parts[0]).\(parts[1])".utf8), using: secret)
            return [parts[0], parts[1], Base64URL.text(Array(code))]
          }
        }, .algorithm("HS256")
      ),
      (TokenRow("an algorithm of another kind") { $0.head["alg"] = "RS256" }, .unknownKey("key 1")),
      (TokenRow("an unknown key") { $0.head["kid"] = "key 9" }, .unknownKey("key 9")),
      (TokenRow("the key of another issuer's name") { $0.head["kid"] = "key 2" }, .signature),
      (TokenRow("a choice of keys") { $0.head["kid"] = nil }, .unknownKey(nil)),
      (TokenRow("a condition") { $0.head["crit"] = ["exp"] }, .critical),
      (TokenRow("an empty condition") { $0.head["crit"] = [] }, .critical),
      (
        TokenRow("a payload that is not encoded") {
          $0.head["b64"] = false
          $0.head["crit"] = ["b64"]
        }, .critical
      ),
      (TokenRow("for logging out") { $0.head["typ"] = "logout+jwt" }, .type("logout+jwt")),
      (TokenRow("for access") { $0.head["typ"] = "at+jwt" }, .type("at+jwt")),
    ] as [(TokenRow, TokenFault)])
  func unsigned(row: TokenRow, fault: TokenFault) async throws {
    let keys = try await [MadeKey("key 1", "ES256"), MadeKey("key 2", "ES256")]
    let issuer = MadeIssuer(keys: keys)
    await #expect(throws: OIDCError.token(fault)) { try await issuer.signIn(changing: row.change) }
  }

  /// RFC 8725, section 3.10.
  @Test("is not believed by a key that it brings along", arguments: ["jwk", "jku", "x5u"])
  func ownKey(field: String) async throws {
    let issuer = try await MadeIssuer()
    let other = try await MadeKey("key 1", "ES256")
    await #expect(throws: OIDCError.token(.signature)) {
      try await issuer.signIn { token in
        token.key = other
        token.head[field] =
          field == "jwk" ? .object(other.published) : "https://attacker.example/keys"
      }
    }
    #expect(issuer.asked("/keys").count == 1)
  }

  @Test("is refused where it is too long, before it is read")
  func long() async throws {
    let issuer = try await MadeIssuer()
    let name = JSON.text(String(repeating: "a", count: SignedToken.limit))
    await #expect {
      try await issuer.signIn { $0.claims["name"] = name }
    } throws: { error in
      guard case .token(.tooLong(let bytes, SignedToken.limit))? = error as? OIDCError else {
        return false
      }
      return bytes > SignedToken.limit
    }
  }

  @Test(
    "is malformed where it has not three parts of base64url, of which the first is a head",
    arguments: [
      "", ".", "..", "...", "e30", "e30.e30", "e30.e30.", "e30.e30.e30.e30", "e30.e30.e30.e30.e30",
      "e30=.e30.e30", " e30.e30.e30", "eyJhbGciOjF9.e30.AA", "W10.e30.AA", "bnVsbA.e30.AA",
      "eyJhbGciOiJFUzI1NiIsImtpZCI6MX0.e30.AA", "é.e30.AA", "e30.e30.A",
    ])
  func malformed(text: String) throws {
    #expect(throws: TokenFault.malformed) { try SignedToken(text, types: ["jwt"]) }
  }

  @Test("says of a person what is of the right type, and nothing else")
  func person() async throws {
    let issuer = try await MadeIssuer()
    let whole = try await issuer.signIn {
      $0.claims["email"] = "mina@example.org"
      $0.claims["email_verified"] = "true"
      $0.claims["name"] = "Mina"
      $0.claims["sid"] = "session 1"
    }
    #expect(
      whole
        == Identity(
          issuer: MadeIssuer.address, subject: "mina", email: "mina@example.org",
          isEmailVerified: true, name: "Mina", session: "session 1"))
    let broken = try await issuer.signIn {
      $0.claims["email"] = ["mina@example.org"]
      $0.claims["email_verified"] = true
      $0.claims["name"] = "Mina\u{202E}"
    }
    #expect(broken.email == nil)
    #expect(!broken.isEmailVerified)
    #expect(broken.name == nil)
    let foreign = try await issuer.signIn { $0.claims["email"] = "min\u{0430}@example.org" }
    #expect(foreign.email == nil)
    for value: JSON in [false, "false", "TRUE", 1, "1", ["a": true]] {
      let identity = try await issuer.signIn {
        $0.claims["email"] = "mina@example.org"
        $0.claims["email_verified"] = value
      }
      #expect(!identity.isEmailVerified, "\(value)")
    }
  }
}
