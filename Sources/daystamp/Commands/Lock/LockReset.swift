import ArgumentParser
import Shell
import Store

struct LockReset: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Take away a PIN that is forgotten or shut.",
    discussion: """
      For who owns the machine: it takes the right to write to journal.pepper in the journal's \
      folder. The journal is open then, until daystamp lock set.

      EXAMPLES
        daystamp lock reset
        Without being asked, as in a script:
          daystamp lock reset --yes
      """)

  @OptionGroup var confirmation: YesOption
  @OptionGroup var nothingElse: NothingElse
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    try lock.checkMayReset()
    guard confirmation.agrees(to: Wording.asksToReset(lock.owner)) else { return .failure }
    try lock.reset()
    sessions.forget(lock)
    Console.say(Wording.tookPINAway(lock.owner))
    return .success
  }
}
