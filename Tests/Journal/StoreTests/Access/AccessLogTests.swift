import Foundation
import GRDB
import Journal
import JournalSupport
import Testing

@testable import Store

@Suite("What changed access to a journal")
struct AccessLogTests {
  private typealias It = LockedJournal

  private let it: LockedJournal

  init() throws { it = try It(pin: nil) }

  private var devices: Devices { it.test.journals.devices }
  private var owner: OwnerName { it.lock.owner }
  private var log: AccessLog { get throws { try it.test.journals.accessLog(of: owner) } }

  private func pair(_ name: String = "phone", from address: String? = "192.0.2.7") throws -> Device
  {
    let code = try devices.makePairing(for: owner, now: it.clock.now)
    let paired = try devices.pair(
      with: code, name: DeviceName(name), from: address, now: it.clock.now)
    return try #require(paired).0
  }

  private func lock(_ device: Device, address: String? = "192.0.2.7") throws -> OwnerLock {
    try it.test.journals.lock(
      of: owner, iterations: 10, from: .device(device, address: address), now: it.clock.read)
  }

  private func events(limit: Int = 1_000) throws -> [AccessEvent] {
    try log.list(limit: limit, now: it.clock.now)
  }

  /// "revoked by a: b", the latest first.
  private func lines() throws -> [String] {
    try events().map { event in
      "\(event.kindName) by \(event.name?.text ?? "-")" + (event.detail.map { ": \($0)" } ?? "")
    }
  }

