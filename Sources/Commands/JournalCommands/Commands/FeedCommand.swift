import JournalShell
import ArgumentParser
import Journal
import Reminders
import Shell
import Store
import Wording

/// `daystamp reminder feed`: addresses that calendars read.
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Show what is due in calendars: add, list and remove addresses.",
    discussion: """
      daystamp-server answers at the address, with an iCalendar file of what is due. Whoever knows the \
      address reads it: give each calendar one of its own, and remove that of a device that is lost. While \
      the journal has a PIN, it says only that something is due, unless it is made with --names. A calendar \
      reminds at the times of your reminders, and not in their quiet hours; what no reminder is of, it shows \
      without.

      EXAMPLES
        daystamp reminder feed add Phone
        daystamp reminder feed list
        daystamp reminder feed remove 1
      """,
    subcommands: [ListFeeds.self, AddFeed.self, NameInFeed.self, RemoveFeed.self],
    defaultSubcommand: ListFeeds.self)
}

struct ListFeeds: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the calendar feeds, and when each was last read.",
    discussion: """
      Their addresses are not stored, and so not shown.

      EXAMPLES
        daystamp reminder feed list
        daystamp reminder feed list --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each feed.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let feeds = try journal.reminders.feeds()
    feeds.print(asJSON: json, in: try journal.settings.current().zone)
    if feeds.isEmpty { Console.say(Wording.noFeeds) }
    return .success
  }
}

/// `daystamp reminder feed add`: an address that is shown once.
struct AddFeed: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Make a calendar feed, and print its address, once.",
    discussion: """
      The address begins with the setting web-address; without it, the path is printed that follows the \
      server's address. It is not stored, so that it cannot be shown again.

      EXAMPLES
        daystamp config set web-address https://diary.example.org
        daystamp reminder feed add Phone
        daystamp reminder feed add 'Desk calendar' --names
      """)

  @Argument(help: ArgumentHelp("What you call it.", valueName: "name"))
  var name: String

  @Flag(help: "Name people and texts while the journal has a PIN, too.")
  var names = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try feedName() }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let (feed, token) = try journal.reminders.addFeed(feedName(), names: names, now: Clock.now())
    let base = try journal.settings.current().webAddress
    Console.print((base?.text ?? "") + Feed.path(of: token))
    Console.say(Wording.madeFeed(feed))
    if base == nil { Console.say(Wording.feedWithoutBase) }
    return .success
  }

  private func feedName() throws -> FeedName {
    try Wording.checking("The name", name) { try FeedName(RawArguments.text($0)) }
  }
}

/// The number of a feed.
struct NumberedFeed: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The feed's number in daystamp reminder feed list.", valueName: "number"))
  var number: Int64
}

struct NameInFeed: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Say whether a feed may name things while there is a PIN.",
    discussion: """
      EXAMPLES
        daystamp reminder feed names 1 on
        daystamp reminder feed names 1 off
      """)

  @OptionGroup var chosen: NumberedFeed
  @OptionGroup var names: NamesChoice
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let feed = try journal.reminders.setNames(
      names.choice == .on, ofFeed: chosen.number, now: Clock.now())
    [feed].print(asJSON: output.json, in: try journal.settings.current().zone)
    return .success
  }
}

struct RemoveFeed: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a feed: its address shows nothing from then on.",
    discussion: """
      EXAMPLES
        daystamp reminder feed remove 1
      """)

  @OptionGroup var chosen: NumberedFeed
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let feed = try journal.reminders.removeFeed(chosen.number, now: Clock.now())
    Console.say(Wording.removed(feed))
    return .success
  }
}
