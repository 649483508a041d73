import CaptureTime
import Foundation
import HTTPTypes
import HummingbirdTesting
import JournalSupport
import Store
import Testing
import TestSupport
import Wording

@testable import Journal
@testable import JournalServer

@Suite("A server whose database has damaged pages")
struct DamagedPagesTests {
  @Test("answers uploads and every other question", arguments: 1...6)
  func uploads(seed: UInt64) async throws {
    let site = try await Site()
    try await site.post((10..<22).map { ("2024-01-\($0) 12:00", "lunch \($0)") })
    try DamagedPages.writeLog(of: site.journals.store)
    var damaged = DamagedPages(of: site.folder, "journal/journal.sqlite", seed: seed)
    try damaged.damage()
    DamagedPages.forgetPages(of: site.journals.store)
    for number in 1...3 {
      let response = try await site.post(Site.photo("2024:02:0\(number) 12:00:00"))
      // The damaged page may be the one that knows the device.
      #expect([201, 401, 409, 500, 503].contains(response.status.code), "\(response.text)")
    }
    for address in [
      "/", "/posts/3", "/timeline", "/timeline?q=lunch", "/trash", "/api/v1/posts", "/statistics",
    ] {
      let response = try await site.get(address)
      #expect([200, 401, 404, 500].contains(response.status.code), "\(address) \(response.status)")
    }
  }
}

@Suite("A look of a label that is none")
struct DamagedLookTests {
  @Test("hides no post, whose words and time are changed all the same")
  func page() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00", caption: "lunch")
    try TestJournal(test.journal, of: test.journals, in: test.site.folder)
      .execute("UPDATE look SET json = '{}'")
    let page = try await test.visit("/posts/1?edit=1")
    #expect(page.status == .ok && page.text.contains("lunch"))
    #expect(!page.text.contains("label-position"))
    let version = try #require(page.text.firstMatch(of: /name="version" value="([^"]+)"/)).1
    let changed = try await test.submit(
      "/posts/1",
      ["version": String(version).replacing("&quot;", with: "\""), "caption": "supper"])
    #expect(changed.status == .seeOther, "\(changed.text)")
    #expect(try test.journal.posts.post(1).caption == "supper")
  }
}

@Suite("A damaged index that has a day twice")
struct RepeatedDayTests {
  @Test("ends no page")
  func pages() throws {
    let day = try #require(CivilDate(year: 2024, month: 1, day: 31))
    let texts = Checkout.folder.appending(path: "Sources/Web/JournalServer/Assets/texts")
    let words = PageWords(.english, try PageTexts(folder: texts.path))
    let covers = [1, 2].map { DayCover(day: day, count: 1, first: $0) }
    let days = DayCells(today: day, covers: covers, pictures: [:], words: words)
    #expect(days.covers.mapValues(\.first) == [day: 1])
    #expect([DayCount(day: day, count: 2), DayCount(day: day, count: 3)].byDay == [day: 5])
  }
}
