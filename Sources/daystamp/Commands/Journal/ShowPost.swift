import ArgumentParser
import Journal
import Shell
import Store

/// `daystamp show`: all that the journal knows of one post.
struct ShowPost: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything about a post, also one in the trash.",
    discussion: """
      EXAMPLES
        daystamp show 12
        xdg-open "$(daystamp show 12 --json | jq -r .file)"
      """)

  @Argument(help: ArgumentHelp("The post's number.", valueName: "number"))
  var number: Int

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    try Self.print(journal.posts.post(number), of: journal, asJSON: json)
    return .success
  }

  /// Prints a post with everything about it.
  static func print(_ post: Post, of journal: OwnerJournal, asJSON: Bool) throws {
    if asJSON { return Console.print(PostJSON(post, in: journal).jsonLine()) }
    Wording.post(post, in: journal, zone: try journal.settings.current().zone).forEach {
      Console.print($0)
    }
  }
}
