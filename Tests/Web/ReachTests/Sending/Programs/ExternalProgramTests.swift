import Foundation
import TestSupport
import Testing

@testable import Sending

@Suite("A program of the machine")
struct ExternalProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a script of the shell, which has the folder as `$1`.
  private func sh(_ script: String, input: [UInt8] = [], limit: Int = 600) async throws {
    try await ExternalProgram("sh", limit: limit, environment: ["VALUE": "a b"])
      .run(["-c", script, "sh", folder.path], input: input)
  }

  /// The error that a script of the shell leads to.
  private func failure(_ script: String, limit: Int = 600) async throws -> SendingError? {
    await #expect(throws: SendingError.self) { try await sh(script, limit: limit) }
  }

  @Test("reads all of its input, and has the variables that are set")
  func input() async throws {
    let input = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    try await sh(#"cat > "$1/read"; printf %s "$VALUE" > "$1/value""#, input: input)
    #expect(try folder.read("read") == input)
    #expect(try folder.read("value") == [UInt8]("a b".utf8))
  }

  @Test("need not read its input")
  func unread() async throws {
    try await sh("exit 0", input: [UInt8](repeating: 7, count: 3_000_000))
  }

  @Test("has its last line in the error, without controls, of whatever it prints")
  func said() async throws {
    #expect(
      try await failure("echo one; printf 'two\\033[1m\\r\\n\\n' >&2; exit 75")
        == .failed(program: "sh", status: 75, said: "two [1m"))
    #expect(
      try await failure("yes | head -c 3000000; echo end >&2; exit 3")
        == .failed(program: "sh", status: 3, said: "end"))
    #expect(try await failure("exit 1") == .failed(program: "sh", status: 1, said: ""))
    #expect(
      try await failure("kill -TERM $$") == .failed(program: "sh", status: 143, said: ""))
    let long = try await failure("yes x | head -n 2000 | tr -d '\\n'; exit 1")
    #expect(
      long == .failed(program: "sh", status: 1, said: String(repeating: "x", count: 300)))
  }

  @Test(
    "is not installed where no such name or path is there",
    arguments: [
      "daystamp-no-such-program", "/proc/none/sendmail",
    ])
  func missing(name: String) async throws {
    await #expect(throws: SendingError.notInstalled(program: name)) {
      try await ExternalProgram(name, limit: 600).run([])
    }
  }

  @Test("is ended with what it started once its time is over, also where that ignores signals")
  func hangs() async throws {
    let script =
      #"(trap '' TERM HUP; echo $$ > "$1/up"; exec sleep 600) & echo $! > "$1/pid"; wait"#
    #expect(try await failure(script, limit: 10) == .hung(program: "sh", seconds: 10))
    let child = try #require(
      Int(String(decoding: folder.read("pid"), as: UTF8.self).trimmingCharacters(in: .newlines)))
    try await waitForEnd(of: child)
  }

  @Test("is ended with the task that runs it")
  func cancelled() async throws {
    let task = Task {
      try await sh(#"echo $$ > "$1/pid.part"; mv "$1/pid.part" "$1/pid"; exec sleep 600"#)
    }
    try await eventually { folder.files.contains("pid") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let child = try #require(
      Int(String(decoding: folder.read("pid"), as: UTF8.self).trimmingCharacters(in: .newlines)))
    try await waitForEnd(of: child)
  }

  @Test("may leave a program in the background, which goes on with its output open")
  func background() async throws {
    // Waiting for the end of the output would take longer than the limit.
    try await sh(#"sleep 6000 & echo $! > "$1/pid"; exit 0"#, limit: 600)
    let child = try #require(
      pid_t(String(decoding: folder.read("pid"), as: UTF8.self).trimmingCharacters(in: .newlines)))
    #expect(kill(child, SIGKILL) == 0)
  }

  /// Waits until a process is gone, or waits only to be collected; long before it would end by itself.
  private func waitForEnd(of process: Int) async throws {
    try await eventually(within: .seconds(10)) {
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      return status?.contains("State:\tZ") ?? true
    }
  }
}
