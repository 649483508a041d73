package import ArgumentParser
import Store
import Wording

/// The exit codes of the programs; the README lists them.
package enum ExitStatus: Int32, CaseIterable {
  /// All done.
  case success = 0
  /// A photo failed; the others were done.
  case failure = 1
  /// The command line was wrong; nothing was done (EX_USAGE of sysexits.h).
  case usage = 64
  /// The journal is locked by a PIN; nothing of it was shown (EX_NOPERM of sysexits.h).
  case locked = 77
  /// Ended by Ctrl-C or another signal.
  case interrupted = 130

  package var exitCode: ExitCode { ExitCode(rawValue) }
}

extension ExitStatus {
  /// Does a command's work, says what went wrong and ends the program with the status.
  ///
  /// - Parameter work: the command's work.
  /// - Throws: `ValidationError` as the work does, else the exit code.
  package static func exit(_ work: () async throws -> ExitStatus) async throws -> Never {
    var status: ExitStatus
    do {
      status = try await work()
    } catch let error as ValidationError {
      throw error
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.say("Error: \(Wording.sentence(for: error))")
      status = ExitStatus(of: error)
    }
    if Console.hasLostOutput { status = .failure }
    throw status.exitCode
  }
}

extension ExitStatus {
  /// The status with which the program exits after an error.
  package init(of error: any Error) {
    self =
      switch error {
      case JournalError.locked, LockError.wrongPIN, LockError.noTry, SalvageError.wrongPIN: .locked
      default: .failure
      }
  }
}

/// The version of this package's programs.
package enum ProgramVersion {
  package static let text = "0.1.0"
}
