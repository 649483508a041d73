import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// A command that does something with a plan, and shows the plan's day then.
protocol PlanDeed: JournalCommand {
  var output: JSONOption { get }

  func act(on plans: Plans, _ present: PresentDay) throws -> PlanDay
}

extension PlanDeed {
  func run(in journal: OwnerJournal) throws -> ExitStatus {
    try act(on: journal.plans, journal.settings.current().present).print(asJSON: output.json)
    return .success
  }
}

/// Which of the plans that are followed.
struct FollowedPlan: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The plan's name. Default: the only one you follow.", valueName: "name"))
  var name: String?

  func validate() throws { _ = try planName() }

  func planName() throws -> PlanName? { try name.map(PlanName.argument) }
}

struct StartPlan: PlanDeed {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start following a plan.",
    discussion: """
      By the calendar, its first day is today, or the day of --on. With --own-pace, the next day \
      comes once you have read the one before, however long that takes.

      EXAMPLES
        daystamp plan start 'Bible in a year'
        daystamp plan start year --on 2026-01-01
        daystamp plan start psalms --own-pace
      """)

  @Argument(help: ArgumentHelp("The plan's name.", valueName: "name"))
  var name: String

  @Option(
    help: ArgumentHelp("Its first day: tomorrow, 2026-01-01. Default: today.", valueName: "day"))
  var on: String?

  @Flag(help: "Go on to the next day only once you have read one.")
  var ownPace = false

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    _ = try PlanName.argument(name)
    if on != nil, ownPace { throw ValidationError(Wording.onOrOwnPace) }
    _ = try PresentDay.checking(start)
  }

  private func start(_ present: PresentDay) throws -> CivilDate {
    guard let on else { return present.day }
    return try Wording.checkingDays("--on", on) { try DayRange.day($0, present: present) }
  }

  func act(on plans: Plans, _ present: PresentDay) throws -> PlanDay {
    try plans.start(
      PlanName.argument(name), on: start(present), pace: ownPace ? .own : .calendar,
      today: present.day, now: Clock.now())
  }
}

struct PlanDone: PlanDeed {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Mark today's portions, or some of them, as read.",
    discussion: """
      EXAMPLES
        daystamp plan done
        daystamp plan done --portion 2
        daystamp plan done 'Bible in a year' --day 57
      """)

  @OptionGroup var plan: FollowedPlan
  @OptionGroup var portions: PlanPortions
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func act(on plans: Plans, _ present: PresentDay) throws -> PlanDay {
    try plans.done(
      portions.portion, day: portions.day, of: plan.planName(), today: present.day,
      now: Clock.now())
  }
}

/// Portions of a plan's day.
struct PlanPortions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The portion's number; may be repeated. Default: all of the day.",
      valueName: "number"))
  var portion: [Int] = []

  @Option(
    help: ArgumentHelp("The day of the plan, by number. Default: today's.", valueName: "number"))
  var day: Int?
}

struct PlanUndo: PlanDeed {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Mark portions as unread.",
    discussion: """
      This also marks their sections as unread.

      EXAMPLES
        daystamp plan undo
        daystamp plan undo --portion 2 --day 57
      """)

  @OptionGroup var plan: FollowedPlan
  @OptionGroup var portions: PlanPortions
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func act(on plans: Plans, _ present: PresentDay) throws -> PlanDay {
    try plans.undo(
      portions.portion, day: portions.day, of: plan.planName(), today: present.day)
  }
}

struct ShiftPlan: PlanDeed {
  static let configuration = CommandConfiguration(
    commandName: "shift",
    abstract: "Move a plan so that today is its first unread day.",
    discussion: """
      EXAMPLES
        daystamp plan shift
        daystamp plan shift 'Bible in a year'
      """)

  @OptionGroup var plan: FollowedPlan
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func act(on plans: Plans, _ present: PresentDay) throws -> PlanDay {
    try plans.shift(plan.planName(), today: present.day)
  }
}

struct MovePlan: PlanDeed {
  static let configuration = CommandConfiguration(
    commandName: "at",
    abstract: "Move a plan so that today is the given day of it.",
    discussion: """
      The days before it are skipped.

      EXAMPLES
        daystamp plan at 60
        daystamp plan at 60 'Bible in a year'
      """)

  @Argument(help: ArgumentHelp("The number of the plan's day.", valueName: "number"))
  var day: Int

  @OptionGroup var plan: FollowedPlan
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func act(on plans: Plans, _ present: PresentDay) throws -> PlanDay {
    try plans.go(plan.planName(), to: day, today: present.day)
  }
}

struct StopPlan: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "Stop following a plan.",
    discussion: """
      You can start the plan again. Read sections stay read.

      EXAMPLES
        daystamp plan stop
        daystamp plan stop 'Bible in a year'
      """)

  @OptionGroup var plan: FollowedPlan
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    Console.say(Wording.stopped(try journal.plans.stop(plan.planName(), now: Clock.now())))
    return .success
  }
}

struct RemovePlan: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a plan and its progress.",
    discussion: """
      Read sections stay read.

      EXAMPLES
        daystamp plan remove year
      """)

  @Argument(help: ArgumentHelp("The plan's name.", valueName: "name"))
  var name: String

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try PlanName.argument(name) }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    Console.say(Wording.removed(try journal.plans.remove(PlanName.argument(name))))
    return .success
  }
}
