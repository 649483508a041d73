import JournalShell
import ArgumentParser
import Reminders
import Shell
import Store
import Wording

extension ReminderSubject: ExpressibleByArgument {}

/// What is said of a reminder beside of what and when.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Remind again after this many minutes, \(RuleFacts.againRange.lowerBound) to \
      \(RuleFacts.againRange.upperBound), if it is still open. Default: \(RuleFacts.usualAgain), \
      for reminders of something to do.
      """, valueName: "minutes"))
  var again: Int?

  @Flag(help: "Remind only once.")
  var once = false

  @Option(
    help: ArgumentHelp(
      "Hours without reminders, or none. Default: \(QuietHours.usual).",
      valueName: "from-until|none"))
  var quiet: String?

  func validate() throws {
    if once, again != nil { throw ValidationError(Wording.againOrOnce) }
    if let again, !RuleFacts.againRange.contains(again) {
      let error = ReminderError.again(observed: again, expected: RuleFacts.againRange)
      throw ValidationError(Wording.sentence(for: error))
    }
    _ = try quietHours()
  }

  var isEmpty: Bool { again == nil && !once && quiet == nil }

  /// - Throws: `ValidationError`.
  func change(_ facts: inout RuleFacts) throws {
    if once { facts.again = nil }
    if let again { facts.again = again }
    if let quiet = try quietHours() { facts.quiet = quiet }
  }

  /// Nil where nothing is said of them, and within that nil for none.
  private func quietHours() throws -> QuietHours?? {
    guard let quiet else { return nil }
    if quiet == "none" { return .some(nil) }
    return try Wording.checking("--quiet", quiet) { try QuietHours.parse(RawArguments.text($0)) }
  }
}

extension TimeOfDay {
  /// Reads the time of `--at`.
  ///
  /// - Throws: `ValidationError`.
  fileprivate static func argument(_ text: String) throws -> TimeOfDay {
    try Wording.checking("--at", text) { try parse(RawArguments.text($0)) }
  }
}

/// `daystamp reminder add`: one more time of day.
struct AddReminder: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a reminder at a time of day.",
    discussion: """
      These come again after two hours if they are still open:

        morning    the morning page, until you write it
        people     people who are due, at their own time if they have one
        plan       the day's portions, until you read them
        contacts   yesterday's contacts, if you logged none

      These come once:

        birthdays  today's birthdays
        memories   posts of this day in earlier years
        text       the text of the day

      Times are in the journal's time zone. A new reminder starts with its next time.

      EXAMPLES
        daystamp reminder add morning --at 09:00
        daystamp reminder add people --at 18:30 --again 60
        daystamp reminder add plan --at 21:00 --once
        daystamp reminder add memories --at 23:00 --quiet none
        daystamp reminder add text --at 08:00 --off
      """)

  @Argument(help: ArgumentHelp("What to remind you of.", valueName: "what"))
  var what: ReminderSubject

  @Option(help: ArgumentHelp("When, such as 09:00.", valueName: "hh:mm"))
  var at: String

  @OptionGroup(title: "Repeat and quiet hours") var options: RuleOptions

  @Flag(help: "Add it turned off; daystamp reminder on turns it on.")
  var off = false

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try facts() }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let rule = try journal.reminders.add(facts(), now: Clock.now())
    [rule].print(asJSON: output.json)
    try journal.noteQuietTimes(of: [rule])
    return .success
  }

  private func facts() throws -> RuleFacts {
    var facts = RuleFacts(
      what, at: try .argument(at), again: what.canBeDone ? RuleFacts.usualAgain : nil,
      isOn: !off)
    try options.change(&facts)
    try Wording.checking { try facts.check() }
    return facts
  }
}

/// `daystamp reminder edit`: another time, or otherwise.
struct EditReminder: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a reminder's time, repeat or quiet hours.",
    discussion: """
      EXAMPLES
        daystamp reminder edit 1 --at 08:30
        daystamp reminder edit 1 --once --quiet none
      """)

  @OptionGroup var chosen: NumberedReminder

  @Option(help: ArgumentHelp("When, such as 09:00.", valueName: "hh:mm"))
  var at: String?

  @OptionGroup(title: "Repeat and quiet hours") var options: RuleOptions
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if at == nil, options.isEmpty { throw ValidationError(Wording.nothingToChangeOfReminder) }
    _ = try at.map(TimeOfDay.argument)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let rule = try journal.reminders.edit(chosen.number, now: Clock.now()) { facts in
      if let at { facts.time = try .argument(at) }
      try options.change(&facts)
    }
    [rule].print(asJSON: output.json)
    try journal.noteQuietTimes(of: [rule])
    return .success
  }
}
