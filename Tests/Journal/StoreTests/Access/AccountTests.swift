import GRDB
import Journal
import JournalSupport
import Testing
import TestSupport

@testable import Store

@Suite("An account")
struct AccountTests {
  private static let now = 1_750_000_000
  private static let issuer = "https://id.example"

  private let test: TestJournal
  private var devices: Devices { test.journals.devices }

  init() throws { test = try TestJournal() }

  private func add(_ owner: String) throws -> OwnerJournal {
    try TestJournal(adding: owner, to: test).journal
  }

  private func identity(
    _ subject: String, email: String? = nil, person: String? = nil, session: String? = nil,
    issuer: String = Self.issuer
  ) throws -> AccountIdentity {
    try AccountIdentity(
      issuer: issuer, subject: subject, verifiedEmail: email, person: person, session: session)
  }

  private func signIn(
    _ identity: AccountIdentity, insteadOf earlier: Device? = nil,
    making settings: [SettingKey: String]? = nil
  ) throws -> Device {
    try devices.signIn(
      identity, named: DeviceName("Chrome"), from: "192.0.2.7", insteadOf: earlier,
      making: settings, now: Self.now
    ).0
  }

  private func link(_ subject: String) throws {
    _ = try test.journal.link(AccountName(issuer: Self.issuer, subject: subject), at: Self.now)
  }

  private func link(email: String) throws {
    _ = try test.journal.link(AccountName(issuer: Self.issuer, email: email), at: Self.now)
  }

  private func listed() throws -> [Device] {
    try devices.list(of: test.journal.owner, now: Self.now)
  }

  private func events() throws -> [String] {
    try test.journals.store.database.read { db in
      try String.fetchAll(db, sql: "SELECT kind || ' ' || detail FROM access_event ORDER BY id")
    }
  }

