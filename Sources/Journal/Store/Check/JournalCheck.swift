import SystemPackage

/// Checks that a journal is as it was stored, and repairs what another program broke.
///
/// It goes through the folder while others use it. It deletes only what was to be deleted before: a
/// file that is in the way, or belongs to nobody, is set aside.
package struct JournalCheck {
  package let journals: Journal
  /// Whose rows and files are looked at; nil for all.
  let owners: [OwnerName]?
  package let repairs: Bool
  /// The checks of the areas.
  let areas: [any AreaCheck]

  package typealias Report = (JournalFinding) -> Void
  package typealias Progress = (_ done: Int, _ total: Int) -> Void

  /// - Parameters:
  ///   - journals: the folder.
  ///   - owners: whose rows and files are looked at; nil for all. The database and the files that no
  ///     row names are everybody's.
  ///   - repairs: whether what is wrong is to be mended.
  ///   - checks: those of areas that only the caller can make, made for this run; they come first.
  package init(
    _ journals: Journal, owners: [OwnerName]?, repairs: Bool, checks: [any AreaCheck] = []
  ) {
    (self.journals, self.owners, self.repairs) = (journals, owners, repairs)
    areas = checks + journals.store.areas.compactMap { $0.check?(journals.store, repairs) }
  }

  var store: JournalStore { journals.store }

  /// Checks everything: the database, then the rows of the areas with their files, then the other
  /// files.
  ///
  /// Files are mended, and strays reported, only where the database can be relied on.
  ///
  /// - Parameters:
  ///   - progress: called after each item of an area, such as a post, with how many were checked and
  ///     how many there are.
  ///   - report: called with each problem.
  /// - Throws: ``JournalError/locked(_:)`` where an owner's journal is locked, ``JournalError`` where
  ///   the work cannot go on.
  package func run(progress: Progress, report: Report) throws {
    try checkUnlocked()
    if repairs { try store.checkIsWritable() }
    var waiting: [SchemaThing] = []
    let isSound = checkDatabase(&waiting, report)
    if isSound { areas.forEach { $0.checkDerived(report) } }
    makeWaiting(waiting, report)
    for area in areas { try area.checkRows(self, progress, report) }
    guard isSound else {
      for area in areas { try area.finish(mendingWith: nil, report) }
      return
    }
    let strays = try findStrays(report)
    for area in areas { try area.finish(mendingWith: repairs ? strays : nil, report) }
    if repairs { try setAside(strays, report) } else { try confirm(strays, report) }
    removeLooseFiles(report)
    areas.forEach { $0.removeLeftovers() }
  }

  /// Checks that no owner's journal is locked: the files that no row names may be anybody's.
  private func checkUnlocked() throws {
    do {
      try journals.checkAllUnlocked()
    } catch let error as JournalError {
      // What cannot be read is reported, and read no further.
      if case .locked = error { throw error }
    }
  }

  /// The journals to check, as far as each can be read.
  ///
  /// - Parameters:
  ///   - report: called with those that cannot.
  ///   - size: counts the items that an area has in one.
  /// - Returns: the others, each with its size.
  /// - Throws: ``JournalError/locked(_:)`` where one is locked, ``JournalError`` where the owners cannot
  ///   be read.
  package func open<Size>(
    _ report: Report, size: (OwnerJournal) throws -> Size
  ) throws -> [(journal: OwnerJournal, size: Size)] {
    try (owners ?? journals.owners()).compactMap { owner in
      do {
        let journal = try journals.journal(of: owner)
        return (journal, try size(journal))
      } catch {
        try passOver(error)
        report(JournalFinding(.owner(owner, error), repair: .notTried))
        return nil
      }
    }
  }

  /// Ends the check if a journal is locked, or if a requested owner does not exist; for any other
  /// error the caller reports what it skips.
  package func passOver(_ error: any Error) throws {
    switch error {
    case JournalError.locked: throw error
    case JournalError.unknownOwner where owners != nil: throw error
    default: break
    }
  }
}

/// The files that no row names.
extension JournalCheck {
  typealias Stray = StrayFiles.Stray

  /// The files that no row names; what else is found is reported.
  private func findStrays(_ report: Report) throws -> [Stray] {
    var strays: [Stray] = []
    try StrayFiles(store: store).forEach { problem in
      switch problem {
      case .stray(let file), .unfinished(let file): strays.append((file, problem))
      default: report(JournalFinding(problem, repair: .notTried))
      }
    }
    return strays
  }

  /// Reports the files that are still stray, while nobody is at work.
  private func confirm(_ strays: [Stray], _ report: Report) throws {
    guard !strays.isEmpty else { return }
    let isStray = { (stray: Stray) in try StrayFiles(store: store).isStray(stray.file) }
    let confirmed =
      store.isReadOnly
      ? try strays.filter(isStray)
      : try FolderLock(store.folder).hold(.exclusive) { try strays.filter(isStray) }
    for stray in confirmed {
      report(JournalFinding(stray.problem, repair: .notTried))
    }
  }

  /// Moves the files that are still stray out of the way.
  private func setAside(_ strays: [Stray], _ report: Report) throws {
    for (file, problem) in strays {
      let repair: JournalFinding.Repair? = try FolderLock(store.folder).hold(.exclusive) {
        guard try StrayFiles(store: store).isStray(file) else { return nil }
        do {
          return .setAside(try FileMoves(store: store).setAside(file))
        } catch JournalError.file(let error) {
          return .failed(JournalError.file(error))
        }
      }
      if let repair { report(JournalFinding(problem, repair: repair)) }
    }
  }

  /// Removes what is still to be removed, as each opening of the journal tries to; reports what stays.
  private func removeLooseFiles(_ report: Report) {
    let loose = LooseFiles(store)
    do {
      try loose.removeAbandoned()
    } catch {
      do {
        for file in try loose.all() {
          report(JournalFinding(.loose(file), repair: .failed(error)))
        }
      } catch {
        report(JournalFinding(.unreadable(error), repair: repairs ? .beyondRepair : .notTried))
      }
    }
  }
}
