import CaptureTime
import Foundation
import HTTPTypes
import HummingbirdTesting
import JournalSupport
import Store
import Testing
import TestSupport

@testable import Journal
@testable import JournalServer

@Suite("The timeline")
struct TimelineRoutesTests {
  private let test: PageJournal

  init() async throws { test = try await PageJournal() }

  /// Posts words of these days, so many on each, the first of a day first.
  private func write(_ days: [(day: String, count: Int)]) throws {
    for (day, count) in days {
      for index in 0..<count {
        var new = NewWords()
        new.words = try PostWords("\(day) no. \(index)")
        new.moment = .time(
          try GivenTime.parse(
            "\(day) \(10 + index / 60):\(index % 60 < 10 ? "0" : "")\(index % 60)")
        )
        _ = try test.journal.posts.write(new, now: PageJournal.now)
      }
    }
  }

  /// The numbers of the posts that a page shows, in order.
  private func numbers(_ text: String) -> [Int] {
    text.matches(of: /data-post="(\d+)"/).compactMap { Int($0.1) }
  }

  private func shown(_ path: String) async throws -> [Int] {
    numbers(try await test.visit(path).text)
  }

  /// The address in the page's link of this name.
  private func link(_ rel: String, _ text: String) -> String? {
    text.matches(of: /rel="(\w+)" data-older href="([^"]+)"/).first { $0.1 == rel }
      .map { String($0.2).replacing("&amp;", with: "&") }
  }

  @Test(
    "is where the addresses lead that were before it",
    arguments: [
      ("/posts", "/timeline"), ("/posts?cursor=a", "/timeline?cursor=a"),
      ("/search", "/timeline"), ("/search?q=%EC%82%B0&tag=sea", "/timeline?q=%EC%82%B0&tag=sea"),
      ("/starred", "/timeline?starred=1"), ("/starred?cursor=a", "/timeline?cursor=a&starred=1"),
    ])
  func redirects(old: String, new: String) async throws {
    let answer = try await test.visit(old)
    #expect(answer.status == .seeOther && answer.location == new)
  }

  @Test("is gone through without a script by links, to its end and back, each post once")
  func pages() async throws {
    try write([("2023-11-02", 130), ("2023-12-05", 40), ("2024-01-01", 30), ("2024-01-20", 45)])
    for query in ["", "?q=no"] {
      var (path, seen): (String?, [Int]) = ("/timeline" + query, [])
      var last = ""
      while let next = path {
        let text = try await test.visit(next).text
        seen += numbers(text)
        path = link("next", text)
        last = text
      }
      let all = try test.journal.posts.all(PostFilter(), order: .newestFirst).map(\.number)
      #expect(seen == all, "\(query)")
      var back = numbers(last)
      path = link("prev", last)
      while let previous = path {
        let text = try await test.visit(previous).text
        back = numbers(text).filter { !back.contains($0) } + back
        path = link("prev", text)
      }
      #expect(back == all, "\(query)")
    }
  }

  @Test("says of each month how many posts its parts have, and gives each part")
  func parts() async throws {
    try write([("2023-11-01", 3), ("2023-11-02", 250), ("2023-12-05", 40), ("2023-12-06", 30)])
    let text = try await test.visit("/timeline").text
    let months = text.matches(
      of: /data-month="([0-9-]+)" data-title="[^"]+" data-posts="(\d+)" data-parts="([^"]+)"/)
    #expect(
      months.map { "\($0.1) \($0.2) \($0.3)" } == [
        "2023-12 70 70.2.0", "2023-11 253 84.1.0 84.1.0 82.1.0 3.1.0",
      ])
    var seen: [Int] = []
    for (month, count) in [("2023-12", 1), ("2023-11", 4)] {
      for index in 0..<count {
        let part = try await test.visit("/timeline/rows?at=\(month).\(index)").text
        seen += numbers(part)
        // A day that goes on has its heading once.
        #expect(part.contains("<h3 hidden>") == (month == "2023-11" && 1...2 ~= index))
        #expect(!part.contains("<html"))
      }
    }
    #expect(seen == (try test.journal.posts.all(PostFilter(), order: .newestFirst).map(\.number)))
  }

  @Test("begins with the part of a post, so that whoever comes back is where they were")
  func place() async throws {
    try write([("2023-10-01", 5), ("2023-11-02", 250), ("2024-01-20", 90)])
    for number in [1, 7, 100, 200, 255, 256, 300, 345] {
      for query in ["", "&q=no"] {
        let text = try await test.visit("/timeline?at=\(number)\(query)").text
        #expect(numbers(text).contains(number), "\(number)\(query)")
        #expect(text.contains("data-anchor=\"\(number)\""))
      }
    }
    // One in the trash has its place still.
    try test.journal.trash.move([100], now: PageJournal.now)
    #expect(try await shown("/timeline?at=100").contains(101))
    #expect(try await shown("/timeline?at=2023-10").first == 5)
    #expect(try await shown("/timeline?at=2023-12").first == 255)
    #expect(try await shown("/timeline?at=1999-12").first == 5)
  }

  @Test("shows what chips and words choose, each chip with the address without it")
  func chips() async throws {
    try await test.post("2024-01-30 12:00", caption: "cake", isStarred: true, tags: ["sea"])
    try await test.post("2023-01-31 12:00", caption: "walk", tags: ["sea", "산"])
    _ = try await test.submit("/write", ["words": "rain", "mood": "2", "day": "2024-01-29"])
    _ = try await test.submit("/write", ["mood": "5", "day": "2024-01-28"])
    let cases: [(String, [Int])] = [
      ("", [1, 3, 4, 2]), ("starred=1", [1]), ("kind=photo", [1, 2]), ("kind=words", [3]),
      ("kind=words&kind=photo", []), ("mood=2", [3]), ("mood=5", [4]), ("tag=sea", [1, 2]),
      ("tag=sea&tag=%EC%82%B0", [2]), ("month=2024-01", [1, 3, 4]), ("month=2023-01", [2]),
      ("q=cake", [1]), ("q=%23sea", [1, 2]), ("q=%22rain%22&mood=2", [3]), ("q=rain&mood=3", []),
      ("tag=sea&starred=1&month=2024-01", [1]),
    ]
    for (query, found) in cases {
      #expect(try await shown("/timeline?\(query)") == found, "\(query)")
      #expect(try await shown("/timeline/rows?\(query)&count=50") == found, "\(query)")
    }
    let text = try await test.visit("/timeline?q=cake&tag=sea&month=2024-01").text
    for address in [
      "q=cake&amp;month=2024-01", "q=cake&amp;tag=sea\"",
    ] {
      #expect(text.contains("href=\"/timeline?\(address)"), "\(address)")
    }
    // The form of the filter has what is chosen, and says how many that are.
    for part in [
      "name=\"q\" value=\"cake\"", "name=\"tag\" value=\"sea\" checked", "value=\"2024-01\"",
      "name=\"mood\" value=\"2\" aria-label", "<b>2</b>",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.contains(">1 post<"))
    let nothing = try await test.visit("/timeline?q=nothing").text
    #expect(nothing.contains("Nothing found.") && nothing.contains("Try different words"))
  }

  @Test("has no chip that is not chosen, and nothing to filter where there is no post")
  func plain() async throws {
    #expect(try await !test.visit("/timeline").text.contains("data-filter"))
    try await test.post("2024-01-30 12:00", tags: ["sea"])
    let page = try await test.visit("/timeline").text
    #expect(page.contains("data-filter") && !page.contains("class=\"chips\""))
    #expect(page.contains("href=\"/posts/1\" data-view=\"/posts/1/photo\""))
  }

  @Test("Tags have a page, the most used first, each with how many posts have it")
  func tags() async throws {
    #expect(try await test.visit("/tags").text.contains("No tags yet."))
    try await test.post("2024-01-30 12:00", tags: ["sea", "산 & 강"])
    try await test.post("2024-01-30 13:00", tags: ["sea"])
    try await test.post("2024-01-30 14:00", tags: ["gone"])
    try test.journal.trash.move([3], now: PageJournal.now)
    let page = try await test.visit("/tags").text
    let link = /href="(\/timeline\?tag=[^"]+)"><span>#<bdi>([^<]+)<.*?, (\d posts?)</
    let links = page.matches(of: link)
    #expect(links.map { "\($0.2) \($0.3)" } == ["sea 2 posts", "산 &amp; 강 1 post"])
    #expect(try await shown(String(try #require(links.last).1)) == [1])
  }

  @Test(
    "is shown for any address, and leaves aside what means nothing",
    arguments: [
      "at=x", "at=0", "at=-1", "at=99999999999999999999", "at=2024-01.99999", "at=2024-01.-1",
      "at=2024-13", "at=2024-01.x", "at=1&at=2", "at=", "cursor=x", "cursor=%ff", "mood=9",
      "mood=", "kind=video", "month=", "month=2024-99", "starred=maybe", "tag=,", "tag=%00",
      "tag=" + String(repeating: "a", count: 5_000), "q=" + String(repeating: "a+", count: 4_000),
      "count=0", "count=999999999", String(repeating: "tag=a&", count: 500),
    ])
  func hostile(query: String) async throws {
    try await test.post("2024-01-31 12:00")
    for path in ["/timeline", "/timeline/rows"] {
      #expect(try await test.visit("\(path)?\(query)").status == .ok, "\(path)")
    }
  }

  @Test(
    "has photos at their own shape, and of long words the beginning",
    .enabled(if: InstalledProgram.isThere("sqlite3"), "needs sqlite3"))
  func tiles() async throws {
    try await test.post("2024-01-31 12:00")
    _ = try await test.submit("/write", ["words": String(repeating: "long words. ", count: 5_000)])
    let text = try await test.visit("/timeline").text
    #expect(text.contains("class=\"tile r133\"") && text.contains("width=\"160\" height=\"120\""))
    #expect(text.contains("long words.") && text.utf8.count < 20_000)
    #expect(text.matches(of: /srcset="[^"]+size=256 160w/).count == 1)
    let sqlite = try await InstalledProgram.sqlite3(
      test.site.folder.path("journal/journal.sqlite"), "UPDATE photo SET width = NULL")
    #expect(sqlite.status == 0)
    #expect(try await test.visit("/timeline").text.contains("class=\"tile r133\""))
  }

  @Test("Chance does not bring the same post twice in a row")
  func random() async throws {
    #expect(try await test.visit("/random").location == "/new")
    try write([("2024-01-01", 2)])
    var last = ""
    for _ in 0..<12 {
      let answer = try await test.visit("/random", cookies: last.isEmpty ? nil : "random=\(last)")
      let number = answer.location.split(separator: "/").last.map(String.init) ?? ""
      #expect(["1", "2"].contains(number) && number != last)
      #expect(answer.headers[.setCookie]?.contains("random=\(number)") == true)
      last = number
    }
    try test.journal.trash.move([2], now: PageJournal.now)
    #expect(try await test.visit("/random", cookies: "random=1").location == "/posts/1")
  }
}
