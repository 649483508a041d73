import JournalShell
import ArgumentParser
import Journal
import Shell
import Store
import Wording

/// `daystamp tags`: all tags with their posts' number.
struct ListTags: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "List all tags, with their number of posts.",
    discussion: """
      The tags with the most posts come first. Posts in the trash do not count.

      EXAMPLES
        daystamp tags
        daystamp tags --json | jq -r 'select(.count > 9) | .tag'
      """)

  @Flag(help: "One JSON object for each tag.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let tags = try journal.posts.tags()
    tags.printLines(asJSON: json, \.self, numbers: [1]) {
      [Wording.escaped($0.tag), "\($0.count)"]
    }
    if tags.isEmpty { Console.say(Wording.noTags) }
    return .success
  }
}
