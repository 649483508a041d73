import CaptureTime
import Journal
import JournalShell
import Reminders
import Shell
import Store
import Wording

extension Wording {
  static let pinOnCommandLine =
    "There are too many arguments. Never give a PIN on the command line, where others can "
    + "see it: wait for the question, or use --pin-stdin."

  static let nobodyToGivePIN =
    "There is no terminal to ask for the PIN; --pin-stdin reads it from standard input."

  static let asksForNewPIN =
    "New PIN, \(PIN.lengths.lowerBound) to \(PIN.lengths.upperBound) digits"
  static let asksForOldPIN = "Old PIN"
  static let keyTakesNoTime =
    "--for works with the journal's PIN; with --key, the setting lock-after counts."
  static let asksForKeyPIN = "PIN of the security key"
  static let asksToTouchKey = "Touch the security key."
  static let asksOnceMore = "Again"
  static let noIdleTime =
    "give a time from 1s to \(Session.longest / 3_600)h, such as 15m or 1h30m."
  static let noPIN = "no PIN"
  static let locked = "locked"
  static let changedPIN = "Changed the PIN, and ended every session."

  static func goesOn(_ outlet: Outlet) -> String {
    let (name, removal) = Self.outlet(outlet)
    return "\(name), keeps working with the new PIN; \(removal) removes it."
  }

  static func asksForPIN(of owner: OwnerName) -> String { "PIN of \(escaped(owner.text))" }

  static func asksToReset(_ owner: OwnerName) -> String {
    "Remove the PIN of \(escaped(owner.text))?"
  }

  static func nothingToUnlock(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) has no PIN; it is open."
  }

  static func unlocked(idle: Int) -> String {
    "Open until unused for \(duration(idle)), and for \(duration(Session.longest)) at most."
  }

  /// The notice for an owner who has just unlocked the journal.
  static func failedTries(_ tries: [FailedTry], _ zone: CaptureZone) -> String {
    let lines = tries.sources.map { source in
      let device = source.name.map { "“\(escaped($0.text))”" } ?? "this machine"
      let address = source.address.map { " (\(escaped($0)))" } ?? ""
      return "  \(counted(source.count, "time")) from \(device)\(address), last at "
        + InstantText.text(source.last, in: zone)
        + (source.opened ? "; it then unlocked the journal" : "")
    }
    let title = "\(counted(tries.count, "wrong try", "wrong tries")) before this one:"
    return ([title] + lines).joined(separator: "\n")
  }

  static func lockedFromNowOn(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) is locked; daystamp unlock opens it. The lock is "
      + "a gate, not encryption: anyone who can read the files can read the photos."
  }

  static func lockedNow(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) is locked."
  }

  static func tookPINAway(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) no longer has a PIN; it is open."
  }

  static func open(_ session: Session, now: Int) -> String {
    let left = session.timeLeft(at: now)
    return
      "open; locks in \(duration(left.unused)) if unused, in \(duration(left.atMost)) in any case"
  }

  static func locked(_ tries: Tries, wait: Int) -> String {
    "locked; \(tries.wording(wait: wait).commandLine)"
  }
}
