import Foundation
import Journal
import JournalSupport
import Testing

@testable import Store

@Suite("A try of a PIN from a device")
struct DeviceTriesTests {
  private typealias It = LockedJournal

  private let it: LockedJournal

  init() throws { it = try It(iterations: 1_000) }

  private func pair(_ name: String = "phone") throws -> Device {
    let devices = it.test.journals.devices
    let code = try devices.makePairing(for: it.lock.owner, now: it.clock.now)
    let paired = try devices.pair(with: code, name: DeviceName(name), now: it.clock.now)
    return try #require(paired).0
  }

  /// The lock as another process has it, for a device.
  private func lock(_ device: Device, address: String? = nil) throws -> OwnerLock {
    try Journal(opening: it.path, patience: 60)
      .lock(
        of: it.lock.owner, iterations: 1_000, from: .device(device, address: address),
        now: it.clock.read)
  }

  /// Tries that are wrong until the PIN is shut for the device.
  private func shut(_ device: Device) throws -> Int {
    let lock = try lock(device)
    for count in 0... {
      it.clock.move(by: try lock.tries()?.wait(at: it.clock.now) ?? 0)
      guard case .wrongPIN = try lock.attempt(It.wrong) else { return count }
    }
    return 0
  }

  /// What a source is told that opens the journal.
  private func told(_ lock: OwnerLock, _ pin: String = It.right) throws -> [FailedTry] {
    let opening = try lock.open(PIN(pin))
    #expect(lock.forgetFailedTries(of: opening))
    return opening.failedTries
  }

  @Test("makes that device wait alone, and shuts the PIN for it alone")
  func alone() throws {
    let (stranger, own) = (try pair(), try pair())
    let lock = try lock(stranger)
    for _ in 0..<4 { _ = try lock.attempt(It.wrong) }
    #expect(try lock.tries()?.wait(at: it.clock.now) == 30)
    #expect(try self.lock(own).attempt(It.right) == nil)
    #expect(try it.lock.attempt(It.right) == nil)
    #expect(try lock.tries()?.wait(at: it.clock.now) == 30)
    #expect(try shut(stranger) == 6)
    #expect(try lock.tries()?.isShut == true)
    #expect(try lock.attempt(It.right) != nil)
    #expect(try self.lock(own).attempt(It.right) == nil)
    #expect(try it.lock.tries() == Tries(failures: 0, last: nil))
  }

