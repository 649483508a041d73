import ArgumentParser
import Shell
import Store

struct LockSet: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Give the journal a PIN and lock it.",
    discussion: """
      What is stored of the PIN is worth nothing without the file journal.pepper in the journal's \
      folder: leave that file out where you copy the folder to a place that others may see.

      EXAMPLES
        daystamp lock set
        daystamp lock set --pin-stdin < pin.txt
      """)

  @OptionGroup var strength: WeakPINOption
  @OptionGroup var input: PINOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    // Behind a closed door nothing is asked.
    _ = try place.open()
    guard try lock.tries() == nil else { throw LockError.pinExists(lock.owner) }
    let pin = try input.entry().readNew(Wording.asksForNewPIN, check: strength.check)
    try lock.set(pin)
    Console.say(Wording.lockedFromNowOn(lock.owner))
    return .success
  }
}
