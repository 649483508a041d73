import JournalShell
import ArgumentParser
import CaptureTime
import Foundation
import Journal
import People
import Shell
import Store
import Wording

/// `daystamp person calendar`: a month of one person.
struct PersonCalendar: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Show a person's month: contacts, due day and anniversaries.",
    discussion: """
      After a day, •2 means two contacts, ! the due day, and * a birthday or other anniversary.

      EXAMPLES
        daystamp person calendar Mina
        daystamp person calendar Mina 2026-11
        daystamp person calendar Mina last month --week-start monday
        daystamp person calendar Mina --json | jq -r 'select(.due) | .day'
      """)

  @OptionGroup var chosen: NamedPerson

  @Argument(
    help: ArgumentHelp(
      "A month, like 2026-11 or last month. Default: this month.", valueName: "month"))
  var month: [String] = []

  @OptionGroup var week: WeekStartOption

  @Flag(help: "One JSON object for each day with something on it.")
  var json = false

  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try PresentDay.checking(chosenMonth) }

  private func chosenMonth(_ present: PresentDay) throws -> Month {
    if month.isEmpty { return Month(containing: present.day) }
    switch try CalendarPeriod.parse(month.joined(separator: " "), present) {
    case .month(let month): return month
    case .year: throw ValidationError(Wording.noMonth)
    }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let first = try chosenMonth(settings.present).first
    let person = try chosen.person(in: journal)
    let month = try journal.people.month(of: person.id, from: first, settings.leapBirthday)
    let days = month.all
    if json {
      for day in days { Console.print(PersonDayDescription(day, month).jsonLine()) }
      return .success
    }
    let locale = TimeLocale.name(in: ProcessInfo.processInfo.environment)
    let lines = try MonthCalendar.lines(
      year: first.year, month: first.month,
      marks: Dictionary(uniqueKeysWithValues: days.map { ($0, DayMark($0, month)) }),
      today: settings.present.day,
      weekStart: week.start(settings.present), locale: locale,
      style: look.style, lineWidth: TerminalStyle.columnsOfStandardOutput)
    Console.print(Wording.escaped(person.name))
    lines.forEach { Console.print(styled: $0) }
    Wording.personLegend(month).forEach { Console.print($0) }
    return .success
  }
}

extension DayMark {
  /// What a day of a person's has.
  fileprivate init(_ day: CivilDate, _ month: PersonMonth) {
    let contacts = month.contacts[day]?.count ?? 0
    self.init(
      symbol: (month.days[day] == nil ? "" : Wording.yearlyMark)
        + (month.due == day ? Wording.dueMark : "") + (contacts > 0 ? Wording.contactMark : ""),
      count: contacts > 0 ? "\(contacts)" : "", isDim: false)
  }
}
