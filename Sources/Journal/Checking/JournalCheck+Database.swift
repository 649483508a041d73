extension JournalCheck {
  /// Looks at the database, and derives its indexes again where it contradicts itself.
  ///
  /// - Returns: whether what it says can be relied on.
  func checkDatabase(_ report: Report) -> Bool {
    let check = DatabaseCheck(store: store)
    do {
      let problems = try check.integrityProblems()
      var rest = problems
      if repairs, !problems.isEmpty { rest = try rebuildIndexes(check) }
      for problem in problems {
        let outcome: JournalFinding.Outcome =
          !repairs ? .found : rest.contains(problem) ? .beyondRepair : .rebuilt
        report(JournalFinding(problem: .integrity(problem), outcome: outcome))
      }
      for problem in try check.danglingRows() {
        report(JournalFinding(problem: problem, outcome: repairs ? .beyondRepair : .found))
      }
      return rest.isEmpty
    } catch {
      report(JournalFinding(problem: .unreadable(error), outcome: repairs ? .beyondRepair : .found))
      return false
    }
  }

  /// - Returns: what SQLite finds then.
  private func rebuildIndexes(_ check: DatabaseCheck) throws -> [String] {
    do {
      try check.rebuildIndexes()
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      // The tables are damaged too: what was found stays.
    }
    return try check.integrityProblems()
  }

  /// Looks whether the search finds what the captions say.
  func checkSearch(_ report: Report) {
    let check = SearchCheck(store: store)
    var count: Int?
    do {
      count = try check.wrongPosts()
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      // The index itself is damaged; it holds nothing that the captions do not.
    } catch {
      return report(JournalFinding(problem: .unreadable(error), outcome: .found))
    }
    guard count != 0 else { return }
    var outcome = JournalFinding.Outcome.found
    if repairs {
      do {
        try check.rebuild()
        outcome = .rebuilt
      } catch {
        outcome = .failed(error)
      }
    }
    report(JournalFinding(problem: .search(posts: count), outcome: outcome))
  }
}
