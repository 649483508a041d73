import Crypto
import CryptoExtras
import FoundationEssentials
package import WebAuthn

/// A credential and the authenticator that has it, in software: it goes through every ceremony that it is
/// given, as an attacker's would.
package struct SoftwareCredential: Sendable {
  package let algorithm: CredentialAlgorithm
  package var id: [UInt8]
  package var userHandle: [UInt8]?
  private let key: Key

  private enum Key: Sendable {
    case es256(P256.Signing.PrivateKey)
    case edDSA(Curve25519.Signing.PrivateKey)
    case rs256(_RSA.Signing.PrivateKey)
  }

  /// Of RS256: making one takes a while, so that all credentials of a process share it.
  private static let rsa = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  package init(_ algorithm: CredentialAlgorithm = .es256, userHandle: [UInt8]? = nil) throws {
    self.algorithm = algorithm
    self.userHandle = userHandle
    id = Challenge().bytes
    key =
      switch algorithm {
      case .es256: .es256(P256.Signing.PrivateKey())
      case .edDSA: .edDSA(Curve25519.Signing.PrivateKey())
      case .rs256: .rs256(try Self.rsa.get())
      }
  }

  /// The public key, as the authenticator data of a registration has it (RFC 9052, section 7).
  package var cose: [UInt8] {
    get throws {
      switch key {
      case .es256(let key):
        let point = [UInt8](key.publicKey.rawRepresentation)
        return Self.cose([
          (1, CBORWriter.integer(2)), (3, CBORWriter.integer(-7)), (-1, CBORWriter.integer(1)),
          (-2, CBORWriter.bytes([UInt8](point.prefix(32)))),
          (-3, CBORWriter.bytes([UInt8](point.suffix(32)))),
        ])
      case .edDSA(let key):
        return Self.cose([
          (1, CBORWriter.integer(1)), (3, CBORWriter.integer(-8)), (-1, CBORWriter.integer(6)),
          (-2, CBORWriter.bytes([UInt8](key.publicKey.rawRepresentation))),
        ])
      case .rs256(let key):
        let primitives = try key.publicKey.getKeyPrimitives()
        return Self.cose([
          (1, CBORWriter.integer(3)), (3, CBORWriter.integer(-257)),
          (-1, CBORWriter.bytes([UInt8](primitives.modulus))),
          (-2, CBORWriter.bytes([UInt8](primitives.publicExponent))),
        ])
      }
    }
  }

  package static func cose(_ entries: [(Int64, [UInt8])]) -> [UInt8] {
    CBORWriter.map(entries.map { (CBORWriter.integer($0.0), $0.1) })
  }

  package func signature(of bytes: [UInt8]) throws -> [UInt8] {
    switch key {
    case .es256(let key): [UInt8](try key.signature(for: bytes).derRepresentation)
    case .edDSA(let key): [UInt8](try key.signature(for: bytes))
    case .rs256(let key):
      [UInt8](
        try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
          .rawRepresentation)
    }
  }
}

extension SoftwareCredential {
  /// What `navigator.credentials.create()` gives a page.
  package func registration(_ ceremony: Ceremony) throws -> Registration {
    let clientData = ceremony.clientData(of: "webauthn.create")
    let data = try authenticatorData(ceremony, isRegistration: true)
    var statement = CBORWriter.map([])
    if ceremony.format == "packed" {
      let signature = try signature(of: data + SHA256.hash(data: clientData))
      statement = CBORWriter.map([
        (CBORWriter.text("alg"), CBORWriter.integer(algorithm.rawValue)),
        (CBORWriter.text("sig"), CBORWriter.bytes(signature)),
      ])
    }
    let entries = [
      (CBORWriter.text("fmt"), CBORWriter.text(ceremony.format)),
      (CBORWriter.text("attStmt"), ceremony.statement ?? statement),
      (CBORWriter.text("authData"), CBORWriter.bytes(data)),
    ]
    return Registration(
      clientData: clientData, attestationObject: CBORWriter.map(entries + ceremony.entries))
  }

  /// What `navigator.credentials.get()` gives a page.
  package func assertion(_ ceremony: Ceremony) throws -> Assertion {
    let clientData = ceremony.clientData(of: "webauthn.get")
    let data = try authenticatorData(ceremony)
    return Assertion(
      credential: id, clientData: clientData, authenticatorData: data,
      signature: try signature(of: data + SHA256.hash(data: clientData)), userHandle: userHandle)
  }

  /// WebAuthn Level 3, section 6.1.
  package func authenticatorData(
    _ ceremony: Ceremony, isRegistration: Bool = false
  ) throws -> [UInt8] {
    let hasNewCredential = ceremony.hasNewCredential ?? isRegistration
    let flags: [(Bool, UInt8)] = [
      (ceremony.isUserPresent, 0), (ceremony.isUserVerified, 2), (ceremony.isBackupEligible, 3),
      (ceremony.isBackedUp, 4), (hasNewCredential, 6), (ceremony.extensions != nil, 7),
    ]
    var data = [UInt8](SHA256.hash(data: Array(ceremony.relyingParty.utf8)))
    data.append(flags.reduce(ceremony.toggledFlags) { $1.0 ? $0 ^ 1 << $1.1 : $0 })
    data += withUnsafeBytes(of: ceremony.counter.bigEndian, Array.init)
    if hasNewCredential {
      let id = ceremony.credentialID ?? id
      let length = UInt16(truncatingIfNeeded: ceremony.credentialIDLength ?? id.count)
      data += ceremony.model + withUnsafeBytes(of: length.bigEndian, Array.init) + id
      data += try ceremony.publicKey ?? cose
    }
    return data + (ceremony.extensions ?? []) + ceremony.trailing
  }
}
