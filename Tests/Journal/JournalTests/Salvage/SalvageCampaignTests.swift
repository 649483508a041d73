import Foundation
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A salvage of databases that are damaged at random")
struct SalvageCampaignTests {
  @Test("brings every post back, and tells where one is not as it was")
  func campaign() async throws {
    let test = try TestJournal()
    for day in 10..<20 {
      try await test.post(
        "2024-01-\(day) 12:00", "2024-02-\(day) 12:00", caption: "day \(day)", tags: ["tag\(day)"])
    }
    let truth = try DamagedCopy.posts(in: test.path)
    let copy = try DamagedCopy(of: test)
    let whole = try copy.read("journal.sqlite")
    var generator = SplitMix64(seed: 5)
    for trial in 0..<24 {
      var bytes = whole
      switch trial % 4 {
      case 0:
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
          let page = Int.random(in: 0..<whole.count / 4_096, using: &generator) * 4_096
          for index in page..<page + 4_096 {
            bytes[index] = .random(in: 0...255, using: &generator)
          }
        }
      case 1:
        let start = Int.random(in: 0..<whole.count - 512, using: &generator)
        let end = min(whole.count, start + Int.random(in: 512...40_000, using: &generator))
        for index in start..<end { bytes[index] = 0 }
      case 2: bytes.removeLast(Int.random(in: 1...whole.count * 9 / 10, using: &generator))
      default:
        for _ in 0..<40 {
          bytes[Int.random(in: 0..<whole.count, using: &generator)] ^=
            1 << UInt8.random(in: 0...7, using: &generator)
        }
      }
      try copy.write(bytes, to: "journal.sqlite")
      let before = try copy.state()
      let new = FilePath(copy.folder.path("new\(trial)"))
      let result = try copy.salvage(into: new)
      #expect(result.posts == 20, "trial \(trial): \(result.findings)")
      #expect(try copy.state() == before)
      let found = try DamagedCopy.posts(in: new)
      if trial % 4 != 3, result.findings.isEmpty { #expect(found == truth, "trial \(trial)") }
    }
  }
}
