/// A program run on a terminal, on which a person types; Python's standard library makes the
/// terminal.
package enum Terminal {
  /// Runs `daystamp` to its end.
  ///
  /// - Parameters:
  ///   - arguments: those of the program.
  ///   - typed: what the person types, each line once the program asks: once what it showed since the
  ///     line before ends in a space.
  ///   - environment: what differs from this process's.
  /// - Returns: in `output`, what the terminal shows: what was typed too unless that is hidden, and
  ///   lines end in CR LF; in `error`, "echo" or "no echo", as the program leaves the terminal.
  /// - Throws: what Foundation throws where Python cannot be started.
  package static func daystamp(
    _ arguments: [String], typing typed: String, environment: [String: String] = [:]
  ) throws -> Program {
    try run(Program.daystamp, arguments, typing: typed, environment: environment)
  }

  /// Runs a program of this package, as the other does `daystamp`.
  package static func run(
    _ program: String, _ arguments: [String], typing typed: String = "",
    environment: [String: String] = [:]
  ) throws -> Program {
    try Program.run(
      "/usr/bin/env", ["python3", Checkout.fixture("terminal.py"), typed, program] + arguments,
      environment: environment)
  }
}
