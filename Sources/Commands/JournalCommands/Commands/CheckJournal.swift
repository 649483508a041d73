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

/// `daystamp check`: compares the journal with what was stored, and repairs damage.
struct CheckJournal: AsyncParsableCommand, AsksForPIN {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find and mend damage to the journal.",
    discussion: """
      Checks the database, every post's files, and files that belong to no post. It prints one \
      line for each problem, and exits with 0 only if none is left. --owner checks only this \
      owner's posts.

      --repair moves files that were moved or renamed below photos back to their places. It stamps \
      a photo again if its original is found, and rebuilds the database's search and indexes. It \
      gives a tag with the wrong owner back to the owner of its posts. Other misplaced tags and \
      versions go. It deletes no file: one that belongs to no post, or that another program \
      changed, goes to the folder set-aside in the journal.

      --salvage makes a new journal from everything readable in this one, if its database or disk \
      is damaged. It reads rows page by page, without indexes, and rebuilds posts with lost rows \
      from their stamped photos. If a photo names no owner, its post goes to --owner. It asks for \
      each PIN that it can read, and keeps it. This journal does not change. The command lists \
      losses line by line, and exits with 0 only if there are none. Run it again to continue an \
      interrupted salvage.

      EXAMPLES
        daystamp check && echo 'All is well.'
        daystamp check --repair
        A lost photo that an old disk still has:
          cp /mnt/old/photo.jpg ~/.local/share/daystamp/photos
          daystamp check --repair
        A damaged database without a backup, best onto another disk:
          daystamp check --salvage /mnt/new/diary
          daystamp check --journal /mnt/new/diary
        The paths of all problems:
          daystamp check --json | jq -r '.path // empty'
      """)

  @Flag(help: "Mend the problems, without deleting anything.")
  var repair = false

  @Option(
    help: ArgumentHelp(
      "Make a new journal in this new or empty folder from the readable parts of a damaged one.",
      valueName: "new-folder"),
    completion: .directory, transform: RawArguments.path)
  var salvage: FilePath?

  @Flag(help: "With --salvage: read each PIN from a line of standard input.")
  var pinStdin = false

  @Flag(help: "One JSON object for each problem, then a summary.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: "Number of posts to check at the same time.")
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
