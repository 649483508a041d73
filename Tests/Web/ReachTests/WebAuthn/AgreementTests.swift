import SoftwareAuthenticator
import TestSupport
import Testing

@testable import WebAuthn

@Suite("libfido2 agrees")
struct AgreementTests {
  private let party = BentCeremony.party

  @Test("on assertions, right and wrong", arguments: CredentialAlgorithm.allCases)
  func assertions(algorithm: CredentialAlgorithm) throws {
    let made = try SoftwareCredential(algorithm)
    let key = try CredentialPublicKey(cose: try made.cose)
    let kept = Credential(
      id: made.id, publicKey: key, counter: 0, isBackupEligible: false, isBackedUp: false)
    func isTaken(_ response: Assertion) -> Bool {
      let taken = try? party.verify(response, answering: BentCeremony.challenge, for: kept)
      return taken != nil
    }
    func isTakenByLibfido2(_ response: Assertion) -> Bool? {
      FIDO2.verifies(response, by: key, relyingParty: party.id)
    }
    let right = try made.assertion(BentCeremony.ceremony())
    #expect(isTaken(right))
    #expect(isTakenByLibfido2(right) == true)
    for bent in BentCeremony.ofBoth {
      var ceremony = BentCeremony.ceremony()
      bent.bend(&ceremony)
      let response = try made.assertion(ceremony)
      #expect(!isTaken(response), "\(bent.name)")
      #expect(isTakenByLibfido2(response) == bent.isUnseenByLibfido2, "\(bent.name)")
    }
    var other = right
    other.signature = try SoftwareCredential(.es256).assertion(BentCeremony.ceremony()).signature
    #expect(!isTaken(other))
    #expect(isTakenByLibfido2(other) == false)
    var random = SplitMix64(seed: 2)
    for field in [\Assertion.clientData, \.authenticatorData, \.signature] {
      for _ in 0..<40 {
        var response = right
        let index = Int.random(in: right[keyPath: field].indices, using: &random)
        response[keyPath: field][index] ^= 1 << UInt8.random(in: 0...7, using: &random)
        #expect(!isTaken(response))
        #expect(isTakenByLibfido2(response) == false)
      }
    }
  }

  @Test(
    "on registrations with an attestation of their own", arguments: CredentialAlgorithm.allCases)
  func registrations(algorithm: CredentialAlgorithm) throws {
    let made = try SoftwareCredential(algorithm)
    func isTaken(_ response: Registration) -> Bool {
      let taken = try? party.register(response, answering: BentCeremony.challenge)
      return taken != nil
    }
    func readByLibfido2(_ response: Registration) throws -> (id: [UInt8], key: [UInt8], UInt32)? {
      guard case .map(let object) = try CBOR.value(of: response.attestationObject),
        case .bytes(let data)? = object[.text("authData")],
        case .map(let statement)? = object[.text("attStmt")],
        case .integer(let number)? = statement[.text("alg")],
        case .bytes(let signature)? = statement[.text("sig")]
      else { return nil }
      let written = CBORWriter.map([
        (CBORWriter.text("alg"), CBORWriter.integer(number)),
        (CBORWriter.text("sig"), CBORWriter.bytes(signature)),
      ])
      return FIDO2.credential(
        of: data, statement: written, clientData: response.clientData, relyingParty: party.id,
        algorithm: algorithm)
    }
    var ceremony = BentCeremony.ceremony()
    (ceremony.format, ceremony.counter) = ("packed", 9)
    let right = try made.registration(ceremony)
    let taken = try party.register(right, answering: BentCeremony.challenge)
    let read = try #require(try readByLibfido2(right))
    #expect(read.id == taken.id)
    #expect(try read.key == FIDO2.plain(taken.publicKey))
    #expect(read.2 == taken.counter)
    for bent in BentCeremony.ofBoth + BentCeremony.credentials {
      var ceremony = BentCeremony.ceremony()
      ceremony.format = "packed"
      bent.bend(&ceremony)
      let response = try made.registration(ceremony)
      #expect(!isTaken(response), "\(bent.name)")
      #expect(try (readByLibfido2(response) != nil) == bent.isUnseenByLibfido2, "\(bent.name)")
    }
  }
}
