import JournalShell
import ArgumentParser
import Files
import Journal
import People
import Shell
import Store
import SystemPackage
import Texts
import Wording

/// `daystamp person import`: people of vCards, or of what Monica exports.
struct ImportPeople: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import people from vCards, or from Monica's JSON export.",
    discussion: """
      Reads vCards of versions 4, 3 and 2.1. Daystamp keeps the name, a nickname, the birthday and \
      other days with or without a year, and the preferred telephone number and e-mail address. It \
      also keeps categories, the note, and everything from daystamp person export. From Monica it \
      takes these too, with how often to stay in touch; calls, activities and conversations become \
      contacts. It lists what it leaves out of each person; --verbose and --json give the reasons.

      A person from the same card as before is skipped; --update applies the card's changes. A \
      person with the name of another is skipped too, since they may differ; --again adds them. If \
      a file cannot be read to its end, nobody is added. Cards without a person are listed by line \
      and skipped; the exit code is then 1.

      EXAMPLES
        daystamp person import contacts.vcf --dry-run
        daystamp person import contacts.vcf --every 30
        daystamp person import monica.json --verbose
        What Daystamp leaves out of each:
          daystamp person import contacts.vcf --dry-run --json | jq -c .leftOut
      """)

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
    completion: .file(extensions: ["vcf", "json"]), transform: RawArguments.path)
  var file: FilePath

  @OptionGroup(title: "People") var whom: ImportedPeopleOptions
  @OptionGroup(title: "Output") var output: ImportedPeopleOutput
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let source = try CollectionFile(file)
    let choice = try whom.choice(isDryRun: output.dryRun)
    let work = PeopleImport(
      into: journal, choice, today: try journal.settings.current().present.day, now: Clock.now())
    let result: ImportedPeople
    do {
      result = try work.run { try source.piece() }
    } catch let error as PeopleFileError {
      throw error.wording.about(file)
    }
    let lines = ImportedPeopleLines(
      result, of: file, isDryRun: output.dryRun, isVerbose: output.verbose)
    if output.json { lines.printJSON() }
    lines.tell(isBrief: output.json)
    return result.problemCount > 0 ? .failure : .success
  }
}

/// Which people of a file are taken, and how.
struct ImportedPeopleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Days between contacts, for people without any in the file. Default: 14.",
      valueName: "days"))
  var every: Int?

  @Flag(help: "Update existing people from the file.")
  var update = false

  @Flag(help: "Add people even if somebody here has their name.")
  var again = false

  func validate() throws { _ = try cadence() }

  /// What is done with whom.
  ///
  /// - Throws: `ValidationError`.
  func choice(isDryRun: Bool) throws -> PeopleImport.Choice {
    PeopleImport.Choice(
      cadence: try cadence(), updates: update, allowsTwins: again, isDryRun: isDryRun)
  }

  private func cadence() throws -> Cadence {
    guard let every else { return .usual }
    return try Wording.checking { try Cadence(days: every) }
  }
}

/// How to report the import of a file of people.
struct ImportedPeopleOutput: ParsableArguments {
  @Flag(help: "Write nothing; show who would be added, and the details left out.")
  var dryRun = false

  @Flag(help: "One JSON object for each person.")
  var json = false

  @Flag(help: "List all people, and why something is left out.")
  var verbose = false
}
