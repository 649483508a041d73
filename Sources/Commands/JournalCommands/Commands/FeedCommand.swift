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
    abstract: "Show due things in a calendar: add, list and remove feeds.",
    discussion: """
      daystamp-server serves each feed at its address, as an iCalendar file. Anyone who knows the \
      address can read it: give each calendar its own, and remove the feed of a lost device. While \
      the journal has a PIN, the feed says only that something is due, unless you made it with \
      --names. Calendars alert at the times of your reminders, outside their quiet hours; without \
      a reminder, they show the day without an alert.

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
    abstract: "List the calendar feeds, with their last use.",
    discussion: """
      Addresses are not stored, so they cannot be shown.

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
    abstract: "Make a calendar feed, and print its address this once.",
    discussion: """
      The address begins with the setting web-address; without that, only the path after the \
      server's address is printed. The address is not stored, so nobody can show it again.

      EXAMPLES
        daystamp config set web-address https://diary.example.org
        daystamp reminder feed add Phone
        daystamp reminder feed add 'Desk calendar' --names
      """)

  @Argument(help: ArgumentHelp("A name for the feed.", valueName: "name"))
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
    abstract: "Set if a feed shows names while the journal has a PIN.",
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
    abstract: "Remove a feed; its address stops working.",
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
