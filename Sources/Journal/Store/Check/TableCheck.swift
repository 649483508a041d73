package import GRDB

/// Reads tables of an area to their ends, and reports those that hold what this program does not write.
package struct TableCheck {
  private let store: JournalStore
  private let repairs: Bool
  private let problem: (_ table: String, DatabaseFailure) -> any AreaProblem

  /// - Parameters:
  ///   - store: the journal's.
  ///   - repairs: whether something is to be mended, which such a row cannot be.
  ///   - problem: what the area says of a table.
  package init(
    of store: JournalStore, repairs: Bool,
    problem: @escaping (_ table: String, DatabaseFailure) -> any AreaProblem
  ) {
    (self.store, self.repairs, self.problem) = (store, repairs, problem)
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - table: its name.
  ///   - report: called with what is wrong.
  ///   - work: reads it; throws ``JournalError/database(_:)`` where a value is none that this program
  ///     writes.
  package func read(
    _ table: String, _ report: JournalCheck.Report, _ work: (Database) throws -> Void
  ) {
    do {
      try JournalError.wrapping { try store.database.read(work) }
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      report(
        JournalFinding(
          .area(problem(table, failure)), repair: repairs ? .beyondRepair : .notTried))
    } catch {
      report(JournalFinding(.unreadable(error), repair: .notTried))
    }
  }
}
