import Formats
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("daystamp watch")
struct WatchCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
  }

  @Test("stamps what is there and what comes, also into new folders, and goes on after a restart")
  func watches() async throws {
    func start() async throws -> RunningProgram {
      try await RunningProgram(
        Program.daystamp,
        ["watch", "in", "-o", "out", "--settle", "1", "--time", "2024-01-31", "-q"],
        in: folder.path, environment: ["TZ": "UTC"])
    }
    let first = try await start()
    try await eventually { folder.files.contains("out/a.jpg") }
    try folder.write(MadePhoto.jpeg(width: 200), to: "in/new/b.jpg")
    try folder.write(Array("no photo".utf8), to: "in/notes.txt")
    try await eventually { folder.files.contains("out/new/b.jpg") }
    first.signal(SIGTERM)
    #expect(try await first.wait().status == 130)
    try folder.write(MadePhoto.png(), to: "in/c.png")
    let before = try folder.read("out/a.jpg")
    let second = try await start()
    try await eventually { folder.files.contains("out/c.png") }
    second.signal(SIGINT)
    let end = try await second.wait()
    #expect(end.status == 130 && end.error == "", "\(end.error)")
    #expect(try folder.read("out/a.jpg") == before)
    #expect(
      folder.files.filter { $0.hasPrefix("out/") }.sorted() == [
        "out/a.jpg", "out/c.png", "out/new/b.jpg",
      ])
  }

  @Test(
    "refuses what is no folder, and a folder into itself",
    arguments: [
      ["in"], ["in/a.jpg", "-o", "out"], ["in", "-o", "in"], ["in", "in", "-o", "out"],
      ["in", "--in-place"], ["in", "-o", "out", "--dry-run"], ["in", "-o", "out", "--settle", "0"],
    ])
  func refuses(arguments: [String]) async throws {
    let result = try await Program.run(Program.daystamp, ["watch"] + arguments, in: folder.path)
    #expect(result.status == 64, "\(result.error)")
  }
}
