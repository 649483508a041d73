package import Foundation

/// A program run to its end, with what it printed.
package struct Program: Sendable {
  package let status: Int32
  package let output: String
  package let error: String

  package init(status: Int32, output: String, error: String) {
    (self.status, self.output, self.error) = (status, output, error)
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

  private static func built(_ name: String) -> String {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: name).path
  }

  /// Runs `daystamp` without a terminal, in the zone UTC; otherwise as ``run(_:_:in:input:environment:)``.
  package static func daystamp(
    _ arguments: String..., in folder: String? = nil, input: Data? = nil,
    environment: [String: String] = [:]
  ) throws -> Program {
    try run(
      daystamp, arguments, in: folder, input: input,
      environment: environment.merging(["TZ": "UTC"]) { own, _ in own })
  }

  /// Runs any program by its path.
  package static func run(
    _ path: String, _ arguments: [String], in folder: String? = nil, input: Data? = nil,
    environment: [String: String] = [:]
  ) throws -> Program {
    let scratch = try TemporaryFolder()
    let (output, error) = (scratch.path("output"), scratch.path("error"))
    for file in [output, error] { try scratch.write([], to: URL(filePath: file).lastPathComponent) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: error))
    if let input {
      try scratch.write(input, to: "input")
      process.standardInput = try FileHandle(forReadingFrom: URL(filePath: scratch.path("input")))
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    process.waitUntilExit()
    return Program(
      status: process.terminationStatus,
      output: String(decoding: try scratch.read("output"), as: UTF8.self),
      error: String(decoding: try scratch.read("error"), as: UTF8.self))
  }
}
