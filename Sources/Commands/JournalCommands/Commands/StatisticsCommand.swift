import JournalShell
import ArgumentParser
import CaptureTime
import Foundation
import Journal
import Shell
import Store
import Wording

/// `daystamp stats`: a journal in figures.
struct Statistics: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show figures of posts, days, words, moods and streaks.",
    discussion: """
      A run is a series of days with a post; the current one reaches to today, or to yesterday if \
      today has none yet. A streak is the same for morning pages written on the day itself; one \
      written later is shown hollow and does not count.

      Means are of all moods, from 1 (awful) to 5 (great).

      EXAMPLES
        daystamp stats
        daystamp stats --json | jq .currentRun.days
        daystamp stats --json | jq '.weekdays | max_by(.mood) | .weekday'
      """)

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let present = try journal.settings.current().present
    let figures = try journal.days.statistics(today: present.day)
    let writing = try journal.days.writing(today: present.day)
    if output.json {
      Console.print(StatisticsDescription(figures, writing).jsonLine())
    } else if figures.posts > 0 {
      let names = try CalendarNames(
        locale: TimeLocale.name(in: ProcessInfo.processInfo.environment))
      let lines = StatisticsLines(
        figures: figures, writing: writing, lastDays: try lastDays(journal, present.day),
        today: present.day, weekStart: present.weekStart, names: names)
      lines.lines.forEach { Console.print($0) }
    }
    if figures.posts == 0 { Console.say(Wording.noPosts) }
    return .success
  }

  private func lastDays(
    _ journal: OwnerJournal, _ today: CivilDate
  ) throws -> [(day: CivilDate, summary: DaySummary?)] {
    let days = (1 - StatisticsLines.lastDaysCount...0).map { today.adding(days: $0) }
    guard let first = days.first else { return [] }
    let summaries = try journal.days.summaries(DayBounds(DayRange(first: first, last: today)))
    return days.map { day in (day, summaries.last { $0.day == day }) }
  }
}
