import Arrivals
import CaptureTime
import Foundation
import JournalSupport
import Raster
import Stamping
import Store
import TestSupport
import Testing

@testable import Journal

@Suite("Another program's journal")
struct ArrivalImportTests {
  private let test: TestJournal

  init() throws { test = try TestJournal() }

  private func entry(
    _ time: String, id: String? = nil, _ words: String = "", line: Int = 1,
    _ change: (inout ArrivedPost) -> Void = { _ in }
  ) throws -> ArrivedItem {
    var post = ArrivedPost(
      id: id, at: ArrivalPlace("", .line(line)), time: try GivenTime.parse(time))
    post.words = words
    change(&post)
    return .post(post)
  }

  private func post(_ number: Int) throws -> Post { try test.journal.posts.post(number) }

  @Test("comes with its words, title, mood, star and tags, on the day of its zone")
  func words() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York").map { CaptureZone($0) })
    let brought = try test.bring([
      try entry("2024-01-31 23:30", "Went to the *sea*.") {
        ($0.zone, $0.title, $0.mood, $0.isStarred) = (zone, "First", 5, true)
        $0.tags = ["sea", "Sea", "a, b", String(repeating: "x", count: 40)]
      }
    ])
    #expect(brought.posts == [1] && brought.number == 1)
    let post = try post(1)
    #expect("\(post.day)" == "2024-01-31")
    #expect(post.time.zone == "America/New_York")
    #expect((post.title, post.words) == ("First", "Went to the *sea*."))
    #expect(post.mood?.rawValue == 5 && post.isStarred && !post.isWrittenLater)
    #expect(Set(post.tags) == ["sea", "a b", String(repeating: "x", count: 32)])
    #expect(brought.notes.count == 2, "\(brought.notes)")
  }

  @Test("brings only what is new when it comes again")
  func again() throws {
    let items = [
      try entry("2024-01-31", "same"), try entry("2024-01-31", "same"),
      try entry("2024-02-01", id: "1", "one"),
    ]
    #expect(try test.bring(items).posts.count == 3)
    let second = try test.bring(items)
    #expect(second.posts.isEmpty && second.known == 3 && second.number == nil)
    let third = try test.bring(items + [try entry("2024-01-31", "same")])
    #expect(third.posts.count == 1 && third.number == 2)
  }

  @Test("names an entry that changed in the source, and leaves its post as it is")
  func changed() throws {
    _ = try test.bring([try entry("2024-02-01", id: "1", "one")])
    let second = try test.bring([try entry("2024-02-01", id: "1", "two")])
    #expect(second.survey.changed == 1 && second.posts.isEmpty)
    #expect(try post(1).words == "one")
  }

  @Test("comes back from the trash as it came, and is named where the source has changed")
  func changedWhileUndone() throws {
    _ = try test.bring([try entry("2024-02-01", id: "1", "one")])
    _ = try test.journal.arrivals.undo(1, now: 1_750_000_000)
    let other = [try entry("2024-02-01", id: "1", "two")]
    _ = try test.bring(other)
    let post = try post(1)
    #expect(post.words == "one" && post.trashed == nil)
    #expect(try test.bring(other).survey.changed == 1)
  }

  @Test("is the same entry whatever its mood is called")
  func moods() throws {
    _ = try test.bring([try entry("2024-02-01", "one")])
    let second = try test.bring([try entry("2024-02-01", "one") { $0.mood = 2 }])
    #expect(second.survey.changed == 1 && second.posts.isEmpty)
  }

  @Test("names two entries of one id with other content")
  func sameID() throws {
    let brought = try test.bring([
      try entry("2024-02-01", id: "1", "one"), try entry("2024-02-01", id: "1", "two"),
      try entry("2024-02-01", id: "1", "one"),
    ])
    #expect(brought.posts.count == 1 && brought.survey.failed == 1 && brought.survey.known == 1)
  }

  @Test("does not bring again what was deleted here")
  func deleted() throws {
    let items = [try entry("2024-02-01", "one"), try entry("2024-02-02", "two")]
    _ = try test.bring(items)
    try test.journal.trash.move([1], now: 1_750_000_000)
    #expect(try test.bring(items).posts.isEmpty)
    _ = try test.journal.trash.empty()
    #expect(try test.bring(items).posts.isEmpty)
  }

  @Test("is taken back but for what was changed, and comes again from the trash")
  func undo() throws {
    let items = try (1...4).map { try entry("2024-02-0\($0)", "words \($0)") }
    _ = try test.bring(items)
    try test.journal.trash.move([4], now: 1_750_000_000)
    var change = PostChange()
    change.isStarred = true
    _ = try test.journal.posts.edit([2], change, now: 1_750_000_000)
    let undone = try test.journal.arrivals.undo(1, now: 1_750_000_000)
    #expect((undone.trashed, undone.changed, undone.deleted) == ([1, 3], [2], 1))
    #expect(throws: ArrivalsError.undone(number: 1)) {
      try test.journal.arrivals.undo(1, now: 1_750_000_000)
    }
    #expect(throws: ArrivalsError.unknown(number: 9)) {
      try test.journal.arrivals.undo(9, now: 1_750_000_000)
    }
    let again = try test.bring(items)
    #expect(again.number == 2)
    for number in [1, 2, 3] { #expect(try post(number).trashed == nil) }
    let arrivals = try test.journal.arrivals.all()
    #expect(arrivals.map(\.number) == [2, 1])
    #expect(arrivals[1].undone != nil && arrivals[0].undone == nil)
  }

  @Test("says what cannot come, and brings the rest")
  func impossible() throws {
    let brought = try test.bring(
      [
        try entry("2999-01-01", "future"), try entry("1024-03-01", "old"),
        .fault(.syntax(detail: "x"), at: ArrivalPlace("", .line(3))),
        .fault(.mood("loved"), at: ArrivalPlace("", .line(4))),
        .leftOut(.audio, at: ArrivalPlace("", .line(5)), example: "a.m4a"),
        try entry("2024-01-01"), try entry("2024-01-02", "a\u{7}b"),
      ], end: .damaged(ArrivalPlace("", .line(9)), detail: "cut"))
    #expect(brought.posts.count == 2)
    #expect(brought.survey.failed == 3 && brought.survey.missing == 1)
    #expect(brought.survey.leftOut.map(\.kind) == [.audio])
    #expect(brought.survey.end != nil)
    #expect(try post(2).words == "ab")
  }

  @Test("is nothing where not one entry can be read")
  func nothing() throws {
    #expect(throws: ArrivalError.expandsTooMuch) { try test.bring([], end: .expandsTooMuch) }
    #expect(try test.journal.arrivals.all().isEmpty)
  }

  @Test("brings photos with their entry; words show those that came, and those that were here")
  func photos() throws {
    func jpeg(_ name: String) throws -> [UInt8] { try MadePhoto.jpeg(exif: nil) + Array(name.utf8) }
    let files = try BroughtFiles([
      "a.jpg": jpeg("a"), "b.jpg": jpeg("b"), "c.txt": Array("no".utf8),
    ])
    let long = String(repeating: "long ", count: 40)
    let items = [
      try entry("2024-01-31 12:00", "") { $0.photos = [files.photo("a.jpg", caption: "A")] },
      try entry(
        "2024-02-01 12:00", "![](photo:1) ![](photo:2) ![](photo:3) ![](photo:4)"
      ) {
        $0.photos = ["missing.jpg", "c.txt", "b.jpg", "a.jpg"].map {
          files.photo($0, caption: long)
        }
      },
    ]
    let brought = try test.bring(items, files)
    #expect(brought.posts == [1, 2])
    #expect(try post(1).photos.map(\.caption) == ["A"])
    #expect(try "\(post(1).day)" == "2024-01-31")
    let second = try post(2)
    #expect(second.photos.count == 1)
    #expect(second.words.hasPrefix("![](photo:51) ![](photo:52) ![](photo:1) ![](post:1)"))
    #expect(second.words.contains("long long"))
    #expect(brought.notes.count == 7, "\(brought.notes)")
    let again = try test.bring(items, files)
    #expect(again.known == 2 && again.posts.isEmpty)
    let undone = try test.journal.arrivals.undo(1, now: 1_750_000_000)
    #expect(undone.trashed == [1, 2])
    #expect(try test.bring(items, files).number == 2)
    #expect(try post(1).trashed == nil)
  }

  @Test("is several posts where it has more photos than one can have")
  func several() throws {
    let names = (0..<52).map { "\($0 < 10 ? "0" : "")\($0).jpg" }
    let files = try BroughtFiles(
      Dictionary(
        uniqueKeysWithValues: names.map { ($0, try MadePhoto.jpeg(exif: nil) + Array($0.utf8)) }))
    let brought = try test.bring(
      [
        try entry("2024-01-31 12:00", "words") {
          $0.title = "Trip"
          $0.photos = names.map { files.photo($0) }
        }
      ], files)
    #expect(brought.posts == [1, 2])
    #expect(try post(1).photos.count == 50 && post(2).photos.count == 2)
    #expect(try post(1).title == "Trip (1/2)" && post(2).title == "Trip (2/2)")
    #expect(try post(1).words == "words" && post(2).words == "")
    #expect(try test.journal.arrivals.all().map(\.posts) == [2])
  }

  @Test("goes on with an arrival that was ended")
  func unfinished() throws {
    let items = [try entry("2024-02-01", "one"), try entry("2024-02-02", "two")]
    _ = try test.bring([items[0]])
    try test.execute("UPDATE arrival SET finished = NULL")
    #expect(try test.bring(items).number == 1)
    let arrival = try #require(try test.journal.arrivals.all().first)
    #expect(arrival.posts == 2 && arrival.finished != nil)
  }

  @Test("that was brought is checked, backed up and salvaged with the rest")
  func check() throws {
    _ = try test.bring([try entry("2024-02-01", "one")])
    let check = JournalCheck(try Journal(opening: test.path), owners: nil, repairs: false)
    var findings: [JournalFinding] = []
    try check.run(progress: { _, _ in }) { findings.append($0) }
    #expect(findings.isEmpty, "\(findings)")
    try test.execute("UPDATE arrival SET source = char(7)")
    try check.run(progress: { _, _ in }) { findings.append($0) }
    #expect(findings.isEmpty, "a name may have any characters: \(findings)")
    try test.execute("UPDATE arrival SET started = 999999999999999")
    try check.run(progress: { _, _ in }) { findings.append($0) }
    guard case .row("arrival", _) = findings.first?.problem else {
      Issue.record("\(findings)")
      return
    }
  }
}
