import Foundation
import Glibc
import Testing
import TestSupport

@Suite("Ctrl-C")
struct InterruptTests {
  @Test("ends a batch before its end, exits with 130, and leaves whole files only")
  func interrupts() async throws {
    let folder = try TemporaryFolder()
    // So many that the signal comes before the end also where this task is long in being resumed.
    let count = 3_000
    try folder.write(MadePhoto.jpeg(width: 1600, height: 1200), to: "in/0.jpg")
    for index in 1..<count {
      try FileManager.default.linkItem(
        atPath: folder.path("in/0.jpg"), toPath: folder.path("in/\(index).jpg"))
    }
    let batch = try await RunningProgram(
      Program.daystamp, ["stamp", "in", "-o", "out", "--jobs", "2", "--json"], in: folder.path)
    // The first record says that the batch is under way.
    _ = await batch.output.wait(for: "\n")
    batch.signal(SIGINT)
    #expect(try await batch.wait().status == 130)
    let whole = try await Program.run(
      Program.daystamp, ["stamp", "in/0.jpg", "-o", "whole.jpg"], in: folder.path)
    #expect(whole.status == 0)
    let size = try folder.read("whole.jpg").count
    let outputs = folder.files.filter { $0.hasPrefix("out/") }
    for file in outputs { #expect(try folder.read(file).count == size) }
    let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    #expect(rest.count == outputs.count && outputs.count < count)
  }
}
