import ArgumentParser
import Shell

/// Asks before what cannot easily be undone, unless it is told not to.
struct YesOption: ParsableArguments {
  @Flag(help: "Do not ask.")
  var yes = false

  func validate() throws {
    if !yes { try Confirmation.checkIsPossible(else: "--yes") }
  }

  /// Whether the person agrees; where they do not, it is said that nothing was done.
  func agrees(to question: String) -> Bool {
    if yes || Confirmation.agrees(to: question) { return true }
    Console.say(Wording.nothingDone)
    return false
  }
}
