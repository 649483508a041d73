import JournalShell
import ArgumentParser
import Journal
import People
import Shell
import Store
import Wording

/// `daystamp snooze`: a person who is due is put off.
struct SnoozePerson: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze",
    abstract: "Snooze a due person, for 1 to 7 days from today.",
    discussion: """
      The first three snoozes since the last contact are free; each further one costs the plant a \
      step.

      EXAMPLES
        daystamp snooze Mina
        daystamp snooze Mina 3
        daystamp snooze Mina --undo
      """)

  @OptionGroup var chosen: NamedPerson

  @Argument(help: ArgumentHelp("For how many days, 1 to 7. Default: 1.", valueName: "days"))
  var days: Int?

  @Flag(help: "Undo the last snooze.")
  var undo = false

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if undo, days != nil { throw ValidationError(Wording.daysOrUndo) }
    guard let days, !Snooze.range.contains(days) else { return }
    throw ValidationError(
      Wording.sentence(for: ContactError.snoozeDays(observed: days, expected: Snooze.range)))
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let today = try journal.settings.current().present.day
    let person = try chosen.person(in: journal)
    let known =
      undo
      ? try journal.people.unsnooze(person.id)
      : try journal.people.snooze(person.id, days: days ?? 1, today: today, now: Clock.now())
    [known].print(asJSON: output.json, today: today)
    return .success
  }
}
