import JournalShell
import ArgumentParser
import CaptureTime
import SecurityKeys
import Shell
import Store
import Wording

/// `daystamp unlock`: opens the journal for a while.
struct UnlockJournal: LockSubcommand, AsksForPIN {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Open the journal with its PIN.",
    discussion: """
      The journal stays open for this login while you use it. It locks once it is unused for the \
      time of --for, or of the setting lock-after, by default 15 minutes. It locks after \
      \(Session.longest / 3_600) hours in any case. daystamp lock now locks it at once.

      --key opens it with a plugged-in FIDO2 key: you give the key's own PIN or your fingerprint, \
      and touch it. The key needs a passkey of the owner's; add one in the settings of \
      daystamp-server's pages.

      EXAMPLES
        daystamp unlock
        daystamp unlock --for 1h
        daystamp unlock --key
        In a script:
          daystamp unlock --pin-stdin < pin.txt
          daystamp backup ~/journal.sqlite
          daystamp lock now
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Lock after this time unused, from 1s to \(Session.longest / 3_600)h: 15m, 1h30m.",
      valueName: "time"),
    transform: Self.idle)
  var idle: Int?

  @Flag(help: "Unlock with a plugged-in security key, instead of the journal's PIN.")
  var key = false

  @OptionGroup(title: "PIN") var input: PINOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(on lock: OwnerLock, _ sessions: SessionFiles) throws -> ExitStatus {
    guard try lock.tries() != nil else {
      Console.say(Wording.nothingToUnlock(lock.owner))
      return .success
    }
    let opening: Opening
    do {
      opening = try key ? openByKey(lock) : openByPIN(lock)
    } catch let error as SecurityKeyError {
      Console.say("Error: \(Wording.sentence(for: error))")
      return .locked
    }
    let (token, failed) = (opening.token, opening.failedTries)
    do {
      try sessions.keep(token, for: lock)
    } catch {
      try lock.end(token)
      throw error
    }
    if let session = try lock.session(token) { Console.say(Wording.unlocked(idle: session.idle)) }
    if !failed.isEmpty {
      let zone = try place.openAll().dayRule(of: lock.owner).zone
      Console.say(Wording.failedTries(failed, zone))
      _ = lock.forgetFailedTries(of: opening)
    }
    return .success
  }

  func validate() throws {
    if key, idle != nil { throw ValidationError(Wording.keyTakesNoTime) }
  }

  private func openByPIN(_ lock: OwnerLock) throws -> Opening {
    try lock.checkMayTry()
    return try lock.open(
      try input.entry().read(Wording.asksForPIN(of: lock.owner)), idle: idle)
  }

  private func openByKey(_ lock: OwnerLock) throws -> Opening {
    let passkeys = try place.openAll().passkeys.list(of: lock.owner)
    return try lock.open(byKeyWith: passkeys) {
      try input.entry().readKeyPIN(Wording.asksForKeyPIN)
    }
  }

  private static func idle(_ text: String) throws -> Int {
    guard let time = try? TimeShift.parse(text), time.months == 0,
      (1...Session.longest).contains(time.seconds)
    else { throw ValidationError(Wording.noIdleTime) }
    return time.seconds
  }
}
