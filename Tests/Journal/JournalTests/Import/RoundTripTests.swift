import CaptureTime
import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("An export that is imported and exported again")
struct RoundTripTests {
  /// A journal with something of everything.
  private func journal() async throws -> TestJournal {
    let test = try TestJournal(settings: [
      .timeZone: "Europe/Berlin", .dayStart: "04:00", .labelStyle: "film", .weekStart: "monday",
    ])
    try await test.post(
      "2024-01-31 23:59", "2024-02-01 02:30:01", caption: "점심 👩🏽‍🍳\nat the “sea”",
      isStarred: true, tags: ["바다", "Sea", "site-4"])
    try test.folder.write(MadePhoto.png(), to: "IMG_20231029_023000.png")
    _ = try await test.post(file: "IMG_20231029_023000.png", caption: "\u{1F1F0}\u{1F1F7}")
    try test.folder.copy("\(Checkout.samples)/paris.avif", as: "a b\n.avif")
    _ = try await test.post(file: "a b\n.avif", tags: ["SEA", "summer holidays"])

    try test.journal.settings.set(.labelStyle, to: "diary")
    try test.journal.settings.set(.timeZone, to: "+09:00")
    try test.folder.write(
      MadePhoto.jpeg(exif: ExifBlock(offsetTimeOriginal: "-05:00", orientation: 6)),
      to: "turned.jpg")
    _ = try await test.post(file: "turned.jpg")
    _ = try await test.post(file: "turned.jpg", caption: "again", allowsAgain: true)
    try await test.post("2024-03-31")
    // The last but one are the ends of what can be stored.
    try await test.post("2022-02-02 02:02", "0001-01-01", "9999-12-31 12:00:00", "2022-02-03")

    var change = PostChange()
    for time in ["2021-05-06 07:08:09.123", "2021-05-06 07:08:09.123"] {
      // The same time twice gives the photo another of its places.
      change.time = try GivenTime.parse(time)
      for number in [1, 3] {
        _ = try test.journal.posts.edit(number, change, now: 1_800_000_000) {
          try TestJournal.stamper($0)
        }
      }
    }
    try test.journal.trash.move([2, 5, 11], now: 1_760_000_000)
    _ = try test.journal.trash.empty()
    try test.journal.trash.move([4], now: 1_760_000_001)
    return test
  }

  @Test(
    "is the same, byte for byte", .enabled(if: InstalledProgram.isThere("diff"), "needs diff"))
  func same() async throws {
    let source = try await journal()
    let first = try TestExport(of: source)
    #expect(first.folder.files.count == 2 + source.photoFiles.count)

    let target = try TestJournal(settings: [.timeZone: "UTC"])
    let records = try await first.imported(into: target.journal)
    #expect(records.map(\.problem) == Array(repeating: "", count: 8))
    #expect(records.compactMap(\.number) == [1, 3, 4, 6, 7, 8, 9, 10])
    #expect(target.photoFiles == source.photoFiles)

    let second = try TestExport(of: target)
    let difference = try await InstalledProgram.run(
      "diff", ["-r", first.folder.path, second.folder.path])
    #expect(difference.status == 0, "\(difference.output)")
    for file in ["export/journal.json", "export/posts.jsonl"] {
      #expect(try first.folder.read(file) == second.folder.read(file))
    }
  }

  @Test("makes posts that can be searched, shown and changed as the first ones")
  func usable() async throws {
    let source = try await journal()
    let target = try TestJournal()
    _ = try await TestExport(of: source).imported(into: target.journal)

    var filter = PostFilter()
    filter.text = "점심"
    #expect(try target.journal.posts.all(filter).map(\.number) == [1])
    filter = PostFilter()
    filter.tags = [try TagName("sea")]
    #expect(try target.journal.posts.all(filter).map(\.number) == [1])
    #expect(try target.journal.trash.posts().map(\.number) == [4])
    var change = PostChange()
    change.time = try GivenTime.parse("2020-01-01 10:00")
    let edited = try target.journal.posts.edit(3, change, now: 1_800_000_000) {
      try TestJournal.stamper($0)
    }
    #expect(edited.day.description == "2020-01-01")
    // Post 11 is gone for good, but its number was given.
    #expect(try await target.post("2024-05-05 12:00").map(\.number) == [12])
  }
}
