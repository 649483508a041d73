/// Why a ceremony is refused: each step of WebAuthn Level 3, sections 7.1 and 7.2, has its own.
package enum WebAuthnError: Error, Hashable, Sendable {
  // What the browser says of the ceremony.
  case clientDataTooLong(bytes: Int, limit: Int)
  /// No JSON of UTF-8 with a type, a challenge and an origin.
  case clientDataUnreadable
  /// Another ceremony's, such as a registration in place of a signing in.
  case type(observed: String, expected: String)
  /// Not the challenge that was given.
  case challenge
  case origin(observed: String, expected: [String])
  /// The page was a frame within a page of another origin.
  case crossOrigin
  /// The page names the origin of a page around it.
  case topOrigin(String)

  // What the authenticator says.
  case cbor(CBORError)
  case authenticatorDataEndsEarly(bytes: Int)
  /// More bytes than the data's flags say.
  case authenticatorDataTooLong(trailing: Int)
  /// Made or signed for another relying party.
  case relyingParty
  case userNotPresent
  case userNotVerified
  /// Backed up, although such credentials cannot be.
  case backedUpButNotEligible
  /// Whether the credential can be backed up never changes.
  case backupEligibility(observed: Bool, known: Bool)
  /// A registration without a credential.
  case noCredential
  /// An assertion with a credential's key.
  case unexpectedCredential
  case credentialIDLength(bytes: Int, limits: ClosedRange<Int>)
  /// Extensions are no map of texts.
  case extensions

  // The credential's key.
  /// Not a COSE_Key of exactly the parameters that its kind has.
  case publicKey
  /// None of those that were asked for; nil where the key names none.
  case algorithm(observed: Int64?)
  /// The coordinates are no point of P-256, or one of the few of Ed25519 with which anyone could sign.
  case point
  case modulus(bits: Int, limits: ClosedRange<Int>)
  case exponent

  // The attestation.
  /// Not a map of `fmt`, `attStmt` and `authData` alone.
  case attestationObject
  /// `none` was asked for, which browsers make of every other but a self attestation.
  case attestationFormat(String)
  /// Not the statement of its format.
  case attestationStatement

  // The assertion.
  /// By another credential than the one that is said to have signed.
  case otherCredential
  /// By a credential that the authenticator keeps for another user.
  case otherUser
  case signature
  /// As many or fewer uses than were counted before: the authenticator may have been copied.
  case counterWentBack(observed: UInt32, known: UInt32)
}
