import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import People
import Shell
import Store
import Wording

/// `daystamp due`: what a day asks for.
struct DueCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Show what is due: people, birthdays, the morning page, plans.",
    discussion: """
      Birthdays come first, then people, the most overdue for their rhythm first. An unwritten \
      morning page and unread portions of plans follow. Anything overdue is due today, not on a \
      later day.

      EXAMPLES
        daystamp due
        daystamp due tomorrow
        daystamp due --week
        daystamp due --json | jq -r 'select(.kind == "person") | .person.name'
      """)

  @Argument(
    help: ArgumentHelp("A day: tomorrow, friday, 2026-12-24. Default: today.", valueName: "day"))
  var day: [String] = []

  @Flag(help: "The seven days that start today.")
  var week = false

  @Flag(help: "One JSON object for each due thing.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if week, !day.isEmpty { throw ValidationError(Wording.dayOrWeek) }
    _ = try PresentDay.checking(chosenDay)
  }

  private func chosenDay(_ present: PresentDay) throws -> CivilDate {
    if day.isEmpty { return present.day }
    return try Wording.checkingDays("The day", day.joined(separator: " ")) {
      try DayRange.dayAhead($0, present: present)
    }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let (today, list) = (settings.present.day, journal.due(settings.leapBirthday))
    let chosen = try chosenDay(settings.present)
    let days =
      week
      ? try list.week(from: today).days
      : [(chosen, try list.items(on: chosen, today: today).items)]
    let shown = days.filter { !$0.items.isEmpty }
    for (index, (day, items)) in shown.enumerated() {
      if !json { Console.print("\(index > 0 ? "\n" : "")\(day)") }
      items.printLines(
        asJSON: json, { DueDescription($0, on: day, today: today) }, numbers: [1]
      ) { Wording.cells($0, today: today) }
    }
    if shown.isEmpty {
      Console.say(week ? Wording.nothingDueInWeek : Wording.nothingDue(on: chosen))
    }
    return .success
  }
}
