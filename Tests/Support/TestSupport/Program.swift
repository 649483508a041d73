package import Foundation
import Subprocess

/// A program run to its end, with what it printed.
package struct Program: Sendable {
  /// The exit status; 128 plus the signal's number where a signal ended it, as in shells.
  package let status: Int32
  /// The signal that ended it.
  package let signal: Int32?
  package let output: String
  package let error: String

  init(_ end: TerminationStatus, output: String, error: String) {
    (self.output, self.error) = (output, error)
    switch end {
    case .exited(let code): (status, signal) = (code, nil)
    case .signaled(let number): (status, signal) = (128 + number, number)
    }
  }

  /// The lines of standard output, each read as one JSON object.
  package var json: [[String: Any]] {
    output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// The `daystamp` that was built with the tests.
  package static let daystamp = built("daystamp")
  /// The `daystamp-server` that was built with the tests.
  package static let daystampServer = built("daystamp-server")

  /// The decoder that does harm where a photo tells it to.
  package static let misbehavingDecoder = built("MisbehavingDecoder")

  private static func built(_ name: String) -> String {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: name).path
  }

  /// The time that a program has before it is taken to hang: more than all tests together need, since
  /// whoever reads its output shares the threads of all tests, and may be kept waiting for minutes.
  package static let limit = Duration.seconds(1_800)

  /// Runs `daystamp` without a terminal, in the zone UTC; otherwise as
  /// ``run(_:_:in:input:environment:as:limit:)``.
  package static func daystamp(
    _ arguments: String..., in folder: String? = nil, input: Data? = nil,
    environment: [String: String] = [:]
  ) async throws -> Program {
    try await run(
      daystamp, arguments, in: folder, input: input,
      environment: environment.merging(["TZ": "UTC"]) { own, _ in own })
  }

  /// Runs any program by its path to its end, once a place is free; parameters and errors are
  /// those of ``RunningProgram``.
  package static func run(
    _ path: String, _ arguments: [String], in folder: String? = nil, input: Data? = nil,
    environment: [String: String] = [:], as place: RunningProgram.Place = .command,
    limit: Duration = limit
  ) async throws -> Program {
    try await RunningProgram(
      path, arguments, in: folder, input: input, environment: environment, as: place,
      limit: limit
    ).wait()
  }
}

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
  /// - Throws: as ``RunningProgram``.
  package static func daystamp(
    _ arguments: [String], typing typed: String, environment: [String: String] = [:]
  ) async throws -> Program {
    try await run(Program.daystamp, arguments, typing: typed, environment: environment)
  }

  /// Runs a program of this package, as the other does `daystamp`. The terminal has no look, unless
  /// `TERM` in the environment names another.
  package static func run(
    _ program: String, _ arguments: [String], typing typed: String = "",
    environment: [String: String] = [:]
  ) async throws -> Program {
    try await Program.run(
      "/usr/bin/env", ["python3", Checkout.fixture("terminal.py"), typed, program] + arguments,
      environment: environment.merging(["TERM": "dumb"]) { own, _ in own })
  }
}
