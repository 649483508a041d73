import WebAuthn

/// A ceremony as a browser and an authenticator go through it, right unless its fields are changed.
package struct Ceremony: Sendable {
  // What the browser says: its client data.
  /// Nil: the ceremony's own.
  package var type: String?
  package var challenge: String
  package var origin: String
  /// Members of the client data after the first three, as JSON.
  package var members = [#""crossOrigin":false"#]
  /// In place of all that.
  package var clientData: [UInt8]?

  // What the authenticator says.
  package var relyingParty: String
  package var isUserPresent = true
  package var isUserVerified = true
  package var isBackupEligible = false
  package var isBackedUp = false
  package var counter: UInt32 = 0
  /// Nil: at a registration.
  package var hasNewCredential: Bool?
  package var model = [UInt8](repeating: 0, count: 16)
  package var credentialID: [UInt8]?
  /// The length that is said of the id.
  package var credentialIDLength: Int?
  /// In place of the credential's public key.
  package var publicKey: [UInt8]?
  /// CBOR of the extensions' map.
  package var extensions: [UInt8]?
  package var trailing: [UInt8] = []
  /// Of the authenticator data, changed although nothing else says so.
  package var toggledFlags: UInt8 = 0

  // The attestation.
  package var format = "none"
  /// In place of the format's own.
  package var statement: [UInt8]?
  /// After the object's three.
  package var entries: [(key: [UInt8], value: [UInt8])] = []

  /// - Parameters:
  ///   - challenge: in base64url.
  ///   - origin: of the page.
  ///   - relyingParty: the host for which the credential is.
  package init(challenge: String, origin: String, relyingParty: String) {
    self.challenge = challenge
    self.origin = origin
    self.relyingParty = relyingParty
  }

  /// `clientDataJSON`, as WebAuthn Level 3, section 5.8.1.1, has it written.
  func clientData(of type: String) -> [UInt8] {
    let first = [("type", self.type ?? type), ("challenge", challenge), ("origin", origin)]
    let all = first.map { #""\#($0)":"\#($1)""# } + members
    return clientData ?? Array("{\(all.joined(separator: ","))}".utf8)
  }
}
