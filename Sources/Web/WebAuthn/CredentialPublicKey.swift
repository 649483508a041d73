import Crypto
import CryptoExtras
import FoundationEssentials

/// A credential's signature algorithm, by its COSE number (RFC 9053, RFC 8812).
package enum CredentialAlgorithm: Int64, CaseIterable, Sendable {
  /// ECDSA on P-256 with SHA-256.
  case es256 = -7
  /// Ed25519.
  case edDSA = -8
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = -257
}

/// A credential's public key: a COSE_Key (RFC 9052, section 7) with exactly the parameters that
/// WebAuthn Level 3, section 6.5.1.1, requires for its algorithm.
package struct CredentialPublicKey: Sendable {
  /// As the authenticator wrote it.
  package let cose: [UInt8]
  package let algorithm: CredentialAlgorithm
  private let key: Key

  private enum Key: Sendable {
    case es256(P256.Signing.PublicKey)
    case edDSA(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)
  }

  /// Bits of an RSA key's modulus.
  package static let modulusBits = 2048...4096

  /// - Throws: ``WebAuthnError/cbor(_:)``, ``WebAuthnError/publicKey``,
  ///   ``WebAuthnError/algorithm(observed:)``, ``WebAuthnError/point``,
  ///   ``WebAuthnError/modulus(bits:limits:)`` and ``WebAuthnError/exponent``.
  package init(cose: [UInt8]) throws(WebAuthnError) {
    let value: CBOR
    do { value = try CBOR.value(of: cose) } catch { throw .cbor(error) }
    try self.init(value, cose: cose)
  }

  init(_ value: CBOR, cose: [UInt8]) throws(WebAuthnError) {
    guard case .map(let parameters) = value else { throw .publicKey }
    guard case .integer(let number)? = parameters[.algorithm] else {
      throw .algorithm(observed: nil)
    }
    guard let algorithm = CredentialAlgorithm(rawValue: number) else {
      throw .algorithm(observed: number)
    }
    self.cose = cose
    self.algorithm = algorithm
    key =
      switch algorithm {
      case .es256: .es256(try Self.p256(parameters))
      case .edDSA: .edDSA(try Self.ed25519(parameters))
      case .rs256: .rs256(try Self.rsa(parameters))
      }
  }

  /// Whether the signature is this key's of the bytes.
  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    switch key {
    case .es256(let key):
      // As DER (section 6.5.5), which the library takes in its one form alone.
      guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA256.hash(data: bytes))
    case .edDSA(let key):
      return key.isValidSignature(signature, for: bytes)
    case .rs256(let key):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes),
        padding: .insecurePKCS1v1_5)
    }
  }
}

extension CredentialPublicKey: Hashable {
  package static func == (a: CredentialPublicKey, b: CredentialPublicKey) -> Bool {
    a.cose == b.cose
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(cose) }
}

extension CBOR.Key {
  // Of every key (RFC 9052, section 7.1), then of each kind (RFC 9053, section 7; RFC 8230, section 4).
  fileprivate static let (kind, algorithm) = (CBOR.Key.integer(1), CBOR.Key.integer(3))
  fileprivate static let (curve, x, y) = (
    CBOR.Key.integer(-1), CBOR.Key.integer(-2), CBOR.Key.integer(-3)
  )
  fileprivate static let (modulus, exponent) = (CBOR.Key.integer(-1), CBOR.Key.integer(-2))
}

extension CredentialPublicKey {
  private static func p256(
    _ parameters: [CBOR.Key: CBOR]
  ) throws(WebAuthnError) -> P256.Signing.PublicKey {
    guard parameters.count == 5, parameters[.kind] == .integer(2),
      parameters[.curve] == .integer(1),
      case .bytes(let x)? = parameters[.x], case .bytes(let y)? = parameters[.y],
      x.count == 32, y.count == 32
    else { throw .publicKey }
    // 4: not compressed (SEC 1, section 2.3.4). The library checks that the point is on the curve.
    guard let key = try? P256.Signing.PublicKey(x963Representation: [4] + x + y) else {
      throw .point
    }
    return key
  }

  private static func ed25519(
    _ parameters: [CBOR.Key: CBOR]
  ) throws(WebAuthnError) -> Curve25519.Signing.PublicKey {
    guard parameters.count == 4, parameters[.kind] == .integer(1),
      parameters[.curve] == .integer(6), case .bytes(let x)? = parameters[.x], x.count == 32
    else { throw .publicKey }
    guard !SmallOrderPoint.has(x),
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
    else { throw .point }
    return key
  }

  private static func rsa(
    _ parameters: [CBOR.Key: CBOR]
  ) throws(WebAuthnError) -> _RSA.Signing.PublicKey {
    guard parameters.count == 4, parameters[.kind] == .integer(3),
      case .bytes(let modulus)? = parameters[.modulus],
      case .bytes(let exponent)? = parameters[.exponent],
      let first = modulus.first, first != 0, let last = modulus.last
    else { throw .publicKey }
    let bits = modulus.count * 8 - first.leadingZeroBitCount
    guard modulusBits.contains(bits) else { throw .modulus(bits: bits, limits: modulusBits) }
    // Odd, above 2¹⁶ (FIPS 186-5, section 5.4) and in 32 bits: nearly always 65537.
    guard (3...4).contains(exponent.count), exponent.first != 0 else { throw .exponent }
    let value = exponent.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard value > 1 << 16, value & 1 == 1 else { throw .exponent }
    guard last & 1 == 1, let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else {
      throw .publicKey
    }
    return key
  }
}
