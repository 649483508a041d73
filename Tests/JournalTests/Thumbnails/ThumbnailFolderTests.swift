import CaptureTime
import Files
import Foundation
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal

@Suite("The folder of thumbnails")
struct ThumbnailFolderTests {
  private static func thumbnails(_ folder: TemporaryFolder) -> [String] {
    folder.files.filter { $0.hasPrefix("journal/thumbnails/") }
  }

  @Test("takes the same one of many at once", arguments: ThumbnailSize.allCases)
  func together(size: ThumbnailSize) async throws {
    let test = try TestJournal()
    let post = try #require(try await test.post("2024-01-31 12:00").first)
    let journals = try (0..<8).map { _ in try test.reopened() }
    let made = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for journal in journals {
        group.addTask { try journal.thumbnail(of: post, size, maxPixels: 1_000_000) }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(made.count == 1)
    #expect(Self.thumbnails(test.folder).count == 1)
  }

  @Test("that cannot be written to keeps nobody from a thumbnail, a deletion or a check")
  func unwritable() async throws {
    let test = try TestJournal()
    let post = try #require(try await test.post("2024-01-31 12:00").first)
    try test.folder.write([], to: "journal/thumbnails")
    let small = try test.journal.thumbnail(of: post, .small, maxPixels: 1_000_000)
    #expect(small.count > 1000)
    try test.journal.moveToTrash([1], now: 1_750_000_000)
    #expect(try test.journal.emptyTrash().posts == 1)
    let check = JournalCheck(test.journals, owners: nil, repairingWith: nil)
    try check.run { _, _ in
    } report: {
      Issue.record("\($0)")
    }
  }

  @Test("is behind the door of the post's owner")
  func door() async throws {
    let anna = try TestJournal()
    let post = try #require(try await anna.post("2024-01-31 12:00").first)
    _ = try anna.journal.thumbnail(of: post, .small, maxPixels: 1_000_000)
    let bert = try TestJournal(adding: "bert", to: anna)
    func refused(_ journal: OwnerJournal) -> String {
      do {
        _ = try journal.thumbnail(of: post, .small, maxPixels: 1_000_000)
        return "given"
      } catch JournalError.unknownPost(number: 1) {
        return "unknown"
      } catch JournalError.locked {
        return "locked"
      } catch {
        return "\(error)"
      }
    }
    #expect(refused(bert.journal) == "unknown")
    try await bert.post("2024-02-01 12:00")
    #expect(refused(bert.journal) == "unknown")
    #expect(refused(anna.journal) == "given")
    let hash = "'$pbkdf2-sha256$i=1$AA$AA'"
    try anna.execute(
      "INSERT INTO lock (owner, hash) SELECT id, \(hash) FROM owner WHERE name = 'anna'")
    #expect(refused(anna.journal) == "locked")
  }

  @Test("is none of the check's strays, and a check removes what belongs to no post")
  func check() async throws {
    let journal = try await CheckedJournal()
    let test = journal.test
    for number in 1...3 {
      _ = try test.journal.thumbnail(of: test.journal.post(number), .small, maxPixels: 1_000_000)
    }
    let kept = Self.thumbnails(test.folder)
    #expect(kept.count == 3)
    let hash = [UInt8](repeating: 0xab, count: 32)
    for file in [
      "\(ThumbnailFiles.path(of: hash, .small))", "\(ThumbnailFiles.path(of: hash, .large))",
      "thumbnails/.daystamp-left",
    ] {
      try journal.write([1, 2, 3], to: file)
    }
    try journal.write([1], to: "thumbnails/somebody's.jpg")
    #expect(try journal.check() == [])
    #expect(Self.thumbnails(test.folder) == (kept + ["journal/thumbnails/somebody's.jpg"]).sorted())
    // Damage elsewhere is found as ever.
    try journal.remove(journal.file(1))
    #expect(try journal.check() == ["1: missing stamped: found"])
  }

  @Test("is left out of an export")
  func export() async throws {
    let test = try TestJournal()
    let post = try #require(try await test.post("2024-01-31 12:00").first)
    _ = try test.journal.thumbnail(of: post, .small, maxPixels: 1_000_000)
    try JournalExport(of: test.journal, into: FilePath(test.folder.path("export"))).run { _ in }
    #expect(
      test.folder.files.filter { $0.hasPrefix("export/") }
        == ["export/journal.json", "export/\(post.photo.file)"])
  }

  @Test("tells by each name what it is of, and takes no other name for one")
  func names() {
    let hash = (0..<32).map { UInt8($0 * 8) }
    for size in ThumbnailSize.allCases {
      #expect(ThumbnailFiles.hash(of: ThumbnailFiles.path(of: hash, size)) == hash)
    }
    for name in ["thumbnails/00/0-256.jpg", "thumbnails/ab/ab-256.png", "thumbnails/é/é-256.jpg"] {
      #expect(ThumbnailFiles.hash(of: FilePath(name)) == nil)
    }
  }
}
