import JournalShell
import PhotoCommands
import ArgumentParser
import Files
import Foundation
import Journal
import Reminders
import Shell
import Stamping
import Store
import SystemPackage
import Texts
import Wording

/// `daystamp export`: all of an owner's journal into a folder.
struct ExportJournal: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the journal, or its stamped photos, into a folder.",
    discussion: """
      The folder gets the stamped photos, by year, month and day, the originals where the journal \
      keeps them, posts.jsonl with a line of JSON for each post, those in the trash too, the \
      collections of texts that are yours or that you marked texts of, your marks and the texts of your \
      days, people with contacts and snoozes, those who are deleted too, the reminders, and last journal.json \
      with the settings and what proves that the rest is whole. Not in it are the ways by which reminders \
      go, their tokens and the addresses of calendar feeds, which are secrets: set them up anew where you \
      import it. Nor is who may come in: the PIN, devices, passkeys, accounts, and what changed them. daystamp import takes it back, on this machine or \
      another. Each photo is checked while it is copied; one that is missing or changed is named, and the \
      others are exported. Where the command was interrupted, run again \
      it goes on in the folder that it began; until then there is no journal.json, and no import.

      With --stamped the folder gets only the stamped photos outside the trash, as ordinary files that \
      nobody else may read, named by day and time, each with the time of its post. It may be any folder: \
      what it has already is passed over, a photo that was stamped anew replaces its own earlier copy, \
      and a file that is anything else is left alone. A post that you delete leaves its copy there. No \
      import reads such a folder; config set export-to makes new posts go there by themselves.

      EXAMPLES
        daystamp export ~/journal-2024
        The photos to look at, all, and those of a year with a star:
          daystamp export --stamped ~/Pictures/Diary
          daystamp export --stamped /media/usb/2024 2024 --starred
        daystamp export --owner mina /media/usb/mina
        Every caption, from the export:
          jq -r .caption ~/journal-2024/posts.jsonl
        In the export, whether the photos are whole, by another program:
          jq -r '.sha256 + "  " + .file' posts.jsonl | sha256sum -c
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder that is new or empty, or an export that was interrupted; with --stamped, any.",
      valueName: "folder"), completion: .directory, transform: RawArguments.path)
  var folder: FilePath

  @Flag(help: "Write only the stamped photos, as files to look at.")
  var stamped = false

  @OptionGroup(title: "Which photos, with --stamped") var filter: PostFilterOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    try place.checkIsOutside(folder)
    if !stamped, filter.isGiven {
      throw ValidationError("An export has all posts; which ones goes with --stamped.")
    }
  }

  func run(in journal: OwnerJournal) async throws -> ExitStatus {
    try await stamped ? exportPhotos(of: journal) : exportAll(of: journal)
  }

  private func exportPhotos(of journal: OwnerJournal) async throws -> ExitStatus {
    let present = try journal.settings.current().present
    let export = try AlbumExport(
      of: journal, filter.filter(present), latest: filter.last,
      into: folder.absolute.lexicallyNormalized())
    let reporter = BatchReporter(
      .init(recordsTo: nil, isQuiet: false, isDryRun: false, isResumable: true, done: .exported))
    var (written, there) = (0, 0)
    let status = try await reporter.run {
      reporter.begin(total: export.count)
      try export.run { number, result in
        switch result {
        case .written:
          written += 1
          reporter.report(RecordLines(result: .done))
        case .there:
          there += 1
          reporter.report(RecordLines(result: .there))
        case .gone: break
        case .failed(let error):
          reporter.report(
            RecordLines(
              failure: error, of: "post \(number)", Wording.notExported(number, error)))
        }
      }
    }
    Console.say(Wording.copied(written, of: written + there, to: folder))
    return status
  }

  private func exportAll(of journal: OwnerJournal) async throws -> ExitStatus {
    let size = try journal.posts.size()
    let reporter = BatchReporter(
      .init(recordsTo: nil, isQuiet: false, isDryRun: false, isResumable: true, done: .exported))
    var written = 0
    let status = try await reporter.run {
      reporter.begin(total: size.posts + size.inTrash)
      try JournalExport(of: journal, into: folder).run { record in
        if record.problems.isEmpty { written += 1 }
        reporter.report(
          RecordLines(
            result: record.problems.isEmpty ? .done : .failed,
            people: record.problems.map { Wording.notExported(record.number, $0) }))
      }
    }
    Console.say(Wording.exported(written, of: size.posts + size.inTrash, to: folder))
    // The desktop is told by itself wherever one is.
    let ways = try journal.reminders.ways(now: Clock.now()).filter { $0.facts.kind != .desktop }
    let feeds = try journal.reminders.feeds()
    if let note = Wording.leftOut(ways: ways.count, feeds: feeds.count) { Console.say(note) }
    return status
  }
}

/// `daystamp import`: takes back what `daystamp export` wrote.
struct ImportJournal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take an export into the journal.",
    discussion: """
      Every value and every photo is checked first; a post that is not right is named, and the others \
      are imported. What is there already is passed over, so that nothing comes twice and a run that \
      was interrupted can be repeated: posts that were imported before, and posts of photos that have \
      a post here (--again takes these). Where such a post has words, a mood, tags or else that the one \
      here has not, it is named, and the run fails. Posts keep their numbers where those are free. A \
      journal without posts takes the settings too, but no paths: neither export-to nor the file of a \
      font. Collections of texts come where there is none of their name; marks and the texts of days are \
      added to those that are here, and wait where their collection is not. People come who are not here \
      yet, and the contacts and snoozes of all. Reminders come that are not here; the ways that they take and \
      the addresses of feeds are secrets, and do not. What is printed is the post's number here, its day \
      and its caption.

      EXAMPLES
        daystamp import ~/journal-2024 --dry-run
        daystamp import ~/journal-2024
        daystamp import --owner mina /media/usb/mina
        Times that may not be right:
          daystamp import Diary --dry-run --json | jq -c 'select(.doubts[0])'
      """)

  @Argument(
    help: ArgumentHelp("A folder that daystamp export wrote.", valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  var folder: FilePath

  @Flag(help: "Import posts of photos that have a post here.")
  var again = false

  @Flag(help: "Write nothing; say what would come, what is there, and which times are doubtful.")
  var dryRun = false

  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Running") var options: RunOptions

  func run() async throws {
    try await ExitStatus.exit { try await importFolder() }
  }

  private func importFolder() async throws -> ExitStatus {
    options.memory.setForThisProcess(jobs: options.jobs)
    let export = try ExportFolder(opening: folder)
    let mode: JournalImport.Mode =
      dryRun
      ? .preview(of: try place.openIfThere())
      : .storing(in: try place.openOrMake(with: JournalSettings(zone: export.settings.zone)))
    let owner =
      switch mode {
      case .storing(let journal), .preview(let journal?): journal.owner
      case .preview(nil): try place.ownerName()
      }
    let work = JournalImport(
      of: export, mode: mode, allowsAgain: again, now: Clock.now())
    let reporter = BatchReporter(
      .init(
        recordsTo: options.recordsTo, isQuiet: options.quiet, isDryRun: dryRun, isResumable: true,
        done: .imported))
    return try await reporter.run {
      let settings = SettingsLines(
        try work.takeSettings(), of: export, for: owner)
      tell(settings.json, settings.people)
      do {
        try await takeRest(of: export, work, reporter)
      } catch  where error.isDiskFull {
        throw JournalError.roomUsedUp
      }
    }
  }

  /// Takes all that comes after the settings.
  private func takeRest(
    of export: ExportFolder, _ work: JournalImport, _ reporter: BatchReporter
  ) async throws {
    let texts = TextGainLines(try work.takeTexts(), isDryRun: dryRun)
    tell(texts.json, texts.people)
    reporter.begin(total: export.count)
    let posts = try await work.run(jobs: options.jobs, ending: reporter.ending) { record in
      reporter.report(
        RecordLines(record, isJSON: options.json, isQuiet: options.quiet, isDryRun: dryRun))
    } stray: { reference in
      reporter.note(
        Wording.stray(reference),
        output: options.json ? StrayReferenceJSON(reference).jsonLine() : nil)
    }
    let people = PeopleGainLines(try work.takePeople(pictures: posts), isDryRun: dryRun)
    tell(people.json, people.people)
    let reminders = CountGainLines(try work.takeReminders(), of: "reminder", isDryRun: dryRun)
    tell(reminders.json, reminders.people)
    let templates = CountGainLines(try work.takeTemplates(), of: "template", isDryRun: dryRun)
    tell(templates.json, templates.people)
  }

  private func tell(_ json: String?, _ people: [String]) {
    if options.json, let json { Console.print(json) }
    if !options.quiet { people.forEach(Console.say) }
  }
}

/// `daystamp backup`: a copy of the database, made while others write.
struct BackupJournal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the journal's database into a file, while others may write.",
    discussion: """
      The copy holds what the database held at one moment, of all owners. Photos are not in it: \
      daystamp export writes them too.

      To go back to a backup, end every daystamp, remove journal.sqlite-wal and journal.sqlite-shm from \
      the journal's folder if they are there, and copy the backup over journal.sqlite.

      EXAMPLES
        daystamp backup ~/journal-backup.sqlite
        daystamp backup --force /media/usb/journal.sqlite
      """)

  @Argument(
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file(),
    transform: RawArguments.path)
  var file: FilePath

  @Flag(help: "Replace the file where it is there already.")
  var force = false

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await ExitStatus.exit {
      let journal = try location.openAll()
      let signals = Interruption.handle {
        PartialFiles.removeAll(thenExit: ExitStatus.interrupted.rawValue)
      }
      let content = try JournalBackup(of: journal).write(to: file, replacing: force)
      withExtendedLifetime(signals) {}
      Console.say(Wording.backedUp(content, to: file))
      return .success
    }
  }
}
