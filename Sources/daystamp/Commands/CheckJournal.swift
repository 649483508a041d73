import ArgumentParser
import Journal
import Shell
import Stamping
import Store

/// `daystamp check`: whether the journal is as it was stored, and the repair of what is not.
struct CheckJournal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find, and mend, what other programs broke in the journal.",
    discussion: """
      Looks at the database, at every post's files and at the files that no post names, and prints \
      one line for each thing that is wrong. With --owner only this owner's posts are looked at, \
      otherwise everybody's. Exits with 0 only where nothing is wrong any more.

      With --repair a file that was moved or renamed below photos goes back to its place, a photo \
      whose original can still be had is stamped again, and what the search and the indexes of the \
      database lack is made again. Nothing is deleted: a file that belongs to no post, or that \
      another program changed, is moved to the journal's folder set-aside.

      EXAMPLES
        daystamp check && echo 'All is well.'
        daystamp check --repair
        A photo that is lost here, but not on an old disk:
          cp /mnt/old/photo.jpg ~/.local/share/daystamp/photos
          daystamp check --repair
        The paths of all that is wrong:
          daystamp check --json | jq -r '.path // empty'
      """)

  @Flag(help: "Mend what can be mended, without deleting anything.")
  var repair = false

  @Flag(help: "One JSON object for each problem on standard output, then a summary.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption
  @OptionGroup(title: "Running") var memory: MemoryOption

  func run() async throws {
    try await ExitStatus.exit { try check() }
  }

  private func check() throws -> ExitStatus {
    memory.setForThisProcess()
    let reporter = CheckReporter(isJSON: json, isRepair: repair)
    do {
      let journals = try place.location.open()
      reporter.namesOwners = hasManyOwners(journals)
      let check = JournalCheck(
        journals, owners: try place.owner.map { _ in [try place.ownerName()] },
        repairingWith: repair ? { try Stamper(redrawing: $0, limit) } : nil)
      try check.run(progress: reporter.progress, report: reporter.report)
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      let problem = JournalProblem.unreadable(JournalError.database(failure))
      reporter.report(JournalFinding(problem, repair: repair ? .beyondRepair : .notTried))
    }
    return reporter.finish()
  }

  /// Whether a number alone does not name a post.
  private func hasManyOwners(_ journals: Journal) -> Bool {
    do {
      return try journals.owners().count > 1
    } catch {
      // The check tells why.
      return true
    }
  }
}
