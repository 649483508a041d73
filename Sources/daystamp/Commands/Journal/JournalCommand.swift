import ArgumentParser
import Shell
import Stamping
import Store

/// A subcommand that works on the journal of one owner, which must be there.
protocol JournalCommand: AsyncParsableCommand {
  var place: JournalOptions { get }

  /// Does the command's work.
  ///
  /// - Returns: what the program exits with.
  /// - Throws: `ValidationError` where the command line is wrong, ``JournalError`` and others where
  ///   the work cannot be done.
  func run(in journal: OwnerJournal) async throws -> ExitStatus
}

extension JournalCommand {
  mutating func run() async throws {
    let command = self
    try await Outcome.exit { try await command.run(in: command.place.open()) }
  }
}
