import Journal
import SystemPackage

extension Wording {
  static let pinOnCommandLine =
    "There is more than this command takes. A PIN is never given on the command line, where others "
    + "can see it: it is asked for, or read from standard input with --pin-stdin."
  static let nobodyToGivePIN =
    "There is no terminal to ask for the PIN on; --pin-stdin reads it from standard input."
  static let asksForNewPIN = "New PIN, 4 to 12 digits"
  static let asksForOldPIN = "Old PIN"
  static let asksOnceMore = "Once more"
  static let noIdleTime = "give a time from 1s to 8h, such as 15m or 1h30m."
  static let noPIN = "no PIN"
  static let locked = "locked"
  static let changedPIN = "The PIN is changed, and every session ended."

  static func asksForPIN(of owner: OwnerName) -> String { "PIN of \(escaped(owner.text))" }

  static func asksToReset(_ owner: OwnerName) -> String {
    "Take the PIN of \(escaped(owner.text)) away?"
  }

  static func nothingToUnlock(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) has no PIN; it is open."
  }

  static func unlocked(idle: Int) -> String {
    "Open until it has not been used for \(duration(idle)), and for 8 h at most."
  }

  static func lockedFromNowOn(_ owner: OwnerName) -> String {
    "The journal of \(escaped(owner.text)) is locked; daystamp unlock opens it. The lock is a gate, "
      + "not encryption: who can read the files can read the photos."
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

  static func locked(_ tries: Tries, wait: Int) -> String { "locked; \(next(tries, wait: wait))" }

  /// What a person has to know of the next try.
  private static func next(_ tries: Tries, wait: Int) -> String {
    if tries.isShut {
      return "the PIN is shut after too many tries: daystamp lock reset takes it away, by who owns "
        + "the machine"
    }
    return (tries.left == 1 ? "1 try" : "\(tries.left) tries") + " left"
      + (wait > 0 ? ", the next in \(duration(wait))" : "")
  }

  static func message(for error: LockError) -> String {
    switch error {
    case .noPIN(let owner):
      "the journal of \(escaped(owner.text)) has no PIN; daystamp lock set gives it one"
    case .pinExists(let owner):
      "the journal of \(escaped(owner.text)) has a PIN already; daystamp lock change changes it"
    case .wrongPIN(let tries, let wait): "that is not the PIN; \(next(tries, wait: wait))"
    case .noTry(let tries, let wait): "no PIN is tried now; \(next(tries, wait: wait))"
    case .damaged(let owner):
      "what is stored of the PIN of \(escaped(owner.text)) is damaged, and no PIN fits; "
        + "daystamp lock reset takes it away"
    case .changedMeanwhile: "another program changed the PIN in the meantime; try again"
    case .pepper(let error): message(for: error)
    }
  }

  static func message(for error: PINError) -> String {
    switch error {
    case .notDigits: "a PIN is made of the digits 0 to 9 alone"
    case .length(let observed):
      "a PIN has \(PIN.lengths.lowerBound) to \(PIN.lengths.upperBound) digits, and this one has "
        + "\(observed)"
    case .weak(let weakness):
      "\(message(for: weakness)), among the first that anybody tries; take another, or give --weak"
    }
  }

  static func message(for error: PINEntryError) -> String {
    switch error {
    case .nothing: "no PIN was given; nothing was done"
    case .tooLong: "what was given is far longer than a PIN, which has 4 to 12 digits"
    case .entriesDiffer: "the two entries differ; nothing was done"
    }
  }

  private static func message(for weakness: PINWeakness) -> String {
    switch weakness {
    case .repetition: "the PIN repeats a digit or a group of digits"
    case .run: "the PIN runs up or down"
    case .year: "the PIN is a year"
    case .date: "the PIN is a date"
    }
  }

  private static func message(for error: SecretFileError) -> String {
    let needed =
      "PINs are compared with its help; put it back from where you keep a copy, or have "
      + "daystamp lock reset take away each PIN that was made with it"
    return switch error {
    case .missing(let path): "\(name(path)) is missing: \(needed)"
    case .unreadable(let path, let errno): "\(name(path)) cannot be read (\(errno)): \(needed)"
    case .notAFile(let path): "\(name(path)) is no file; remove what is there: \(needed)"
    case .wrongSize(let path, let observed, let expected):
      "\(name(path)) has \(observed) bytes and not \(expected): \(needed)"
    case .tooOpen(let path, let permissions):
      "\(name(path)) is open to others on this machine (its permissions are "
        + "\(String(permissions.rawValue, radix: 8))): chmod 600 \(name(path))"
    case .unwritable(let path, let errno):
      "this takes the right to write to \(name(path)), as who owns the machine has it (\(errno))"
    }
  }

  /// Seconds, as the two largest units: 45 s, 7 h 59 min.
  private static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3_600: "\(seconds / 60) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "")
    default:
      "\(seconds / 3_600) h" + (seconds / 60 % 60 > 0 ? " \(seconds / 60 % 60) min" : "")
    }
  }
}
