import ArgumentParser
import Store

/// How a command on the journal ends.
package enum Outcome {
  /// Does a command's work, says what went wrong and ends the program with its status.
  ///
  /// - Parameters:
  ///   - message: the words for an error, without a full stop.
  ///   - work: the command's.
  /// - Throws: `ValidationError` as the work does, else the exit code.
  package static func exit(
    saying message: (any Error) -> String = Wording.message(for:),
    _ work: () async throws -> ExitStatus
  ) async throws -> Never {
    var status: ExitStatus
    do {
      status = try await work()
    } catch let error as ValidationError {
      throw error
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.say("Error: \(message(error)).")
      status = ExitStatus(of: error)
    }
    if Console.hasLostOutput { status = .failure }
    throw status.exitCode
  }
}

extension ExitStatus {
  /// What an error makes the program exit with.
  package init(of error: any Error) {
    self =
      switch error {
      case JournalError.locked, LockError.wrongPIN, LockError.noTry: .locked
      default: .failure
      }
  }
}