  @Test("lets its owner in on a device of its own, by issuer and subject byte for byte")
  func subject() throws {
    try link("Mina")
    let device = try signIn(identity("Mina", session: "s"))
    #expect(device.owner == test.journal.owner && device.entry == .account)
    #expect(try listed() == [device])
    #expect(try test.journal.accounts().map(\.devices) == [1])
    #expect(try test.journal.accounts().map(\.lastUsed) == [Self.now])
    for other in [
      try identity("mina"), try identity("Mina "),
      try identity("Mina", issuer: "https://id.example/"),
      try identity("Mina", issuer: "https://other.example"),
    ] {
      #expect(throws: AccountError.self) { try signIn(other) }
    }
    #expect(try listed().count == 1)
    #expect(
      try events() == ["account-linked https://id.example Mina", "signed-in https://id.example"])
  }

  @Test(
    "of an address is whoever first comes in by it, once the issuer has verified it",
    arguments: [
      ("Mina@Example.org", "mINA@example.ORG", true),
      ("mina@example.org", "mina@example.org", true),
      ("mina@example.org", "mina@example.com", false),
      // A Kelvin sign is none of ASCII's letters, and the two forms of an "é" are two addresses.
      ("kim@example.org", "\u{212A}im@example.org", false),
      ("caf\u{E9}@example.org", "cafe\u{301}@example.org", false),
      ("mina@example.org", nil, false), ("mina@example.org", "mina@example.org\n", false),
    ] as [(String, String?, Bool)])
  func email(linked: String, said: String?, lets: Bool) throws {
    try link(email: linked)
    let known = try identity("1", email: said)
    if lets {
      _ = try signIn(known)
    } else {
      #expect(throws: AccountError.unknown(issuer: Self.issuer, subject: "1")) { try signIn(known) }
    }
    #expect(try test.journal.accounts().map(\.subject) == [lets ? "1" : nil])
  }

  @Test("that an address was bound to stays, whoever has the address later")
  func bound() throws {
    try link(email: "mina@example.org")
    _ = try signIn(identity("1", email: "mina@example.org"))
    #expect(throws: AccountError.self) { try signIn(identity("2", email: "mina@example.org")) }
    #expect(throws: AccountError.linkedAlready) { try link(email: "MINA@example.org") }
    // The account has another address now, or none.
    _ = try signIn(identity("1"))
    #expect(try test.journal.accounts().map(\.subject) == ["1"])
  }

  @Test("that is linked by its subject takes no address that is another's to use")
  func both() throws {
    try link(email: "mina@example.org")
    let bob = try add("bob")
    _ = try bob.link(AccountName(issuer: Self.issuer, subject: "7"), at: Self.now)
    #expect(try signIn(identity("7", email: "mina@example.org")).owner == bob.owner)
    #expect(try test.journal.accounts().map(\.subject) == [nil])
  }

  @Test("is one owner's alone, and each has twenty at most")
  func limits() throws {
    try link("0")
    let bob = try add("bob")
    #expect(throws: AccountError.linkedAlready) {
      try bob.link(AccountName(issuer: Self.issuer, subject: "0"), at: Self.now)
    }
    #expect(throws: AccountError.noAccount) {
      try bob.unlink(AccountName(issuer: Self.issuer, subject: "0"), at: Self.now)
    }
    for number in 1..<Account.limit { try link("\(number)") }
    #expect(throws: AccountError.tooMany(limit: Account.limit)) { try link("x") }
    #expect(try test.journal.accounts().count == Account.limit)
  }

  @Test("that is unlinked takes its devices along, and no others")
  func unlink() throws {
    try link("1")
    try link("2")
    let gone = try signIn(identity("1"))
    let kept = try signIn(identity("2"))
    #expect(gone.name != kept.name)
    let account = try test.journal.unlink(
      AccountName(issuer: Self.issuer, subject: "1"), at: Self.now)
    #expect(account.devices == 1)
    #expect(try listed() == [kept])
    #expect(throws: AccountError.self) { try signIn(identity("1")) }
    #expect(throws: AccountError.noAccount) { try test.journal.unlink(account.id, at: Self.now) }
    #expect(try events().contains("account-unlinked https://id.example 1"))
  }

  @Test("ends the device that a browser had by it before, and none that it had otherwise")
  func again() throws {
    try link("1")
    let first = try signIn(identity("1"))
    let second = try signIn(identity("1"), insteadOf: first)
    #expect(try listed() == [second])
    let code = try devices.makePairing(for: test.journal.owner, now: Self.now)
    let paired = try #require(
      try devices.pair(with: code, name: DeviceName("phone"), now: Self.now)
    ).0
    _ = try signIn(identity("1"), insteadOf: paired)
    #expect(try listed().count == 3)
  }

  @Test(
    "is signed out by its issuer: a session, all of a subject, and no one else",
    arguments: [
      (nil, "a", [true, false, false, false, false]),
      ("1", nil, [true, true, true, false, false]),
      // The third may be of the session: its issuer named none.
      ("1", "a", [true, false, true, false, false]),
      ("2", "a", [false, false, false, true, false]),
      ("1", "x", [false, false, true, false, false]),
      ("x", nil, [Bool](repeating: false, count: 5)),
      (nil, nil, [Bool](repeating: false, count: 5)),
    ] as [(String?, String?, [Bool])])
  func signedOut(subject: String?, session: String?, ends: [Bool]) throws {
    try link("1")
    try link("2")
    _ = try test.journal.link(
      AccountName(issuer: "https://other.example", subject: "1"), at: Self.now)
    let all = [
      try signIn(identity("1", session: "a")), try signIn(identity("1", session: "b")),
      try signIn(identity("1")), try signIn(identity("2")),
      try signIn(identity("1", session: "a", issuer: "https://other.example")),
    ]
    let count = try devices.signOut(
      issuer: Self.issuer, subject: subject, session: session, now: Self.now)
    #expect(count == ends.count { $0 })
    let left = Set(try listed().map(\.id))
    #expect(all.map { !left.contains($0.id) } == ends)
  }

  @Test("signs its own device out, which says by which issuer it came in")
  func signOut() throws {
    try link("1")
    let device = try signIn(identity("1"))
    #expect(try devices.signOut(device, from: "192.0.2.7", now: Self.now) == Self.issuer)
    #expect(try listed().isEmpty)
    #expect(try events().last == "signed-out https://id.example")
  }

  @Test("keeps the wrong PINs counted of devices that it ends")
  func tries() throws {
    try link("1")
    _ = try test.journals.lock(of: test.journal.owner, iterations: 10, now: { Self.now })
      .set(PIN(Array("8352".utf8).span))
    let device = try signIn(identity("1"))
    func set(_ sql: String) throws {
      try test.journals.store.database.write { db in try db.execute(sql: sql) }
    }
    try set("UPDATE device SET failures = 3 WHERE id = \(device.id)")
    _ = try devices.signOut(issuer: Self.issuer, subject: "1", session: nil, now: Self.now)
    let lost = try test.journals.store.database.read { db in
      try Int.fetchOne(db, sql: "SELECT lost_failures FROM lock")
    }
    #expect(lost == 3)
  }

  @Test(
    "makes an owner where the server says so, by a name that nobody has",
    arguments: [
      ("Mina Kim", nil, "Mina Kim"), ("ANNA", nil, "ANNA (2)"), (nil, "zoe@example.org", "zoe"),
      ("\u{1B}\n ", "Anna@example.org", "anna (2)"), (nil, nil, "Owner"),
      (String(repeating: "가", count: 400), nil, String(repeating: "가", count: 64)),
      ("a\u{0}b\u{2028}c", nil, "abc"),
    ] as [(String?, String?, String)])
  func owner(person: String?, email: String?, name: String) throws {
    let unknown = try identity("9", email: email, person: person)
    #expect(throws: AccountError.self) { try signIn(unknown) }
    let anna = try #require(try test.journals.owners().first)
    _ = try test.journals.journal(of: anna).renameOwner(to: OwnerName("anna"))
    let device = try signIn(unknown, making: [.timeZone: "Asia/Seoul"])
    #expect(device.owner.text == name)
    #expect(try test.journals.owners().count == 2)
    // Whoever comes back is the same.
    #expect(try signIn(unknown, making: [:]).owner == device.owner)
  }

  @Test("makes no more than a hundred owners")
  func owners() throws {
    for number in 1..<Account.ownerLimit { _ = try add("o\(number)") }
    let limit = AccountError.tooManyOwners(limit: Account.ownerLimit)
    #expect(throws: limit) { try signIn(identity("9"), making: [:]) }
  }

  @Test("goes with its owner")
  func removed() throws {
    try link("1")
    _ = try signIn(identity("1"))
    _ = try add("bob")
    _ = try test.journal.removeOwner()
    #expect(throws: AccountError.self) { try signIn(identity("1")) }
  }
}

