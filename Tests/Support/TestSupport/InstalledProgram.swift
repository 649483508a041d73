import Foundation
import Synchronization

/// Another program that checks ours, found by its name in PATH.
package enum InstalledProgram {
  /// Whether there is such a program; tests that need it are skipped otherwise.
  package static func isThere(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Runs the program to its end, as ``Program/run(_:_:in:input:environment:as:limit:)``.
  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Program {
    try await Program.run("/usr/bin/env", [name] + arguments, environment: environment)
  }

  /// Has sqlite3 run statements on a database, waiting for others that have it open.
  package static func sqlite3(_ database: String, _ sql: String) async throws -> Program {
    try await run("sqlite3", ["-cmd", ".timeout 60000", database, sql])
  }
}

/// Python 3, whose standard library checks ours where it is installed.
package enum Python {
  /// Whether it is there, for `.enabled(if:)`.
  package static var isThere: Bool { get async { await standard.value } }
  /// Whether it is there together with the rules of time zones.
  package static var knowsZones: Bool { get async { await zones.value } }

  private static let standard = Task { await works("import unicodedata") }
  private static let zones = Task {
    await works("import zoneinfo; zoneinfo.ZoneInfo('Pacific/Apia')")
  }

  /// Whether a module is there, of whatever Python has it.
  package static func has(_ module: String) async -> Bool { await interpreter(with: module) != nil }

  /// The first on the path, or else the system's own, for which packages of Debian are, or the checkout's,
  /// for which packages of PyPI are; nil where none has the module.
  package static func interpreter(with module: String) async -> String? {
    await interpreters.withLock { known in
      if let found = known[module] { return found }
      let found = Task { await firstInterpreter(with: module) }
      known[module] = found
      return found
    }.value
  }

  /// Of each module, looked for once: a start with one may take a second.
  private static let interpreters = Mutex<[String: Task<String?, Never>]>([:])

  private static func firstInterpreter(with module: String) async -> String? {
    let own = Checkout.folder.appending(path: ".venv/bin/python").path
    for python in ["python3", "/usr/bin/python3", own]
    where (try? await lines(of: "import \(module)", [], input: "", by: python)) != nil {
      return python
    }
    return nil
  }

  /// What a test says that needs it.
  package static let note = "needs Python 3"

  /// The lines that a script prints.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - arguments: its own.
  ///   - input: what it reads.
  ///   - module: what it needs beside Python's own.
  /// - Returns: the lines.
  /// - Throws: ``Failure`` where the script fails.
  package static func lines(
    of script: String, _ arguments: [String] = [], input: String = "", with module: String? = nil
  ) async throws -> [Substring] {
    var python: String?
    if let module { python = await interpreter(with: module) }
    return try await lines(of: script, arguments, input: input, by: python ?? "python3")
  }

  private static func lines(
    of script: String, _ arguments: [String], input: String, by python: String
  ) async throws -> [Substring] {
    let run = try await Program.run(
      "/usr/bin/env", [python, "-c", script] + arguments, input: Data(input.utf8),
      environment: ["PYTHONUTF8": "1"])
    guard run.status == 0 else { throw Failure(error: run.error) }
    return run.output.split(separator: "\n")
  }

  package struct Failure: Error {
    package let error: String
  }

  /// Whether a script runs without an error.
  package static func works(_ script: String) async -> Bool {
    (try? await lines(of: script)) != nil
  }
}
