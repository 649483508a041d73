import ArgumentParser
import Journal
import Shell
import Store
import SystemPackage

/// `daystamp export`: all of an owner's journal into a folder.
struct ExportJournal: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the whole journal into a folder: photos and one journal.json.",
    discussion: """
      The folder gets the stamped photos, by year, month and day, the originals where the journal \
      keeps them, and journal.json with all the rest: captions, times, stars, tags, settings, the \
      trash. daystamp import takes it back, on this machine or another. Each photo is checked while it \
      is copied; one that is missing or changed is named, and the others are exported.

      EXAMPLES
        daystamp export ~/journal-2024
        daystamp export --owner mina /media/usb/mina
        Every caption, from the export:
          jq -r '.posts[].caption' ~/journal-2024/journal.json
      """)

  @Argument(
    help: ArgumentHelp("A folder that is new or empty.", valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  var folder: FilePath

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    try place.checkIsOutside(folder)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let size = try journal.posts.size()
    let reporter = BatchReporter(
      .init(isJSON: false, isQuiet: false, isDryRun: false, isResumable: false, done: .exported))
    let signals = Interruption.handle { reporter.interrupt() }
    reporter.begin(total: size.posts + size.inTrash)
    try JournalExport(of: journal, into: folder).run { record in
      reporter.report(
        RecordLines(
          outcome: record.problems.isEmpty ? .done : .failed,
          people: record.problems.map { Wording.notExported(record.number, $0) }))
    }
    withExtendedLifetime(signals) {}
    return reporter.finish()
  }
}
