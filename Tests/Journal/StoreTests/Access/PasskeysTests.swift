import GRDB
import Journal
import JournalSupport
import Testing

@testable import Store

@Suite("Passkeys in the store")
struct PasskeysTests {
  private let it: LockedJournal

  init() throws { it = try LockedJournal(iterations: 10) }

  private var journal: Journal { it.test.journals }
  private var anna: OwnerName { it.lock.owner }
  private var now: Int { it.clock.now }

  private func new(_ id: UInt8 = 1, counter: UInt32 = 0) -> Passkey.New {
    Passkey.New(
      credential: [id], publicKey: [9], relyingParty: "localhost", counter: counter,
      isBackupEligible: true, isBackedUp: false)
  }

  private func device() throws -> Device {
    let code = try journal.devices.makePairing(for: anna, now: now)
    let paired = try journal.devices.pair(with: code, name: DeviceName("phone"), now: now)
    return try #require(paired).0
  }

  private func events() throws -> [String] {
    try journal.store.database.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT kind || ifnull(' ' || name, '') || ifnull(' ' || address, '') || ' ' || detail
          FROM access_event WHERE detail IS NOT NULL ORDER BY id
          """)
    }
  }

  @Test("count a try before it is verified, and take it back where it is right")
  func counted() throws {
    let device = try device()
    let source = TrySource.device(device, address: "192.0.2.1")
    _ = try journal.passkeys.add(
      new(), named: DeviceName("Key"), of: anna, from: source, now: now)
    let handle = try journal.passkeys.handle(of: anna)
    #expect(handle.count == 32)
    #expect(try journal.passkeys.handle(of: anna) == handle)
    func signIn(_ verdict: Passkey.Verdict, _ handle: [UInt8]) throws -> SignedIn {
      try journal.passkeys.signIn(
        by: [1], of: handle, for: "localhost", named: DeviceName("new"), as: .unknown,
        from: "192.0.2.2", now: now
      ) { passkey in
        // Whoever ends the program here has made a try.
        let failures = try? journal.passkeys.list(of: anna).first?.tries.failures
        #expect(failures == passkey.tries.failures + 1)
        return verdict
      }
    }
    #expect(throws: PasskeyError.unknown) { try signIn(.right(counter: 1, isBackedUp: false), []) }
    #expect(try journal.passkeys.list(of: anna).first?.tries.failures == 0)
    #expect(throws: PasskeyError.self) { try signIn(.wrong, handle) }
    #expect(throws: PasskeyError.copied) { try signIn(.copied, handle) }
    let signedIn = try signIn(.right(counter: 5, isBackedUp: true), handle)
    #expect(signedIn.device.entry == .passkey && signedIn.opening != nil)
    let passkey = try #require(journal.passkeys.list(of: anna).first)
    #expect(passkey.counter == 5 && passkey.isBackedUp && passkey.lastUsed == now)
    #expect(passkey.tries.failures == 0)
    // Another use with the same count came first.
    #expect(throws: PasskeyError.copied) {
      try signIn(.right(counter: 5, isBackedUp: true), handle)
    }
    #expect(
      try events() == [
        "passkey-added phone 192.0.2.1 Key", "failed-try 192.0.2.2 Key",
        "passkey-copied 192.0.2.2 Key", "signed-in new 192.0.2.2 Key",
        "passkey-copied 192.0.2.2 Key",
      ])
  }

  @Test("take with them who came in by them, but not who removes them, and lock the others")
  func removed() throws {
    let (own, source) = (try device(), TrySource.machine)
    for id in [1, 2] as [UInt8] {
      _ = try journal.passkeys.add(
        new(id), named: DeviceName("Key"), of: anna, from: source, now: now)
    }
    #expect(try journal.passkeys.list(of: anna).map(\.name.text) == ["Key", "Key (2)"])
    #expect(throws: PasskeyError.known) {
      try journal.passkeys.add(new(), named: DeviceName("Key"), of: anna, from: source, now: now)
    }
    let handle = try journal.passkeys.handle(of: anna)
    func signIn(_ id: UInt8) throws -> Device {
      try journal.passkeys.signIn(
        by: [id], of: handle, for: "localhost", named: DeviceName("new"), as: .unknown, from: nil,
        now: now
      ) { _ in .right(counter: 0, isBackedUp: false) }.device
    }
    let (first, second, third) = (try signIn(1), try signIn(1), try signIn(2))
    try journal.passkeys.remove(
      1, of: anna, by: .device(second, address: nil), keeping: nil, now: now)
    let left = try journal.devices.list(of: anna, now: now).map(\.id)
    #expect(Set(left) == [own.id, second.id, third.id] && !left.contains(first.id))
    #expect(throws: PasskeyError.unknown) { try signIn(1) }
    #expect(throws: PasskeyError.unknown) {
      try journal.passkeys.remove(1, of: anna, by: .machine, keeping: nil, now: now)
    }
    for id in 3...21 as ClosedRange<UInt8> {
      _ = try journal.passkeys.add(
        new(id), named: DeviceName("k"), of: anna, from: source, now: now)
    }
    #expect(throws: PasskeyError.tooMany(limit: 20)) {
      try journal.passkeys.add(new(22), named: DeviceName("k"), of: anna, from: source, now: now)
    }
  }

  @Test(
    "are checked when they are read",
    arguments: [
      "counter = -1", "counter = 4294967296", "credential = zeroblob(1024)",
      "public_key = zeroblob(2049)", "backed_up = 1, backup_eligible = 0", "failures = 11",
      "made = 'x'", "last_used = 1 << 62", "relying_party = replace(hex(zeroblob(200)), '0', 'a')",
    ])
  func hostile(change: String) throws {
    _ = try journal.passkeys.add(
      new(), named: DeviceName("Key"), of: anna, from: .machine, now: now)
    try it.damage("UPDATE passkey SET \(change)")
    #expect(throws: (any Error).self) { try journal.passkeys.list(of: anna) }
  }
}
