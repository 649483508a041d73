import ArgumentParser
import Journal
import Stamping

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

/// How a command on the journal ends.
enum Outcome {
  /// Does a command's work, says what went wrong and ends the program with its status.
  static func exit(_ work: () async throws -> ExitStatus) async throws -> Never {
    var status: ExitStatus
    do {
      status = try await work()
    } catch let error as ValidationError {
      throw error
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.say("Error: \(Wording.message(for: error)).")
      status = ExitStatus(of: error)
    }
    if Console.hasLostOutput { status = .failure }
    throw status.exitCode
  }
}

extension ExitStatus {
  /// What an error makes the program exit with.
  init(of error: any Error) {
    self =
      switch error {
      case JournalError.locked, LockError.wrongPIN, LockError.noTry: .locked
      default: .failure
      }
  }
}