  @Test("is one of twenty from all devices that never opened the journal, paired again or not")
  func together() throws {
    let own = try pair()
    #expect(try lock(own).attempt(It.right) == nil)
    var wrong = 0
    for _ in 0..<6 {
      let stranger = try pair()
      wrong += try shut(stranger)
      #expect(
        try it.test.journals.devices.revoke(stranger.id, of: it.lock.owner, now: it.clock.now))
    }
    #expect(wrong == 20)
    let next = try lock(try pair())
    #expect(try next.tries()?.isShut == true)
    guard case .noTry(let tries, 0) = try next.attempt(It.right) else {
      Issue.record("it was tried")
      return
    }
    #expect(tries.isShut)
    // The owner is not shut out, and lets others in again with another PIN.
    #expect(try lock(own).attempt(It.right) == nil)
    #expect(try it.lock.attempt(It.right) == nil)
    try lock(own).change(It.right, to: "8046")
    #expect(try next.attempt("8046") == nil)
    #expect(try lock(own).attempt("8046") == nil)
  }

  @Test("is no new device's where that was paired before there was a PIN, and saw all")
  func before() throws {
    let open = try It(pin: nil, iterations: 1_000)
    let devices = open.test.journals.devices
    let code = try devices.makePairing(for: open.lock.owner, now: open.clock.now)
    let paired = try devices.pair(with: code, name: DeviceName("phone"), now: open.clock.now)
    let own = try #require(paired).0
    try open.lock.set(It.right)
    #expect(try open.test.count("SELECT opened FROM device") == 1)
    try open.test.execute("UPDATE lock SET lost_failures = \(Tries.mostOfNewDevices)")
    let lock = try open.test.journals.lock(
      of: open.lock.owner, iterations: 1_000, from: .device(own, address: nil),
      now: open.clock.read)
    #expect(try lock.attempt(It.right) == nil)
  }

  @Test("that is right gives back what the owner's new device had mistyped")
  func mistyped() throws {
    for _ in 0..<10 {
      let lock = try lock(try pair())
      for _ in 0..<3 { _ = try lock.attempt(It.wrong) }
      #expect(try lock.attempt(It.right) == nil)
      #expect(try lock.tries() == Tries(failures: 0, last: nil))
    }
  }

  @Test("is counted before the hash is computed, and written down as wrong until it is right")
  func counted() throws {
    let lock = try lock(try pair())
    var seen: [Int?] = []
    let after = AfterCounting(by: lock) {
      seen = try [
        it.test.count("SELECT failures FROM device"), it.test.count("SELECT opened FROM device"),
        it.test.count("SELECT count(*) FROM failed_try"), it.failures,
      ]
    }
    #expect(try lock.attempt(It.right) == nil)
    #expect(after.isDone)
    #expect(seen == [1, 0, 1, 0])
    #expect(try it.test.count("SELECT failures FROM device") == 0)
    #expect(try it.test.count("SELECT opened FROM device") == 1)
    #expect(try it.test.count("SELECT count(*) FROM failed_try") == 0)
  }

  /// Tries on a thread of its own, for tasks share a few.
  private static func attempt(_ lock: OwnerLock) async throws -> LockError? {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try lock.attempt(It.wrong) })
      }
    }
  }

  private func wrongOnes(_ locks: [OwnerLock]) async throws -> Int {
    try await withThrowingTaskGroup { group in
      for lock in locks { group.addTask { try await Self.attempt(lock) } }
      return try await group.reduce(into: 0) { count, error in
        if case .wrongPIN = error { count += 1 }
      }
    }
  }

  @Test("is one of four where fifty come at once from one device")
  func atOnce() async throws {
    let device = try pair()
    #expect(try await wrongOnes((0..<50).map { _ in try lock(device) }) == 4)
    #expect(try it.test.count("SELECT failures FROM device") == 4)
  }

  @Test("is one of twenty where fifty come at once from fifty new devices")
  func atOnceFromMany() async throws {
    #expect(try await wrongOnes((0..<50).map { _ in try lock(try pair()) }) == 20)
    #expect(try it.test.count("SELECT sum(failures) FROM device") == 20)
    #expect(try it.lock.attempt(It.right) == nil)
  }

  @Test("is not made from a device that was revoked meanwhile")
  func revoked() throws {
    let device = try pair()
    let lock = try lock(device)
    #expect(try it.test.journals.devices.revoke(device.id, of: it.lock.owner, now: it.clock.now))
    #expect(try lock.attempt(It.right) == .changedMeanwhile)
    #expect(try it.sessions == 0)
  }

  @Test("is told to the owner once, by device, address and time, whether it is gone or not")
  func told() throws {
    let stranger = try pair("Fritz")
    let start = it.clock.now
    _ = try lock(stranger, address: "192.0.2.7").attempt(It.wrong)
    it.clock.move(by: 60)
    _ = try lock(stranger, address: "192.0.2.7").attempt(It.wrong)
    _ = try it.lock.attempt(It.wrong)
    #expect(try it.test.journals.devices.revoke(stranger.id, of: it.lock.owner, now: it.clock.now))
    let tries = try told(it.lock)
    #expect(tries.map(\.name?.text) == ["Fritz", "Fritz", nil])
    #expect(tries.map(\.address) == ["192.0.2.7", "192.0.2.7", nil])
    #expect(tries.map(\.tried) == [start, start + 60, start + 60])
    #expect(tries.sources.map(\.count) == [2, 1])
    #expect(tries.sources.first?.last == start + 60)
    #expect(try told(it.lock) == [])
  }

  @Test("is still told to the owner after a new device guessed the PIN")
  func guessed() throws {
    let (own, stranger) = (try lock(try pair("own")), try lock(try pair("Fritz")))
    #expect(try own.attempt(It.right) == nil)
    _ = try stranger.attempt(It.wrong)
    #expect(try told(stranger).count == 1)
    let tries = try told(own)
    #expect(tries.map(\.name?.text) == ["Fritz"])
    #expect(tries.map(\.opened) == [true])
    #expect(try told(own).isEmpty)
  }

  @Test("is in no backup, and of another owner's in nobody's report")
  func others() throws {
    let bob = try it.add("bob", pin: "8046")
    _ = try bob.attempt(It.wrong)
    #expect(try told(it.lock) == [])
    #expect(try told(bob, "8046").count == 1)
    #expect(Area.store.passingTables.contains("failed_try"))
  }
}
