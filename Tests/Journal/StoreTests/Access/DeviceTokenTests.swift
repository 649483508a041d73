import Dispatch
import Foundation
import GRDB
import Journal
import JournalSupport
import TestSupport
import Testing

@testable import Store

@Suite("A device")
struct DeviceTests {
  private static let now = 1_750_000_000
  private static let day = 86_400

  private let test: TestJournal
  private let token: AccessToken
  private var devices: Devices { test.journals.devices }

  init() throws {
    test = try TestJournal()
    let code = try test.journals.devices.makePairing(for: test.journal.owner, now: Self.now)
    let paired = try test.journals.devices.pair(
      with: code, name: DeviceName("phone"), from: "192.0.2.7", now: Self.now)
    token = try #require(paired).1
  }

  private func device(_ token: AccessToken, after seconds: Int) throws -> Device? {
    try devices.find(token, now: Self.now + seconds)
  }

  /// What is offered to a browser that shows a token.
  private func offer(_ token: AccessToken, after seconds: Int) throws -> AccessToken? {
    let device = try #require(try device(token, after: seconds))
    return try devices.successor(of: token, for: device, now: Self.now + seconds)
  }

  @Test("keeps its token for a day, and is offered one other for as long as it does not show it")
  func offered() throws {
    #expect(try offer(token, after: Self.day - 1) == nil)
    let next = try #require(try offer(token, after: Self.day))
    #expect(next != token)
    for seconds in [Self.day, Self.day + 1, 80 * Self.day] {
      #expect(try offer(token, after: seconds) == next)
    }
    #expect(try device(token, after: 150 * Self.day)?.name.text == "phone")
  }

  @Test("is known by the old token for a minute after it has shown the new one, and no longer")
  func replaced() throws {
    let next = try #require(try offer(token, after: Self.day))
    let id = try device(token, after: Self.day)?.id
    #expect(try device(next, after: Self.day + 10)?.id == id)
    #expect(try device(token, after: Self.day + 69)?.id == id)
    // Nobody is given the old one back, nor yet another.
    #expect(try offer(token, after: Self.day + 69) == nil)
    #expect(try offer(next, after: Self.day + 69) == nil)
    #expect(try device(token, after: Self.day + 70) == nil)
    #expect(try device(next, after: 3 * Self.day)?.id == id)
    #expect(try offer(next, after: 3 * Self.day) != next)
  }

  @Test("is logged out by no order of requests with the old and the new token that come at once")
  func race() async throws {
    let after = Self.day
    let offers = try await withThrowingTaskGroup { group in
      for _ in 0..<40 { group.addTask { try self.offer(self.token, after: after) } }
      // One that comes while another is made may be offered none as yet.
      return try await group.reduce(into: Set()) { if let offer = $1 { $0.insert(offer) } }
    }
    #expect(offers.count == 1)
    let next = try #require(offers.first)
    let found = try await withThrowingTaskGroup { group in
      for index in 0..<40 {
        group.addTask { try self.device(index % 2 == 0 ? self.token : next, after: after) != nil }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.allSatisfy { $0 } && found.count == 40)
    #expect(try device(next, after: after + 120) != nil)
  }

  @Test("is let in, by the old token and the new, where nothing can be written")
  func unwritable() throws {
    let devices = try Journal(opening: test.path, readers: 2).devices
    func device(_ token: AccessToken, after seconds: Int) throws -> Device? {
      try devices.find(token, now: Self.now + seconds)
    }
    func setUnwritable(_ isUnwritable: Bool) throws {
      try devices.store.database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA query_only = \(isUnwritable)")
      }
    }
    try setUnwritable(true)
    let old = try #require(try device(token, after: Self.day))
    #expect(try devices.successor(of: token, for: old, now: Self.now + Self.day) == nil)
    try setUnwritable(false)
    let next = try #require(try offer(token, after: Self.day))
    try setUnwritable(true)
    for shown in [next, token, next] {
      #expect(try device(shown, after: 2 * Self.day)?.id == old.id)
    }
    #expect(try device(AccessToken(), after: 2 * Self.day) == nil)
    try setUnwritable(false)
    #expect(try device(next, after: 2 * Self.day)?.id == old.id)
    #expect(try device(token, after: 2 * Self.day + 60) == nil)
  }

