import Files
import Foundation
import GRDB
import Journal
import JournalSupport
import Hashing
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("A lock whose rows another program changed")
struct HostileLockTests {
  private typealias It = LockedJournal

  private static let salt = "AAECAwQFBgcICQoLDA0ODw"
  private static let hash = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

  @Test(
    "to what they cannot be opens nothing, but can be reset",
    arguments: [
      "hash = ''", "hash = 'damaged'", "hash = '2580'", "hash = '$pbkdf2-sha256$i=10$$'",
      "hash = '$pbkdf2-sha256$i=0$\(salt)$\(hash)'", "hash = '$pbkdf2-sha256$i=-1$\(salt)$\(hash)'",
      "hash = '$pbkdf2-sha256$i=99999999999999999999$\(salt)$\(hash)'",
      "hash = '$pbkdf2-sha256$i=10$\(salt)$' || char(0)", "hash = CAST(x'ff24ff' AS TEXT)",
      "hash = replace(hash, 'i=10', 'i=10000001')",
      "failures = -1", "failures = 11", "failures = 9223372036854775807",
      "failures = -9223372036854775808", "last_try = 9223372036854775807",
      "last_try = -9223372036854775808", "last_try = 253402387200", "last_try = -62135683201",
    ])
  func hostile(change: String) throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    try it.damage("UPDATE lock SET \(change)")
    let (failures, last) = (try it.failures, try it.lastTry)
    let works: [() throws -> Void] = [
      { _ = try it.lock.tries() }, { try it.lock.checkMayTry() },
      { _ = try it.lock.unlock(It.right) }, { _ = try it.lock.unlock(It.wrong) },
      { try it.lock.change(It.right, to: "8046") }, { try it.lock.remove(It.right) },
    ]
    for work in works { #expect(throws: LockError.damaged(it.lock.owner), performing: work) }
    #expect(try it.failures == failures)
    #expect(try it.lastTry == last)
    #expect(try !It.isOpen(it.lock.owner, in: it.test.journals))
    #expect(throws: LockError.pinExists(it.lock.owner)) { try it.lock.set("8046") }

    // A session that is open does not ask the PIN; and can be ended.
    #expect(try it.opens(token))
    try it.lock.close()
    #expect(try !it.opens(token))

    try it.lock.reset()
    #expect(try It.isOpen(it.lock.owner, in: it.test.journals))
    try it.lock.set("8046")
    #expect(try it.lock.attempt("8046") == nil)
  }

  @Test("as the time after which it locks has the usual one", arguments: ["x'ff'", "7", "'often'"])
  func delay(value: String) throws {
    let it = try It()
    try it.damage("INSERT INTO setting VALUES (1, 'lock-after', \(value))")
    #expect(try it.lock.delay() == .usual)
    #expect(try it.opens(it.lock.unlock(It.right)))
  }

  @Test("leaves the other owners' alone")
  func others() throws {
    let it = try It()
    let bob = try it.add("bob", pin: "8046")
    try it.damage("UPDATE lock SET hash = 'damaged', failures = 77 WHERE owner = 1")
    #expect(try bob.attempt("8046") == nil)
  }

  @Test("to a last try that is far off makes the wait begin anew")
  func lastTry() throws {
    for last in [DayRule.instants.upperBound, -1, DayRule.instants.lowerBound] {
      let it = try It()
      try it.test.execute("UPDATE lock SET failures = 5, last_try = \(last)")
      if last > it.clock.now {
        #expect(
          try it.lock.attempt(It.right) == .noTry(Tries(failures: 5, last: last), wait: 60))
        it.clock.move(by: 60)
      }
      #expect(try it.lock.attempt(It.right) == nil)
    }
  }

  @Test("to a hash of another's PIN opens with that")
  func othersHash() throws {
    // The pepper is the journal's, so who can write to the database can do this; it is a gate.
    let it = try It()
    _ = try it.add("bob", pin: "8046")
    try it.test.execute("UPDATE lock SET hash = (SELECT hash FROM lock WHERE owner = 2)")
    #expect(try it.lock.attempt("8046") == nil)
  }

  @Test(
    "so that a session is none opens nothing with it, and another can be opened",
    arguments: [
      "idle = 0", "idle = -1", "idle = 28801", "idle = 9223372036854775807",
      "opened = 9223372036854775807, last_used = 9223372036854775807",
      "opened = -9223372036854775808", "last_used = 9223372036854775807",
      "last_used = -9223372036854775808", "opened = 253402387200", "last_used = -62135683201",
    ])
  func session(change: String) throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    let journal = try it.journals(token).journal(of: it.lock.owner)
    try it.damage("UPDATE session SET \(change)")
    #expect(try !it.opens(token))
    #expect(try it.lock.session(token) == nil)
    let works: [() throws -> Void] = [
      { _ = try journal.settings.current() }, { try journal.settings.set(.dayStart, to: "04:00") },
    ]
    for work in works {
      #expect(
        performing: work,
        throws: { error in
          if case JournalError.locked = error { true } else { false }
        })
    }
    #expect(try !It.isOpen(it.lock.owner, in: it.test.journals))

    #expect(try it.opens(it.lock.unlock(It.right)))
    try it.lock.close()
    #expect(try it.sessions == 0)
    #expect(try !it.opens(token))
  }

  @Test("so that a session is another owner's opens neither journal")
  func moved() throws {
    let it = try It()
    _ = try it.add("bob", pin: "8046")
    let token = try it.lock.unlock(It.right)
    try it.test.execute("UPDATE session SET token_hash = zeroblob(32)")
    #expect(try !it.opens(token) && !it.opens(token, "bob"))
  }

  @Test(
    "by the schema's own rules cannot be so",
    arguments: [
      "UPDATE lock SET failures = 11", "UPDATE lock SET failures = -1",
      "UPDATE lock SET failures = 'none'", "UPDATE lock SET hash = '2580'",
      "UPDATE lock SET hash = NULL", "INSERT INTO lock (owner, hash) SELECT 99, hash FROM lock",
      "UPDATE session SET idle = 0", "UPDATE session SET idle = 28801",
      "UPDATE session SET last_used = opened - 1", "UPDATE session SET token_hash = zeroblob(31)",
      "UPDATE session SET owner = 99",
    ])
  func schema(sql: String) throws {
    let it = try It()
    _ = try it.lock.unlock(It.right)
    #expect(throws: (any Error).self) { try it.test.execute(sql) }
  }
}

