import CaptureTime
import Journal
import JournalShell
import Reminders
import Shell
import Store
import Wording

extension Wording {
  static let pinOnCommandLine =
    "There are more arguments than this command takes. A PIN is never given on the command line, where others "
    + "can see it: it is asked for, or read from standard input with --pin-stdin."

  static let nobodyToGivePIN =
    "There is no terminal to ask for the PIN on; --pin-stdin reads it from standard input."

  static let asksForNewPIN =
    "New PIN, \(PIN.lengths.lowerBound) to \(PIN.lengths.upperBound) digits"
  static let asksForOldPIN = "Old PIN"
  static let keyTakesNoTime =
    "--for goes with the journal's PIN; with --key the setting lock-after says how long."
  static let asksForKeyPIN = "PIN of the security key"
  static let asksToTouchKey = "Touch the security key."
  static let asksOnceMore = "Once more"
  static let noIdleTime =
    "give a time from 1s to \(Session.longest / 3_600)h, such as 15m or 1h30m."
  static let noPIN = "no PIN"
  static let locked = "locked"
  static let changedPIN = "The PIN is changed, and every session ended."

  static func goesOn(_ outlet: Outlet) -> String {
    let (name, removal) = Self.outlet(outlet)
    return "\(name), goes on with the new PIN; \(removal) removes it."
  }

  static func asksForPIN(of owner: OwnerName) -> String { "PIN of \(escaped(owner.text))" }

  static func asksToReset(_ owner: OwnerName) -> String {
    "Take the PIN of \(escaped(owner.text)) away?"
  }

  static func nothingToUnlock(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) has no PIN; it is open."
  }

  static func unlocked(idle: Int) -> String {
    "Open until it has not been used for \(duration(idle)), and for "
      + "\(duration(Session.longest)) at most."
  }

  /// What an owner who has just unlocked the journal is told.
  static func failedTries(_ tries: [FailedTry], _ zone: CaptureZone) -> String {
    let lines = tries.sources.map { source in
      let device = source.name.map { "“\(escaped($0.text))”" } ?? "this machine"
      let address = source.address.map { " (\(escaped($0)))" } ?? ""
      return "  \(counted(source.count, "time")) from \(device)\(address), last at "
        + InstantText.text(source.last, in: zone) + (source.opened ? "; it then opened it" : "")
    }
    let title = "\(counted(tries.count, "wrong PIN was", "wrong PINs were")) tried before this one:"
    return ([title] + lines).joined(separator: "\n")
  }

  static func lockedFromNowOn(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) is locked; daystamp unlock opens it. The lock is a gate, "
      + "not encryption: whoever can read the files can read the photos."
  }

  static func lockedNow(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) is locked."
  }

  static func tookPINAway(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) has no PIN any more; it is open."
  }

  static func open(_ session: Session, now: Int) -> String {
    let left = session.timeLeft(at: now)
    return "open; locks in \(duration(left.unused)) where it is not used, "
      + "in \(duration(left.atMost)) in any case"
  }

  static func locked(_ tries: Tries, wait: Int) -> String {
    "locked; \(tries.wording(wait: wait).commandLine)"
  }
}
