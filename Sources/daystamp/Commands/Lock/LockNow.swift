import ArgumentParser
import Shell
import Store

struct LockNow: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Close the door: end every session, wherever it was opened.",
    discussion: """
      EXAMPLES
        daystamp lock now
      """)

  @OptionGroup var nothingElse: NothingElse
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    try lock.close()
    sessions.forget(lock)
    Console.say(Wording.lockedNow(lock.owner))
    return .success
  }
}
