import Journal
package import Store
import Synchronization
package import SystemPackage
import TestSupport

/// A journal of anna's with a PIN that costs little to try, and a clock that the test moves.
package struct LockedJournal: Sendable {
  package static let right = "2580"
  package static let wrong = "5083"
  package static let day = 86_400

  package let test: TestJournal
  package let clock = TestClock()
  /// Anna's.
  package let lock: OwnerLock

  /// - Parameters:
  ///   - pin: anna's; nil for none as yet.
  ///   - iterations: what a try costs.
  /// - Throws: what making the journal throws.
  package init(pin: String? = Self.right, iterations: Int = 10) throws {
    test = try TestJournal()
    lock = try test.journals.lock(
      of: test.journal.owner, iterations: iterations, now: clock.read)
    if let pin { try lock.set(pin) }
  }

  package var path: FilePath { test.path }
  package var pepper: String { test.folder.path("journal/journal.pepper") }

  /// Makes a further owner, with a PIN where one is given.
  package func add(_ owner: String, pin: String? = nil) throws -> OwnerLock {
    _ = try TestJournal(adding: owner, to: test)
    let lock = try test.journals.lock(of: OwnerName(owner), iterations: 10, now: clock.read)
    if let pin { try lock.set(pin) }
    return lock
  }

  /// Anna's lock as another process has it.
  package func reopenedLock(iterations: Int = 10) throws -> OwnerLock {
    try Journal(opening: path, patience: 60)
      .lock(of: lock.owner, iterations: iterations, now: clock.read)
  }

  /// The journals as a process has them that holds a token.
  package func journals(_ token: AccessToken) throws -> Journal {
    try Journal(opening: path, keys: Keyring(token, now: clock.read))
  }

  /// Whether a token opens an owner's journal.
  package func opens(_ token: AccessToken, _ owner: String = "anna") throws -> Bool {
    try Self.isOpen(OwnerName(owner), in: journals(token))
  }

  /// Whether an owner's journal is open, told without using it.
  package static func isOpen(_ owner: OwnerName, in journals: Journal) throws -> Bool {
    do {
      _ = try journals.journal(of: owner)
      return true
    } catch JournalError.locked(owner) {
      return false
    }
  }

  // MARK: As another program sees it

  /// The tries that are counted.
  package var failures: Int? {
    get throws { try test.count("SELECT failures FROM lock WHERE owner = 1") }
  }
  package var lastTry: Int? {
    get throws { try test.count("SELECT last_try FROM lock WHERE owner = 1") }
  }
  package var sessions: Int? { get throws { try test.count("SELECT count(*) FROM session") } }
  package var hash: String? {
    get throws { try test.text("SELECT hash FROM lock WHERE owner = 1") }
  }

  /// Makes the journal one on which so many tries were wrong, the last of them now.
  package func count(_ failures: Int) throws {
    try test.execute("UPDATE lock SET failures = \(failures), last_try = \(clock.now)")
  }

  /// Changes what the schema would not let be.
  package func damage(_ sql: String) throws { try test.damage(sql) }
}

extension PIN {
  package init(_ digits: String) throws(PINError) {
    let bytes = Array(digits.utf8)
    try self.init(bytes.span)
  }
}

extension OwnerLock {
  package func set(_ digits: String) throws { try set(PIN(digits)) }

  package func unlock(_ digits: String, idle: Int? = nil) throws -> AccessToken {
    try unlock(PIN(digits), idle: idle)
  }

  package func change(_ old: String, to new: String) throws { try change(PIN(old), to: PIN(new)) }

  package func remove(_ digits: String) throws { try remove(PIN(digits)) }

  /// Tries a PIN.
  ///
  /// - Returns: why the journal stayed locked; nil where it opened.
  package func attempt(_ digits: String) throws -> LockError? {
    do {
      _ = try unlock(digits)
      return nil
    } catch let error as LockError {
      return error
    }
  }
}

/// A clock that stands still until a test moves it.
package final class TestClock: Sendable {
  private let seconds: Atomic<Int>

  package init(_ now: Int = 1_750_000_000) { seconds = Atomic(now) }

  /// Seconds since 1970 in UTC.
  package var now: Int { seconds.load(ordering: .sequentiallyConsistent) }

  package func move(by seconds: Int) {
    self.seconds.add(seconds, ordering: .sequentiallyConsistent)
  }

  /// The clock as what is tested takes it.
  package var read: @Sendable () -> Int { { self.now } }
}
