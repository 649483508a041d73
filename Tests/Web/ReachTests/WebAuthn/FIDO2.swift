import CFIDO2
import Crypto

@testable import WebAuthn

private let fido2 = {
  let functions = cfido2_load()
  functions.fido_init(0)
  return functions
}()

/// What libfido2 says of ceremonies. It knows no client data but its hash, and so no challenge and no
/// origin; nor what can be backed up; nor what was counted before.
enum FIDO2 {
  /// Whether `fido_assert_verify` takes the assertion, with the user present.
  ///
  /// - Parameters:
  ///   - assertion: of any ceremony.
  ///   - key: the credential's.
  ///   - relyingParty: for which it is.
  ///   - requiringVerification: whether the user must have been verified.
  /// - Returns: nil where libfido2 has no such keys: RSA's moduli have 2048 bits.
  static func verifies(
    _ assertion: Assertion, by key: CredentialPublicKey, relyingParty: String,
    requiringVerification: Bool = true
  ) -> Bool? {
    var made = fido2.fido_assert_new()
    defer { fido2.fido_assert_free(&made) }
    let hash = [UInt8](SHA256.hash(data: assertion.clientData))
    let (data, signature) = (assertion.authenticatorData, assertion.signature)
    let isSet = [
      fido2.fido_assert_set_clientdata_hash(made, hash, hash.count),
      fido2.fido_assert_set_rp(made, relyingParty), fido2.fido_assert_set_count(made, 1),
      fido2.fido_assert_set_authdata_raw(made, 0, data, data.count),
      fido2.fido_assert_set_sig(made, 0, signature, signature.count),
      fido2.fido_assert_set_up(made, FIDO_OPT_TRUE),
      fido2.fido_assert_set_uv(made, requiringVerification ? FIDO_OPT_TRUE : FIDO_OPT_OMIT),
    ].allSatisfy { $0 == FIDO_OK }
    return withKey(key) {
      isSet && fido2.fido_assert_verify(made, 0, Int32(key.algorithm.rawValue), $0) == FIDO_OK
    }
  }

  /// A registration's credential, as libfido2 reads it.
  ///
  /// - Parameters:
  ///   - data: the authenticator data.
  ///   - statement: that of a self attestation, as CBOR; nil where the format is `none`, of which libfido2
  ///     verifies nothing.
  ///   - clientData: the browser's.
  ///   - relyingParty: for which the credential is.
  ///   - algorithm: which was asked for.
  /// - Returns: nil where libfido2 refuses it.
  static func credential(
    of data: [UInt8], statement: [UInt8]?, clientData: [UInt8], relyingParty: String,
    algorithm: CredentialAlgorithm
  ) -> (id: [UInt8], key: [UInt8], counter: UInt32)? {
    var made = fido2.fido_cred_new()
    defer { fido2.fido_cred_free(&made) }
    let hash = [UInt8](SHA256.hash(data: clientData))
    var steps = [
      fido2.fido_cred_set_type(made, Int32(algorithm.rawValue)),
      fido2.fido_cred_set_fmt(made, statement == nil ? "none" : "packed"),
      fido2.fido_cred_set_rp(made, relyingParty, nil),
      fido2.fido_cred_set_clientdata_hash(made, hash, hash.count),
      fido2.fido_cred_set_authdata_raw(made, data, data.count),
      fido2.fido_cred_set_uv(made, FIDO_OPT_TRUE),
    ]
    if let statement, steps.allSatisfy({ $0 == FIDO_OK }) {
      steps.append(fido2.fido_cred_set_attstmt(made, statement, statement.count))
      steps.append(fido2.fido_cred_verify_self(made))
    }
    guard steps.allSatisfy({ $0 == FIDO_OK }) else { return nil }
    return (
      [UInt8](
        UnsafeBufferPointer(
          start: fido2.fido_cred_id_ptr(made), count: fido2.fido_cred_id_len(made))),
      [UInt8](
        UnsafeBufferPointer(
          start: fido2.fido_cred_pubkey_ptr(made), count: fido2.fido_cred_pubkey_len(made))),
      fido2.fido_cred_sigcount(made)
    )
  }

  /// The key, in the structure that libfido2 has for its kind; nil where it takes none.
  private static func withKey(
    _ key: CredentialPublicKey, _ work: (UnsafeRawPointer?) -> Bool
  ) -> Bool? {
    guard let bytes = try? plain(key) else { return nil }
    switch key.algorithm {
    case .es256:
      var made = fido2.es256_pk_new()
      defer { fido2.es256_pk_free(&made) }
      guard fido2.es256_pk_from_ptr(made, bytes, bytes.count) == FIDO_OK else { return nil }
      return work(UnsafeRawPointer(made))
    case .edDSA:
      var made = fido2.eddsa_pk_new()
      defer { fido2.eddsa_pk_free(&made) }
      guard fido2.eddsa_pk_from_ptr(made, bytes, bytes.count) == FIDO_OK else { return nil }
      return work(UnsafeRawPointer(made))
    case .rs256:
      var made = fido2.rs256_pk_new()
      defer { fido2.rs256_pk_free(&made) }
      guard fido2.rs256_pk_from_ptr(made, bytes, bytes.count) == FIDO_OK else { return nil }
      return work(UnsafeRawPointer(made))
    }
  }

  /// The numbers of a COSE_Key, one after another, as libfido2 has them.
  static func plain(_ key: CredentialPublicKey) throws -> [UInt8] {
    guard case .map(let parameters) = try CBOR.value(of: key.cose) else { return [] }
    return [Int64]([-1, -2, -3]).reduce([]) { plain, number in
      guard case .bytes(let bytes)? = parameters[.integer(number)] else { return plain }
      return plain + bytes
    }
  }
}
