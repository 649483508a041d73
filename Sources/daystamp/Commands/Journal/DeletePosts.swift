import ArgumentParser
import Journal
import Shell
import Store

/// `daystamp delete`: posts go to the trash.
struct DeletePosts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Move posts to the trash.",
    discussion: """
      All of them go, or none where one is not there. Their files stay until the trash is emptied.

      EXAMPLES
        daystamp delete 12
        Without being asked, as in a script:
          daystamp delete 12 13 14 --yes
        And back again:
          daystamp trash restore 12
      """)

  @Argument(help: ArgumentHelp("The posts' numbers.", valueName: "number"))
  var numbers: [Int]

  @OptionGroup var confirmation: YesOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let numbers = numbers.withoutRepetitions
    // Nobody is asked about what cannot be done.
    try journal.trash.checkAreLive(numbers)
    guard confirmation.agrees(to: Wording.asksToTrash(numbers)) else { return .failure }
    try journal.trash.move(numbers, now: Clock.now())
    Console.say(Wording.movedToTrash(numbers))
    return .success
  }
}

extension [Int] {
  /// Each number once, where it is first.
  var withoutRepetitions: [Int] {
    var seen: Set<Int> = []
    return filter { seen.insert($0).inserted }
  }
}
