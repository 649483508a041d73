import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite("Ctrl-C")
struct InterruptTests {
  @Test("ends a batch before its end, exits with 130, and leaves whole files only")
  func interrupts() async throws {
    let folder = try TemporaryFolder()
    let count = 1_000
    try folder.write(MadePhoto.jpeg(width: 1600, height: 1200), to: "in/0.jpg")
    for index in 1..<count {
      try FileManager.default.linkItem(
        atPath: folder.path("in/0.jpg"), toPath: folder.path("in/\(index).jpg"))
    }
    // A pipe holds fewer records than there are photos: the batch waits for its reader before its end,
    // however long this task is in being resumed.
    try #require(mkfifo(folder.path("records"), 0o600) == 0)
    let records = try FileDescriptor.open(
      FilePath(folder.path("records")), .readWrite, options: .nonBlocking)
    defer { try? records.close() }
    func read() -> Int {
      withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) {
        (try? records.read(into: $0)) ?? 0
      }
    }
    let batch = try await RunningProgram(
      "/bin/sh",
      ["-c", "exec \"$0\" stamp in -o out --jobs 2 --json > records", Program.daystamp],
      in: folder.path)
    // The first record says that the batch is under way.
    try await eventually { !batch.isRunning || read() > 0 }
    batch.signal(SIGINT)
    try await eventually {
      _ = read()
      return !batch.isRunning
    }
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
