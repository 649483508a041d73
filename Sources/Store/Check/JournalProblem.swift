package import Files
package import SystemPackage

/// Something in a journal that is not as it was stored; the wording is the caller's.
package enum JournalProblem: Sendable {
  /// What SQLite finds in the database (`PRAGMA integrity_check`), in its words.
  case integrity(String)
  /// A row of a table refers to one of another that is not there.
  case danglingRow(table: String, row: Int64?, missing: String)
  /// A part of the database cannot be read, and what depends on it was not looked at.
  case unreadable(any Error)

  /// A file below the journal's photos that no row names.
  case stray(FilePath)
  /// A file that a process was still writing when it was ended.
  case unfinished(FilePath)
  /// A file that was to be removed and is still there.
  case loose(FilePath)
  /// A folder below the photos that cannot be read.
  case folder(FileError)

  /// What an owner has was not looked at, or not all of it.
  case owner(OwnerName, any Error)
  /// What an area found in its rows and files.
  case area(any AreaProblem)
}

/// What one area finds, as ``JournalProblem/area(_:)``.
package protocol AreaProblem: Sendable {}

/// A problem, and what became of it.
package struct JournalFinding: Sendable {
  package let problem: JournalProblem
  package let outcome: Outcome

  package enum Outcome: Sendable {
    /// No repair was asked for.
    case found
    /// A file was found elsewhere, and is in its place again.
    case putBack(from: FilePath)
    /// The photo was stamped again, and is this file now.
    case stampedAgain(FilePath)
    /// The file is here now.
    case setAside(FilePath)
    /// What was derived from other parts of the database was derived again.
    case rebuilt
    /// Nothing that is there mends it.
    case beyondRepair
    /// The repair did not succeed.
    case failed(any Error)
  }

  package init(problem: JournalProblem, outcome: Outcome) {
    (self.problem, self.outcome) = (problem, outcome)
  }

  package var isMended: Bool {
    switch outcome {
    case .found, .beyondRepair, .failed: false
    case .putBack, .stampedAgain, .setAside, .rebuilt: true
    }
  }
}
