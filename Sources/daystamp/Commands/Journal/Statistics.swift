import ArgumentParser
import Journal
import Shell
import Store

/// `daystamp stats`: what a journal comes to.
struct Statistics: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show how many posts and days there are, runs of days, and every month.",
    discussion: """
      A run is of days one after the other that each have a post; the current one reaches today, or \
      yesterday while today has none.

      EXAMPLES
        daystamp stats
        daystamp stats --json | jq .currentRun.days
      """)

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let statistics = try journal.days.statistics(today: journal.settings.current().rule.today)
    if json {
      Console.print(StatisticsDescription(statistics).jsonLine())
    } else if statistics.posts > 0 {
      Wording.statistics(statistics).forEach { Console.print($0) }
    }
    if statistics.posts == 0 { Console.say(Wording.noPosts) }
    return .success
  }
}
