import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store

/// `daystamp random`: a post that lot chose.
struct RandomPost: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: "Show a post drawn by lot, the same one all day.",
    discussion: """
      What was posted today is drawn by --again, and otherwise only where there is nothing else.

      EXAMPLES
        daystamp random
        daystamp random --again
      """)

  @Flag(help: "Draw again.")
  var again = false

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    guard let post = try draw(from: journal) else {
      Console.say(Wording.noPosts)
      return .success
    }
    try ShowPost.print(post, of: journal, asJSON: json)
    return .success
  }

  private func draw(from journal: OwnerJournal) throws -> Post? {
    if again { return try journal.memories.randomPost(seed: .random(in: 0...(.max)), before: .max) }
    let rule = try journal.settings.current().rule
    let today = rule.today
    return try journal.memories.randomPost(
      seed: UInt64(bitPattern: Int64(today.daysSinceEpoch)), before: rule.start(of: today))
  }
}
