import ArgumentParser
import Shell
import Store

struct LockOff: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "off",
    abstract: "Take the PIN away, for which it is asked once more.",
    discussion: """
      EXAMPLES
        daystamp lock off
      """)

  @OptionGroup var input: PINOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    try lock.checkMayTry()
    try lock.remove(try input.entry().read(Wording.asksForPIN(of: lock.owner)))
    sessions.forget(lock)
    Console.say(Wording.tookPINAway(lock.owner))
    return .success
  }
}
