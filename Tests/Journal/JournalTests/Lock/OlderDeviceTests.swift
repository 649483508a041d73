import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A device from before tokens were replaced")
struct OlderDeviceTests {
  private static let now = 1_750_000_000

  /// A journal as version 3 left it, with a device that was paired two years ago and seen now.
  private func older() throws -> (it: LockedJournal, token: AccessToken) {
    let it = try LockedJournal()
    let devices = it.test.journals.devices
    let code = try devices.makePairing(for: it.lock.owner, now: Self.now)
    let paired = try devices.pair(with: code, name: DeviceName("phone"), now: Self.now)
    let (_, token) = try #require(paired)
    try it.test.age(
      to: 3,
      """
      DROP TABLE failed_try;
      ALTER TABLE lock DROP COLUMN lost_failures;
      ALTER TABLE device DROP COLUMN latest_end;
      ALTER TABLE device DROP COLUMN last_address;
      ALTER TABLE device DROP COLUMN issued;
      ALTER TABLE device DROP COLUMN next_hash;
      ALTER TABLE device DROP COLUMN next_salt;
      ALTER TABLE device DROP COLUMN previous_hash;
      ALTER TABLE device DROP COLUMN previous_end;
      ALTER TABLE device DROP COLUMN failures;
      ALTER TABLE device DROP COLUMN last_try;
      ALTER TABLE device DROP COLUMN opened;
      UPDATE device SET paired = \(Self.now - 2 * 365 * 86_400);
      """)
    return (it, token)
  }

  @Test("stays a device for a year from when it was last seen, and is given a new token at once")
  func migrated() throws {
    let (it, token) = try older()
    let devices = try Journal(opening: it.path).devices
    #expect(try it.test.count("PRAGMA user_version") == 20)
    let device = try #require(try devices.find(token, now: Self.now))
    #expect(device.latestEnd == Self.now + Device.longestLifetime)
    #expect(device.lastAddress == nil && device.issued == 0)
    #expect(try devices.successor(of: token, for: device, now: Self.now) != nil)
    #expect(try it.test.text("PRAGMA integrity_check") == "ok")
  }

  @Test("has tries of its own, as one from which the journal was unlocked")
  func tries() throws {
    let (it, token) = try older()
    let journals = try Journal(opening: it.path)
    let device = try #require(try journals.devices.find(token, now: Self.now))
    let source = TrySource.device(device, address: nil)
    let lock = try journals.lock(
      of: it.lock.owner, iterations: 10, from: source, now: it.clock.read)
    #expect(try lock.tries() == Tries(failures: 0, last: nil))
  }

  @Test("comes along from version 12 as a device that may do all, with nothing to be told")
  func beforeAccess() throws {
    let it = try LockedJournal()
    let devices = it.test.journals.devices
    let code = try devices.makePairing(for: it.lock.owner, now: Self.now)
    let paired = try devices.pair(
      with: code, name: DeviceName("phone"), as: DeviceAgent(userAgent: "Firefox/130"),
      from: "192.0.2.7", now: Self.now)
    _ = try it.lock.attempt(LockedJournal.wrong)
    try it.test.age(to: 12)
    let journals = try Journal(opening: it.path)
    #expect(try it.test.count("PRAGMA user_version") == 20)
    let (before, token) = try #require(paired)
    let device = try #require(try journals.devices.find(token, now: Self.now))
    #expect(device == before)
    #expect(device.entry == .link && device.scope == .all && !device.postsWhileLocked)
    let log = try journals.accessLog(of: it.lock.owner)
    #expect(try log.list(limit: 9, now: Self.now).isEmpty)
    #expect(try log.unseen(by: device, now: Self.now).isEmpty)
    // The wrong try from before is told as ever.
    #expect(try it.reopenedLock().open(PIN(LockedJournal.right)).failedTries.count == 1)
    #expect(try it.test.text("PRAGMA integrity_check") == "ok")
    #expect(try it.test.text("PRAGMA foreign_key_check") == nil)
  }
}
