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

  private static let leftovers = [".daystamp-1y2p0ij32e8e7", ".daystamp-0"]
  private static let others = [".daystamp-", ".daystamp-Z1", ".daystamp-1.jpg", "daystamp-1"]

  @Test(
    "that a run left which was killed is removed by one in place, whatever becomes of its photos",
    arguments: ["a.png", "b.jpg"])
  func leftovers(photo: String) async throws {
    let folder = try TemporaryFolder()
    let names = Self.leftovers + Self.others
    for name in names { try folder.write([1, 2, 3], to: name) }
    try folder.write(try MadePhoto.png(), to: "a.png")
    try folder.write([0xFF, 0xD8, 0xFF], to: "b.jpg")
    // One that a program still writes.
    let used = open(folder.path(".daystamp-9"), O_CREAT | O_RDWR, 0o644)
    defer { close(used) }
    #expect(flock(used, LOCK_SH | LOCK_NB) == 0)
    let kept = (Self.others + [".daystamp-9", "a.png", "b.jpg"]).sorted()
    _ = try await stamp(folder, [photo], .inPlace, isDryRun: true)
    #expect(folder.files == (kept + Self.leftovers).sorted())
    _ = try await stamp(folder, [photo], .inPlace)
    #expect(folder.files == kept)
  }
}