@Suite("What a person calls an account")
struct AccountNameTests {
  @Test(
    "is an issuer and a subject, or an address",
    arguments: [
      ("https://accounts.google.com 1234", "https://accounts.google.com", "1234"),
      ("http://localhost:8080/realms/a  a b", "http://localhost:8080/realms/a", "a b"),
      ("http://127.0.0.1:80 x", "http://127.0.0.1:80", "x"),
    ])
  func good(typed: String, issuer: String, subject: String) throws {
    let name = try AccountName(subject: typed)
    #expect(name.issuer == issuer)
    #expect(name.key == .subject(subject))
  }

  @Test(
    "is refused where it is neither",
    arguments: [
      ("", .incomplete("")), ("https://a.example", .incomplete("https://a.example")),
      ("http://a.example 1", .notIssuer("http://a.example")),
      ("a.example 1", .notIssuer("a.example")), ("https:// 1", .notIssuer("https://")),
      ("https://a.example?x 1", .notIssuer("https://a.example?x")),
      ("https://a.example#x 1", .notIssuer("https://a.example#x")),
      ("https://ä.example 1", .notIssuer("https://ä.example")),
      ("https://a.example a\u{0}", .notSubject("a\u{0}")),
    ] as [(String, AccountError)])
  func bad(typed: String, error: AccountError) {
    #expect(throws: error) { try AccountName(subject: typed) }
  }

  @Test(
    "has an address that is one",
    arguments: ["@a", "a@", "ab", "a b@c.d", String(repeating: "a", count: 250) + "@b.cd"])
  func addresses(email: String) {
    #expect(throws: AccountError.notEmail(email)) {
      try AccountName(issuer: "https://a.example", email: email)
    }
  }

  @Test("has a subject of 255 characters at most")
  func long() throws {
    _ = try AccountName(issuer: "https://a.example", subject: String(repeating: "a", count: 255))
    let long = String(repeating: "a", count: 256)
    #expect(throws: AccountError.notSubject(long)) {
      try AccountName(issuer: "https://a.example", subject: long)
    }
  }
}
