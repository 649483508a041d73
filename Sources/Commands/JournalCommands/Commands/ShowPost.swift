import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Wording

/// `daystamp show`: all that the journal knows of one post.
struct ShowPost: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything about a post, even in the trash.",
    discussion: """
      Its words come last, wrapped to the terminal.

      EXAMPLES
        daystamp show 12
        daystamp show 12 --json | jq -r .words
        gimp "$(daystamp show 12 --json | jq -r .file)"
      """)

  @Argument(help: ArgumentHelp("The post's number.", valueName: "number"))
  var number: Int

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    try Self.print(journal.posts.post(number), of: journal, asJSON: json, look.style)
    return .success
  }

  /// Prints a post with everything about it.
  static func print(
    _ post: Post, of journal: OwnerJournal, asJSON: Bool, _ style: TerminalStyle
  ) throws {
    if asJSON { return Console.print(PostJSON(post, in: journal).jsonLine()) }
    let paths = post.photos.map { journal.posts.path($0.file) }
    for line in Wording.post(post, in: journal, zone: try journal.settings.current().zone) {
      let line = Wording.lines(line)
      guard let path = paths.first(where: { line.contains(Wording.name($0)) }) else {
        Console.print(line)
        continue
      }
      Console.print(styled: style.linking(line, Wording.name(path), to: path))
    }
    guard !post.words.isEmpty else { return }
    Console.print("")
    for line in WrappedText.lines(post.words, width: TerminalStyle.columnsOfStandardOutput) {
      Console.print(line)
    }
  }
}

/// `daystamp random`: a post drawn at random.
struct RandomPost: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: "Show a random post, the same one all day.",
    discussion: """
      --again can also show posts made today. Without it, they come only if there are no others.

      EXAMPLES
        daystamp random
        daystamp random --again
      """)

  @Flag(help: "Show another one.")
  var again = false

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    guard let post = try draw(from: journal) else {
      Console.say(Wording.noPosts)
      return .success
    }
    try ShowPost.print(post, of: journal, asJSON: json, look.style)
    return .success
  }

  private func draw(from journal: OwnerJournal) throws -> Post? {
    if again { return try journal.memories.randomPost(seed: .random(in: 0...(.max)), before: .max) }
    let rule = try journal.settings.current().rule
    return try journal.memories.post(ofTheDay: rule.today, rule)
  }
}
