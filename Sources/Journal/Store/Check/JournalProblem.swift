package import Files

/// A difference between a journal and what was stored; the caller has the wording.
package enum JournalProblem: Sendable {
  /// What SQLite finds in the database (`PRAGMA integrity_check`), in its words.
  case integrity(String)
  /// So many rows of a table are not as an index has them: one of the two is older, or damaged, and nothing tells
  /// which.
  case contradicted(rows: Int, table: String)
  /// An index lacks so many rows of a table. A repair takes the rows for right, which they are not where they are
  /// older than the index.
  case unindexed(rows: Int, table: String)
  /// A table, index or trigger that Daystamp makes is missing. One that is not replaceable held what
  /// was nowhere else in the journal.
  case missing(SchemaThing, isReplaceable: Bool)
  /// A row of a table refers to one of another that is not there.
  case danglingRow(table: String, row: Int64?, missing: String)
  /// A value in a table is not one that this program writes; nothing after it was looked at.
  case row(table: String, DatabaseFailure)
  /// A part of the database cannot be read, and what depends on it was not looked at.
  case unreadable(any Error)

  /// A file below the journal's photos that no row names.
  case stray(ContainedPath)
  /// A file that a process was still writing when it was ended.
  case unfinished(ContainedPath)
  /// A file that was to be removed and is still there.
  case loose(ContainedPath)
  /// A folder below the photos that cannot be read.
  case folder(FileError)

  /// What an owner has was not looked at, or not all of it.
  case owner(OwnerName, any Error)
  /// What an area found in its rows and files.
  case area(any AreaProblem)
}

/// A finding of one area, in ``JournalProblem/area(_:)``.
package protocol AreaProblem: Sendable {}

/// A problem, and whether it was repaired.
package struct JournalFinding: Sendable {
  package let problem: JournalProblem
  package let repair: Repair

  package enum Repair: Sendable {
    /// No repair was asked for, or there is none for such a problem.
    case notTried
    /// A file was found elsewhere, and is in its place again.
    case putBack(from: ContainedPath)
    /// A file was made anew from what it had been made of, at this path.
    case remade(ContainedPath)
    /// The file was moved out of the way, to this path.
    case setAside(ContainedPath)
    /// An index was built again from its table.
    case rebuilt
    /// The post has this number now.
    case renumbered(Int)
    /// Nothing in the journal's folder mends it.
    case beyondRepair
    /// The repair did not succeed.
    case failed(any Error)
  }

  package init(_ problem: JournalProblem, repair: Repair) {
    (self.problem, self.repair) = (problem, repair)
  }

  package var isMended: Bool {
    switch repair {
    case .notTried, .beyondRepair, .failed: false
    case .putBack, .remade, .setAside, .rebuilt, .renumbered: true
    }
  }
}
