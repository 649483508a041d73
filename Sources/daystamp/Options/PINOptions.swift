import ArgumentParser
import Shell
import Store

/// Where a command's PINs come from: the terminal, or standard input.
struct PINOptions: ParsableArguments {
  @Flag(help: "Read each PIN from a line of standard input, instead of asking for it.")
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
  @Flag(help: "Take a PIN that is easily guessed: repeats, runs, years, dates.")
  var weak = false

  func check(_ pin: borrowing PIN) throws(PINError) {
    if !weak { try pin.checkStrength() }
  }
}
