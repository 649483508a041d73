import ArgumentParser
import Files
import Foundation
import Journal
import JournalShell
import PhotoCommands
import Reminders
import Shell
import Stamping
import Store
import SystemPackage
import Texts
import Wording

/// `daystamp import`: takes back what `daystamp export` wrote, and brings other programs' journals.
struct ImportJournal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import an export, or another program's journal.",
    discussion: """
      Reads a folder from daystamp export. Every value and photo is checked first; faulty posts \
      are listed. Posts that are here already are skipped, so you can repeat an interrupted import. \
      So are posts of a photo that has a post here; --again imports these. If words, mood, tags or \
      the like differ from the post here, the post is listed, and the run fails. Posts keep free \
      numbers. An empty journal takes the settings too, but no paths. Secrets are never imported.

      Anything else is the journal of another program, as a file, folder or archive. Daystamp says \
      which; run again, it brings only new entries. daystamp arrivals undoes it. Photos are \
      stamped as daystamp post does.

      EXAMPLES
        daystamp import ~/journal-2024 --dry-run
        daystamp import --owner mina /media/usb/mina
        daystamp import 'Day One.zip' --dry-run
        daystamp import 'WhatsApp Chat.zip' --of Mina
        Doubtful times:
          daystamp import Diary --dry-run --json | jq -c 'select(.doubts[0])'
      """)

  @Argument(
    help: ArgumentHelp("An export, or a file, folder or archive.", valueName: "source"),
    completion: .file(), transform: RawArguments.path)
  var folder: FilePath

  @Flag(help: "Import posts even if their photo has a post here.")
  var again = false

  @Flag(help: "Write nothing; list new posts, existing ones and doubtful times.")
  var dryRun = false

  @OptionGroup(title: "Another program's journal") var arrival: ArrivalOptionGroup
  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Running") var options: RunOptions

  func run() async throws {
    try await ExitStatus.exit {
      guard arrival.format == nil, ExportFolder.isOne(folder) else {
        return try await importOther()
      }
      guard !arrival.isGiven else { throw ValidationError(Wording.onlyForOthers) }
      return try await importFolder()
    }
  }

  private func importOther() async throws -> ExitStatus {
    guard !again else { throw ValidationError(Wording.onlyForExports) }
    return try await ImportArrival(
      path: folder, isDryRun: dryRun, arrival: arrival, place: place, options: options
    ).run()
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
    let taken = try work.takeTemplates()
    let templates = CountGainLines(
      taken.count, of: "template", notTaken: taken.notTaken, isDryRun: dryRun)
    tell(templates.json, templates.people)
  }

  private func tell(_ json: String?, _ people: [String]) {
    if options.json, let json { Console.print(json) }
    if !options.quiet { people.forEach(Console.say) }
  }
}
