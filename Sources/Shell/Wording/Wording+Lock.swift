package import Store
import SystemPackage

extension Wording {
  /// What a person has to know of the next try.
  package static func next(_ tries: Tries, wait: Int) -> String {
    if tries.isShut {
      return "the PIN is shut after too many tries: daystamp lock reset takes it away, by who owns "
        + "the machine"
    }
    return (tries.left == 1 ? "1 try" : "\(tries.left) tries") + " left"
      + (wait > 0 ? ", the next in \(duration(wait))" : "")
  }

  package static func message(for error: LockError) -> String {
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

  package static func message(for error: PINError) -> String {
    switch error {
    case .notDigits: "a PIN is made of the digits 0 to 9 alone"
    case .length(let observed):
      "a PIN has \(PIN.lengths.lowerBound) to \(PIN.lengths.upperBound) digits, and this one has "
        + "\(observed)"
    case .weak(let weakness):
      "\(message(for: weakness)), among the first that anybody tries; take another, or give --weak"
    }
  }

  package static func message(for error: PINEntryError) -> String {
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
  package static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3_600: "\(seconds / 60) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "")
    default:
      "\(seconds / 3_600) h" + (seconds / 60 % 60 > 0 ? " \(seconds / 60 % 60) min" : "")
    }
  }
}
