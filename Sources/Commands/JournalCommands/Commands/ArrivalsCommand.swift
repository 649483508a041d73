import ArgumentParser
import CaptureTime
import Journal
import JournalShell
import Shell
import Store
import Wording

/// `daystamp arrivals`: what came from other programs, and back again.
struct ArrivalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "arrivals",
    abstract: "List what came from other journals, or undo it.",
    discussion: """
      Each import of another program's journal is an arrival. daystamp import brings one.

      EXAMPLES
        daystamp arrivals
        daystamp arrivals undo 3
      """,
    subcommands: [ListArrivals.self, UndoArrival.self], defaultSubcommand: ListArrivals.self)
}

struct ListArrivals: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the arrivals, the latest first.",
    discussion: """
      Shows each number, its time, the format, the source and how many of its posts are still \
      here.

      EXAMPLES
        daystamp arrivals list
        daystamp arrivals list --json | jq .source
      """)

  @Flag(help: "One JSON object for each arrival.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let arrivals = try journal.arrivals.all()
    let zone = try journal.settings.current().zone
    arrivals.printLines(asJSON: json, { ArrivalJSON($0) }, numbers: [0]) { arrival in
      [
        "\(arrival.number)", InstantText.text(arrival.started, in: zone), arrival.format,
        Wording.oneLine(arrival.source),
        "\(arrival.postsHere)/\(Wording.counted(arrival.posts, "post"))",
        Wording.state(of: arrival),
      ]
    }
    if arrivals.isEmpty, !json { Console.say(Wording.noArrivals) }
    return .success
  }
}

struct UndoArrival: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Move everything of an arrival to the trash.",
    discussion: """
      Posts that you changed since they came stay, and are listed. Import the same source again \
      to take the others out of the trash.

      EXAMPLES
        daystamp arrivals undo 3
        daystamp arrivals undo 3 --json | jq .changed
      """)

  @Argument(help: ArgumentHelp("The arrival's number.", valueName: "number"))
  var number: Int

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let undone = try journal.arrivals.undo(number, now: Clock.now())
    if output.json {
      Console.print(UndoneArrivalJSON(number, undone).jsonLine())
    } else {
      undone.changed.forEach { Console.say(Wording.stays($0)) }
      Console.say(Wording.undone(number, undone))
    }
    return .success
  }
}