  @Test("is nothing that a device does which was revoked while it asked")
  func revokedMeanwhile() throws {
    let (phone, tablet) = (try pair(), try pair("tablet"))
    let source = TrySource.device(phone, address: nil)
    #expect(try devices.revoke(phone.id, of: owner, now: it.clock.now))
    let works: [() throws -> Void] = [
      { try lock(phone).set(It.right) },
      { _ = try devices.revoke(tablet.id, of: owner, by: source, now: it.clock.now) },
      { _ = try devices.makePairing(for: owner, by: source, now: it.clock.now) },
      {
        _ = try devices.makeToken(
          NewToken(name: DeviceName("backup"), scope: .all), for: owner, by: source,
          now: it.clock.now)
      },
    ]
    for work in works {
      #expect {
        try work()
      } throws: {
        if case JournalError.revoked = $0 { true } else { false }
      }
    }
    #expect(try devices.list(of: owner, now: it.clock.now).map(\.id) == [tablet.id])
    #expect(try it.test.count("SELECT count(*) FROM pairing") == 0)
    #expect(try it.test.count("SELECT count(*) FROM lock") == 0)
  }

  @Test("names the ways in that a device made, and ends its links with it")
  func waysIn() throws {
    let (phone, tablet) = (try pair(), try pair("tablet"))
    func links() throws -> Int? { try it.test.count("SELECT count(*) FROM pairing") }
    let source = TrySource.device(phone, address: nil)
    _ = try devices.makeToken(
      NewToken(name: DeviceName("backup"), scope: .all), for: owner, by: source, now: it.clock.now)
    _ = try devices.makePairing(for: owner, by: source, now: it.clock.now)
    let made = try log.waysIn(madeBy: phone.id)
    #expect(made.map(\.kind) == [.tokenMade] && made.map(\.detail) == ["backup"])
    #expect(try log.waysIn(madeBy: tablet.id).isEmpty)
    #expect(try devices.revoke(tablet.id, of: owner, now: it.clock.now))
    #expect(try links() == 1)
    #expect(try devices.revoke(phone.id, of: owner, now: it.clock.now))
    #expect(try links() == 0)
  }

  @Test("is told by kind, device and address, in the order in which it happened")
  func recorded() throws {
    let (phone, tablet) = (try pair(), try pair("tablet", from: nil))
    let source = TrySource.device(phone, address: "192.0.2.8")
    _ = try devices.makePairing(for: owner, by: source, now: it.clock.now)
    #expect(try devices.cancelPairings(of: owner, by: source, now: it.clock.now) == 1)
    #expect(try devices.cancelPairings(of: owner, by: source, now: it.clock.now) == 0)
    #expect(try devices.revoke(tablet.id, of: owner, by: source, now: it.clock.now))
    #expect(try !devices.revoke(tablet.id, of: owner, by: source, now: it.clock.now))
    try lock(phone).set(It.right)
    try lock(phone).change(It.right, to: "8046")
    try lock(phone).remove(PIN(Array("8046".utf8).span))
    try it.lock.set(It.right)
    try it.lock.reset()
    try log.record(.exported, by: source, now: it.clock.now)
    #expect(try devices.revoke(phone.id, of: owner, by: source, now: it.clock.now))
    #expect(
      try lines() == [
        "signed-out by phone", "exported by phone", "pin-removed by -", "pin-set by -",
        "pin-removed by phone", "pin-changed by phone", "pin-set by phone",
        "revoked by phone: tablet", "pairing-cancelled by phone", "pairing-made by phone",
        "paired by tablet", "pairing-made by -", "paired by phone",
      ])
    let made = try #require(try events().first { $0.kind == .pairingMade && $0.device == nil })
    #expect(made.count == 2 && made.address == nil)
    #expect(try events().last?.address == "192.0.2.7")
    #expect(try events().first?.happened == it.clock.now)
  }

  @Test("has wrong tries of one source within an hour as one, and none that was right")
  func tries() throws {
    let phone = try pair()
    try it.lock.set(It.right)
    let start = it.clock.now
    for count in 1...3 {
      _ = try lock(phone).attempt(It.wrong)
      #expect(try events().first?.count == count)
      it.clock.move(by: 10)
    }
    #expect(try lock(phone).attempt(It.right) == nil)
    let first = try #require(try events().first)
    // As the last wrong one left it.
    #expect(first.kind == .failedTry && first.count == 3 && first.happened == start + 20)
    #expect(try lock(phone, address: "192.0.2.9").attempt(It.wrong) != nil)
    #expect(try it.lock.attempt(It.wrong) != nil)
    it.clock.move(by: 3_601)
    #expect(try lock(phone).attempt(It.wrong) != nil)
    let tries = try events().filter { $0.kind == .failedTry }
    #expect(tries.map(\.count) == [1, 1, 1, 3])
    #expect(tries.map(\.address) == ["192.0.2.7", nil, "192.0.2.9", "192.0.2.7"])
    #expect(tries.map(\.name?.text) == ["phone", nil, "phone", "phone"])
    #expect(try it.lock.attempt(It.right) == nil)
    #expect(try events().filter { $0.kind == .failedTry }.count == 4)
  }

  @Test("counts a try before its hash is computed, and leaves nothing of one that is right")
  func counted() throws {
    let phone = try pair()
    try it.lock.set(It.right)
    let lock = try lock(phone)
    var seen: Int?
    let after = AfterCounting(by: lock) {
      seen = try it.test.count("SELECT sum(count) FROM access_event WHERE kind = 'failed-try'")
    }
    #expect(try lock.attempt(It.right) == nil)
    #expect(after.isDone && seen == 1)
    #expect(try !events().contains { $0.kind == .failedTry })
  }

  @Test("is kept for a year, and of one kind no more than 500, whatever is done over and over")
  func bounded() throws {
    let phone = try pair()
    let many = AccessEvent.mostOfKind + 20
    try it.test.journals.store.database.write { db in
      let id = try #require(try OwnerRow.find(owner, db)).id
      for step in 0..<many {
        for kind in [AccessEvent.Kind.signedIn, .exported, .failedTry] {
          try AccessEvent.record(
            kind, of: id, by: .device(phone, address: "2001:db8::\(step)"), at: it.clock.now, db)
        }
      }
    }
    let kept = try it.test.count("SELECT count(*) FROM access_event")
    #expect(kept == 3 * AccessEvent.mostOfKind + 2)
    // What came first is there still.
    #expect(try events(limit: .max).suffix(2).map(\.kind) == [.paired, .pairingMade])
    #expect(AccessEvent.Kind.allCases.count * AccessEvent.mostOfKind <= 12_000)
    it.clock.move(by: AccessEvent.lifetime)
    #expect(try events().isEmpty)
    _ = try pair("new")
    #expect(try lines() == ["paired by new", "pairing-made by -"])
    #expect(try it.test.count("SELECT count(*) FROM access_event") == 2)
  }

  @Test("comes by pages, and from a day on")
  func paged() throws {
    for index in 0..<5 {
      _ = try pair("\(index)")
      it.clock.move(by: 7_200)
    }
    let all = try events()
    #expect(all.count == 10)
    var (paged, before): ([AccessEvent], Int64?) = ([], nil)
    repeat {
      let page = try log.list(before: before, limit: 3, now: it.clock.now)
      paged += page
      before = page.last?.id
    } while before != nil
    #expect(paged == all)
    let since = all[4].happened
    #expect(try log.list(since: since, limit: 99, now: it.clock.now) == Array(all.prefix(6)))
    #expect(try log.list(limit: -1, now: it.clock.now).isEmpty)
  }

  @Test("is told to each device once, but nothing that it did itself")
  func told() throws {
    func unseen(_ device: Device) throws -> [String] {
      try log.unseen(by: device, now: it.clock.now).map(\.kindName)
    }
    let phone = try pair()
    let tablet = try pair("tablet")
    #expect(try unseen(phone) == ["paired"] && unseen(tablet).isEmpty)
    try lock(tablet).set(It.right)
    _ = try lock(tablet).attempt(It.wrong)
    _ = try devices.makePairing(for: owner, now: it.clock.now)
    #expect(try unseen(phone) == ["pin-set", "paired"] && unseen(tablet).isEmpty)
    // Whoever came in by the tablet keeps nothing from the phone.
    try log.markTold(to: tablet, upTo: #require(try events().first))
    #expect(try unseen(phone).count == 2)
    try log.markTold(to: phone, upTo: #require(try events().first))
    #expect(try unseen(phone).isEmpty)
    for _ in 0..<2 {
      try log.record(.exported, by: .device(tablet, address: "192.0.2.7"), now: it.clock.now)
      #expect(try unseen(phone) == ["exported"])
      try log.markTold(to: phone, upTo: #require(try events().first))
      it.clock.move(by: 3_601)
      try log.record(.exported, by: .device(tablet, address: "192.0.2.7"), now: it.clock.now)
      #expect(try unseen(phone).isEmpty, "a device that exports every night")
      it.clock.move(by: AccessEvent.lifetime)
    }
    #expect(try unseen(phone).isEmpty)
  }

  @Test("is each owner's own")
  func apart() throws {
    let bob = try it.add("bob", pin: "8046")
    let phone = try pair()
    _ = try bob.attempt(It.wrong)
    #expect(try lines() == ["paired by phone", "pairing-made by -"])
    let bobs = try it.test.journals.accessLog(of: bob.owner)
    #expect(try bobs.list(limit: 9, now: it.clock.now).map(\.kind) == [.failedTry, .pinSet])
    #expect(try bobs.unseen(by: phone, now: it.clock.now).isEmpty)
    bobs.markTold(to: phone, upTo: try #require(try bobs.list(limit: 1, now: it.clock.now).first))
    #expect(try it.test.count("SELECT told FROM device") != nil)
    #expect(try devices.cancelPairings(of: bob.owner, now: it.clock.now) == 0)
    _ = try devices.makePairing(for: owner, now: it.clock.now)
    #expect(try devices.cancelPairings(of: bob.owner, now: it.clock.now) == 0)
    #expect(try devices.cancelPairings(of: owner, now: it.clock.now) == 1)
  }

  @Test("that a newer version wrote, or somebody else, is shown as far as it can be")
  func unknown() throws {
    try it.test.execute(
      """
      INSERT INTO access_event (owner, kind, happened, name, address, detail) VALUES
        (1, 'taken-to-moon', \(it.clock.now), char(27) || 'x', '<script>', 'a' || char(10, 8232) || 'b'),
        (1, char(27) || '[2J', \(it.clock.now), NULL, NULL, NULL)
      """)
    let events = try events()
    #expect(events.map(\.kind) == [nil, nil])
    #expect(events.map(\.kindName) == ["2J", "taken-to-moon"])
    #expect(events[1].name?.text == "x" && events[1].address == nil && events[1].detail == "ab")
    try it.test.damage("UPDATE access_event SET happened = 'x'")
    #expect { try self.events() } throws: {
      if case JournalError.database(let failure) = $0 { failure.kind == .corrupt } else { false }
    }
  }

  @Test(
    "has a detail that the schema takes, whatever is given",
    arguments: [
      ("", nil), ("\u{0}\n", nil), ("a\u{0}b", "ab"), ("  ", "  "),
      (String(repeating: "e\u{301}", count: 200), String(repeating: "e\u{301}", count: 100)),
    ] as [(String, String?)])
  func detail(given: String, kept: String?) throws {
    try it.test.journals.store.database.write { db in
      _ = try AccessEvent.record(
        .tokenMade, of: 1, by: .machine, detail: given, at: it.clock.now, db)
    }
    #expect(try events().first?.detail == kept)
  }

  @Test("is no more to be had by a link once that is cancelled")
  func cancelled() throws {
    let codes = try (0..<3).map { _ in try devices.makePairing(for: owner, now: it.clock.now) }
    it.clock.move(by: Pairing.lifetime)
    let last = try devices.makePairing(for: owner, now: it.clock.now)
    #expect(try devices.cancelPairings(of: owner, now: it.clock.now) == 1)
    for code in codes + [last] {
      #expect(try devices.pair(with: code, name: DeviceName("x"), now: it.clock.now) == nil)
    }
    #expect(try it.test.count("SELECT count(*) FROM pairing") == 0)
  }
}
