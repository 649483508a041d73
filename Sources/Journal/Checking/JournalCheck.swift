package import Stamping
import SystemPackage

/// Looks whether a journal is as it was stored, and mends what another program broke.
///
/// It goes through the folder while others use it. Nothing is ever deleted that was not to be: what is
/// in the way, or belongs to nobody, is set aside.
package struct JournalCheck {
  let journals: Journal
  /// Whose posts are looked at; nil for all.
  let owners: [OwnerName]?
  /// Makes what draws a look; nil where nothing is to be mended.
  let stamper: ((LabelLook) throws -> Stamper)?

  package typealias Report = (JournalFinding) -> Void
  package typealias Progress = (_ done: Int, _ total: Int) -> Void

  /// - Parameters:
  ///   - journals: the folder.
  ///   - owners: whose posts are looked at; nil for all. The database and the files that no post
  ///     names are everybody's.
  ///   - stamper: makes what draws a look, for photos that are to be stamped again; nil where
  ///     nothing is to be mended.
  package init(
    _ journals: Journal, owners: [OwnerName]?,
    repairingWith stamper: ((LabelLook) throws -> Stamper)?
  ) {
    (self.journals, self.owners, self.stamper) = (journals, owners, stamper)
  }

  var store: JournalStore { journals.store }
  var repairs: Bool { stamper != nil }

  /// Looks at everything: the database, then the posts with their files, then the other files.
  ///
  /// Files are mended, and strays told of, only where the database can be relied on.
  ///
  /// - Parameters:
  ///   - progress: called after each post with how many were looked at and how many there are.
  ///   - report: called with each problem.
  /// - Throws: ``JournalError/locked(_:)`` where an owner's door is closed, ``JournalError`` where the
  ///   work cannot go on.
  package func run(progress: Progress, report: Report) throws {
    try checkDoors()
    let isSound = checkDatabase(report)
    if isSound { checkSearch(report) }
    let broken = try checkPosts(progress, report)
    guard isSound else {
      return broken.forEach { tell(of: $0, $0.problems.map { ($0, .found) }, report) }
    }
    let strays = try findStrays(report)
    if let stamper {
      try mend(broken, strays.map(\.file), stamper, report)
      try setAside(strays, report)
    } else {
      broken.forEach { tell(of: $0, $0.problems.map { ($0, .found) }, report) }
      try confirm(strays, report)
    }
    removeLooseFiles(report)
    removeThumbnails()
  }

  /// Looks whether the doors are open, of all owners: the files that no post names may be anybody's.
  private func checkDoors() throws {
    do {
      try journals.checkDoors()
    } catch let error as JournalError {
      // What cannot be read is told of, and read no further.
      if case .locked = error { throw error }
    }
  }
}
