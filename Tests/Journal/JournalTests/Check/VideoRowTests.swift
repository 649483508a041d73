import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A damaged SHA-256 of a video")
struct VideoRowTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  /// A post of a video alone, and a Live Photo.
  private func post() async throws {
    _ = try await test.post(folder: ["a.mov": TestJournal.video()])
    _ = try await test.post(folder: [
      "IMG_20240131_120000.JPG": MadePhoto.live("6A1B"),
      "IMG_20240131_120000.MOV": TestJournal.video("6A1B"),
    ])
  }

  private func check(repairs: Bool = false) throws -> [String] {
    try CheckedJournal(test: test).check(repairs: repairs)
  }

  /// Flips a bit of a hash, or writes another one.
  private func damage(_ column: String, isBit: Bool) throws {
    let photo = column == "video_hash" ? "video IS NOT NULL" : "is_video"
    let hash = isBit ? column : "x'\(String(repeating: "a5", count: 32))'"
    var bytes = try #require(
      try test.text("SELECT hex(\(hash)) FROM photo WHERE \(photo)")
        .flatMap { [UInt8](hexadecimal: $0.lowercased()) })
    bytes[7] ^= 4
    try test.execute("UPDATE photo SET \(column) = x'\(bytes.hexadecimal)' WHERE \(photo)")
  }

  private static let damages = [
    ("hash", true), ("original_hash", true), ("video_hash", true), ("hash", false),
    ("original_hash", false),
  ]

  @Test("is found and mended where the video's file proves it", arguments: damages)
  func mended(column: String, isBit: Bool) async throws {
    try await post()
    let before = try test.journal.posts.all(PostFilter())
    try damage(column, isBit: isBit)
    let number = column == "video_hash" ? 2 : 1
    #expect(try check() == ["\(number): video row: found"])
    #expect(try check(repairs: true) == ["\(number): video row: rebuilt"])
    #expect(try check() == [])
    #expect(try test.journal.posts.all(PostFilter()) == before)
  }

  @Test("is no loss to a salvage", arguments: damages)
  func salvaged(column: String, isBit: Bool) async throws {
    try await post()
    try damage(column, isBit: isBit)
    let copy = try DamagedCopy(of: test)
    let result = try copy.salvage()
    #expect(result.lost == [] && result.ofPosts.count == 1, "\(result.findings)")
    guard case .doubtful? = result.ofPosts.first else {
      return #expect(Bool(false), "\(result.findings)")
    }
    #expect(try DamagedCopy.posts(in: copy.newPath) == DamagedCopy.posts(in: healed()))
  }

  /// The journal, mended.
  private func healed() throws -> FilePath {
    _ = try check(repairs: true)
    return test.path
  }

  @Test("of what it was before a stamp, which a video never gets, keeps no import from it")
  func imported() async throws {
    try await post()
    try damage("original_hash", isBit: true)
    let target = try TestJournal()
    let records = try await TestExport(of: test).imported(into: target.journal)
    #expect(records.map(\.problem) == ["", ""])
    #expect(try CheckedJournal(test: target).check() == [])
  }
}
