import Files
import Sending
import TestSupport
import Testing

@testable import OpenIDConnect

@Suite("What an issuer or anybody sends")
struct HostileTests {
  /// Bytes that are changed, left out, put in, or repeated.
  private static func damaged(_ bytes: [UInt8], by random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
      guard place < bytes.count else { continue }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2:
        let signs = Array(#"{}[]",:.-0129eE\"#.utf8)
        bytes.insert(signs[Int.random(in: 0..<signs.count, using: &random)], at: place)
      case 3: bytes.removeLast(bytes.count - place)
      default:
        let part = bytes[place..<min(place + 30, bytes.count)]
        bytes.insert(contentsOf: part, at: place)
      }
    }
    return bytes
  }

  private struct Valid: Sendable {
    let token: String
    let keys: [UInt8]
    let document: [UInt8]
  }

  private func valid() async throws -> Valid {
    let issuer = try await MadeIssuer()
    var token = try await issuer.token(for: issuer.party().start())
    token.claims["aud"] = ["daystamp", "other"]
    token.claims["events"] = ["http://schemas.openid.net/event/backchannel-logout": [:]]
    token.claims["email"] = "mina@example.org"
    let keys: JSON = ["keys": .list([.object(issuer.keys[0].published)])]
    let document: JSON = [
      "issuer": "https://id.example", "authorization_endpoint": "https://id.example/a",
      "token_endpoint": "https://id.example/t", "jwks_uri": "https://id.example/k",
    ]
    return Valid(token: try token.text, keys: keys.bytes, document: document.bytes)
  }

  @Test("is read or refused, but never believed where it is damaged", arguments: 0..<4)
  func damaged(seed: Int) async throws {
    let valid = try await valid()
    let whole = try SigningKeys(valid.keys)
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<500 {
      let bytes = Self.damaged(Array(valid.token.utf8), by: &random)
      let text = String(decoding: bytes, as: UTF8.self)
      if text != valid.token, let token = try? SignedToken(text, types: ["jwt"]) {
        #expect((try? await token.claims(by: whole).get()) == nil, "\(text)")
      }
      _ = try? SigningKeys(Self.damaged(valid.keys, by: &random))
      _ = try? IssuerMetadata(
        Self.damaged(valid.document, by: &random), of: "https://id.example", at: .everywhere)
    }
  }

  /// What a token says is signed here, so that it is read: the issuer may be broken, too.
  @Test("is read or refused where it is signed and damaged", arguments: 0..<2)
  func signed(seed: Int) async throws {
    let key = try await MadeKey("key 1", "EdDSA")
    let keys = try SigningKeys((["keys": .list([.object(key.published)])] as JSON).bytes)
    let claims = """
      {"iss":"https://id.example","sub":"mina","aud":["daystamp"],"exp":1800000300,"iat":1.8e9,\
      "nbf":0,"nonce":"n","azp":"daystamp","at_hash":"h","sid":"s","jti":"j","email":"m@example.org",\
      "email_verified":true,"name":"Mina","events":{"http://schemas.openid.net/event/backchannel-logout":{}}}
      """
    let expected = ExpectedClaims(
      issuer: "https://id.example", client: "daystamp", now: MadeIssuer.now)
    var random = SplitMix64(seed: UInt64(seed) + 100)
    var read = 0
    for _ in 0..<500 {
      let payload = Self.damaged(Array(claims.utf8), by: &random)
      let signed =
        "\(Base64URL.text(Array(#"{"alg":"EdDSA","kid":"key 1"}"#.utf8))).\(Base64URL.text(payload))"
      let text = try "\(signed).\(Base64URL.text(key.signature(of: signed)))"
      let token = try SignedToken(text, types: ["jwt"])
      switch await token.claims(by: keys) {
      case .success(let claims):
        read += 1
        let identity = try? claims.identity(
          expected, nonce: "n", accessToken: nil, algorithm: .edDSA)
        // at_hash stands there, and no access token came.
        #expect(identity == nil || claims.accessTokenHash == nil)
        let notice = try? claims.logoutNotice(expected)
        #expect(notice == nil || claims.nonce == nil)
      case .failure(let fault): #expect(fault == .malformed)
      }
    }
    #expect(read > 0)
  }

  @Test("is refused where it is deep")
  func deep() async throws {
    let key = try await MadeKey("key 1", "EdDSA")
    let keys = try SigningKeys((["keys": .list([.object(key.published)])] as JSON).bytes)
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let depth = 2_000
      let (opens, closes) = (
        String(repeating: open, count: depth), String(repeating: close, count: depth)
      )
      let nest = "\(opens)1\(closes)"
      // In the head and in the payload, in a claim that is read and in one that is not.
      let head = Base64URL.text(Array(#"{"alg":"EdDSA","x":\#(nest)}"#.utf8))
      #expect(throws: TokenFault.malformed) { try SignedToken("\(head).e30.AA", types: []) }
      for claim in ["aud", "x", "events"] {
        let signed =
          Base64URL.text(Array(#"{"alg":"EdDSA","kid":"key 1"}"#.utf8)) + "."
          + Base64URL.text(Array(#"{"\#(claim)":\#(nest)}"#.utf8))
        let text = try "\(signed).\(Base64URL.text(key.signature(of: signed)))"
        guard text.utf8.count <= SignedToken.limit else { continue }
        let token = try SignedToken(text, types: [])
        #expect(await token.claims(by: keys).isMalformed)
      }
      let long = String(repeating: open, count: 100_000)
      #expect(throws: OIDCError.unreadable(.keys)) {
        try SigningKeys(Array(#"{"keys":\#(long)"#.utf8))
      }
    }
  }
}

extension Result where Failure == TokenFault {
  fileprivate var isMalformed: Bool {
    if case .failure(.malformed) = self { true } else { false }
  }
}
