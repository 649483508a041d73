import Files
import Store
import WebAuthn

/// What pages give to `navigator.credentials` and get from it, with bytes in base64url (WebAuthn Level 3,
/// section 5.1): written and read by hand in the script, since browsers of before 2023 cannot.
struct CreationOptions: Encodable {
  struct Party: Encodable {
    let id: String
    let name: String
  }

  struct User: Encodable {
    let id: String
    let name: String
    let displayName: String
  }

  struct Parameter: Encodable {
    let type = "public-key"
    let alg: Int64
  }

  struct Selection: Encodable {
    let residentKey = "required"
    let requireResidentKey = true
    let userVerification = "required"
  }

  let rp: Party
  let user: User
  let challenge: String
  let pubKeyCredParams = CredentialAlgorithm.allCases.map { Parameter(alg: $0.rawValue) }
  let timeout = Ceremonies.lifetime * 1_000
  /// An authenticator that has one of these makes no further one.
  let excludeCredentials: [CredentialName]
  let authenticatorSelection = Selection()
  let attestation = "none"

  init(
    _ party: RelyingParty, _ owner: OwnerName, handle: [UInt8], _ challenge: Challenge,
    excluding passkeys: [Passkey]
  ) {
    rp = Party(id: party.id, name: "Daystamp")
    user = User(id: Base64URL.text(handle), name: owner.text, displayName: owner.text)
    self.challenge = challenge.text
    excludeCredentials = passkeys.map(CredentialName.init)
  }
}

struct RequestOptions: Encodable {
  let rpId: String
  let challenge: String
  let timeout = Ceremonies.lifetime * 1_000
  /// None where the authenticator is to offer those that it has.
  let allowCredentials: [CredentialName]
  let userVerification = "required"

  init(_ party: RelyingParty, _ challenge: Challenge, allowing passkeys: [Passkey] = []) {
    (rpId, self.challenge) = (party.id, challenge.text)
    allowCredentials = passkeys.map(CredentialName.init)
  }
}

struct CredentialName: Encodable {
  let type = "public-key"
  let id: String

  init(_ passkey: Passkey) { id = Base64URL.text(passkey.credential) }
}

/// Bytes in base64url.
private struct EncodedBytes: Decodable {
  let bytes: [UInt8]

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let bytes = Base64URL.bytes(try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "no base64url")
    }
    self.bytes = bytes
  }
}

/// A new credential from the browser.
struct RegistrationBody: Decodable {
  let registration: Registration

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case clientDataJSON, attestationObject
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(CodingKeys.self)
    registration = Registration(
      clientData: try fields.decode(EncodedBytes.self, forKey: .clientDataJSON).bytes,
      attestationObject: try fields.decode(EncodedBytes.self, forKey: .attestationObject).bytes)
  }
}

/// An assertion of a credential.
struct AssertionBody: Decodable {
  let assertion: Assertion

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, clientDataJSON, authenticatorData, signature, userHandle
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(CodingKeys.self)
    func bytes(_ key: CodingKeys) throws -> [UInt8] {
      try fields.decode(EncodedBytes.self, forKey: key).bytes
    }
    assertion = Assertion(
      credential: try bytes(.id), clientData: try bytes(.clientDataJSON),
      authenticatorData: try bytes(.authenticatorData), signature: try bytes(.signature),
      userHandle: try fields.decodeIfPresent(EncodedBytes.self, forKey: .userHandle)?.bytes)
  }
}

/// The answer to a page that has unlocked or signed in.
struct OpenedBody: Encodable {
  /// Whether there were wrong PINs before, which `/tries` tells.
  let hasFailedTries: Bool
}

extension Passkey.New {
  init(_ credential: Credential, for party: RelyingParty) {
    self.init(
      credential: credential.id, publicKey: credential.publicKey.cose, relyingParty: party.id,
      counter: credential.counter, isBackupEligible: credential.isBackupEligible,
      isBackedUp: credential.isBackedUp)
  }
}

extension RelyingParty {
  /// What an assertion is, of the passkey that the store has.
  func verdict(
    on assertion: Assertion, answering challenge: Challenge, for passkey: Passkey, of user: [UInt8]
  ) -> Passkey.Verdict {
    do throws(WebAuthnError) {
      let known = Credential(
        id: passkey.credential, publicKey: try CredentialPublicKey(cose: passkey.publicKey),
        counter: passkey.counter, isBackupEligible: passkey.isBackupEligible,
        isBackedUp: passkey.isBackedUp)
      let seen = try verify(assertion, answering: challenge, for: known, of: user)
      return .right(counter: seen.counter, isBackedUp: seen.isBackedUp)
    } catch {
      if case .counterWentBack = error { return .copied }
      return .wrong
    }
  }
}
