import ArgumentParser
import Glibc
import Shell

/// Questions to the person at the terminal, before what cannot easily be undone.
enum Confirmation {
  /// Whether somebody is there to be asked.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && Console.isWatched }

  /// Looks whether somebody is there to be asked, as a command's arguments are validated.
  ///
  /// - Parameter option: what on the command line goes ahead without asking.
  /// - Throws: `ValidationError` where nobody is.
  static func checkIsPossible(else option: String) throws {
    guard isPossible else { throw ValidationError(Wording.nobodyToAsk(option)) }
  }

  /// Asks a question, to which only a yes agrees.
  static func agrees(to question: String) -> Bool { isYes(answer(to: "\(question) [y/N]")) }

  /// Asks a question and waits for a line, which is empty where there comes none.
  static func answer(to question: String) -> String {
    Console.draw("\(question) ")
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