  @Test("waits for no other process that writes, and is written down when that has ended")
  func waiting() throws {
    let next = try #require(try offer(token, after: Self.day))
    let devices = try Journal(opening: test.path, readers: 2).devices
    let clock = ContinuousClock()
    try test.journals.store.database.write { db in
      try db.execute(sql: "UPDATE owner SET name = name")
      let start = clock.now
      for shown in [next, token] {
        #expect(try devices.find(shown, now: Self.now + 3 * Self.day) != nil)
      }
      // SQLite's patience is five seconds.
      #expect(start.duration(to: clock.now) < .seconds(5))
    }
    #expect(try devices.find(next, now: Self.now + 3 * Self.day) != nil)
    #expect(try devices.find(next, now: Self.now + 3 * Self.day)?.issued == Self.now + 3 * Self.day)
    // Others of this process are waited for as before.
    let patience = try devices.store.database.writeWithoutTransaction { db in
      try Int.fetchOne(db, sql: "PRAGMA busy_timeout")
    }
    #expect(patience == 5_000)
  }

  @Test("waits for no other request of its process that writes")
  func waitingWithin() throws {
    let devices = try Journal(opening: test.path, readers: 2).devices
    let (isHeld, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    devices.store.database.asyncWriteWithoutTransaction { _ in
      isHeld.signal()
      isOver.wait()
    }
    isHeld.wait()
    defer { isOver.signal() }
    let start = ContinuousClock.now
    for days in 1...8 {
      #expect(try devices.find(token, now: Self.now + days * Self.day) != nil)
    }
    // Waiting for it would have no end.
    #expect(start.duration(to: .now) < .seconds(300))
  }

  @Test("has no token in the database, nor what makes one")
  func stored() throws {
    let next = try #require(try offer(token, after: Self.day))
    try test.checkpoint()
    for secret in [token, next] {
      for file in test.folder.files {
        let bytes = try test.folder.read(file)
        #expect(bytes.firstRange(of: secret.bytes) == nil, "\(file)")
        #expect(bytes.firstRange(of: Array(secret.text.utf8)) == nil, "\(file)")
      }
    }
  }

  @Test("is given a new token where the clock was set back to before its own")
  func clock() throws {
    #expect(try offer(token, after: -Self.day) != nil)
  }

  @Test("ends a year after it was paired, however much it is used")
  func end() throws {
    for month in 1...12 { #expect(try device(token, after: month * 30 * Self.day) != nil) }
    let last = try #require(try device(token, after: Device.longestLifetime - 1))
    #expect(last.ends == Self.now + Device.longestLifetime)
    #expect(try device(token, after: Device.longestLifetime) == nil)
    #expect(
      try devices.list(of: test.journal.owner, now: Self.now + Device.longestLifetime).isEmpty)
  }

  @Test("tells from which address it was last seen")
  func address() throws {
    #expect(try device(token, after: 0)?.lastAddress == "192.0.2.7")
    // At most one is written a minute.
    _ = try devices.find(token, from: "2001:db8::1", now: Self.now + 59)
    #expect(try device(token, after: 59)?.lastAddress == "192.0.2.7")
    _ = try devices.find(token, from: "2001:db8::1", now: Self.now + 60)
    #expect(try device(token, after: 60)?.lastAddress == "2001:db8::1")
    #expect(try device(token, after: 60)?.lastSeen == Self.now + 60)
    // Also where nothing else is new.
    _ = try devices.find(token, from: "2001:db8::1", now: Self.now + 120)
    #expect(try device(token, after: 120)?.lastSeen == Self.now + 120)
    _ = try devices.find(token, from: "\u{1B}[2J", now: Self.now + 7_200)
    #expect(try device(token, after: 7_200)?.lastAddress == "2001:db8::1")
  }
}

@Suite("The name of a device")
struct DeviceNameTests {
  private static let mark = "\u{301}"

  @Test(
    "is cut between characters to what the database takes",
    arguments: [
      ("Phone", "Phone"), ("  Phone\nof anna", "Phone"), ("", "Device"), ("\u{7}", "Device"),
      ("a" + String(repeating: mark, count: 300), "Device"),
      ("Phone a" + String(repeating: mark, count: 300), "Phone "),
      (String(repeating: "x", count: 101), String(repeating: "x", count: 100)),
      (String(repeating: "한", count: 101), String(repeating: "한", count: 100)),
      (String(repeating: "👩‍👩‍👧‍👧", count: 100), String(repeating: "👩‍👩‍👧‍👧", count: 14)),
    ])
  func cut(text: String, name: String) throws {
    #expect(DeviceName(text).text == name)
    #expect(DeviceName(DeviceName(text).text).text == DeviceName(text).text)
    let test = try TestJournal()
    let code = try test.journals.devices.makePairing(for: test.journal.owner, now: 0)
    let paired = try test.journals.devices.pair(with: code, name: DeviceName(text), now: 0)
    #expect(paired?.0.name.text == name)
  }
}
