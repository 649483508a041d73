import JournalShell
import PhotoCommands
import ArgumentParser
import CaptureTime
import Files
import Glibc
import Journal
import Shell
import Stamping
import Store
import SystemPackage
import Wording

/// `daystamp check`: whether the journal is as it was stored, and the repair of what is not.
struct CheckJournal: AsyncParsableCommand, AsksForPIN {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find, and mend, what other programs broke in the journal.",
    discussion: """
      Looks at the database, at every post's files and at the files that no post names, and prints \
      one line for each thing that is wrong. With --owner only this owner's posts are looked at, \
      otherwise everybody's. Exits with 0 only where nothing is wrong any more.

      With --repair a file that was moved or renamed below photos goes back to its place, a photo \
      whose original can still be had is stamped again, and what the search and the indexes of the \
      database lack is made again; a tag that another owner is said to have goes back to the one \
      whose posts alone have it, other tags of other owners, and versions for which there is no \
      place, go. No file is deleted: one that belongs to no post, or that another program changed, is \
      moved to the journal's folder set-aside.

      With --salvage a new journal is made of all that can be read of this one, whose database or \
      disk is damaged: rows page by page, without their indexes; posts whose rows are gone by the \
      records in their stamped photos, for --owner where nothing says whose they were. Nothing of \
      this journal is changed. What is lost is told line by line; it exits with 0 only where nothing \
      is. A salvage that was ended goes on when it is run again. A PIN that can be read is asked \
      for, and stays.

      EXAMPLES
        daystamp check && echo 'All is well.'
        daystamp check --repair
        A photo that is lost here, but not on an old disk:
          cp /mnt/old/photo.jpg ~/.local/share/daystamp/photos
          daystamp check --repair
        The database is damaged, and there is no backup; best onto another disk:
          daystamp check --salvage /mnt/new/diary
          daystamp check --journal /mnt/new/diary
        The paths of all that is wrong:
          daystamp check --json | jq -r '.path // empty'
      """)

  @Flag(help: "Mend what can be mended, without deleting anything.")
  var repair = false

  @Option(
    help: ArgumentHelp(
      "Make a new journal in this folder, new or empty, of what can be read of a damaged one.",
      valueName: "new-folder"),
    completion: .directory, transform: RawArguments.path)
  var salvage: FilePath?

  @Flag(
    help: "With --salvage: read each PIN from a line of standard input, instead of asking for it.")
  var pinStdin = false

  @Flag(help: "One JSON object for each problem on standard output, then a summary.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: "Posts whose files are read at the same time.")
  var jobs = RunOptions.usualJobs
  @OptionGroup(title: "Running") var limit: PixelLimitOption
  @OptionGroup(title: "Running") var memory: MemoryOption

  func validate() throws {
    if salvage != nil, repair { throw ValidationError(Wording.repairOrSalvage) }
    if pinStdin, salvage == nil { throw ValidationError(Wording.pinOfSalvage) }
    try RunOptions.check(jobs: jobs)
  }

  func run() async throws {
    try await ExitStatus.exit { try salvage.map { try salvage(into: $0.absolute) } ?? check() }
  }

  private func salvage(into folder: FilePath) throws -> ExitStatus {
    let reporter = SalvageReporter(isJSON: json, folder: folder)
    let salvage = try JournalSalvage(
      of: place.folder(), into: folder,
      chosenOwner: try place.owner.map { _ in try place.ownerName() },
      usualOwner: place.ownerName(),
      keys: Keyring(place.sessions(), now: Clock.now), zone: .ofThisMachine(),
      pin: { owner in
        // Where nobody can be asked, the journal stays locked.
        guard pinStdin || Confirmation.isPossible else { throw JournalError.locked(owner) }
        return try PINEntry(pinStdin ? .standardInput : .terminal)
          .read(Wording.asksForPIN(of: owner))
      },
      pause: { sleep(UInt32($0)) })
    let posts = try salvage.run(progress: reporter.progress, report: reporter.report)
    return reporter.finish(posts: posts)
  }

  private func check() throws -> ExitStatus {
    memory.setForThisProcess(jobs: jobs)
    let reporter = CheckReporter(isJSON: json, isRepair: repair)
    let signals = Interruption.handle {
      if Console.isWatched { Console.draw("\r\u{1B}[K") }
      Console.say(Wording.checkInterrupted)
      PartialFiles.removeAll(thenExit: ExitStatus.interrupted.rawValue)
    }
    defer { withExtendedLifetime(signals) {} }
    do {
      let journals = try place.openAll()
      reporter.namesOwners = hasManyOwners(journals)
      let check = JournalCheck(
        journals, owners: try place.owner.map { _ in [try place.ownerName()] }, jobs: jobs,
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
