import Files
import Formats
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("What a batch finds where it writes")
struct BatchOutputsTests {
  /// What stamping some files comes to, in the order of their names.
  private func stamp(
    _ folder: TemporaryFolder, _ names: [String], _ destination: OutputPlan.Destination,
    isDryRun: Bool = false, isProven: Bool = false
  ) async throws -> [PhotoRecord.Result] {
    let batch = Batch(
      walk: PhotoWalk(names.map { FilePath(folder.path($0)) }),
      plan: OutputPlan(destination: destination, format: nil, replacesExisting: false),
      work: try StamperTests.stamper(allowsLoss: true), jobs: 1, isDryRun: isDryRun,
      isProven: isProven)
    var results: [PhotoRecord.Result] = []
    await batch.run { results.append($0.result) }
    return results
  }

  /// Each is unreadable for root, too.
  @Test(
    "that cannot be read is named as such", arguments: ["folder", "FIFO", "link"], [false, true])
  func unreadable(kind: String, isProven: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.write(try MadePhoto.png(), to: "a.png")
    let output = folder.path("a.stamped.png")
    let expected: FileError
    switch kind {
    case "folder":
      #expect(mkdir(output, 0o755) == 0)
      expected = .notAFile(FilePath(output), .folder)
    case "FIFO":
      #expect(mkfifo(output, 0o644) == 0)
      expected = .notAFile(FilePath(output), .fifo)
    default:
      #expect(symlink("nowhere", output) == 0)
      expected = .system(.open, FilePath(output), .noSuchFileOrDirectory)
    }
    let results = try await stamp(folder, ["a.png"], .besideInput, isProven: isProven)
    guard case .failed(.outputFile(let error)) = results.first else {
      Issue.record("\(results)")
      return
    }
    #expect(error == expected)
  }
}
