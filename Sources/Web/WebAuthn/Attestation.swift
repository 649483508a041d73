/// A registration's statement about a credential, and how it vouches for it (WebAuthn Level 3,
/// section 6.5).
///
/// Nothing is asked to vouch for an authenticator: whoever registers has been let in. So browsers are asked
/// for the format `none`, and give it, or the one that only the credential's own key signs, which section
/// 5.1.3 has them leave as it is. Every other has been asked for by nobody, and would be accepted here
/// without anyone to trust for it: it is refused.
struct Attestation {
  let authenticatorData: [UInt8]
  private let statement: Statement

  private enum Statement {
    case none
    case selfSigned(algorithm: Int64, signature: [UInt8])
  }

  /// - Throws: ``WebAuthnError/cbor(_:)``, ``WebAuthnError/attestationObject``,
  ///   ``WebAuthnError/attestationFormat(_:)`` and ``WebAuthnError/attestationStatement``.
  init(object: [UInt8]) throws(WebAuthnError) {
    let value: CBOR
    do { value = try CBOR.value(of: object) } catch { throw .cbor(error) }
    guard case .map(let object) = value, object.count == 3,
      case .text(let format)? = object[.text("fmt")],
      case .map(let statement)? = object[.text("attStmt")],
      case .bytes(let data)? = object[.text("authData")]
    else { throw .attestationObject }
    authenticatorData = data
    switch format {
    case "none":
      // Section 8.7: an empty map.
      guard statement.isEmpty else { throw .attestationStatement }
      self.statement = .none
    case "packed":
      // Section 8.2: with certificates, it is another's word for the authenticator.
      guard statement[.text("x5c")] == nil else { throw .attestationFormat("packed, x5c") }
      guard statement.count == 2, case .integer(let algorithm)? = statement[.text("alg")],
        case .bytes(let signature)? = statement[.text("sig")]
      else { throw .attestationStatement }
      self.statement = .selfSigned(algorithm: algorithm, signature: signature)
    default: throw .attestationFormat(String(format.unicodeScalars.prefix(50)))
    }
  }

  /// Checks that the credential's own key signed the registration, where the statement says so (section
  /// 8.2, "self attestation").
  ///
  /// - Parameters:
  ///   - key: the credential's.
  ///   - signed: the authenticator's data, and the hash of the client data.
  /// - Throws: ``WebAuthnError/attestationStatement`` and ``WebAuthnError/signature``.
  func check(by key: CredentialPublicKey, of signed: [UInt8]) throws(WebAuthnError) {
    guard case .selfSigned(let algorithm, let signature) = statement else { return }
    guard algorithm == key.algorithm.rawValue else { throw .attestationStatement }
    guard key.verifies(signature, of: signed) else { throw .signature }
  }
}
