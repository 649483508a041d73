import Journal
package import Shell
package import Store

// What a locked journal, or a wrong PIN or key, exits with.

extension JournalError: HasExitStatus {
  package var exitStatus: ExitStatus {
    if case .locked = self { .locked } else { .failure }
  }
}

extension LockError: HasExitStatus {
  package var exitStatus: ExitStatus {
    switch self {
    case .wrongPIN, .noTry: .locked
    default: .failure
    }
  }
}

extension SalvageError: HasExitStatus {
  package var exitStatus: ExitStatus {
    if case .wrongPIN = self { .locked } else { .failure }
  }
}

extension PasskeyError: HasExitStatus {
  package var exitStatus: ExitStatus { .locked }
}

extension AsksForPIN {
  package static var shortestPIN: Int { PIN.lengths.lowerBound }
}
