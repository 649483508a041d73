import ArgumentParser
import Shell
import Store

struct LockStatus: LockSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell whether there is a PIN, and whether the door is open.",
    discussion: """
      Exits with 0 where the journal is open, with 77 where it is locked.

      EXAMPLES
        daystamp lock status
        daystamp lock status --json | jq .triesLeft
        In a script:
          daystamp lock status > /dev/null || daystamp unlock
      """)

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup var nothingElse: NothingElse
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    let now = Clock.now()
    let tries = try lock.tries()
    let session = try lock.session(sessions.token(for: lock))
    if json {
      Console.print(LockStatusJSON(lock.owner, tries, session, now: now).jsonLine())
    } else if let session {
      Console.print(Wording.open(session, now: now))
    } else if let tries {
      Console.print(Wording.locked(tries, wait: tries.wait(at: now)))
    } else {
      Console.print(Wording.noPIN)
    }
    return tries == nil || session != nil ? .success : .locked
  }
}
