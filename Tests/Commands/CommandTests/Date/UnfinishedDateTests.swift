import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite("A daystamp date that did not correct all photos")
struct UnfinishedDateTests {
  private let folder: TemporaryFolder
  private static let command = [
    "date", "many", "--shift", "+1h", "--in-place", "--jobs", "1", "--json",
  ]

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<400 {
      try folder.write(MadePhoto.jpeg(width: 16, height: 16), to: "many/\(number).jpg")
    }
  }

  private var environment: [String: String] {
    ["TZ": "UTC", "XDG_STATE_HOME": folder.path("state")]
  }

  private func run(_ arguments: [String]) async throws -> Program {
    try await Program.run(
      Program.daystamp, arguments, in: folder.path, environment: environment)
  }

  private func time(_ name: String) async throws -> String? {
    let info = try await Program.daystamp("info", "--json", folder.path(name))
    return info.json.first?["time"] as? String
  }

  /// Runs the command, and sends it a signal after it corrected its first photos.
  private func end(by signal: CInt) async throws -> Program {
    // The run waits until its records are read.
    try #require(mkfifo(folder.path("records"), 0o600) == 0)
    let records = try FileDescriptor.open(
      FilePath(folder.path("records")), .readWrite, options: .nonBlocking)
    defer { try? records.close() }
    let script = "exec \"$0\" \"$@\" > records"
    let run = try await RunningProgram(
      "/bin/sh", ["-c", script, Program.daystamp] + Self.command, in: folder.path,
      environment: environment)
    func read() -> Int {
      withUnsafeTemporaryAllocation(byteCount: 1 << 12, alignment: 1) {
        (try? records.read(into: $0)) ?? 0
      }
    }
    try await eventually { !run.isRunning || read() > 0 }
    run.signal(signal)
    try await eventually {
      _ = read()
      return !run.isRunning
    }
    return try await run.wait()
  }

  @Test("names its undo record when it is interrupted")
  func interrupted() async throws {
    let result = try await end(by: SIGINT)
    #expect(result.status == 130)
    #expect(result.error.contains("before you run the command again"), "\(result.error)")
    let record = folder.path("state/daystamp/runs/1.ndjson")
    #expect(result.error.contains("To undo: daystamp date --undo \(record)"), "\(result.error)")
    #expect(try await run(Self.command).status == 64)
    let undone = try await run(["date", "--undo", record])
    #expect(undone.status == 0, "\(undone.error)")
    for number in [0, 1, 399] {
      #expect(try await time("many/\(number).jpg") == "2024-01-31T23:59:58")
    }
    #expect(try await run(["runs"]).output.hasSuffix("  (undone)\n"))
  }

  @Test("is not run a second time after it was killed, until it is undone")
  func killed() async throws {
    _ = try await end(by: SIGKILL)
    let first = try await time("many/0.jpg")
    #expect(try await run(["runs"]).output.hasSuffix("  (not finished)\n"))
    let refused = try await run(Self.command)
    #expect(refused.status == 64)
    #expect(
      refused.error.contains("Run 1 of this command did not correct all photos."),
      "\(refused.error)")
    #expect(try await time("many/0.jpg") == first)
    // Another command is another matter.
    let other = ["date", "many/399.jpg", "--shift", "+1h", "--in-place"]
    #expect(try await run(other).status == 0)
    #expect(try await run(["undo"]).status == 0)
    #expect(try await run(["undo", "1"]).status == 0)
    #expect(try await run(Self.command).status == 0)
    for number in [0, 1, 399] {
      #expect(try await time("many/\(number).jpg") == "2024-02-01T00:59:58")
    }
    // It ended, so that it may be run again.
    #expect(try await run(Self.command).status == 0)
    #expect(try await time("many/0.jpg") == "2024-02-01T01:59:58")
  }

  @Test("may be run again if the photos came back in another way, or the record is deleted")
  func elsewhere() async throws {
    let bytes = try folder.read("many/0.jpg")
    try folder.write(Array("no photo".utf8), to: "many/399.jpg")
    let partly = try await run(Self.command)
    #expect(partly.status == 1)
    #expect(partly.error.contains("before you run the command again"), "\(partly.error)")
    #expect(try await run(Self.command).status == 64)
    for number in 0..<399 { try folder.write(bytes, to: "many/\(number).jpg") }
    #expect(try await run(Self.command).status == 1)
    #expect(try await time("many/0.jpg") == "2024-02-01T00:59:58")
    for number in 1...2 {
      try FileManager.default.removeItem(
        atPath: folder.path("state/daystamp/runs/\(number).ndjson"))
    }
    #expect(try await run(Self.command).status == 1)
    #expect(try await time("many/0.jpg") == "2024-02-01T01:59:58")
  }
}
