import SoftwareAuthenticator
import Testing
import WebAuthn

@testable import SecurityKeys

@Suite("A security key")
struct SecurityKeyTests {
  private static let hash = Challenge().bytes

  private func key(_ algorithm: CredentialAlgorithm = .es256) throws -> SoftwareKey {
    let key = SoftwareKey()
    key.credentials = [("localhost", try SoftwareCredential(algorithm))]
    return key
  }

  private func pin(_ text: String) throws -> KeyPIN { try KeyPIN(Array(text.utf8).span) }

  private func ask(
    _ key: SoftwareKey, _ relyingParty: String = "localhost", ids: [[UInt8]]? = nil,
    pin text: String? = "p1n of the key"
  ) throws -> KeyAssertion {
    let asked = (ids ?? key.credentials.map(\.credential.id)).map { (relyingParty, $0) }
    return try key.plugIn().assertion(
      among: asked, signing: Self.hash, pin: try text.map { try pin($0) })
  }

  @Test("signs by its PIN", arguments: [CredentialAlgorithm.es256, .edDSA])
  func byPIN(algorithm: CredentialAlgorithm) throws {
    let key = try key(algorithm)
    let credential = try #require(key.credentials.first?.credential)
    #expect(try key.plugIn().verification == .pin)
    for count in 1...2 {
      let made = try ask(key)
      #expect(made.credential == credential.id)
      #expect(try made.isSigned(by: credential.cose))
      #expect(made.counter == UInt32(count))
      #expect(!made.isBackupEligible && !made.isBackedUp)
      #expect(try !made.isSigned(by: SoftwareCredential(algorithm).cose))
    }
  }

  @Test("signs by its reader, and says whether a credential can be backed up")
  func byReader() throws {
    let key = try key()
    (key.hasReader, key.pin, key.givenID) = (true, nil, [])
    key.bend = { ($0.isBackupEligible, $0.isBackedUp) = (true, true) }
    #expect(try key.plugIn().verification == .reader)
    let made = try ask(key, pin: nil)
    #expect(made.credential == key.credentials.first?.credential.id)
    #expect(try made.isSigned(by: #require(key.credentials.first).credential.cose))
    #expect(made.isBackupEligible && made.isBackedUp)
    key.isFingerKnown = false
    #expect(throws: SecurityKeyError.unknownFinger) { try ask(key, pin: nil) }
  }

  @Test("that knows nobody verifies nobody")
  func unset() throws {
    let key = try key()
    key.pin = nil
    #expect(try key.plugIn().verification == nil)
    #expect(throws: SecurityKeyError.self) { try ask(key, pin: nil) }
  }

  @Test("refuses a wrong PIN, says how many are left, and shuts")
  func wrongPIN() throws {
    let key = try key()
    for left in (0...7).reversed() {
      #expect(throws: SecurityKeyError.wrongPIN(left: left)) { try ask(key, pin: "wrong") }
    }
    #expect(throws: SecurityKeyError.blocked) { try ask(key) }
    for text in ["123", String(repeating: "1", count: 64), "12\u{0}45"] {
      #expect(throws: SecurityKeyError.notPIN) { try pin(text) }
    }
  }

  @Test(
    "finds its credential among many, asked for as few at once as it takes",
    arguments: [nil, 1, 3, 8])
  func many(most: Int64?) throws {
    let key = try key()
    key.mostInList = most
    let own = try #require(key.credentials.first?.credential.id)
    let others = (0..<5).map { _ in Challenge().bytes }
    let made = try ask(key, ids: others + [own])
    #expect(made.credential == own)
    #expect(key.asked == (5 / Int(most ?? 1)) + 1)
    #expect(throws: SecurityKeyError.noCredential) { try ask(key, ids: others) }
    #expect(throws: SecurityKeyError.noCredential) { try ask(key, "example.org") }
    #expect(throws: SecurityKeyError.nothingToAskFor) { try ask(key, ids: []) }
  }

