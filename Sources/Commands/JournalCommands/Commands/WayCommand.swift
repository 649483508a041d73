import JournalShell
import ArgumentParser
import Journal
import Reminders
import Sending
import Shell
import Store
import Wording

/// `daystamp reminder way`: the ways reminders reach you.
struct WayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "way",
    abstract: "Choose how reminders reach you: add, list, test and remove ways.",
    discussion: """
      A hook is a web address, where curl sends the notice; mail goes through the machine's \
      sendmail. Add a browser on the page of reminders. This machine's desktop shows reminders \
      wherever daystamp remind runs, until you remove it; daystamp reminder way desktop adds it \
      again.

      While the journal has a PIN, a notice says only that something is due, unless the way has \
      --names: others may see a notice as it travels or appears. Browsers then never get names.

      A mail address added on a page or by a program gets a code; type that code there first. An \
      address added here needs no code, so you can remove such a way and add it here instead.

      EXAMPLES
        daystamp reminder way hook https://ntfy.sh/a-name-nobody-guesses
        daystamp reminder way mail mina@example.org
        daystamp reminder way test 1
        daystamp reminder way names 1 on
      """,
    subcommands: [
      ListWays.self, AddHook.self, AddMail.self, AddDesktop.self, TestWay.self, NameByWay.self,
      RemoveWay.self,
    ],
    defaultSubcommand: ListWays.self)
}

struct ListWays: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the ways, and their last failures.",
    discussion: """
      Tokens and full addresses of browsers stay hidden.

      EXAMPLES
        daystamp reminder way list
        daystamp reminder way list --json | jq .failure.reason
      """)

  @Flag(help: "One JSON object for each way.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let ways = try journal.reminders.ways(now: Clock.now())
    ways.print(asJSON: json, in: try journal.settings.current().zone)
    if ways.isEmpty { try journal.noteDesktop() }
    return .success
  }
}

/// The number of a way.
struct NumberedWay: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The way's number in daystamp reminder way list.", valueName: "number"))
  var number: Int64
}

struct TestWay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Send a test by a way now, and show if it arrived.",
    discussion: """
      The notice says that it is a test, and nothing of the journal. The exit code is 1 if it does \
      not arrive. Only daystamp-server sends to browsers: test those on the page of reminders.

      EXAMPLES
        daystamp reminder way test 1
      """)

  @OptionGroup var chosen: NumberedWay
  @OptionGroup(title: "Journal") var place: JournalOptions

  mutating func run() async throws {
    let command = self
    try await ExitStatus.exit {
      let journals = try command.place.openAll()
      let journal = try journals.journal(of: command.place.ownerName())
      let way = try journal.reminders.way(command.chosen.number)
      guard way.isConfirmed else { throw ReminderError.unconfirmed(way.id) }
      let settings = try journal.settings.current()
      try await WaySender(web: CurlProgram(), hooks: HookRule(journals), now: Clock.now)
        .send(.test(in: settings.reminderLanguage, at: settings.webAddress), by: way)
      Console.say(Wording.sentTest(way))
      return .success
    }
  }
}

struct NameByWay: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Set if a way shows names while the journal has a PIN.",
    discussion: """
      EXAMPLES
        daystamp reminder way names 1 on
        daystamp reminder way names 1 off
      """)

  @OptionGroup var chosen: NumberedWay
  @OptionGroup var names: NamesChoice
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let way = try journal.reminders.setNames(
      names.choice == .on, ofWay: chosen.number, now: Clock.now())
    [way].print(asJSON: output.json, in: try journal.settings.current().zone)
    return .success
  }
}

/// Whether reminders give names.
struct NamesChoice: ParsableArguments {
  @Argument(help: ArgumentHelp("on or off.", valueName: "on|off"))
  var choice: OnOrOff

  enum OnOrOff: String, CaseIterable, ExpressibleByArgument { case on, off }
}

struct RemoveWay: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a way, with its token.",
    discussion: """
      A removed desktop stays removed until daystamp reminder way desktop.

      EXAMPLES
        daystamp reminder way remove 1
      """)

  @OptionGroup var chosen: NumberedWay
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let way = try journal.reminders.remove(way: chosen.number, now: Clock.now())
    Console.say(Wording.removed(way, again: try place.repeated()))
    return .success
  }
}
