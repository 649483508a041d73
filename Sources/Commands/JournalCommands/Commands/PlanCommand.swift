import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// `daystamp plan`: today's reading, and the plans behind it.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Follow reading plans: today's portions, and your progress.",
    discussion: """
      A plan has portions for each of its days. You follow it by the calendar, from its start, or \
      at your own pace, and can follow several at once. Marking portions as read also marks the \
      sections that they complete.

      EXAMPLES
        daystamp plan
        daystamp plan add year.plan
        daystamp plan add --books-in 365 --name 'Bible in a year'
        daystamp plan start 'Bible in a year'
        daystamp plan done
        daystamp plan done --portion 2
        daystamp plan shift
      """,
    subcommands: [
      PlanToday.self, AddPlan.self, ListPlans.self, CheckPlan.self, StartPlan.self, PlanDone.self,
      PlanUndo.self, ShiftPlan.self, MovePlan.self, StopPlan.self, RemovePlan.self,
    ],
    defaultSubcommand: PlanToday.self)
}

struct PlanToday: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show today's portions of each plan that you follow.",
    discussion: """
      EXAMPLES
        daystamp plan today
        daystamp plan today --json | jq -r '.portions[].title'
      """)

  @Flag(help: "One JSON object for each plan.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let days = try journal.plans.days(on: journal.settings.current().present.day)
    for (index, day) in days.enumerated() {
      if !json, index > 0 { Console.print("") }
      day.print(asJSON: json)
    }
    if days.isEmpty {
      Console.say(try journal.plans.all().isEmpty ? Wording.noPlans : Wording.noPlanFollowed)
    }
    return .success
  }
}

struct ListPlans: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the plans, and your progress in those you follow.",
    discussion: """
      EXAMPLES
        daystamp plan list
        daystamp plan list --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each plan.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let plans = try journal.plans.all()
    let today = try journal.settings.current().present.day
    let followed = try Dictionary(
      journal.plans.days(on: today).map { ($0.plan.id, $0) }, uniquingKeysWith: { $1 })
    plans.printLines(
      asJSON: json, { PlanDescription($0, today: followed[$0.id]) }, numbers: [2]
    ) { Wording.cells($0, followed[$0.id]) }
    if plans.isEmpty { Console.say(Wording.noPlans) }
    return .success
  }
}

struct CheckPlan: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Show texts that a plan never reads, or reads more than once.",
    discussion: """
      The exit code is 1 if there are any.

      EXAMPLES
        daystamp plan check 'Bible in a year'
        daystamp plan check year --json | jq '.coverage.neverRead'
      """)

  @Argument(help: ArgumentHelp("The plan's name.", valueName: "name"))
  var name: String

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try PlanName.argument(name) }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let (plan, coverage) = try journal.plans.coverage(of: PlanName.argument(name))
    if output.json {
      Console.print(PlanDescription(plan, coverage: coverage).jsonLine())
    } else {
      Console.print(Wording.coverage(coverage))
      Wording.spans(of: coverage).forEach { Console.print("  \($0)") }
    }
    return coverage.isWhole ? .success : .failure
  }
}

extension PlanDay {
  /// Prints the day as a person or a program reads it.
  func print(asJSON: Bool) {
    if asJSON { return Console.print(PlanDayDescription(self).jsonLine()) }
    Wording.lines(of: self).forEach { Console.print($0) }
  }
}
