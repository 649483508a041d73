import Files
import GRDB
import JournalSupport
import Testing
import TestSupport

@testable import Store

@Suite("A lock")
struct OwnerLockTests {
  private typealias It = LockedJournal

  @Test("that has no PIN says so, and does nothing")
  func noPIN() throws {
    let it = try It(pin: nil)
    #expect(try it.lock.tries() == nil)
    let none = LockError.noPIN(it.lock.owner)
    #expect(throws: none) { try it.lock.checkMayTry() }
    #expect(throws: none) { try it.lock.close() }
    #expect(throws: none) { try it.lock.reset() }
    // The others need a pepper, which comes with the first PIN.
    _ = try it.add("bob", pin: "8046")
    #expect(try it.lock.attempt(It.right) == none)
    #expect(throws: none) { try it.lock.remove(It.right) }
    #expect(throws: none) { try it.lock.change(It.right, to: "8046") }
    #expect(throws: none) { try it.lock.reset() }
    #expect(try It.isOpen(it.lock.owner, in: it.test.journals))
  }

  @Test("that is given a PIN is closed, with the hash in the database and no session")
  func set() throws {
    let it = try It()
    #expect(try it.lock.tries() == Tries(failures: 0, last: nil))
    let hash = try #require(try it.hash)
    #expect(PINHash(hash)?.iterations == 10)
    #expect(try it.sessions == 0)
    #expect(try it.failures == 0)
    #expect(try it.lastTry == nil)
    #expect(try !It.isOpen(it.lock.owner, in: it.test.journals))
    try it.lock.checkMayTry()
  }

  @Test("that has a PIN is given no other, and neither a lock nor a hash is waited for")
  func setBesideOther() throws {
    let it = try It()
    try FolderLock(it.test.journals.folder).hold(.exclusive) {
      _ = #expect(throws: LockError.pinExists(it.lock.owner)) { try it.lock.set("8046") }
    }
  }

