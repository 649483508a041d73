import Formats
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("daystamp runs and undo")
struct RunsCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try folder.write(MadePhoto.jpeg(width: 200), to: "in/b.jpg")
    try folder.write(MadePhoto.png(), to: "in/c.png")
  }

  private func run(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, arguments, in: folder.path,
      environment: ["TZ": "UTC", "XDG_STATE_HOME": folder.path("state")])
  }

  private var photos: [String] { folder.files.filter { !$0.hasPrefix("state/") } }

  @Test("list what was done, and remove what a run made, unless it was changed since")
  func made() async throws {
    let before = photos
    #expect(try await run("runs").error == "There are no runs yet.\n")
    #expect(try await run("undo").status == 1)
    #expect(try await run("stamp", "in", "-o", "out", "--time", "2024-01-31").status == 0)
    #expect(try await run("stamp", "in", "--dry-run", "--time", "2024-01-31").status == 0)
    let listed = try await run("runs")
    #expect(listed.output.split(separator: "\n").count == 1)
    #expect(listed.output.hasPrefix("1  20"))
    #expect(listed.output.hasSuffix("  3 files  stamp in -o out --time 2024-01-31\n"))
    let json = try #require(try await run("runs", "--json").json.first)
    #expect(json["run"] as? Int == 1 && json["files"] as? Int == 3 && json["undone"] == nil)
    let stamped = try folder.read("out/a.jpg")
    try folder.write(stamped + [0], to: "out/a.jpg")
    let refused = try await run("undo", "1")
    #expect(refused.status == 1 && refused.error.contains("out/a.jpg: "), "\(refused.error)")
    #expect(photos == before + ["out/a.jpg"])
    try folder.write(stamped, to: "out/a.jpg")
    let undone = try await run("undo")
    #expect(undone.status == 0, "\(undone.error)")
    #expect(photos == before)
    #expect(try await run("runs").output.hasSuffix("  (undone)\n"))
    #expect(try await run("undo").status == 1)
  }

  @Test("give back what a run replaced, to the byte and with its time")
  func inPlace() async throws {
    let names = ["in/a.jpg", "in/b.jpg"]
    let before = try names.map(folder.read)
    #expect(try await run("stamp", "in", "--in-place", "--time", "2024-01-31").status == 0)
    #expect(try names.map(folder.read) != before)
    let rehearsed = try await run("undo", "--dry-run")
    #expect(rehearsed.status == 0 && rehearsed.output.split(separator: "\n").count == 3)
    let undone = try await run("undo", "1")
    #expect(undone.status == 0, "\(undone.error)")
    #expect(try names.map(folder.read) == before)
    #expect(try await run("verify", "in/c.png").output.contains("has no stamp"))
  }

  @Test("take back daystamp date, and have one list for all")
  func date() async throws {
    let before = try folder.read("in/a.jpg")
    #expect(
      try await run("date", "in/a.jpg", "--set", "2001-02-03 04:05", "--in-place").status == 0)
    #expect(try await run("stamp", "in/b.jpg", "--time", "2024-01-31").status == 0)
    let commands = try await run("runs", "--json").json.compactMap { $0["command"] as? String }
    #expect(commands == ["date", "stamp"])
    #expect(try await run("undo", "1").status == 0)
    #expect(try folder.read("in/a.jpg") == before)
    #expect(try await run("undo").status == 0)
    #expect(!photos.contains("in/b.stamped.jpg"))
  }

  @Test("know nothing of runs that programs keep themselves")
  func unrecorded() async throws {
    #expect(
      try await run("stamp", "in", "-o", "out", "--time", "2024-01-31", "--reproducible").status
        == 0)
    #expect(try await run("runs").output == "")
    let unknown = try await run("undo", "7")
    #expect(unknown.error == "Error: there is no run 7; daystamp runs lists them.\n")
  }

  @Test("pass over records that are no files, are another user's, or have the last of all numbers")
  func foreign() async throws {
    #expect(try await run("stamp", "in", "--in-place", "--time", "2024-01-31").status == 0)
    let record = try folder.read("state/daystamp/runs/1.ndjson")
    try folder.write(record, to: "state/daystamp/runs/\(Int.max).ndjson")
    #expect(mkfifo(folder.path("state/daystamp/runs/7.ndjson"), 0o600) == 0)
    let theirs = folder.path("state/daystamp/runs/8.ndjson")
    // Root may give a file away; for anybody else, a file of root's is another user's.
    if geteuid() == 0 {
      try folder.write(record, to: "state/daystamp/runs/8.ndjson")
      #expect(chown(theirs, 65_534, 65_534) == 0)
    } else {
      #expect(symlink("/etc/passwd", theirs) == 0)
    }
    let before = try folder.read("in/a.jpg")
    for number in ["7", "8"] { #expect(try await run("undo", number).status == 1) }
    #expect(try await run("date", "--undo", theirs).status == 64)
    #expect(try folder.read("in/a.jpg") == before)
    #expect(try await run("stamp", "in/c.png", "--time", "2024-01-31").status == 0)
    #expect(
      try await run("runs").output.split(separator: "\n").map { $0.prefix(1) } == ["1", "9"])
  }
}
