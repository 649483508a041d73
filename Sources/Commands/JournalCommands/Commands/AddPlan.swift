import JournalShell
import ArgumentParser
import Files
import Journal
import Shell
import Store
import SystemPackage
import Texts
import Wording

/// `daystamp plan add`: a plan of a file, or one that Daystamp makes.
struct AddPlan: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a plan from a file, or one made from a collection's sections.",
    discussion: """
      A line of the file is a day: its number, an equals sign, and portions separated by commas. A \
      portion is the key of a text or section, or two keys with a hyphen between them. Days left \
      out are days of rest; lines that begin with # are comments.

        60=Exod.12.21-Exod.12.50, Luke.15

      --books-in makes a plan of that many days, balanced by the length of the texts. --by order \
      reads them in order; testaments reads the Old and the New Testament side by side; four reads \
      a portion a day from each of four parts. The command lists texts that a plan never reads, or \
      reads twice.

      EXAMPLES
        daystamp plan add year.plan --collection KJV
        daystamp plan add --books-in 365 --name 'Bible in a year'
        daystamp plan add --books-in 365 --by testaments --name 'Old and New'
      """)

  @Argument(
    help: ArgumentHelp("The plan's file, or - for standard input.", valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var file: FilePath?

  @Option(help: ArgumentHelp("Make a plan of this many days.", valueName: "days"))
  var booksIn: Int?

  @Option(help: ArgumentHelp("How to make the plan: order, testaments or four.", valueName: "way"))
  var by: PlanMaking?

  @Option(
    help: ArgumentHelp(
      "The plan's name. Default: the file's name without its extension.",
      valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The collection that the plan reads. Default: the only one that fits.", valueName: "name"))
  var collection: String?

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if (file == nil) == (booksIn == nil) { throw ValidationError(Wording.fileOrBooks) }
    if by != nil, booksIn == nil { throw ValidationError(Wording.byNeedsBooks) }
    if file == nil || file == "-", name == nil { throw ValidationError(Wording.planNeedsName) }
    _ = try planName()
    _ = try collection.map(CollectionName.argument)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let (plan, coverage) = try added(to: journal)
    if output.json {
      Console.print(PlanDescription(plan, coverage: coverage).jsonLine())
    } else {
      Console.say(Wording.added(plan))
      Console.say(Wording.coverage(coverage))
    }
    return .success
  }

  private func planName() throws -> PlanName {
    try PlanName.argument(name ?? file?.stem ?? file?.string ?? "")
  }

  private func added(
    to journal: OwnerJournal
  ) throws -> (plan: Plan, coverage: PlanCoverage) {
    let collection = try collection.map(CollectionName.argument)
    let now = Clock.now()
    guard let file else {
      return try journal.plans.add(
        planName(), made: by ?? .order, in: booksIn ?? 0, of: collection, now: now)
    }
    let bytes = try Self.bytes(of: file)
    do {
      return try journal.plans.add(
        planName(), of: bytes, from: file.lastComponent?.string ?? "-", in: collection, now: now)
    } catch PlanError.file(let problems) {
      // Of one the error tells.
      if problems.count == 1 { throw PlanError.file(problems) }
      for problem in problems.prefix(CollectionOutput.mostProblems) {
        Console.say(problem.wording.about(file).commandLine)
      }
      let more = problems.count - CollectionOutput.mostProblems
      if more > 0 { Console.say(Wording.moreLines(more, of: file)) }
      throw PlanError.file(problems)
    }
  }

  private static func bytes(of path: FilePath) throws -> [UInt8] {
    let file = try CollectionFile(path)
    var bytes: [UInt8] = []
    while true {
      let piece = try file.piece()
      if piece.isEmpty { return bytes }
      bytes += piece
      if bytes.count > Plans.byteLimit { throw FileError.tooLarge(path, limit: Plans.byteLimit) }
    }
  }
}

extension PlanMaking: ExpressibleByArgument {}
