import Testing

@testable import WebAuthn

@Suite("Ceremonies that others made")
struct RecordedCeremonyTests {
  private static let chromium = RelyingParty(id: "localhost", origins: ["http://localhost:8427"])
  private static let example = RelyingParty(id: "example.org", origins: ["https://example.org"])

  @Test("Chromium's are taken, and libfido2 takes them")
  func chromium() throws {
    var taken: [CredentialAlgorithm] = []
    for ceremony in try RecordedCeremony.all(of: "chromium") {
      guard ceremony.title != "ES256, with the attestation of its maker" else {
        // Nobody asked for it: here, the page that was recorded did.
        #expect(throws: WebAuthnError.attestationFormat("packed, x5c")) {
          try Self.chromium.register(
            ceremony.response, answering: try ceremony.registrationChallenge)
        }
        continue
      }
      let made = try Self.chromium.register(
        ceremony.response, answering: try ceremony.registrationChallenge)
      let isSynced = ceremony.title == "ES256, synced"
      #expect(made.publicKey.algorithm.rawValue == ceremony.algorithm)
      #expect((made.counter, made.isBackupEligible, made.isBackedUp) == (1, isSynced, isSynced))
      let response = ceremony.response(of: made.id)
      #expect(
        (response.userHandle == nil) == (ceremony.title == "ES256, over USB, not discoverable"))
      let used = try Self.chromium.verify(
        response, answering: try ceremony.assertionChallenge, for: made)
      #expect(used.counter == 2)
      #expect(FIDO2.verifies(response, by: made.publicKey, relyingParty: "localhost") == true)
      let read = try #require(try ceremony.readByLibfido2(for: "localhost"))
      #expect(read.id == made.id)
      #expect(try read.key == FIDO2.plain(made.publicKey))
      #expect(read.counter == made.counter)
      // The same once more is no use of it.
      #expect(throws: WebAuthnError.counterWentBack(observed: 2, known: 2)) {
        try Self.chromium.verify(response, answering: try ceremony.assertionChallenge, for: used)
      }
      #expect(throws: WebAuthnError.challenge) {
        try Self.chromium.verify(response, answering: Challenge(), for: made)
      }
      taken.append(made.publicKey.algorithm)
    }
    #expect(Set(taken) == Set(CredentialAlgorithm.allCases))
  }

  /// What is said of the specification's: few have the user verified, whom each ceremony here must have.
  private static let verdicts: [String: (WebAuthnError?, WebAuthnError)] = [
    "16.2": (.userNotVerified, .userNotVerified), "16.3": (nil, .userNotVerified),
    "16.4": (.crossOrigin, .crossOrigin), "16.5": (.crossOrigin, .crossOrigin),
    "16.10": (.attestationFormat("packed, x5c"), .userNotVerified),
    "16.11": (.attestationFormat("packed, x5c"), .userNotVerified),
  ]

  @Test("the specification's are read and their signatures verify, here and by libfido2")
  func specification() throws {
    let ceremonies = try RecordedCeremony.all(of: "specification")
    #expect(ceremonies.compactMap(\.section).sorted() == Self.verdicts.keys.sorted())
    for ceremony in ceremonies {
      let (ofRegistration, ofAssertion) = try #require(Self.verdicts[ceremony.section ?? ""])
      let challenge = try ceremony.registrationChallenge
      if let ofRegistration {
        #expect(throws: ofRegistration) {
          try Self.example.register(ceremony.response, answering: challenge)
        }
      } else {
        #expect(try Self.example.register(ceremony.response, answering: challenge).counter == 0)
      }
      let data = try AuthenticatorData(try ceremony.authenticatorData)
      let made = try #require(data.newCredential)
      #expect(made.publicKey.algorithm.rawValue == ceremony.algorithm)
      let response = ceremony.response(of: made.id)
      let used = try AuthenticatorData(response.authenticatorData)
      let kept = Credential(
        id: made.id, publicKey: made.publicKey, counter: data.counter,
        isBackupEligible: used.flags.contains(.backupEligible), isBackedUp: false)
      #expect(throws: ofAssertion) {
        try Self.example.verify(response, answering: try ceremony.assertionChallenge, for: kept)
      }
      let signed = RelyingParty.signed(response.authenticatorData, response.clientData)
      #expect(made.publicKey.verifies(response.signature, of: signed))
      #expect(!made.publicKey.verifies(response.signature, of: signed + [0]))
      // The modulus of 16.10 has 3482 bits.
      #expect(
        FIDO2.verifies(
          response, by: made.publicKey, relyingParty: "example.org", requiringVerification: false)
          == (ceremony.section == "16.10" ? nil : true))
    }
  }
}

extension RecordedCeremony {
  var authenticatorData: [UInt8] {
    get throws {
      guard case .map(let object) = try CBOR.value(of: response.attestationObject),
        case .bytes(let data)? = object[.text("authData")]
      else { return [] }
      return data
    }
  }

  fileprivate func readByLibfido2(
    for relyingParty: String
  ) throws -> (id: [UInt8], key: [UInt8], counter: UInt32)? {
    FIDO2.credential(
      of: try authenticatorData, statement: nil, clientData: response.clientData,
      relyingParty: relyingParty, algorithm: try #require(CredentialAlgorithm(rawValue: algorithm)))
  }
}
