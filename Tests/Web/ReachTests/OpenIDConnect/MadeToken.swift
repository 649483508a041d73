import Crypto
import CryptoExtras
import Files
import Foundation
import JWTKit

/// Any JSON, written as Swift's literals.
enum JSON: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  case text(String)
  case number(Double)
  case whole(Int)
  case truth(Bool)
  case list([JSON])
  case object([String: JSON])

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .whole(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .truth(value) }
  init(arrayLiteral elements: JSON...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .whole(let number): try value.encode(number)
    case .truth(let truth): try value.encode(truth)
    case .list(let list): try value.encode(list)
    case .object(let object): try value.encode(object)
    }
  }

  var bytes: [UInt8] { [UInt8]((try? JSONEncoder().encode(self)) ?? Data()) }
}

/// A key of an issuer, made for the tests.
struct MadeKey: Sendable {
  let name: String
  let algorithm: String
  /// As the issuer publishes it.
  var published: [String: JSON]
  private let signer: any JWTAlgorithm

  func signature(of text: String) throws -> [UInt8] { try signer.sign(Array(text.utf8)) }

  /// Made once: it takes a second.
  private static let rsa = Task { () throws -> JWTKit.Insecure.RSA.PrivateKey in
    try JWTKit.Insecure.RSA.PrivateKey(backing: _RSA.Signing.PrivateKey(keySize: .bits2048))
  }

  init(_ name: String, _ algorithm: String) async throws {
    (self.name, self.algorithm) = (name, algorithm)
    let keys = JWTKeyCollection()
    let kid = JWKIdentifier(string: name)
    let common: [String: JSON] = [
      "kid": .text(name), "alg": .text(algorithm), "use": "sig",
    ]
    let own: [String: JSON]
    func point(_ key: String, _ raw: Data) -> [String: JSON] {
      let half = raw.count / 2
      return [
        "kty": "EC", "crv": .text(key), "x": .text(Base64URL.text(raw.prefix(half))),
        "y": .text(Base64URL.text(raw.suffix(half))),
      ]
    }
    switch algorithm {
    case "ES256":
      let key = P256.Signing.PrivateKey()
      try await keys.add(ecdsa: ES256PrivateKey(backing: key), kid: kid)
      own = point("P-256", key.publicKey.rawRepresentation)
    case "ES384":
      let key = P384.Signing.PrivateKey()
      try await keys.add(ecdsa: ES384PrivateKey(backing: key), kid: kid)
      own = point("P-384", key.publicKey.rawRepresentation)
    case "ES512":
      let key = P521.Signing.PrivateKey()
      try await keys.add(ecdsa: ES512PrivateKey(backing: key), kid: kid)
      own = point("P-521", key.publicKey.rawRepresentation)
    case "EdDSA":
      let key = Curve25519.Signing.PrivateKey()
      await keys.add(eddsa: EdDSA.PrivateKey(backing: key), kid: kid)
      own = [
        "kty": "OKP", "crv": "Ed25519",
        "x": .text(Base64URL.text(key.publicKey.rawRepresentation)),
      ]
    default:
      let key = try await Self.rsa.value
      let digest: DigestAlgorithm =
        switch algorithm.suffix(3) {
        case "384": .sha384
        case "512": .sha512
        default: .sha256
        }
      if algorithm.hasPrefix("PS") {
        await keys.add(pss: key, digestAlgorithm: digest, kid: kid)
      } else {
        await keys.add(rsa: key, digestAlgorithm: digest, kid: kid)
      }
      let (n, e) = try key.publicKey.getKeyPrimitives()
      own = [
        "kty": "RSA", "n": .text(Base64URL.text(n)), "e": .text(Base64URL.text(e)),
      ]
    }
    published = common.merging(own) { _, own in own }
    signer = try await keys.getKey(for: kid)
  }
}

/// A token as a test wants it.
struct MadeToken: Sendable {
  var head: [String: JSON]
  var claims: [String: JSON]
  /// What signs it.
  var key: MadeKey
  /// What becomes of the three parts at last.
  var change: @Sendable ([String]) -> [String] = { $0 }

  init(signedBy key: MadeKey, _ claims: [String: JSON]) {
    head = ["alg": .text(key.algorithm), "kid": .text(key.name), "typ": "JWT"]
    (self.key, self.claims) = (key, claims)
  }

  var text: String {
    get throws {
      let parts = [head, claims].map { Base64URL.text(JSON.object($0).bytes) }
      let signature = try key.signature(of: parts.joined(separator: "."))
      return change(parts + [Base64URL.text(signature)]).joined(separator: ".")
    }
  }
}

/// A key as Apple gives it, which reads what was signed with it.
struct AppleKey {
  private let key = P256.Signing.PrivateKey()

  var pem: String { key.pemRepresentation }

  struct Unsigned: Error {}

  /// - Throws: ``Unsigned`` where the key did not sign the token.
  func read(_ token: String) throws -> (head: [String: Any], claims: [String: Any]) {
    let parts = token.split(separator: ".").map(String.init)
    let signature = try P256.Signing.ECDSASignature(
      rawRepresentation: Base64URL.bytes(parts.last ?? "") ?? [])
    let signed = Array(parts.dropLast().joined(separator: ".").utf8)
    guard parts.count == 3, key.publicKey.isValidSignature(signature, for: signed) else {
      throw Unsigned()
    }
    let objects = try parts.prefix(2).map {
      try JSONSerialization.jsonObject(with: Data(Base64URL.bytes($0) ?? [])) as? [String: Any]
    }
    return (objects[0] ?? [:], objects[1] ?? [:])
  }
}
