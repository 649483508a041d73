import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthn

@Suite("A registration")
struct RegistrationTests {
  private let party = BentCeremony.party

  @Test(
    "is taken of each algorithm, with and without the credential's own attestation",
    arguments: CredentialAlgorithm.allCases, ["none", "packed"])
  func taken(algorithm: CredentialAlgorithm, format: String) throws {
    let made = try SoftwareCredential(algorithm)
    var ceremony = BentCeremony.ceremony()
    ceremony.format = format
    ceremony.counter = 7
    ceremony.isBackupEligible = true
    ceremony.isBackedUp = format == "packed"
    let taken = try party.register(
      try made.registration(ceremony), answering: BentCeremony.challenge)
    #expect(taken.id == made.id)
    #expect(taken.publicKey.algorithm == algorithm)
    #expect(try taken.publicKey.cose == made.cose)
    #expect(taken.counter == 7)
    #expect(taken.isBackupEligible)
    #expect(taken.isBackedUp == (format == "packed"))
  }

  @Test("is taken from every origin of the list, with members and extensions that nobody asked for")
  func lenient() throws {
    let made = try SoftwareCredential()
    for origin in party.origins {
      var ceremony = BentCeremony.ceremony()
      ceremony.origin = origin
      // A client may add members (section 5.8.1), token binding among them, which Level 3 ignores.
      ceremony.members = [
        #""other_keys_can_be_added_here":"do not compare clientDataJSON against a template""#,
        #""tokenBinding":{"status":"supported"}"#, #""crossOrigin":false"#,
      ]
      ceremony.extensions = CBORWriter.map([
        (CBORWriter.text("credProtect"), CBORWriter.integer(2)),
        (CBORWriter.text("hmac-secret"), [0xf5]),
      ])
      ceremony.model = Array(1...16)
      let response = try made.registration(ceremony)
      #expect(try party.register(response, answering: BentCeremony.challenge).id == made.id)
    }
  }

  @Test(
    "is refused where something of it is wrong",
    arguments: BentCeremony.ofBoth + BentCeremony.credentials + Self.bent)
  func refused(bent: BentCeremony) throws {
    let made = try SoftwareCredential()
    var ceremony = BentCeremony.ceremony()
    bent.bend(&ceremony)
    let response = try made.registration(ceremony)
    #expect(throws: bent.expected) {
      try party.register(response, answering: BentCeremony.challenge)
    }
  }

  @Test("is refused where its algorithm was not asked for")
  func unasked() throws {
    let response = try SoftwareCredential(.edDSA).registration(BentCeremony.ceremony())
    #expect(throws: WebAuthnError.algorithm(observed: -8)) {
      try party.register(response, answering: BentCeremony.challenge, algorithms: [.es256])
    }
  }

  @Test("with an attestation of its own is refused where that is another's")
  func foreignAttestation() throws {
    let (made, other) = (try SoftwareCredential(), try SoftwareCredential())
    var ceremony = BentCeremony.ceremony()
    ceremony.format = "packed"
    ceremony.credentialID = made.id
    ceremony.publicKey = try made.cose
    let response = try other.registration(ceremony)
    #expect(throws: WebAuthnError.signature) {
      try party.register(response, answering: BentCeremony.challenge)
    }
  }

  private static func statement(_ entries: [(String, [UInt8])]) -> [UInt8] {
    CBORWriter.map(entries.map { (CBORWriter.text($0.0), $0.1) })
  }

  private static let bent: [BentCeremony] = [
    BentCeremony(
      "an assertion's client data", .type(observed: "webauthn.get", expected: "webauthn.create")
    ) { $0.type = "webauthn.get" },
    BentCeremony("an id of 1024 bytes", .credentialIDLength(bytes: 1024, limits: 1...1023)) {
      $0.credentialID = [UInt8](repeating: 1, count: 1024)
    },
    BentCeremony("another format", .attestationFormat("fido-u2f")) { $0.format = "fido-u2f" },
    BentCeremony("a format of nothing", .attestationFormat("")) { $0.format = "" },
    BentCeremony("none, with a statement", .attestationStatement) {
      $0.statement = statement([("alg", CBORWriter.integer(-7))])
    },
    BentCeremony("packed, by a certificate", .attestationFormat("packed, x5c")) {
      $0.format = "packed"
      $0.statement = statement([
        ("alg", CBORWriter.integer(-7)), ("sig", CBORWriter.bytes([1])),
        ("x5c", CBORWriter.array([CBORWriter.bytes([1])])),
      ])
    },
    BentCeremony("packed, with nothing", .attestationStatement) {
      ($0.format, $0.statement) = ("packed", CBORWriter.map([]))
    },
    BentCeremony("packed, by another algorithm", .attestationStatement) {
      $0.format = "packed"
      $0.statement = statement([
        ("alg", CBORWriter.integer(-257)), ("sig", CBORWriter.bytes([1])),
      ])
    },
    BentCeremony("packed, with no signature of anything", .signature) {
      $0.format = "packed"
      $0.statement = statement([("alg", CBORWriter.integer(-7)), ("sig", CBORWriter.bytes([]))])
    },
    BentCeremony("a statement that is no map", .attestationObject) {
      $0.statement = CBORWriter.bytes([])
    },
    BentCeremony("a fourth entry", .attestationObject) {
      $0.entries = [(CBORWriter.text("ePp"), [0xf5])]
    },
    BentCeremony(
      "the data twice", .cbor(CBORError(.duplicateKey, at: 194))
    ) { $0.entries = [(CBORWriter.text("authData"), CBORWriter.bytes([]))] },
  ]
}
