import ArgumentParser
import Foundation
import Journal
import Shell
import SystemPackage

/// `daystamp import`: takes back what `daystamp export` wrote.
struct ImportJournal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take an export into the journal.",
    discussion: """
      Every value and every photo is checked first; a post that is not right is named, and the others \
      are imported. What is there already is passed over, so that nothing comes twice and a run that \
      was ended can be repeated: posts that were imported before, and posts of photos that have a post \
      here (--again takes these). Posts keep their numbers where those are free. A journal without \
      posts takes the settings too. What is printed is the post's number here, its day and its caption.

      EXAMPLES
        daystamp import ~/journal-2024 --dry-run
        daystamp import ~/journal-2024
        daystamp import --owner mina /media/usb/mina
        Times that may not be right:
          daystamp import ~/journal-2024 --dry-run --json | jq -c 'select(.doubts[0])'
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
    try await Outcome.exit { try await importFolder() }
  }

  private func importFolder() async throws -> ExitStatus {
    let export = try ExportFolder(opening: folder)
    let mode: JournalImport.Mode =
      dryRun
      ? .preview(of: try place.openIfThere())
      : .storing(in: try place.openOrMake(with: export.settings))
    let work = JournalImport(
      of: export, mode: mode, allowsAgain: again, now: Clock.now())
    let reporter = BatchReporter(
      .init(
        isJSON: options.json, isQuiet: options.quiet, isDryRun: dryRun, isResumable: true,
        done: .imported))
    let signals = Interruption.handle { reporter.interrupt() }
    if try work.takeSettings() == .leftOut, !options.quiet {
      Console.say(Wording.settingsLeftOut(try place.ownerName()))
    }
    reporter.begin(total: export.count)
    await work.run(jobs: options.jobs) { record in
      reporter.report(
        RecordLines(record, isJSON: options.json, isQuiet: options.quiet, isDryRun: dryRun))
    }
    withExtendedLifetime(signals) {}
    return reporter.finish()
  }
}
