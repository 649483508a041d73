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
    abstract: "Take people from vCards, or from what Monica exports as JSON.",
    discussion: """
      Cards of versions 4, 3 and 2.1 are read. What is taken of each: the name, a nickname, the birthday \
      and other days with or without a year, the preferred telephone number and e-mail address, \
      categories, the note, and what daystamp person export wrote. Of Monica's people these, how often to \
      stay in touch, and calls, activities and conversations as contacts. What is left out of each is \
      told, with --verbose and --json with the reason.

      Whom the journal has already, by the identifier of the card, is passed over; --update changes what \
      the card says of them. Whom it has by the same name is left, since it may be somebody else; --again \
      takes them. Nobody comes of a file that cannot be read to its end. Cards that are nobody are named by \
      line, and the others come in. The exit code is then 1.

      EXAMPLES
        daystamp person import contacts.vcf --dry-run
        daystamp person import contacts.vcf --every 30
        daystamp person import monica.json --verbose
        What is left out of each:
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
      "Within how many days one keeps up with whom the file says nothing of. Default: 14.",
      valueName: "days"))
  var every: Int?

  @Flag(help: "Change people who are here to what the file says of them.")
  var update = false

  @Flag(help: "Take people whose name somebody here has.")
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

/// How it is told what came of a file of people.
struct ImportedPeopleOutput: ParsableArguments {
  @Flag(help: "Write nothing; say what would come, and what is left out.")
  var dryRun = false

  @Flag(help: "One JSON object for each person.")
  var json = false

  @Flag(help: "Name all people, and say why something is left out.")
  var verbose = false
}
