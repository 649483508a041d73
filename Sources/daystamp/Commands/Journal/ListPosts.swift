import ArgumentParser
import Journal
import Shell
import Store

/// `daystamp list`: the posts of some days, or those that have something in common.
struct ListPosts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List posts: of days, with a star, with a tag, with words in the caption.",
    discussion: """
      Each line has the post's number, when its photo was taken, its star, its caption and its file. \
      Posts come oldest first. Where something else is asked for too, all of it must hold.

      A day is the journal's: it begins and ends as its time zone and day-start tell. Where it goes on \
      after midnight, such times have +1d behind them.

      EXAMPLES
        daystamp list today
        daystamp list 2024-01 --starred
        daystamp list --from 2024-01-30 --to 2024-02 --tag sea
        daystamp list --search 점심 --last 10
        daystamp list 2023 --paths | xargs -d '\\n' cp -t Pictures
        daystamp list --json | jq -r 'select(.original) | .file'
      """)

  @OptionGroup var chosen: PostFilterOptions

  @Flag(help: "Newest first.")
  var reverse = false

  @OptionGroup var output: PostOutputOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let filter = try chosen.filter(today: journal.settings.current().rule.today)
    var printer = PostPrinter(output, of: journal)
    try journal.posts.forEach(
      filter, order: reverse ? .newestFirst : .oldestFirst, latest: chosen.last
    ) { post in
      printer.print(post)
    }
    printer.finish()
    return .success
  }
}
