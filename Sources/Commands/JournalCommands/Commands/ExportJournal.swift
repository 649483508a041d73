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
      The folder gets the stamped photos by year, month and day, and the originals that the \
      journal keeps. posts.jsonl has one line of JSON for each post, the trash included. Other \
      files have your collections of texts and those with your marks, and the marks and daily \
      texts. So do people, even deleted ones, with contacts and snoozes, and reminders. \
      journal.json comes last, with the settings and the checksums.

      Left out are secrets and access: reminder ways, addresses of feeds, the PIN, devices, \
      passkeys, accounts, and the log of their changes. Set these up again after an import. \
      daystamp import reads the folder, on this machine or another.

      Each photo is checked as it is copied: a missing or changed one is listed, and the others \
      are exported. Run an interrupted export again to continue it. Until it is complete it has no \
      journal.json, and cannot be imported.

      Export into the same folder again to update it: it writes only new and changed parts. \
      Posts that you deleted from the journal stay in the export; --mirror removes them. Files \
      that no export wrote stay.

      --stamped writes only the stamped photos outside the trash, named by day and time. Only you \
      can read these files, and each has the time of its post. Any folder will do: photos already \
      there are skipped, a restamped photo replaces its earlier copy, and other files stay as they \
      are. Deleting a post leaves its copy there. daystamp import cannot read such a folder; \
      config set export-to sends new posts to one.

      --as markdown writes a note for each post outside the trash, by year and month, with the \
      photos beside: a folder that Obsidian and others open. --as day-one writes a new ZIP file \
      that Day One imports. daystamp import reads both.

      EXAMPLES
        daystamp export ~/journal-2024
        A copy that follows the journal:
          daystamp export --mirror /media/usb/journal
        Only the stamped photos, all or a year's starred ones:
          daystamp export --stamped ~/Pictures/Diary
          daystamp export --stamped /media/usb/2024 2024 --starred
        daystamp export --owner mina /media/usb/mina
        For Obsidian, with the photos as they were before they were stamped:
          daystamp export --as markdown --originals ~/Notes/Diary
        For Day One:
          daystamp export --as day-one diary.zip
        Every caption, from the export:
          jq -r .caption ~/journal-2024/posts.jsonl
        In the export, check the photos with another program:
          jq -r '.sha256 + "  " + .file' posts.jsonl | sha256sum -c
      """)

  @Argument(
    help: ArgumentHelp(
      "A new or empty folder, or an export of this journal; with --stamped, any folder; with --as day-one, a new file.",
      valueName: "folder"), completion: .directory, transform: RawArguments.path)
  var folder: FilePath

  @Flag(help: "Write only the stamped photos.")
  var stamped = false

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Write for other programs: markdown or day-one.", valueName: "format"))
  var format: ExportFormat?

  @Flag(help: "With --as, write photos as they were before they were stamped.")
  var originals = false

  @Flag(help: "Remove posts from the export that the journal no longer has.")
  var mirror = false

  @OptionGroup(title: "Which photos, with --stamped") var filter: PostFilterOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    try place.checkIsOutside(folder)
    if stamped, mirror {
      throw ValidationError("--mirror is for whole exports; leave it out with --stamped.")
    }
    if stamped || mirror, format != nil {
      throw ValidationError("--as writes a new export; leave out --stamped and --mirror.")
    }
    if originals, format == nil {
      throw ValidationError("--originals is for --as; a whole export has the originals anyway.")
    }
    if !stamped, filter.isGiven {
      throw ValidationError("An export has all posts; add --stamped to choose some.")
    }
  }

  func run(in journal: OwnerJournal) async throws -> ExitStatus {
    if let format { return try await export(journal, as: format) }
    return try await stamped ? exportPhotos(of: journal) : exportAll(of: journal)
  }

  private func exportPhotos(of journal: OwnerJournal) async throws -> ExitStatus {
    let present = try journal.settings.current().present
    let export = try AlbumExport(
      of: journal, filter.filter(present), latest: filter.last,
      into: folder.absolute.lexicallyNormalized())
    let reporter = Self.reporter()
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

  private func export(_ journal: OwnerJournal, as format: ExportFormat) async throws -> ExitStatus {
    let reporter = Self.reporter()
    var (written, all) = (0, 0)
    var losses: [ExportLoss: Int] = [:]
    let size = try journal.posts.size()
    let status = try await reporter.run {
      reporter.begin(total: size.posts)
      losses = try format.export(journal, into: folder, originals: originals) { record in
        all += 1
        if record.problems.isEmpty { written += 1 }
        reporter.report(RecordLines(record))
      }
    }
    Console.say(Wording.exported(written, of: all, to: folder, format))
    if let note = Wording.lost(losses) { Console.say(note) }
    return status
  }

  private func exportAll(of journal: OwnerJournal) async throws -> ExitStatus {
    let size = try journal.posts.size()
    let reporter = Self.reporter()
    var (written, gone) = (0, 0)
    let status = try await reporter.run {
      reporter.begin(total: size.posts + size.inTrash)
      let export = JournalExport(of: journal, into: folder, keepsGone: !mirror)
      gone = try export.run { record in
        if record.problems.isEmpty { written += 1 }
        reporter.report(RecordLines(record))
      }
    }
    Console.say(Wording.exported(written, of: size.posts + size.inTrash, to: folder))
    if gone > 0 { Console.say(Wording.gone(gone, areRemoved: mirror)) }
    // Reminders go to the desktop by default.
    let ways = try journal.reminders.ways(now: Clock.now()).filter { $0.facts.kind != .desktop }
    let feeds = try journal.reminders.feeds()
    if let note = Wording.leftOut(ways: ways.count, feeds: feeds.count) { Console.say(note) }
    return status
  }

  private static func reporter() -> BatchReporter {
    BatchReporter(
      .init(recordsTo: nil, isQuiet: false, isDryRun: false, isResumable: true, done: .exported))
  }
}

/// `daystamp backup`: a copy of the database, made while others write.
struct BackupJournal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the journal's database to a file, even while in use.",
    discussion: """
      The copy holds the database of all owners as of one moment. It has no photos; daystamp \
      export writes those too.

      To restore a backup, first stop every daystamp. Remove journal.sqlite-wal and \
      journal.sqlite-shm from the journal's folder if they exist. Then copy the backup over \
      journal.sqlite.

      EXAMPLES
        daystamp backup ~/journal-backup.sqlite
        daystamp backup --force /media/usb/journal.sqlite
      """)

  @Argument(
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file(),
    transform: RawArguments.path)
  var file: FilePath

  @Flag(help: "Replace the file if it exists.")
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
