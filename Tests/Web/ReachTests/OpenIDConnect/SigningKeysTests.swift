import Testing

@testable import OpenIDConnect

@Suite("An issuer's keys")
struct SigningKeysTests {
  @Test("are taken as far as they are keys for signing, and the others are left out")
  func others() async throws {
    let key = try await MadeKey("key 1", "RS256").published
    let point = try await MadeKey("key 2", "ES256").published
    func changed(_ key: [String: JSON], _ field: String, _ value: JSON?) -> JSON {
      var key = key
      key[field] = value
      return .object(key)
    }
    let big = JSON.text(String(repeating: "A", count: 1) + String(repeating: "_", count: 1_399))
    let left: [JSON] = [
      1, "key", [], [:], changed(key, "use", "enc"), changed(key, "key_ops", ["sign"]),
      changed(key, "kty", "oct"), changed(key, "kty", 1), changed(key, "kid", 1),
      changed(key, "n", nil), changed(key, "n", "not base64"), changed(key, "n", "AQAB"),
      changed(key, "n", big), changed(key, "n", .text(String(repeating: "_", count: 100_000))),
      changed(key, "e", nil), changed(key, "e", "AQ"), changed(key, "e", "AA"),
      changed(key, "e", "Ag"), changed(key, "e", "AQAAAAE"), changed(key, "e", ""),
      changed(point, "x", nil), changed(point, "x", "AA"), changed(point, "y", "not base64"),
      changed(point, "crv", "P-384"), changed(point, "crv", "secp256k1"),
      ["kty": "OKP", "crv": "X25519", "x": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
      ["kty": "OKP", "crv": "Ed25519", "x": "AA"],
      ["kty": "AKP", "alg": "ML-DSA-65", "pub": "AA"],
    ]
    let all: JSON = ["keys": .list(left + [.object(key), .object(point)])]
    let keys = try SigningKeys(all.bytes)
    #expect(keys.keys.map(\.name) == ["key 1", "key 2"])
    #expect(keys.candidates(for: .rs256, named: "key 1").count == 1)
    #expect(keys.candidates(for: .rs256, named: nil).count == 1)
    // For the algorithm that it says alone.
    #expect(keys.candidates(for: .rs512, named: "key 1").isEmpty)
    #expect(keys.candidates(for: .es256, named: "key 1").isEmpty)
    for text in ["", "[]", "{}", #"{"keys":{}}"#, "null", #"{"keys":null}"#] {
      #expect(throws: OIDCError.unreadable(.keys)) { try SigningKeys(Array(text.utf8)) }
    }
    #expect(try SigningKeys(Array(#"{"keys":[]}"#.utf8)).keys.isEmpty)
  }

  @Test("of one name are tried one after the other, a few of them")
  func sameName() async throws {
    let names = ["key 1", "key 1", "key 1"]
    var keys: [MadeKey] = []
    for name in names { keys.append(try await MadeKey(name, "ES256")) }
    keys.append(try await MadeKey("key 1", "EdDSA"))
    let issuer = MadeIssuer(keys: keys)
    for key in keys {
      let identity = try await issuer.signIn {
        $0.key = key
        $0.head["alg"] = .text(key.algorithm)
      }
      #expect(identity.subject == "mina")
    }
    let many = MadeIssuer(keys: Array(repeating: keys[0], count: SigningKeys.tries) + [keys[1]])
    await #expect(throws: OIDCError.token(.signature)) {
      try await many.signIn { $0.key = keys[1] }
    }
    let crowd: JSON = ["keys": .list(Array(repeating: .object(keys[0].published), count: 2_000))]
    #expect(try SigningKeys(crowd.bytes).keys.count == SigningKeys.limit)
  }

  @Test("without an algorithm serve each that fits, none after the other")
  func anyAlgorithm() async throws {
    var key = try await MadeKey("key 1", "RS256")
    key.published["alg"] = nil
    var other = try await MadeKey("key 1", "RS512")
    other.published = key.published
    let issuer = MadeIssuer(keys: [key])
    let party = try issuer.party()
    for signer in [other, key, other] {
      let identity = try await issuer.signIn(party) {
        $0.key = signer
        $0.head["alg"] = .text(signer.algorithm)
      }
      #expect(identity.subject == "mina")
    }
    // A signature of the one is none of the other.
    await #expect(throws: OIDCError.token(.signature)) {
      try await issuer.signIn(party) {
        $0.key = other
        $0.head["alg"] = "RS256"
      }
    }
  }

  @Test("that are no points of their curves, and no keys at all, sign nothing")
  func noPoints() async throws {
    for (algorithm, field) in [("ES256", "x"), ("ES384", "y"), ("ES512", "x"), ("EdDSA", "x")] {
      var key = try await MadeKey("key 1", algorithm)
      let length = ["ES256": 43, "ES384": 64, "ES512": 88, "EdDSA": 43][algorithm] ?? 0
      key.published[field] = .text(String(repeating: "A", count: length))
      await #expect(throws: OIDCError.token(.signature), "\(algorithm)") {
        try await MadeIssuer(keys: [key]).signIn()
      }
    }
    // Even, so no product of two odd primes.
    var even = try await MadeKey("key 1", "RS256")
    even.published["n"] = .text(String(repeating: "_", count: 340) + "_g")
    await #expect(throws: OIDCError.token(.signature)) {
      try await MadeIssuer(keys: [even]).signIn()
    }
  }
}
