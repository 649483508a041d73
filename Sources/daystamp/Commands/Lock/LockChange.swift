import ArgumentParser
import Shell
import Store

struct LockChange: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Put another PIN in the place of the old one, and lock the journal.",
    discussion: """
      With --pin-stdin the first line is the old PIN and the second the new one.

      EXAMPLES
        daystamp lock change
        printf '%s\\n' "$old" "$new" | daystamp lock change --pin-stdin
      """)

  @OptionGroup var strength: WeakPINOption
  @OptionGroup var input: PINOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    try lock.checkMayTry()
    let entry = input.entry()
    let old = try entry.read(Wording.asksForOldPIN)
    let new = try entry.readNew(Wording.asksForNewPIN, check: strength.check)
    try lock.change(old, to: new)
    sessions.forget(lock)
    Console.say(Wording.changedPIN)
    return .success
  }
}
