import Files
import SystemPackage
import TestSupport

@testable import Journal

/// A journal of anna's with a PIN that costs little to try, and a clock that the test moves.
struct LockedJournal: Sendable {
  static let right = "2580"
  static let wrong = "5083"
  static let day = 86_400

  let test: TestJournal
  let clock = TestClock()
  /// Anna's.
  let lock: OwnerLock

  /// - Parameters:
  ///   - pin: anna's; nil for none as yet.
  ///   - iterations: what a try costs.
  /// - Throws: what making the journal throws.
  init(pin: String? = Self.right, iterations: Int = 10) throws {
    test = try TestJournal()
    lock = try test.journals.lock(
      of: test.journal.owner, iterations: iterations, now: clock.read)
    if let pin { try lock.set(pin) }
  }

  var path: FilePath { test.path }
  var pepper: String { test.folder.path("journal/journal.pepper") }

  /// Makes a further owner, with a PIN where one is given.
  func add(_ owner: String, pin: String? = nil) throws -> OwnerLock {
    _ = try TestJournal(adding: owner, to: test)
    let lock = try test.journals.lock(of: OwnerName(owner), iterations: 10, now: clock.read)
    if let pin { try lock.set(pin) }
    return lock
  }

  /// Anna's lock as another process has it.
  func reopenedLock(iterations: Int = 10) throws -> OwnerLock {
    try Journal(opening: path, patience: 60)
      .lock(of: lock.owner, iterations: iterations, now: clock.read)
  }

  /// The journals as a process has them that holds a token.
  func journals(_ token: AccessToken) throws -> Journal {
    try Journal(opening: path, keys: Keyring(token, now: clock.read))
  }

  /// Whether a token opens an owner's door.
  func opens(_ token: AccessToken, _ owner: String = "anna") throws -> Bool {
    try Self.isOpen(OwnerName(owner), in: journals(token))
  }

  /// Whether a door is open, looked at without using what is behind it.
  static func isOpen(_ owner: OwnerName, in journals: Journal) throws -> Bool {
    do {
      _ = try journals.journal(of: owner)
      return true
    } catch JournalError.locked(owner) {
      return false
    }
  }

  // MARK: As another program sees it

  /// The tries that are counted.
  var failures: Int? { get throws { try test.count("SELECT failures FROM lock WHERE owner = 1") } }
  var lastTry: Int? { get throws { try test.count("SELECT last_try FROM lock WHERE owner = 1") } }
  var sessions: Int? { get throws { try test.count("SELECT count(*) FROM session") } }
  var hash: String? { get throws { try test.text("SELECT hash FROM lock WHERE owner = 1") } }

  /// Makes the journal one on which so many tries were wrong, the last of them now.
  func count(_ failures: Int) throws {
    try test.execute("UPDATE lock SET failures = \(failures), last_try = \(clock.now)")
  }

  /// Changes what the schema would not let be.
  func damage(_ sql: String) throws {
    try test.execute("PRAGMA ignore_check_constraints = ON; \(sql)")
  }
}

extension PIN {
  init(_ digits: String) throws(PINError) {
    let bytes = Array(digits.utf8)
    try self.init(bytes.span)
  }
}

extension OwnerLock {
  func set(_ digits: String) throws { try set(PIN(digits)) }

  func unlock(_ digits: String, idle: Int? = nil) throws -> AccessToken {
    try unlock(PIN(digits), idle: idle)
  }

  func change(_ old: String, to new: String) throws { try change(PIN(old), to: PIN(new)) }

  func remove(_ digits: String) throws { try remove(PIN(digits)) }

  /// Tries a PIN.
  ///
  /// - Returns: why the door stayed closed; nil where it opened.
  func attempt(_ digits: String) throws -> LockError? {
    do {
      _ = try unlock(digits)
      return nil
    } catch let error as LockError {
      return error
    }
  }
}
