import Foundation

/// Another program that checks ours, found by its name where programs are installed.
package enum InstalledProgram {
  /// Whether there is such a program; tests that need it are skipped otherwise.
  package static func isThere(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Runs the program to its end, as ``Program/run(_:_:in:input:environment:)``.
  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Program {
    try Program.run("/usr/bin/env", [name] + arguments, environment: environment)
  }
}