  @Test("has no session left of a device that is gone, however it went")
  func revokedSessions() throws {
    let it = try It()
    let (devices, owner) = (it.test.journals.devices, it.lock.owner)
    for way in ["revoke", "sign out", "delete"] {
      let code = try devices.makePairing(for: owner, now: it.clock.now)
      let (device, _) = try #require(
        try devices.pair(with: code, name: DeviceName("phone"), now: it.clock.now))
      let lock = try it.test.journals.lock(
        of: owner, iterations: 10, from: .device(device, address: nil), now: it.clock.read)
      _ = try lock.unlock(PIN(Array(It.right.utf8).span))
      let own = try it.lock.unlock(PIN(Array(It.right.utf8).span))
      #expect(try it.sessions == 2, "\(way)")
      switch way {
      case "revoke": _ = try devices.revoke(device.id, of: owner, now: it.clock.now)
      case "sign out": _ = try devices.signOut(device, from: nil, now: it.clock.now)
      default:
        try it.test.journals.store.write { db in
          try db.execute(sql: "DELETE FROM device WHERE id = ?", arguments: [device.id])
        }
      }
      #expect(try it.sessions == 1, "\(way)")
      // One that is revoked while it unlocks, or that has found another's session.
      #expect(throws: LockError.self) { _ = try lock.unlock(PIN(Array(It.right.utf8).span)) }
      let keys = Keyring(own, now: it.clock.read)
      #expect(throws: JournalError.self) {
        try it.test.journals.journal(askedForBy: device, keys: keys)
      }
      try it.lock.end(own)
    }
  }

  @Test("that has a PIN is not given another over it")
  func setTwice() throws {
    let it = try It()
    let hash = try it.hash
    for digits in [It.right, "8046"] {
      #expect(throws: LockError.pinExists(it.lock.owner)) { try it.lock.set(digits) }
    }
    #expect(try it.hash == hash)
    #expect(try it.lock.attempt(It.right) == nil)
  }

  @Test("opens with its PIN, and each session has a token of its own")
  func unlock() throws {
    let it = try It()
    let tokens = try (0..<3).map { _ in try it.lock.unlock(It.right) }
    #expect(Set(tokens).count == 3)
    #expect(try it.sessions == 3)
    for token in tokens { #expect(try it.opens(token)) }
    #expect(tokens.allSatisfy { $0.bytes.count == 32 })
    #expect(try !It.isOpen(it.lock.owner, in: it.test.journals))
  }

  @Test("tells whether a PIN is right, which opens nothing and counts as any try")
  func check() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    #expect(throws: LockError.self) { try it.lock.check(PIN("8046")) }
    #expect(try it.failures == 1)
    try it.lock.check(PIN(It.right))
    #expect(try it.failures == 0)
    #expect(try it.sessions == 1)
    #expect(try it.opens(token))
    #expect(try !It.isOpen(it.lock.owner, in: it.test.journals))
  }

  @Test("stores of a token its SHA-256 alone")
  func tokenHash() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    #expect(
      try it.test.text("SELECT lower(hex(token_hash)) FROM session")
        == token.hash.map {
          ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined())
    #expect(Array(token.hash) != token.bytes)
    for name in it.test.folder.files {
      #expect(try it.test.folder.read(name).firstRange(of: token.bytes) == nil, "\(name)")
    }
  }

  @Test("that is closed ends all sessions of its owner, and nobody else's")
  func close() throws {
    let it = try It()
    let bob = try it.add("bob", pin: "8046")
    let tokens = try [it.lock.unlock(It.right), it.lock.unlock(It.right)]
    let other = try bob.unlock("8046")
    try it.reopenedLock().close()
    for token in tokens { #expect(try !it.opens(token)) }
    #expect(try it.opens(other, "bob"))
    #expect(try it.sessions == 1)
    try it.lock.close()
  }

  @Test("ends one session alone where only that is over")
  func end() throws {
    let it = try It()
    let tokens = try [it.lock.unlock(It.right), it.lock.unlock(It.right)]
    try it.lock.end(tokens[0])
    #expect(try !it.opens(tokens[0]))
    #expect(try it.opens(tokens[1]))
  }

  @Test("that opens forgets the sessions that are over")
  func forgets() throws {
    let it = try It()
    _ = try it.lock.unlock(It.right, idle: 60)
    let longer = try it.lock.unlock(It.right, idle: 120)
    it.clock.move(by: 60)
    _ = try it.lock.unlock(It.right)
    #expect(try it.sessions == 2)
    #expect(try it.opens(longer))
  }

  @Test("takes another PIN for the old one, and ends all sessions")
  func change() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    let hash = try it.hash
    try it.lock.change(It.right, to: "8046")
    #expect(try it.hash != hash)
    #expect(try !it.opens(token))
    #expect(try it.sessions == 0)
    #expect(try it.failures == 0)
    #expect(try it.lock.attempt(It.right) != nil)
    #expect(try it.lock.attempt("8046") == nil)
  }

  @Test("takes no other PIN for a wrong one, which is counted")
  func changeWrong() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    let hash = try it.hash
    let wrong = LockError.wrongPIN(Tries(failures: 1, last: it.clock.now), wait: 0)
    #expect(throws: wrong) { try it.lock.change(It.wrong, to: "8046") }
    #expect(try it.hash == hash)
    #expect(try it.failures == 1)
    #expect(try it.opens(token))
    #expect(try it.lock.attempt(It.right) == nil)
  }

  @Test("is gone with its sessions where its PIN is taken away with it")
  func remove() throws {
    let it = try It()
    _ = try it.lock.unlock(It.right)
    #expect(throws: LockError.self) { try it.lock.remove(It.wrong) }
    #expect(try it.failures == 1)
    try it.lock.remove(It.right)
    #expect(try it.lock.tries() == nil)
    #expect(try it.sessions == 0)
    #expect(try It.isOpen(it.lock.owner, in: it.test.journals))
    try it.lock.set("8046")
    #expect(try it.lock.attempt("8046") == nil)
  }

  @Test("is gone with its sessions where it is reset, and nobody else's is")
  func reset() throws {
    let it = try It()
    let bob = try it.add("bob", pin: "8046")
    let (token, other) = (try it.lock.unlock(It.right), try bob.unlock("8046"))
    try it.count(10)
    try it.lock.reset()
    #expect(try it.lock.tries() == nil)
    #expect(try It.isOpen(it.lock.owner, in: it.test.journals))
    #expect(try it.opens(other, "bob"))
    // A session of an earlier PIN opens nothing.
    try it.lock.set("0852")
    #expect(try !it.opens(token))
    #expect(try it.failures == 0)
  }

  @Test("tells an open session by its token, and no other")
  func session() throws {
    let it = try It()
    let bob = try it.add("bob", pin: "8046")
    let token = try it.lock.unlock(It.right, idle: 60)
    #expect(try it.lock.session(token) == Session(opened: it.clock.now, idle: 60))
    #expect(try it.lock.session(nil) == nil)
    #expect(try it.lock.session(AccessToken()) == nil)
    #expect(try bob.session(token) == nil)
    it.clock.move(by: 60)
    #expect(try it.lock.session(token) == nil)
  }
}
