import Files
import JWTKit

/// The accepted signature algorithms (RFC 7518, section 3.1; RFC 8037). `none` and HMAC are not
/// among them, so a public key never serves as a secret (RFC 8725, section 2.1).
enum SignatureAlgorithm: String, Sendable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  case edDSA = "EdDSA"

  var kind: SigningKey.Kind {
    switch self {
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa
    case .es256: .p256
    case .es384: .p384
    case .es512: .p521
    case .edDSA: .ed25519
    }
  }
}

/// A public key of an issuer (RFC 7517).
struct SigningKey: Sendable {
  let name: String?
  let kind: Kind
  /// The one algorithm that it is for; nil where it does not say.
  let algorithm: String?
  /// Modulus and exponent, or coordinates; without zeros in front where it is no coordinate.
  private let numbers: [[UInt8]]

  enum Kind: Sendable {
    case rsa, p256, p384, p521, ed25519
  }

  /// A key as it is written; a member of another type leaves it out.
  fileprivate struct Written: Decodable, Sendable {
    let kty: String
    let use: String?
    let key_ops: [String]?
    let alg: String?
    let kid: String?
    let crv: String?
    let n: String?
    let e: String?
    let x: String?
    let y: String?
  }

  /// Bytes of a modulus: 2,048 to 8,192 bits. What is longer takes too long to calculate with.
  private static let modulus = 256...1_024

  /// Nil for a key that is for something else, or of a kind that is not taken.
  fileprivate init?(_ written: Written) {
    guard written.use == nil || written.use == "sig" else { return nil }
    guard written.key_ops?.contains("verify") ?? true else { return nil }
    (name, algorithm) = (written.kid, written.alg)
    switch (written.kty, written.crv) {
    case ("RSA", _):
      guard let n = Self.number(written.n, at: Self.modulus),
        let e = Self.number(written.e, at: 1...4), let last = e.last, last % 2 == 1, e != [1]
      else { return nil }
      (kind, numbers) = (.rsa, [n, e])
    case ("EC", "P-256"):
      guard let point = Self.point(written, 32) else { return nil }
      (kind, numbers) = (.p256, point)
    case ("EC", "P-384"):
      guard let point = Self.point(written, 48) else { return nil }
      (kind, numbers) = (.p384, point)
    case ("EC", "P-521"):
      guard let point = Self.point(written, 66) else { return nil }
      (kind, numbers) = (.p521, point)
    case ("OKP", "Ed25519"):
      guard let x = Self.bytes(written.x, 32) else { return nil }
      (kind, numbers) = (.ed25519, [x])
    default: return nil
    }
  }

  private static func number(_ text: String?, at lengths: ClosedRange<Int>) -> [UInt8]? {
    // The length of the text first: nothing is decoded of what is far too long.
    guard let text, text.utf8.count <= 1_400, let bytes = Base64URL.bytes(text) else { return nil }
    let number = Array(bytes.drop { $0 == 0 })
    return lengths.contains(number.count) ? number : nil
  }

  private static func point(_ written: Written, _ length: Int) -> [[UInt8]]? {
    guard let x = bytes(written.x, length), let y = bytes(written.y, length) else { return nil }
    return [x, y]
  }

  private static func bytes(_ text: String?, _ length: Int) -> [UInt8]? {
    guard let text, text.utf8.count <= 100, let bytes = Base64URL.bytes(text),
      bytes.count == length
    else { return nil }
    return bytes
  }

  func fits(_ algorithm: SignatureAlgorithm) -> Bool {
    kind == algorithm.kind && (self.algorithm ?? algorithm.rawValue) == algorithm.rawValue
  }

  /// For JWTKit, of the one algorithm: a key of several would keep the first that a token asks for.
  func key(for algorithm: SignatureAlgorithm) -> JWK {
    let name = JWKIdentifier(string: "key")
    let texts = numbers.map { Base64URL.text($0) }
    let known = JWK.Algorithm(rawValue: algorithm.rawValue)
    return switch kind {
    case .rsa: JWK.rsa(known, identifier: name, modulus: texts[0], exponent: texts[1])
    case .p256: JWK.ecdsa(known, identifier: name, x: texts[0], y: texts[1], curve: .p256)
    case .p384: JWK.ecdsa(known, identifier: name, x: texts[0], y: texts[1], curve: .p384)
    case .p521: JWK.ecdsa(known, identifier: name, x: texts[0], y: texts[1], curve: .p521)
    case .ed25519: JWK.octetKeyPair(known, identifier: name, x: texts[0], y: nil, curve: .ed25519)
    }
  }
}

/// An issuer's keys at one moment (RFC 7517, section 5).
struct SigningKeys: Sendable {
  let keys: [SigningKey]

  /// Keys that are read; of one name, keys that are tried.
  static let (limit, tries) = (100, 4)

  private struct Written: Decodable {
    let keys: [Lossy<SigningKey.Written>]
  }

  /// Keys that are for something else or that are broken are left out (RFC 7517, section 5).
  ///
  /// - Throws: ``OIDCError/unreadable(_:)``.
  init(_ bytes: [UInt8]) throws(OIDCError) {
    let written: Written = try IssuerJSON.decoded(bytes, .keys)
    keys = written.keys.prefix(Self.limit).compactMap { $0.value.flatMap(SigningKey.init) }
  }

  /// Those that a token may have been signed with: of its name and algorithm, several only where a name is
  /// used for several. A token that names none has to leave no choice (OpenID Connect Core 1.0, section 10.1).
  func candidates(for algorithm: SignatureAlgorithm, named name: String?) -> [SigningKey] {
    let fitting = keys.filter { $0.fits(algorithm) }
    guard let name else { return fitting.count == 1 ? fitting : [] }
    return Array(fitting.filter { $0.name == name }.prefix(Self.tries))
  }
}
