import Files
import Foundation
import TestSupport
import Testing
import WebAuthn

/// A credential's registration and an assertion of it, which others made: `Tests/Fixtures/WebAuthn`.
struct RecordedCeremony: Decodable, Sendable, CustomTestStringConvertible {
  /// Bytes in hexadecimal.
  struct Bytes: Decodable, Sendable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      bytes = try #require([UInt8](hexadecimal: text))
    }
  }

  struct Made: Decodable, Sendable {
    let challenge: Bytes
    let clientData: Bytes
    let attestationObject: Bytes
  }

  struct Used: Decodable, Sendable {
    let challenge: Bytes
    let clientData: Bytes
    let authenticatorData: Bytes
    let signature: Bytes
    let userHandle: Bytes?
  }

  let title: String
  let section: String?
  let algorithm: Int64
  private let registration: Made
  private let assertion: Used

  var testDescription: String { title }

  static func all(of name: String) throws -> [RecordedCeremony] {
    let data = try Data(contentsOf: URL(filePath: Checkout.fixture("WebAuthn/\(name).json")))
    return try JSONDecoder().decode([RecordedCeremony].self, from: data)
  }

  var registrationChallenge: Challenge {
    get throws { try #require(Challenge(registration.challenge.bytes)) }
  }

  var assertionChallenge: Challenge {
    get throws { try #require(Challenge(assertion.challenge.bytes)) }
  }

  var response: Registration {
    Registration(
      clientData: registration.clientData.bytes,
      attestationObject: registration.attestationObject.bytes)
  }

  func response(of credential: [UInt8]) -> Assertion {
    Assertion(
      credential: credential, clientData: assertion.clientData.bytes,
      authenticatorData: assertion.authenticatorData.bytes, signature: assertion.signature.bytes,
      userHandle: assertion.userHandle?.bytes)
  }
}
