import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Wording

/// `daystamp versions`: a post's words as they were.
struct VersionsCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "versions",
    abstract: "List earlier versions of a post's words, or restore one.",
    discussion: """
      Each line shows the version's number, its time, its length and how it begins. Daystamp keeps \
      the last \(PostVersion.limit): all replaced words, and one version for every ten minutes of \
      adding words. Restoring one also keeps the words that it replaces.

      EXAMPLES
        daystamp versions 12
        daystamp versions 12 --show 3
        daystamp versions 12 --restore 3
      """)

  @Argument(help: ArgumentHelp("The post's number.", valueName: "number"))
  var number: Int

  @Option(help: ArgumentHelp("Show the words of this version.", valueName: "version"))
  var show: Int?

  @Option(help: ArgumentHelp("Bring this version back.", valueName: "version"))
  var restore: Int?

  @Flag(help: "One JSON object for each version.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if show != nil, restore != nil { throw ValidationError(Wording.showOrRestore) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    if let restore {
      let post = try journal.posts.restoreVersion(number, restore, now: Clock.now())
      Console.print(json ? PostJSON(post, in: journal).jsonLine() : Wording.line(post))
      return .success
    }
    var versions = try journal.posts.versions(number)
    if let show {
      versions = versions.filter { $0.number == show }
      if versions.isEmpty { throw JournalError.unknownVersion(show, number: number) }
    }
    if show != nil, !json {
      versions.forEach(print)
      return .success
    }
    let zone = try journal.settings.current().zone
    versions.printLines(
      asJSON: json, { VersionDescription($0, hasWords: true) }, numbers: [0, 2],
      lineWidth: TerminalStyle.columnsOfStandardOutput
    ) { Wording.cells($0, zone) }
    if versions.isEmpty, !json { Console.say(Wording.noVersions(number)) }
    return .success
  }

  private func print(_ version: PostVersion) {
    let width = TerminalStyle.columnsOfStandardOutput
    if !version.title.isEmpty { Console.print("\(Wording.oneLine(version.title))\n") }
    WrappedText.lines(version.words, width: width).forEach { Console.print($0) }
  }
}
