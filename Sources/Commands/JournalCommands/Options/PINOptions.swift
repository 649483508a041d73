import ArgumentParser
import Glibc
import Shell
import Store
import Wording

/// Where a command's PINs come from: the terminal, or standard input.
struct PINOptions: ParsableArguments {
  @Flag(help: "Read each PIN from a line of standard input.")
  var pinStdin = false

  @OptionGroup var nothingElse: NothingElse

  func validate() throws {
    if !pinStdin, !Confirmation.isPossible { throw ValidationError(Wording.nobodyToGivePIN) }
  }

  /// What reads the command's PINs, one after the other.
  func entry() -> PINEntry { PINEntry(pinStdin ? .standardInput : .terminal) }
}

/// Takes what else stands on the command line, where the usual error would repeat it: it may be a PIN.
struct NothingElse: ParsableArguments {
  @Argument(parsing: .allUnrecognized, help: .hidden)
  var rest: [String] = []

  func validate() throws {
    guard rest.isEmpty else { throw ValidationError(Wording.pinOnCommandLine) }
  }
}

/// Whether a PIN may be one of the first that anybody would try.
struct WeakPINOption: ParsableArguments {
  @Flag(
    help:
      "Allow an easily guessed PIN: repeats, runs, equal steps, keypad lines, years, dates.")
  var weak = false

  func check(_ pin: borrowing PIN) throws(PINError) {
    if !weak { try pin.checkStrength() }
  }
}

/// Asks before an action that is hard to undo, unless an option says not to.
struct YesOption: ParsableArguments {
  @Flag(help: "Do not ask.")
  var yes = false

  /// Whether the person agrees; if not, says that nothing was done. Whatever is impossible in any
  /// case is reported before the question.
  ///
  /// - Throws: `ValidationError` where nobody is there to be asked.
  func agrees(to question: String) throws -> Bool {
    if yes { return true }
    try Confirmation.checkIsPossible(else: "--yes")
    if Confirmation.agrees(to: question) { return true }
    Console.say(Wording.nothingDone)
    return false
  }
}

/// Questions to the person at the terminal, before what cannot easily be undone.
enum Confirmation {
  /// Whether somebody is there to be asked.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && Console.isWatched }

  /// Checks that somebody is there to be asked.
  ///
  /// - Parameter option: what on the command line goes ahead without asking.
  /// - Throws: `ValidationError` where nobody is.
  static func checkIsPossible(else option: String) throws {
    guard isPossible else { throw ValidationError(Wording.nobodyToAsk(option)) }
  }

  /// Asks a question; only a yes agrees.
  static func agrees(to question: String) -> Bool { isYes(answer(to: "\(question) [y/N]")) }

  /// Asks a question and waits for a line, which is empty where there comes none.
  static func answer(to question: String) -> String {
    Console.ask("\(question) ")
    if let line = readLine() { return line }
    // The terminal has not gone to the next line.
    Console.say("")
    return ""
  }

  /// Whether an answer is "y" or "yes".
  static func isYes(_ answer: String) -> Bool {
    ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
  }
}
