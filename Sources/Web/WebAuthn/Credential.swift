import Files

/// 256 random bits that a ceremony answers (WebAuthn Level 3, section 13.4.3). Whoever gives them keeps
/// them, takes them once, and soon.
package struct Challenge: Sendable, Hashable {
  package static let length = 32

  package let bytes: [UInt8]

  package init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// - Returns: nil for any other number of bytes than 32.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// In base64url, as the options for `navigator.credentials` and the client data have it.
  package var text: String { Base64URL.text(bytes) }
}

/// What `navigator.credentials.create()` gave (`AuthenticatorAttestationResponse`).
package struct Registration: Sendable, Hashable {
  /// `clientDataJSON`.
  package var clientData: [UInt8]
  package var attestationObject: [UInt8]

  package init(clientData: [UInt8], attestationObject: [UInt8]) {
    (self.clientData, self.attestationObject) = (clientData, attestationObject)
  }
}

/// What `navigator.credentials.get()` gave (`AuthenticatorAssertionResponse`).
package struct Assertion: Sendable, Hashable {
  /// The id of the credential: `rawId`.
  package var credential: [UInt8]
  /// `clientDataJSON`.
  package var clientData: [UInt8]
  package var authenticatorData: [UInt8]
  package var signature: [UInt8]
  /// By which the authenticator knows the user; a discoverable credential always has it.
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

/// What a relying party keeps of a credential (WebAuthn Level 3, section 4, "credential record").
package struct Credential: Sendable, Hashable {
  package static let idLength = 1...1023

  package let id: [UInt8]
  package let publicKey: CredentialPublicKey
  /// How often the authenticator has signed, as it counts; 0 where it does not.
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
