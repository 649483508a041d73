import ArgumentParser
import Shell
import Store

/// `daystamp lock`: the PIN that guards an owner's journal.
struct LockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Guard the journal with a PIN, change it, or close the door.",
    discussion: """
      A journal with a PIN is closed to every command until daystamp unlock opens it. Four wrong PINs \
      are free; then each has to wait, 30 seconds at first and twice as long each time; the tenth \
      shuts the PIN. A PIN is 4 to 12 digits, asked for without showing it, or read from standard \
      input with --pin-stdin.

      The lock is a gate, not encryption: who can read the files can read the photos.

      EXAMPLES
        daystamp lock set
        daystamp unlock
        daystamp lock now
        Forgotten:
          daystamp lock reset
      """,
    subcommands: [
      LockStatus.self, LockSet.self, LockChange.self, LockOff.self, LockNow.self, LockReset.self,
    ],
    defaultSubcommand: LockStatus.self)
}

/// A subcommand that works on an owner's lock, be it open or closed.
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
    try await Outcome.exit {
      let journals = try command.place.location.open()
      let lock = try journals.lock(of: command.place.ownerName(), now: Clock.now)
      return try command.run(on: lock, command.place.location.sessions())
    }
  }
}
