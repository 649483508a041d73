import Foundation
import TestSupport
import Testing

@Suite("Ctrl-C")
struct InterruptTests {
  @Test("ends a batch within a second, exits with 130, and leaves whole files only")
  func interrupts() throws {
    let folder = try TemporaryFolder()
    let photo = try MadePhoto.jpeg(width: 1600, height: 1200)
    for index in 0..<60 { try folder.write(photo, to: "in/\(index).jpg") }
    let process = Process()
    process.executableURL = URL(filePath: Program.daystamp)
    process.arguments = ["stamp", "in", "-o", "out", "--jobs", "2", "--json"]
    process.currentDirectoryURL = URL(filePath: folder.path)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The first record says that the batch is under way.
    _ = output.fileHandleForReading.availableData
    let start = ContinuousClock.now
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    // A second, and another one for a machine that runs all other tests at the same time.
    #expect(ContinuousClock.now - start < .seconds(2))
    let whole = try Program.run(
      Program.daystamp, ["stamp", "in/0.jpg", "-o", "whole.jpg"], in: folder.path)
    #expect(whole.status == 0)
    let size = try folder.read("whole.jpg").count
    let outputs = folder.files.filter { $0.hasPrefix("out/") }
    for file in outputs { #expect(try folder.read(file).count == size) }
    let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    #expect(rest.count == outputs.count && outputs.count < 60)
  }
}
