import CaptureTime
import Foundation
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A salvage of a journal of version 5, whose posts had their photos in their own rows")
struct OlderSalvageTests {
  private let test: TestJournal
  /// As the rows are once the journal is one of today.
  private let truth: [Int: String]

  init() async throws {
    test = try TestJournal()
    for day in 10..<16 {
      try await test.post(
        "2024-01-\(day) 12:00", "2024-02-\(day) 12:00", caption: "day \(day)",
        isStarred: day == 12, tags: ["tag\(day)"])
    }
    let later = try TestJournal(adding: "bob", to: test)
    try await later.post("2024-03-01 09:00", caption: "of bob")
    try test.journal.trash.move([3], now: 1_750_000_000)
    truth = try DamagedCopy.posts(in: test.path)
    try test.age(to: 5)
  }

  @Test("brings photos and captions over, all values as they were")
  func whole() throws {
    let result = try DamagedCopy(of: test).salvage()
    #expect(result.posts == 13 && result.findings.isEmpty, "\(result.findings)")
    let copy = FilePath(test.folder.path("new"))
    #expect(try DamagedCopy.posts(in: copy) == truth)
    var findings: [JournalFinding] = []
    try JournalCheck(Journal(opening: copy), owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { findings.append($0) })
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("knows the version by the records where the first page is gone")
  func noHeader() throws {
    let copy = try DamagedCopy(of: test)
    var bytes = try copy.read("journal.sqlite")
    bytes.replaceSubrange(0..<4_096, with: Array(repeating: 0x2A, count: 4_096))
    try copy.write(bytes, to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(result.posts == 13 && result.lost.isEmpty, "\(result.findings)")
    #expect(try DamagedCopy.posts(in: copy.newPath) == truth)
  }

  @Test("brings back a post by its photo and by indexes where its row is damaged")
  func damagedRows() throws {
    let copy = try DamagedCopy(of: test)
    let whole = try copy.read("journal.sqlite")
    var generator = SplitMix64(seed: 7)
    for trial in 0..<6 {
      var bytes = whole
      for _ in 0..<4 {
        let page = Int.random(in: 1..<whole.count / 4_096, using: &generator) * 4_096
        for index in page..<page + 4_096 { bytes[index] = .random(in: 0...255, using: &generator) }
      }
      try copy.write(bytes, to: "journal.sqlite")
      let new = FilePath(copy.folder.path("new\(trial)"))
      let result = try copy.salvage(into: new, chosen: "anna")
      #expect(result.posts == 13, "trial \(trial): \(result.findings)")
      if result.findings.isEmpty { #expect(try DamagedCopy.posts(in: new) == truth) }
    }
  }
}
