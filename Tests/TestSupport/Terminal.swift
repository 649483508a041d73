/// `daystamp` run on a terminal, on which a person types; Python's standard library makes the
/// terminal.
package enum Terminal {
  /// Runs a subcommand to its end.
  ///
  /// - Parameters:
  ///   - arguments: those of the program.
  ///   - typed: what the person types, from the start on.
  ///   - environment: what differs from this process's.
  /// - Returns: in `output`, what the terminal shows: what was typed too, and lines end in CR LF.
  /// - Throws: what Foundation throws where Python cannot be started.
  package static func daystamp(
    _ arguments: [String], typing typed: String, environment: [String: String] = [:]
  ) throws -> Program {
    try Program.run(
      "/usr/bin/env",
      ["python3", Checkout.fixture("terminal.py"), typed, Program.daystamp] + arguments,
      environment: environment)
  }
}
