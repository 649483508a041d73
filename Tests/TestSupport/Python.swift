import Foundation

/// Python 3, whose standard library checks ours where it is installed.
package enum Python {
  /// Whether it is there, for `.enabled(if:)`.
  package static let isThere = works("import unicodedata")
  /// Whether it is there together with the rules of time zones.
  package static let knowsZones = works("import zoneinfo; zoneinfo.ZoneInfo('Pacific/Apia')")

  /// What a test says that needs it.
  package static let note = "needs Python 3"

  /// The lines that a script prints.
  ///
  /// - Throws: ``Failure`` where the script fails.
  package static func lines(
    of script: String, _ arguments: [String] = [], input: String = ""
  ) throws -> [Substring] {
    let run = try Program.run(
      "/usr/bin/env", ["python3", "-c", script] + arguments, input: Data(input.utf8),
      environment: ["PYTHONUTF8": "1"])
    guard run.status == 0 else { throw Failure(error: run.error) }
    return run.output.split(separator: "\n")
  }

  package struct Failure: Error {
    package let error: String
  }

  private static func works(_ script: String) -> Bool {
    (try? lines(of: script)) != nil
  }
}
