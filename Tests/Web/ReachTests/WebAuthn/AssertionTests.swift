import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthn

@Suite("An assertion")
struct AssertionTests {
  private let party = BentCeremony.party

  /// A credential, and what is kept of it.
  private func registered(
    _ algorithm: CredentialAlgorithm = .es256, counter: UInt32 = 0, isBackupEligible: Bool = false
  ) throws -> (SoftwareCredential, Credential) {
    let made = try SoftwareCredential(algorithm, userHandle: [1, 2, 3])
    let kept = Credential(
      id: made.id, publicKey: try CredentialPublicKey(cose: try made.cose), counter: counter,
      isBackupEligible: isBackupEligible, isBackedUp: false)
    return (made, kept)
  }

  private func verify(_ response: Assertion, for kept: Credential) throws -> Credential {
    try party.verify(
      response, answering: BentCeremony.challenge, for: kept, of: [1, 2, 3])
  }

  @Test(
    "is taken of each algorithm, and says what is to be kept",
    arguments: CredentialAlgorithm.allCases)
  func taken(algorithm: CredentialAlgorithm) throws {
    let (made, kept) = try registered(algorithm, counter: 7, isBackupEligible: true)
    var ceremony = BentCeremony.ceremony()
    (ceremony.counter, ceremony.isBackupEligible, ceremony.isBackedUp) = (8, true, true)
    var expected = kept
    (expected.counter, expected.isBackedUp) = (8, true)
    #expect(try verify(try made.assertion(ceremony), for: kept) == expected)
  }

  @Test("is refused where something of it is wrong", arguments: BentCeremony.ofBoth + Self.bent)
  func refused(bent: BentCeremony) throws {
    let (made, kept) = try registered()
    var ceremony = BentCeremony.ceremony()
    bent.bend(&ceremony)
    let response = try made.assertion(ceremony)
    #expect(throws: bent.expected) { try verify(response, for: kept) }
  }

  @Test(
    "counts up; a step back is refused by name",
    arguments: [
      (0, 0, true), (0, 1, true), (1, 2, true), (1, 900, true), (5, UInt32.max, true),
      (1, 1, false), (1, 0, false), (900, 899, false), (UInt32.max, 0, false),
      (UInt32.max, UInt32.max, false),
    ])
  func counter(known: UInt32, observed: UInt32, isTaken: Bool) throws {
    let (made, kept) = try registered(counter: known)
    var ceremony = BentCeremony.ceremony()
    ceremony.counter = observed
    var response = try made.assertion(ceremony)
    if isTaken {
      #expect(try verify(response, for: kept).counter == observed)
    } else {
      #expect(throws: WebAuthnError.counterWentBack(observed: observed, known: known)) {
        try verify(response, for: kept)
      }
    }
    // Of a signature that is another's nothing is told.
    response.signature = try SoftwareCredential().assertion(ceremony).signature
    #expect(throws: WebAuthnError.signature) { try verify(response, for: kept) }
  }

  @Test("whether a credential can be backed up does not change", arguments: [true, false])
  func eligibility(known: Bool) throws {
    let (made, kept) = try registered(isBackupEligible: known)
    var ceremony = BentCeremony.ceremony()
    ceremony.isBackupEligible = !known
    let response = try made.assertion(ceremony)
    #expect(throws: WebAuthnError.backupEligibility(observed: !known, known: known)) {
      try verify(response, for: kept)
    }
  }

  @Test("of another credential or another user is refused; one that names no user is taken")
  func identity() throws {
    let (made, kept) = try registered()
    let right = try made.assertion(BentCeremony.ceremony())
    var response = right
    response.credential = try SoftwareCredential().id
    #expect(throws: WebAuthnError.otherCredential) { try verify(response, for: kept) }
    // The id is not signed (section 13.1): another's key does not verify it.
    let other = Credential(
      id: made.id, publicKey: try registered().1.publicKey, counter: 0, isBackupEligible: false,
      isBackedUp: false)
    #expect(throws: WebAuthnError.signature) { try verify(right, for: other) }
    response = right
    response.userHandle = [1, 2, 4]
    #expect(throws: WebAuthnError.otherUser) { try verify(response, for: kept) }
    response.userHandle = nil
    #expect(try verify(response, for: kept) == kept)
  }

  @Test("is taken from the origin that is meant, byte for byte")
  func origin() throws {
    let (made, kept) = try registered()
    // Of the same letter in another form Swift says that it is the same.
    let party = RelyingParty(id: "example.org", origins: ["https://caf\u{e9}.example.org"])
    for (origin, isTaken) in [(party.origins[0], true), ("https://cafe\u{301}.example.org", false)]
    {
      var ceremony = BentCeremony.ceremony()
      ceremony.origin = origin
      let response = try made.assertion(ceremony)
      let taken = try? party.verify(response, answering: BentCeremony.challenge, for: kept)
      #expect((taken != nil) == isTaken)
    }
  }

  @Test("is refused with any bit changed", arguments: CredentialAlgorithm.allCases)
  func changed(algorithm: CredentialAlgorithm) throws {
    let (made, kept) = try registered(algorithm)
    let right = try made.assertion(BentCeremony.ceremony())
    let fields: [WritableKeyPath<Assertion, [UInt8]>] = [
      \.clientData, \.authenticatorData, \.signature,
    ]
    var random = SplitMix64(seed: 24)
    for field in fields {
      for index in right[keyPath: field].indices {
        var response = right
        response[keyPath: field][index] ^= 1 << UInt8.random(in: 0...7, using: &random)
        #expect(throws: WebAuthnError.self) { try verify(response, for: kept) }
        response = right
        response[keyPath: field].removeLast(right[keyPath: field].count - index)
        #expect(throws: WebAuthnError.self) { try verify(response, for: kept) }
      }
      var response = right
      response[keyPath: field].append(0)
      #expect(throws: WebAuthnError.self) { try verify(response, for: kept) }
    }
  }

  private static let bent: [BentCeremony] = [
    BentCeremony(
      "a registration's client data", .type(observed: "webauthn.create", expected: "webauthn.get")
    ) { $0.type = "webauthn.create" },
    BentCeremony(
      "a payment's client data", .type(observed: "payment.get", expected: "webauthn.get")
    ) { $0.type = "payment.get" },
    BentCeremony("a credential of its own", .unexpectedCredential) { $0.hasNewCredential = true },
  ]
}
