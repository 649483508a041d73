import Files

/// The 256 random bits that a ceremony answers (WebAuthn Level 3, section 13.4.3). The issuer of a
/// challenge stores it, accepts it once, and soon forgets it.
package struct Challenge: Sendable, Hashable {
  package static let length = 32

  package let bytes: [UInt8]

  package init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// - Returns: nil unless there are 32 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// In base64url, as in the options for `navigator.credentials` and in the client data.
  package var text: String { Base64URL.text(bytes) }
}

/// The result of `navigator.credentials.create()` (`AuthenticatorAttestationResponse`).
package struct Registration: Sendable, Hashable {
  /// `clientDataJSON`.
  package var clientData: [UInt8]
  package var attestationObject: [UInt8]

  package init(clientData: [UInt8], attestationObject: [UInt8]) {
    (self.clientData, self.attestationObject) = (clientData, attestationObject)
  }
}

/// The result of `navigator.credentials.get()` (`AuthenticatorAssertionResponse`).
package struct Assertion: Sendable, Hashable {
  /// The id of the credential: `rawId`.
  package var credential: [UInt8]
  /// `clientDataJSON`.
  package var clientData: [UInt8]
  package var authenticatorData: [UInt8]
  package var signature: [UInt8]
  /// The authenticator's name for the user; a discoverable credential always has one.
  package var userHandle: [UInt8]?

  package init(
    credential: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
    userHandle: [UInt8]?
  ) {
    self.credential = credential
    self.clientData = clientData
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }
}

/// A relying party's record of a credential (WebAuthn Level 3, section 4, "credential record").
package struct Credential: Sendable, Hashable {
  package static let idLength = 1...1023

  package let id: [UInt8]
  package let publicKey: CredentialPublicKey
  /// The authenticator's count of its signatures; 0 if it does not count.
  package var counter: UInt32
  /// Whether it may be on several devices.
  package let isBackupEligible: Bool
  package var isBackedUp: Bool

  package init(
    id: [UInt8], publicKey: CredentialPublicKey, counter: UInt32, isBackupEligible: Bool,
    isBackedUp: Bool
  ) {
    self.id = id
    self.publicKey = publicKey
    self.counter = counter
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
  }
}