  @Test("that nobody touches does not sign")
  func untouched() throws {
    let key = try key()
    key.isTouched = false
    #expect(throws: SecurityKeyError.notTouched) { try ask(key) }
  }

  @Test(
    "is not believed where it says what it must not",
    arguments: [
      { $0.isUserVerified = false }, { $0.isUserPresent = false }, { $0.relyingParty = "other" },
    ] as [@Sendable (inout Ceremony) -> Void])
  func bent(bend: @escaping @Sendable (inout Ceremony) -> Void) throws {
    let key = try key()
    key.bend = bend
    let cose = try #require(key.credentials.first).credential.cose
    let isSigned = try? ask(key).isSigned(by: cose)
    #expect(isSigned != true)
  }

  @Test("is asked for each relying party, until it has one of its credentials")
  func parties() throws {
    let key = try key()
    let own = try #require(key.credentials.first).credential
    let other = try SoftwareCredential()
    key.credentials.append(("example.org", other))
    let asked = [
      ("elsewhere.org", Challenge().bytes), ("example.org", own.id), ("localhost", own.id),
    ]
    let made = try key.plugIn().assertion(
      among: asked, signing: Self.hash, pin: try pin("p1n of the key"))
    #expect(made.relyingParty == "localhost")
    #expect(made.credential == own.id)
    #expect(key.asked == 3)
  }

  @Test(
    "counts up; what counts no further may be a copy",
    arguments: [(0, 1, true), (1, 1, false), (1, 0, false), (0, 0, true), (7, 9, true)])
  func counts(known: UInt32, observed: UInt32, isRight: Bool) throws {
    let key = try key()
    key.bend = { $0.counter = observed }
    let cose = try #require(key.credentials.first).credential.cose
    let right = KeyAssertion.Verdict.right(counter: observed, isBackedUp: false)
    let made = try ask(key)
    #expect(
      made.verdict(by: cose, counter: known, isBackupEligible: false)
        == (isRight ? right : .copied))
    #expect(made.verdict(by: cose, counter: known, isBackupEligible: true) == .wrong)
    let other = try SoftwareCredential().cose
    #expect(made.verdict(by: other, counter: known, isBackupEligible: false) == .wrong)
  }

  @Test("says whether its credential is backed up, which one that cannot be is not")
  func backup() throws {
    let key = try key()
    let cose = try #require(key.credentials.first).credential.cose
    key.bend = { ($0.counter, $0.isBackupEligible, $0.isBackedUp) = (0, true, true) }
    #expect(
      try ask(key).verdict(by: cose, counter: 0, isBackupEligible: true)
        == .right(counter: 0, isBackedUp: true))
    key.bend = { $0.isBackedUp = true }
    #expect(try ask(key).verdict(by: cose, counter: 0, isBackupEligible: false) == .wrong)
  }

  @Test("names a credential that was asked for, or none")
  func named() throws {
    let key = try key()
    let own = try #require(key.credentials.first?.credential.id)
    let other = Challenge().bytes
    key.mostInList = 2
    #expect(try ask(key, ids: [own, other]).credential == own)
    key.givenID = other
    // Which of the two signed shows when it is verified.
    #expect(try ask(key, ids: [own, other]).credential == other)
    #expect(try ask(key, ids: [own]).credential == nil)
    key.givenID = []
    #expect(try ask(key, ids: [own]).credential == own)
    #expect(try ask(key, ids: [own, other]).credential == nil)
  }

  @Test("no other form of a public key verifies anything")
  func forms() throws {
    let key = try key()
    let cose = try #require(key.credentials.first).credential.cose
    let made = try ask(key)
    #expect(made.isSigned(by: cose))
    for index in cose.indices {
      var other = cose
      other[index] ^= 1
      #expect(!made.isSigned(by: other))
      #expect(!made.isSigned(by: Array(cose.prefix(index))))
    }
    #expect(!made.isSigned(by: cose + [0]))
    #expect(try !made.isSigned(by: SoftwareCredential(.rs256).cose))
  }
}
