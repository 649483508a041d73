import CFIDO2

/// A key's signature, to verify with the credential's stored public key.
package final class KeyAssertion {
  private(set) var pointer: OpaquePointer?
  private let asked: [[UInt8]]
  package let relyingParty: String

  init(
    _ relyingParty: String, of credentials: [[UInt8]], signing hash: [UInt8]
  ) throws(SecurityKeyError) {
    (asked, self.relyingParty) = (credentials, relyingParty)
    pointer = fido2.fido_assert_new()
    try SecurityKey.check(fido2.fido_assert_set_rp(pointer, relyingParty))
    try SecurityKey.check(fido2.fido_assert_set_clientdata_hash(pointer, hash, hash.count))
    for id in credentials {
      try SecurityKey.check(fido2.fido_assert_allow_cred(pointer, id, id.count))
    }
    try SecurityKey.check(fido2.fido_assert_set_up(pointer, FIDO_OPT_TRUE))
    try SecurityKey.check(fido2.fido_assert_set_uv(pointer, FIDO_OPT_TRUE))
  }

  deinit { fido2.fido_assert_free(&pointer) }

  /// The id of the credential that signed, one of those requested; nil if the key returned another.
  ///
  /// A key may leave it out where it was asked for one alone (CTAP 2.1, section 6.2.2).
  package var credential: [UInt8]? {
    guard fido2.fido_assert_count(pointer) == 1 else { return nil }
    let bytes = UnsafeBufferPointer(
      start: fido2.fido_assert_id_ptr(pointer, 0), count: fido2.fido_assert_id_len(pointer, 0))
    if bytes.isEmpty { return asked.count == 1 ? asked[0] : nil }
    return asked.first { $0.elementsEqual(bytes) }
  }

  /// The result of verifying an assertion.
  package enum Verdict: Sendable, Hashable {
    /// With what is to be kept from now on.
    case right(counter: UInt32, isBackedUp: Bool)
    case wrong
    /// The credential signed, but counted no further: its key may have been copied.
    case copied
  }

  /// Verifies everything that WebAuthn Level 3, section 7.2, requires, except for a browser's
  /// statements.
  ///
  /// - Parameters:
  ///   - cose: the credential's public key.
  ///   - known: how often it had signed before.
  ///   - isBackupEligible: whether it may be on several devices, as was said when it was made.
  /// - Returns: right only where the credential signed, with somebody present and verified.
  package func verdict(
    by cose: [UInt8], counter known: UInt32, isBackupEligible: Bool
  ) -> Verdict {
    guard isSigned(by: cose), self.isBackupEligible == isBackupEligible,
      isBackupEligible || !isBackedUp
    else { return .wrong }
    guard counter > known || (counter == 0 && known == 0) else { return .copied }
    return .right(counter: counter, isBackedUp: isBackedUp)
  }

  /// How often the key has signed, as it counts; 0 where it does not.
  var counter: UInt32 { fido2.fido_assert_sigcount(pointer, 0) }
  /// Bits 3 and 4 of the flags (WebAuthn Level 3, section 6.1).
  var isBackupEligible: Bool { fido2.fido_assert_flags(pointer, 0) & 1 << 3 != 0 }
  var isBackedUp: Bool { fido2.fido_assert_flags(pointer, 0) & 1 << 4 != 0 }

  /// Verifies the signature with the public key of a credential (`fido_assert_verify`).
  ///
  /// - Parameter cose: a COSE_Key as keys write it (CTAP 2.1, section 8): of P-256 or Ed25519, for no key
  ///   that is plugged in signs by RSA. Any other verifies nothing.
  /// - Returns: whether the credential signed, for the relying party that was asked for, with somebody
  ///   present and verified.
  func isSigned(by cose: [UInt8]) -> Bool {
    guard fido2.fido_assert_count(pointer) == 1 else { return false }
    if let coordinates = CanonicalKey.p256(cose) {
      var key = fido2.es256_pk_new()
      defer { fido2.es256_pk_free(&key) }
      return fido2.es256_pk_from_ptr(key, coordinates, coordinates.count) == FIDO_OK
        && fido2.fido_assert_verify(pointer, 0, COSE_ES256, UnsafeRawPointer(key)) == FIDO_OK
    }
    if let point = CanonicalKey.ed25519(cose) {
      var key = fido2.eddsa_pk_new()
      defer { fido2.eddsa_pk_free(&key) }
      return fido2.eddsa_pk_from_ptr(key, point, point.count) == FIDO_OK
        && fido2.fido_assert_verify(pointer, 0, COSE_EDDSA, UnsafeRawPointer(key)) == FIDO_OK
    }
    return false
  }
}

/// COSE_Keys in CTAP2's single form for each algorithm: the bytes before and between the
/// coordinates.
enum CanonicalKey {
  /// `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`.
  static func p256(_ cose: [UInt8]) -> [UInt8]? {
    guard cose.count == 77, cose.starts(with: [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
      cose[42..<45].elementsEqual([0x22, 0x58, 32])
    else { return nil }
    return [UInt8](cose[10..<42] + cose[45..<77])
  }

  /// `{1: 1, 3: -8, -1: 6, -2: x}`.
  static func ed25519(_ cose: [UInt8]) -> [UInt8]? {
    guard cose.count == 42, cose.starts(with: [0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32])
    else { return nil }
    return [UInt8](cose[10..<42])
  }
}
