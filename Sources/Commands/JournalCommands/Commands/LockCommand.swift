import ArgumentParser
import Journal
import JournalShell
import Reminders
import Shell
import Store
import Wording

/// `daystamp lock`: the PIN that guards an owner's journal.
struct LockCommand: AsyncParsableCommand, AsksForPIN {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Guard the journal with a PIN, change it, or lock it now.",
    discussion: """
      Commands cannot open a journal with a PIN until daystamp unlock opens it. Four wrong PINs \
      cost nothing. Each further one makes you wait, 30 seconds at first and then twice as long \
      each time; the tenth shuts the PIN. A PIN has \(PIN.lengths.lowerBound) to \
      \(PIN.lengths.upperBound) digits. You type it unseen, or give it on standard input with \
      --pin-stdin.

      The lock is a gate, not encryption: anyone who can read the files can read the photos.

      EXAMPLES
        daystamp lock set
        daystamp unlock
        daystamp lock now
        If you forgot the PIN:
          daystamp lock reset
      """,
    subcommands: [
      LockStatus.self, LockSet.self, LockChange.self, LockOff.self, LockNow.self, LockReset.self,
    ],
    defaultSubcommand: LockStatus.self)
}

/// A subcommand that works on an owner's lock, open or closed.
protocol LockSubcommand: AsyncParsableCommand {
  var place: JournalOptions { get }

  /// Does the command's work.
  ///
  /// - Parameters:
  ///   - lock: the owner's.
  ///   - sessions: where this person's tokens are kept.
  /// - Returns: what the program exits with.
  /// - Throws: `LockError`, `JournalError` and others where the work cannot be done.
  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus
}

extension LockSubcommand {
  mutating func run() async throws {
    let command = self
    try await ExitStatus.exit {
      let journals = try command.place.openAll()
      let lock = try journals.lock(of: command.place.ownerName(), now: Clock.now)
      return try command.run(on: lock, command.place.sessions())
    }
  }

  /// Drops this login's session, which the command has ended, and says how the journal is now.
  fileprivate func finish(
    _ lock: OwnerLock, _ sessions: SessionFiles, _ result: String
  ) -> ExitStatus {
    sessions.forget(lock)
    Console.say(result)
    return .success
  }

  /// Names what goes on telling somebody about the journal although its PIN is new.
  fileprivate func nameOutlets(_ owner: OwnerName) throws {
    let reminders = try place.openAll().behindLock(of: owner).journal.reminders
    for outlet in try reminders.outlets(now: Clock.now()) {
      Console.say(Wording.goesOn(outlet))
    }
  }
}

struct LockStatus: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show if the journal has a PIN, and if it is open.",
    discussion: """
      Exits with 0 if the journal is open, with 77 if it is locked.

      EXAMPLES
        daystamp lock status
        daystamp lock status --json | jq .triesLeft
        In a script:
          daystamp lock status > /dev/null || daystamp unlock
      """)

  @OptionGroup var output: JSONOption
  @OptionGroup var nothingElse: NothingElse
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    let now = Clock.now()
    let tries = try lock.tries()
    let session = try lock.session(sessions.token(for: lock))
    if output.json {
      Console.print(LockDescription(tries, session, now: now, of: lock.owner).jsonLine())
    } else if let session {
      Console.print(Wording.open(session, now: now))
    } else if let tries {
      Console.print(Wording.locked(tries, wait: tries.wait(at: now)))
    } else {
      Console.print(Wording.noPIN)
    }
    return tries == nil || session != nil ? .success : .locked
  }
}

struct LockSet: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Give the journal a PIN and lock it.",
    discussion: """
      The stored PIN is useless without the file journal.pepper in the journal's folder. Leave \
      that file out when you copy the folder to a place that others can read. With --pin-stdin, a \
      second line must be the same PIN again.

      EXAMPLES
        daystamp lock set
        daystamp lock set --pin-stdin < pin.txt
        printf '%s\\n' "$new" "$again" | daystamp lock set --pin-stdin
      """)

  @OptionGroup(title: "PIN") var strength: WeakPINOption
  @OptionGroup(title: "PIN") var input: PINOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    // Where the journal is locked nothing is asked.
    _ = try place.open()
    guard try lock.tries() == nil else { throw LockError.pinExists(lock.owner) }
    let pin = try input.entry().readNew(Wording.asksForNewPIN, check: strength.check)
    try lock.set(pin)
    Console.say(Wording.lockedFromNowOn(lock.owner))
    try nameOutlets(lock.owner)
    return .success
  }
}

struct LockChange: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Change the PIN, and lock the journal.",
    discussion: """
      With --pin-stdin the first line is the old PIN and the second the new one.

      EXAMPLES
        daystamp lock change
        printf '%s\\n' "$old" "$new" | daystamp lock change --pin-stdin
      """)

  @OptionGroup(title: "PIN") var strength: WeakPINOption
  @OptionGroup(title: "PIN") var input: PINOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    try lock.checkMayTry()
    let entry = input.entry()
    let old = try entry.read(Wording.asksForOldPIN)
    // Nobody thinks of a new PIN for nothing.
    try lock.check(old)
    let new = try entry.readNew(Wording.asksForNewPIN, check: strength.check)
    try lock.change(old, to: new)
    let status = finish(lock, sessions, Wording.changedPIN)
    try nameOutlets(lock.owner)
    return status
  }
}

struct LockOff: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "off",
    abstract: "Remove the PIN, after asking for it.",
    discussion: """
      EXAMPLES
        daystamp lock off
        daystamp lock off --pin-stdin < pin.txt
      """)

  @OptionGroup(title: "PIN") var input: PINOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    try lock.checkMayTry()
    try lock.remove(try input.entry().read(Wording.asksForPIN(of: lock.owner)))
    return finish(lock, sessions, Wording.tookPINAway(lock.owner))
  }
}

struct LockNow: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Lock the journal now, and end every session.",
    discussion: """
      EXAMPLES
        daystamp lock now
        daystamp lock now --owner mina
      """)

  @OptionGroup var nothingElse: NothingElse
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    try lock.close()
    return finish(lock, sessions, Wording.lockedNow(lock.owner))
  }
}

struct LockReset: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Remove a forgotten or shut PIN.",
    discussion: """
      This needs the right to write to journal.pepper in the journal's folder, which the owner of \
      the machine has. The journal then stays open until daystamp lock set.

      EXAMPLES
        daystamp lock reset
        Without being asked, as in a script:
          daystamp lock reset --yes
      """)

  @OptionGroup var confirmation: YesOption
  @OptionGroup var nothingElse: NothingElse
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    try lock.checkMayReset()
    guard try confirmation.agrees(to: Wording.asksToReset(lock.owner)) else { return .failure }
    try lock.reset()
    return finish(lock, sessions, Wording.tookPINAway(lock.owner))
  }
}