@Suite("A copy of the database without the pepper")
struct StolenDatabaseTests {
  private typealias It = LockedJournal

  private static let allPINs = (0..<10_000).map { String(("000" + String($0)).suffix(4)) }

  private let it: LockedJournal
  /// The thief's folder.
  private let copy: TemporaryFolder

  init() throws {
    it = try It(iterations: 1)
    copy = try TemporaryFolder()
    try it.test.checkpoint()
    try copy.copy(it.test.folder.path("journal/journal.sqlite"), as: "journal.sqlite")
  }

  private var text: String {
    get throws {
      let database = try DatabaseQueue(path: copy.path("journal.sqlite"))
      return try #require(
        try database.read { try String.fetchOne($0, sql: "SELECT hash FROM lock") })
    }
  }

  /// The four-digit PINs that fit what is stored with a pepper.
  private func fitting(_ pepper: borrowing Pepper) throws -> [String] {
    let hash = try #require(try PINHash(text))
    return try Self.allPINs.filter { hash.matches(try PIN($0), pepper) }
  }

  @Test("fits none of all 10,000 PINs of four digits, with whatever pepper else")
  func without() throws {
    #expect(copy.files == ["journal.sqlite"])
    let random = (0..<32).map { _ in UInt8.random(in: 0...255) }
    for bytes in [[UInt8](repeating: 0, count: 32), random] {
      #expect(try fitting(copy.pepper(bytes)) == [])
    }
  }

  @Test("fits none of them as plain PBKDF2, nor with an empty pepper")
  func plain() throws {
    let parts = try text.split(separator: "$")
    let salt = [UInt8](try #require(Data(base64Encoded: parts[2] + "==")))
    let stored = [UInt8](try #require(Data(base64Encoded: parts[3] + "=")))
    #expect(parts[1] == "i=1" && salt.count == 16 && stored.count == 32)
    let fitting = Self.allPINs.filter { digits in
      let digits = Array(digits.utf8)
      let key = PBKDF2.deriveKey(from: digits.span, salt: salt.span, iterations: 1, count: 32)
      return key.withSpan { key in
        key.indices.map { key[$0] } == stored
          || HMACSHA256.code(for: key, key: [UInt8]().span) == stored
      }
    }
    #expect(fitting == [])
  }

  @Test("fits the right PIN alone with the pepper")
  func with() throws {
    #expect(try fitting(Pepper(in: it.path)) == [It.right])
  }

  @Test("has no PIN tried, and none counted, by the program itself")
  func program() throws {
    let path = FilePath(copy.path)
    let lock = try Journal(opening: path)
      .lock(of: it.lock.owner, iterations: 1, now: it.clock.read)
    #expect(throws: LockError.pepper(.missing(path.appending("journal.pepper")))) {
      _ = try lock.unlock(It.right)
    }
    #expect(try lock.tries() == Tries(failures: 0, last: nil))
  }

  @Test("holds nowhere what the PIN is")
  func digits() throws {
    let it = try It(pin: "580274913068")
    let folder = it.test.folder
    #expect(folder.files.count > 2)
    for file in folder.files {
      #expect(try folder.read(file).firstRange(of: Array("580274913068".utf8)) == nil, "\(file)")
    }
  }
}
