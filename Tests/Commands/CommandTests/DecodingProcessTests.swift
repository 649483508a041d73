import Foundation
import TestSupport
import Testing

@Suite("The process that decodes", .enabled(if: InstalledProgram.isThere("strace")))
struct DecodingProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The system calls of `daystamp stamp` and what it starts, a line each after the process's number.
  private func calls(_ filter: String, _ photo: String) async throws -> [Substring] {
    let trace = folder.path("trace")
    let run = try await InstalledProgram.run(
      "strace",
      [
        "-f", "-qq", "-o", trace, "-e", "trace=\(filter)", Program.daystamp, "stamp",
        Checkout.folder.appending(path: "Samples/\(photo)").path, "-o", folder.path("out/"),
        "--time", "2024-01-31", "--allow-loss",
      ])
    #expect(run.status == 0, "\(run.error)")
    return try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
  }

  @Test("is not started for a JPEG whose blocks are replaced")
  func notForJPEG() async throws {
    let started = try await calls("execve", "canyon-wren.jpg")
    #expect(started.count { $0.contains("execve(") } == 1)
  }

  @Test(
    "opens nothing once the filter is in place, and is gone with the program",
    arguments: ["paris.png", "paris.avif"])
  func filtered(photo: String) async throws {
    let calls = try await calls("all", photo)
    let filter = try #require(
      calls.firstIndex { $0.contains("SECCOMP_SET_MODE_FILTER") && $0.contains("{len=") })
    let child = try #require(calls[filter].split(separator: " ").first)
    // Its threads too: whatever comes after the filter and is not the parent's.
    let parent = try #require(calls.first?.split(separator: " ").first)
    let threads = Set(
      calls.filter { $0.hasPrefix("\(child) clone(") }
        .compactMap { $0.split(separator: "= ").last.map(String.init) })
    #expect(parent != child && threads.contains("\(parent)") == false)
    let later = calls[(filter + 1)...].filter { line in
      line.split(separator: " ").first.map { $0 == child || threads.contains(String($0)) } == true
    }
    #expect(later.contains { $0.contains(" write(0, ") })
    for name in ["open", "socket", "connect", "exec", "fork", "vfork", "kill(", "unlink"] {
      let found = later.filter { $0.contains(" \(name)") }
      #expect(found.isEmpty, "\(found)")
    }
    // Where nobody has asked yet how it ended, it is a zombie.
    let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    #expect(status?.contains(") Z ") ?? true, "\(status ?? "")")
  }

  @Test("that somebody kills fails at most the photo that it was at")
  func killed() async throws {
    let photo = try MadePhoto.png(width: 1_200, height: 900)
    for number in 100..<220 { try folder.write(photo, to: "in/\(number).png") }
    // A shell kills it: a task of this process may be resumed only when all is done.
    let run = try await Program.run(
      "/bin/sh",
      [
        "-c",
        """
        "$0" stamp in -o out --jobs 1 --time 2024-01-31 --json &
        until [ -e out/101.png ] || ! kill -0 $!; do sleep 0.01; done
        kill -KILL $(cat /proc/$!/task/*/children) && echo killed >&2
        wait $!
        """, Program.daystamp,
      ], in: folder.path)
    #expect(run.error.contains("killed"))
    let failed = run.json.filter { $0["status"] as? String == "failed" }
    // Of the machine, and worth another try.
    #expect(failed.count <= 1 && run.status == (failed.isEmpty ? 0 : 75))
    #expect(folder.files.count { $0.hasPrefix("out/") } == 120 - failed.count)
    for line in failed {
      #expect("\(line)".contains("the decoder crashed (signal 9)"))
    }
  }
}
