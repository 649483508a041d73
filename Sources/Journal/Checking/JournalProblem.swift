package import Files
import Stamping
package import SystemPackage

/// Something in a journal that is not as it was stored; the wording is the caller's.
package enum JournalProblem: Sendable {
  /// What SQLite finds in the database (`PRAGMA integrity_check`), in its words.
  case integrity(String)
  /// A row of a table refers to one of another that is not there.
  case danglingRow(table: String, row: Int64?, missing: String)
  /// A part of the database cannot be read, and what depends on it was not looked at.
  case unreadable(any Error)
  /// So many posts have captions whose words the search does not find, or finds though they are gone;
  /// nil where what it looks in cannot be read.
  case search(posts: Int?)

  /// A file below the journal's photos that no post names.
  case stray(FilePath)
  /// A file that a process was still writing when it was ended.
  case unfinished(FilePath)
  /// A file that was to be removed and is still there.
  case loose(FilePath)
  /// A folder below the photos that cannot be read.
  case folder(FileError)

  /// The posts of an owner were not looked at.
  case owner(OwnerName, any Error)
  case post(OwnerName, number: Int, PostProblem)
}

/// What is wrong with one post; paths are from the journal's folder.
package enum PostProblem: Sendable, Hashable {
  case missing(Part, FilePath)
  /// The file has other bytes than those that were stored.
  case changed(Part, FilePath)
  /// The file is there but cannot be read.
  case unreadable(Part, FilePath, FileError)
  /// The stamped photo is as it was stored, but does not give its original back.
  case irreversible(FilePath)
  /// The day is not one that the time can belong to.
  case time(PostTime)
  /// A value in the post's row is none that there can be.
  case row(DatabaseFailure)

  package enum Part: String, Sendable {
    case stamped, original
  }

  /// The file that it is about.
  package var path: FilePath? {
    switch self {
    case .missing(_, let path), .changed(_, let path), .unreadable(_, let path, _),
      .irreversible(let path):
      path
    case .time, .row: nil
    }
  }
}

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
