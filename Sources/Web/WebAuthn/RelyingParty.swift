import Crypto
import Hashing

/// The server that credentials are made for and that verifies them (WebAuthn Level 3, sections 7.1
/// and 7.2).
package struct RelyingParty: Sendable, Hashable {
  /// A host, such as `localhost`; a credential works for no other.
  package let id: String
  /// The origins of accepted pages, as browsers write them: `https://example.org`,
  /// `http://localhost:8080`.
  package let origins: [String]

  package init(id: String, origins: [String]) { (self.id, self.origins) = (id, origins) }

  /// Verifies a registration (section 7.1).
  ///
  /// Whether the credential's id is known already is for whoever keeps it to see (step 26).
  ///
  /// - Parameters:
  ///   - response: from the page.
  ///   - challenge: what the server gave for it; it must not be taken twice.
  ///   - algorithms: those that were asked for.
  /// - Returns: what is to be kept.
  /// - Throws: the first reason that is found.
  package func register(
    _ response: Registration, answering challenge: Challenge,
    algorithms: [CredentialAlgorithm] = CredentialAlgorithm.allCases
  ) throws(WebAuthnError) -> Credential {
    try ClientData(json: response.clientData)
      .check(isOf: "webauthn.create", answering: challenge, at: origins)
    let attestation = try Attestation(object: response.attestationObject)
    let data = try AuthenticatorData(attestation.authenticatorData)
    try check(data)
    guard let made = data.newCredential else { throw .noCredential }
    guard algorithms.contains(made.publicKey.algorithm) else {
      throw .algorithm(observed: made.publicKey.algorithm.rawValue)
    }
    try attestation.check(
      by: made.publicKey, of: Self.signed(attestation.authenticatorData, response.clientData))
    return Credential(
      id: made.id, publicKey: made.publicKey, counter: data.counter,
      isBackupEligible: data.flags.contains(.backupEligible),
      isBackedUp: data.flags.contains(.backedUp))
  }

  /// Verifies an assertion (section 7.2).
  ///
  /// - Parameters:
  ///   - response: from the page.
  ///   - challenge: what the server gave for it; it must not be taken twice.
  ///   - credential: what is kept of the credential that the response names.
  ///   - user: the handle of the user whose credential it is. A response that names another is refused;
  ///     one that names none is taken, for only discoverable credentials must name one (step 6): where
  ///     nobody was known before, the caller refuses a response without a handle.
  /// - Returns: what is to be kept from now on: the authenticator's counter and whether the credential is
  ///   backed up may have changed.
  /// - Throws: the first reason that is found. ``WebAuthnError/counterWentBack(observed:known:)`` is the
  ///   last: the credential's key did sign.
  package func verify(
    _ response: Assertion, answering challenge: Challenge, for credential: Credential,
    of user: [UInt8]? = nil
  ) throws(WebAuthnError) -> Credential {
    guard response.credential == credential.id else { throw .otherCredential }
    if let user, let named = response.userHandle, named != user { throw .otherUser }
    try ClientData(json: response.clientData)
      .check(isOf: "webauthn.get", answering: challenge, at: origins)
    let data = try AuthenticatorData(response.authenticatorData)
    try check(data)
    guard data.newCredential == nil else { throw .unexpectedCredential }
    let eligible = data.flags.contains(.backupEligible)
    guard eligible == credential.isBackupEligible else {
      throw .backupEligibility(observed: eligible, known: credential.isBackupEligible)
    }
    guard
      credential.publicKey.verifies(
        response.signature, of: Self.signed(response.authenticatorData, response.clientData))
    else { throw .signature }
    // Both 0: this authenticator does not count (section 6.1.1).
    guard data.counter > credential.counter || (data.counter == 0 && credential.counter == 0)
    else { throw .counterWentBack(observed: data.counter, known: credential.counter) }
    var credential = credential
    credential.counter = data.counter
    credential.isBackedUp = data.flags.contains(.backedUp)
    return credential
  }

  /// What both ceremonies ask of the authenticator's data.
  private func check(_ data: AuthenticatorData) throws(WebAuthnError) {
    let hash = [UInt8](SHA256.hash(data: Array(id.utf8)))
    guard ConstantTime.areEqual([UInt8](data.relyingPartyHash).span, hash.span) else {
      throw .relyingParty
    }
    guard data.flags.contains(.userPresent) else { throw .userNotPresent }
    guard data.flags.contains(.userVerified) else { throw .userNotVerified }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw .backedUpButNotEligible
    }
  }

  /// What authenticators sign (section 6.3.3, figure 4).
  static func signed(_ authenticatorData: [UInt8], _ clientData: [UInt8]) -> [UInt8] {
    authenticatorData + SHA256.hash(data: clientData)
  }
}
