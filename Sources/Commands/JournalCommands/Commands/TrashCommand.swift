import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Wording

/// `daystamp trash`: lists, restores and permanently deletes posts in the trash.
struct TrashCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: "List, restore or permanently delete posts in the trash.",
    discussion: """
      EXAMPLES
        daystamp trash
        daystamp trash restore 12 13
        daystamp trash restore --all
        daystamp trash delete 12
        daystamp trash empty
      """,
    subcommands: [TrashList.self, TrashRestore.self, TrashDelete.self, TrashEmpty.self],
    defaultSubcommand: TrashList.self)
}

struct TrashList: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the posts in the trash, in the order you deleted them.",
    discussion: """
      EXAMPLES
        daystamp trash list
        daystamp trash list --json | jq .number
      """)

  @Flag(help: "One JSON object for each post.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let posts = try journal.trash.posts()
    let zone = try journal.settings.current().zone
    posts.printLines(
      asJSON: json, { PostJSON($0, in: journal) }, numbers: [0],
      lineWidth: TerminalStyle.columnsOfStandardOutput
    ) { Self.cells($0, zone) }
    if posts.isEmpty, !json { Console.say(Wording.trashIsEmpty) }
    return .success
  }

  private static func cells(_ post: Post, _ zone: CaptureZone) -> [String] {
    let trashed = post.trashed.map { instant in
      CaptureTime(wallSeconds: instant + zone.offset(at: instant), source: .given).date
    }
    return [
      "\(post.number)", "\(post.day)", trashed.map(Wording.trashed) ?? "",
      Wording.line(of: post),
    ]
  }
}

struct TrashRestore: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore posts from the trash.",
    discussion: """
      Prints the number and day of each post. If one of them is not in the trash, none is \
      restored. With --all, a morning page stays in the trash if its day has another by now; all \
      others come back.

      EXAMPLES
        daystamp trash restore 12
        daystamp trash restore 12 13
        Everything in the trash:
          daystamp trash restore --all
      """)

  @Argument(help: ArgumentHelp("The posts' numbers.", valueName: "number"))
  var numbers: [Int] = []

  @Flag(help: "Restore everything in the trash.")
  var all = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    guard numbers.isEmpty == all else { throw ValidationError(Wording.numbersOrAll) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    guard all else {
      let posts = try journal.trash.restore(numbers.withoutRepetitions)
      for post in posts { Console.print(Wording.line(post)) }
      return .success
    }
    let restoration = try journal.trash.restoreAll()
    for post in restoration.posts { Console.print(Wording.line(post)) }
    for post in restoration.stayed { Console.say(Wording.staysInTrash(post)) }
    guard restoration.stayed.isEmpty else { return .failure }
    if restoration.posts.isEmpty { Console.say(Wording.trashIsEmpty) }
    return .success
  }
}

struct TrashDelete: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Permanently delete posts in the trash, with their files.",
    discussion: """
      If one of them is not in the trash, none is deleted.

      EXAMPLES
        daystamp trash delete 12
        Without being asked, as in a script:
          daystamp trash delete 12 13 --yes
      """)

  @OptionGroup var chosen: NumberedPosts
  @OptionGroup var confirmation: YesOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let numbers = chosen.withoutRepetitions
    // Nobody is asked about what cannot be done.
    try journal.trash.checkAreThere(numbers)
    guard try confirmation.agrees(to: Wording.asksToEmptyTrash(numbers.count)) else {
      return .failure
    }
    Console.say(Wording.deleted(try journal.trash.delete(numbers)))
    return .success
  }
}

struct TrashEmpty: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty",
    abstract: "Permanently delete everything in the trash, with its files.",
    discussion: """
      EXAMPLES
        daystamp trash empty
        Without being asked, as in a script:
          daystamp trash empty --yes
      """)

  @OptionGroup var confirmation: YesOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let count = try journal.posts.size().inTrash
    guard count > 0 else {
      Console.say(Wording.trashIsEmpty)
      return .success
    }
    guard try confirmation.agrees(to: Wording.asksToEmptyTrash(count)) else { return .failure }
    Console.say(Wording.deleted(try journal.trash.empty()))
    return .success
  }
}

/// `daystamp delete`: posts go to the trash.
struct DeletePosts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Move posts to the trash.",
    discussion: """
      If one of them does not exist, none is moved. The files stay until you empty the trash.

      EXAMPLES
        daystamp delete 12
        daystamp delete 3-7
        Without being asked, as in a script:
          daystamp delete 12 13 14 --yes
        And back again:
          daystamp trash restore 12
      """)

  @OptionGroup var chosen: NumberedPosts
  @OptionGroup var confirmation: YesOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let numbers = chosen.withoutRepetitions
    // Nobody is asked about what cannot be done.
    try journal.trash.checkAreLive(numbers)
    guard try confirmation.agrees(to: Wording.asksToTrash(numbers)) else { return .failure }
    try journal.trash.move(numbers, now: Clock.now())
    Console.say(Wording.movedToTrash(numbers))
    return .success
  }
}

/// Posts by their numbers.
struct NumberedPosts: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The posts' numbers, or ranges such as 1-5.", valueName: "number"),
    transform: NumberRange.init(typed:))
  var ranges: [NumberRange]

  /// Each number once, where it is first.
  var withoutRepetitions: [Int] { ranges.flatMap(\.numbers).withoutRepetitions }
}

/// A post's number, or the numbers from one to another.
struct NumberRange {
  let numbers: ClosedRange<Int>
  /// The most posts that a range names.
  private static let limit = 1000

  /// Reads `12`, `1-5` or `1..5`.
  ///
  /// - Throws: `ValidationError`.
  init(typed text: String) throws {
    let ends = text.replacing("..", with: "-").split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false
    ).map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last,
      last - first < Self.limit
    else { throw ValidationError(Wording.notPostNumbers(text, limit: Self.limit)) }
    numbers = first...last
  }
}

extension [Int] {
  /// Each number once, where it is first.
  var withoutRepetitions: [Int] {
    var seen: Set<Int> = []
    return filter { seen.insert($0).inserted }
  }
}
