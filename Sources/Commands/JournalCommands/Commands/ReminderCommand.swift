import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import People
import Reminders
import Shell
import Store
import Wording

/// `daystamp reminder`: of what one is reminded, when, and how.
struct ReminderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminder",
    abstract: "Set up reminders: their times, ways and calendar feeds.",
    discussion: """
      A reminder comes at its time of day, if there is something to tell. Ways are how reminders \
      reach you; a calendar feed is an address that calendars read. daystamp remind sends due \
      reminders, every minute once daystamp remind --install has set up a timer. daystamp-server \
      sends them too while it runs.

      EXAMPLES
        daystamp reminder add morning --at 09:00
        daystamp reminder
        daystamp reminder way hook https://ntfy.sh/a-name-nobody-guesses
        daystamp reminder way test 1
        daystamp reminder feed add Phone
        daystamp remind --install
      """,
    subcommands: [
      ListReminders.self, AddReminder.self, EditReminder.self, TurnReminderOn.self,
      TurnReminderOff.self, RemoveReminder.self, WayCommand.self, FeedCommand.self,
    ],
    defaultSubcommand: ListReminders.self)
}

struct ListReminders: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the reminders, then the ways and the calendar feeds.",
    discussion: """
      A line shows the reminder's number, time, subject, repeat and quiet hours. If a way last \
      failed, its line says why. If a time falls within the quiet hours, a note says when the \
      reminder comes, if at all.

      EXAMPLES
        daystamp reminder list
        daystamp reminder list --json | jq -r '.rule // empty | .time'
      """)

  @Flag(help: "One JSON object for each reminder, way and feed.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let reminders = journal.reminders
    let (rules, feeds) = (try reminders.rules(), try reminders.feeds())
    let ways = try reminders.ways(now: Clock.now())
    let zone = try journal.settings.current().zone
    if json {
      for rule in rules { Console.print(["rule": RuleDescription(rule)].jsonLine()) }
      for way in ways { Console.print(["way": way.description].jsonLine()) }
      for feed in feeds { Console.print(["feed": FeedDescription(feed)].jsonLine()) }
    } else {
      rules.print(asJSON: false)
      if !ways.isEmpty { Console.print("\nWays") }
      ways.print(asJSON: false, in: zone)
      if !feeds.isEmpty { Console.print("\nCalendar feeds") }
      feeds.print(asJSON: false, in: zone)
    }
    try journal.noteQuietTimes(of: rules)
    if rules.isEmpty {
      Console.say(Wording.noReminders)
    } else if ways.allSatisfy({ $0.facts.kind == .desktop || !$0.isConfirmed }) {
      try journal.noteDesktop()
    }
    return .success
  }
}

/// The number of a reminder.
struct NumberedReminder: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The reminder's number in daystamp reminder list.", valueName: "number"))
  var number: Int64
}

/// `daystamp reminder on`, and `off`: a reminder that rests.
protocol TurnReminder: JournalCommand {
  static var isOn: Bool { get }
  var chosen: NumberedReminder { get }
  var output: JSONOption { get }
}

extension TurnReminder {
  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let rule = try journal.reminders.edit(chosen.number, now: Clock.now()) { $0.isOn = Self.isOn }
    [rule].print(asJSON: output.json)
    try journal.noteQuietTimes(of: [rule])
    return .success
  }
}

struct TurnReminderOn: TurnReminder {
  static let isOn = true
  static let configuration = CommandConfiguration(
    commandName: "on",
    abstract: "Turn a reminder on again.",
    discussion: """
      EXAMPLES
        daystamp reminder on 1
      """)

  @OptionGroup var chosen: NumberedReminder
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions
}

struct TurnReminderOff: TurnReminder {
  static let isOn = false
  static let configuration = CommandConfiguration(
    commandName: "off",
    abstract: "Turn a reminder off without removing it.",
    discussion: """
      EXAMPLES
        daystamp reminder off 1
        daystamp reminder on 1
      """)

  @OptionGroup var chosen: NumberedReminder
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions
}

extension OwnerJournal {
  /// Says which times of rules that are on come later than they are said, or never: second ones, and of the
  /// rule that tells of people at times of their own these, too.
  func noteQuietTimes(of rules: [ReminderRule]) throws {
    let start = try settings.current().dayStart
    for rule in rules {
      if let note = Wording.secondTime(of: rule, dayStart: start) { Console.say(note) }
    }
    guard let first = ReminderSchedule.firstOfPeople(try reminders.rules()), rules.contains(first)
    else { return }
    let notes = try people.reminderTimes().sorted { $0.seconds < $1.seconds }.compactMap {
      Wording.quietTime($0, of: nil, first, dayStart: start)
    }
    // There is room for a few.
    notes.prefix(3).forEach(Console.say)
  }

  /// Says of a person's own time that it is quiet then.
  func noteQuietTime(of person: Person) throws {
    guard let time = person.facts.reminder,
      let first = ReminderSchedule.firstOfPeople(try reminders.rules()),
      let note = Wording.quietTime(
        time, of: person, first, dayStart: try settings.current().dayStart)
    else { return }
    Console.say(note)
  }

  /// Warns that reminders reach only the desktop, or nobody.
  func noteDesktop() throws {
    Console.say(try reminders.isDesktopRemoved() ? Wording.noWays : Wording.onlyDesktop)
  }
}

struct RemoveReminder: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a reminder, and print how to restore it.",
    discussion: """
      The last line printed is the command that makes the same reminder again. If it was off, the \
      new one is off too.

      EXAMPLES
        daystamp reminder remove 1
      """)

  @OptionGroup var chosen: NumberedReminder
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let rule = try journal.reminders.remove(rule: chosen.number)
    Console.say(Wording.removed(rule, again: try place.repeated()))
    return .success
  }
}

extension [ReminderRule] {
  /// Prints rules as a person or a program reads them, a line each.
  func print(asJSON: Bool) {
    printLines(asJSON: asJSON, { RuleDescription($0) }, numbers: [0], cells: Wording.cells)
  }
}

extension [ReminderWay] {
  /// Prints ways as a person or a program reads them, a line each, without secrets.
  func print(asJSON: Bool, in zone: CaptureZone) {
    printLines(asJSON: asJSON, \.description, numbers: [0]) { Wording.cells($0, in: zone) }
  }
}

extension ReminderWay {
  /// Why the last notice failed is said in full: whoever reads it has the machine.
  fileprivate var description: WayDescription {
    WayDescription(self, failedFor: failure.map { Wording.reason(stored: $0.text) })
  }
}

extension [Feed] {
  /// Prints feeds as a person or a program reads them, a line each.
  func print(asJSON: Bool, in zone: CaptureZone) {
    printLines(asJSON: asJSON, { FeedDescription($0) }, numbers: [0]) {
      Wording.cells($0, in: zone)
    }
  }
}
