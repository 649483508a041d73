import CaptureTime
import Foundation
import JournalSupport
import Stamping
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("References to photos in words that are imported")
struct MovedReferencesTests {
  /// A photo, post 1; words about it, post 2, with an earlier version; words about those, post 3.
  private func source() async throws -> TestJournal {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00", caption: "noon", now: Self.now)
    let words = "see ![](post:1) and ![](post:99), `post:1`"
    try test.journal.posts.write(NewWords(try Words("before ![](post:1)")), now: Self.now)
    var change = PostChange()
    change.words = try Words(words)
    _ = try test.journal.posts.edit(2, change, now: Self.now + 5_000) {
      try TestJournal.stamper($0)
    }
    try test.journal.posts.write(NewWords(try Words("![](post:2) ![](post:3)")), now: Self.now)
    return test
  }

  private static let now = 1_750_000_000

  private func words(_ test: TestJournal, _ number: Int) throws -> String {
    try test.journal.posts.post(number).words
  }

  @Test("name the posts by the numbers that they have here, in earlier versions too")
  func moved() async throws {
    let export = try TestExport(of: try await source())
    let target = try TestJournal()
    try target.journal.posts.write(NewWords(try Words("mine ![](post:1)")), now: Self.now)
    try await target.post("2024-02-01 12:00")
    let records = try await export.imported(into: target.journal)
    #expect(records.map(\.number) == [4, 5, 3])
    #expect(try words(target, 1) == "mine ![](post:1)")
    #expect(try words(target, 5) == "see ![](post:4) and ![](post:99), `post:1`")
    #expect(try target.journal.posts.versions(5).map(\.words) == ["before ![](post:4)"])
    #expect(try words(target, 3) == "![](post:5) ![](post:3)")
    #expect(try SearchTableCheck(.posts, of: target.journal.store).wrongDocuments() == 0)
    #expect(try target.journal.posts.post(5).written == Self.now + 5_000)
    // Again, nothing is moved twice.
    _ = try await export.imported(into: target.journal)
    #expect(try words(target, 5) == "see ![](post:4) and ![](post:99), `post:1`")
    #expect(try words(target, 3) == "![](post:5) ![](post:3)")
  }

  @Test("leave what is counted of words right where numbers get longer, in the trash too")
  func counts() async throws {
    let source = try await source()
    try source.journal.posts.write(NewWords(try Words("![](post:1)")), now: Self.now)
    try source.journal.trash.move([4], now: Self.now)
    let export = try TestExport(of: source)
    let target = try TestJournal()
    for index in 1...9 {
      try target.journal.posts.write(NewWords(try Words("mine \(index)")), now: Self.now)
    }
    _ = try await export.imported(into: target.journal)
    #expect(try words(target, 11) == "see ![](post:10) and ![](post:99), `post:1`")
    #expect(try target.journal.trash.posts().map(\.words) == ["![](post:10)"])
    #expect(try CountCheck(store: target.journal.store).wrongDays().count == 0)
    #expect(try SearchTableCheck(.posts, of: target.journal.store).wrongDocuments() == 0)
  }

  @Test("to posts that are not in the export are told where another photo has the number")
  func strangers() async throws {
    let source = try TestJournal()
    try source.journal.posts.write(
      NewWords(try Words("![](post:2) ![](post:3) ![](post:4) `![](post:2)`")), now: Self.now)
    let export = try TestExport(of: source)
    #expect(try await export.strays(into: TestJournal().journal) == [])
    let target = try TestJournal()
    try target.journal.posts.write(NewWords(try Words("mine")), now: Self.now)
    try await target.post("2024-02-01 12:00")
    try target.journal.posts.write(NewWords(try Words("no photo")), now: Self.now)
    #expect(
      try await export.strays(into: target.journal) == [
        StrayReference(post: 4, version: nil, shown: 2, reason: .notImported)
      ])
  }

  @Test("that would make words too long stay, and are told")
  func tooLong() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-31 12:00")
    let words = "![](post:1)" + String(repeating: "a", count: Words.limit - 11)
    try source.journal.posts.write(NewWords(try Words(words)), now: Self.now)
    let export = try TestExport(of: source)
    let target = try TestJournal()
    for _ in 1...9 { try await target.post("2024-02-01 12:00") }
    #expect(
      try await export.strays(into: target.journal) == [
        StrayReference(post: 11, version: nil, shown: 1, reason: .notMoved)
      ])
    #expect(try self.words(target, 11) == words)
  }

  @Test("stay where all numbers do, byte for byte")
  func same() async throws {
    let source = try await source()
    let export = try TestExport(of: source)
    let target = try TestJournal()
    #expect(try await export.imported(into: target.journal).map(\.number) == [1, 2, 3])
    let again = try TestExport(of: target)
    #expect(again.folder.files == export.folder.files)
    for file in export.folder.files {
      #expect(try again.folder.read(file) == export.folder.read(file), "\(file)")
    }
  }

  @Test("are moved by the next run where one was ended, but not in words that were edited since")
  func ended() async throws {
    let export = try TestExport(of: try await source())
    let target = try TestJournal()
    try target.journal.posts.write(NewWords(try Words("mine")), now: Self.now)
    _ = try await export.imported(into: target.journal)
    let moved = "see ![](post:4) and ![](post:99), `post:1`"
    #expect(try words(target, 2) == moved)
    // As the words are where the run ends before the references are moved.
    try target.execute(
      """
      UPDATE post SET words = replace(words, 'post:4', 'post:1') WHERE number = 2;
      UPDATE post_version SET words = replace(words, 'post:4', 'post:1');
      """)
    try SearchTableCheck(.posts, of: target.journal.store).rebuild()
    _ = try await export.imported(into: target.journal)
    #expect(try words(target, 2) == moved)
    #expect(try target.journal.posts.versions(2).map(\.words) == ["before ![](post:4)"])
    // Written by a person, it says what it says.
    var change = PostChange()
    change.words = try Words("see ![](post:1) and ![](post:99), `post:1`")
    _ = try target.journal.posts.edit(2, change, now: Self.now + 9_000) {
      try TestJournal.stamper($0)
    }
    _ = try await export.imported(into: target.journal)
    #expect(try words(target, 2) == change.words?.text)
  }

  @Test("are moved by a later run where one of several posts that are shown did not come before")
  func laterPost() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-30 12:00", "2024-01-31 12:00", now: Self.now)
    let words = "![](post:1) ![](post:2) ![](post:1)"
    try source.journal.posts.write(NewWords(try Words(words)), now: Self.now)
    var change = PostChange()
    change.words = try Words("other " + words)
    change.keepsVersion = true
    _ = try source.journal.posts.edit(3, change, now: Self.now + 5_000) {
      try TestJournal.stamper($0)
    }
    let export = try TestExport(of: source)
    let file = "export/\(try source.journal.posts.post(2).thePhoto.file)"
    let photo = try export.folder.read(file)
    try export.folder.write([1], to: file)
    let target = try TestJournal()
    for index in 1...3 {
      try target.journal.posts.write(NewWords(try Words("mine \(index)")), now: Self.now)
    }
    let number = try #require(await export.imported(into: target.journal).last?.number)
    let first = try #require(try self.words(target, number).split(separator: " ").dropFirst().first)
    #expect(first != "![](post:1)")
    #expect(try self.words(target, number) == "other \(first) ![](post:2) \(first)")
    try export.folder.write(photo, to: file)
    let second = try #require(await export.imported(into: target.journal)[1].number)
    let moved = "\(first) ![](post:\(second)) \(first)"
    #expect(try self.words(target, number) == "other " + moved)
    #expect(try target.journal.posts.versions(number).map(\.words) == [moved])
    #expect(try SearchTableCheck(.posts, of: target.journal.store).wrongDocuments() == 0)
  }

  @Test("name the post that has the photo already")
  func earlierPhoto() async throws {
    let source = try await source()
    let export = try TestExport(of: source)
    let target = try TestJournal()
    for index in 1...3 {
      try target.journal.posts.write(NewWords(try Words("mine \(index)")), now: Self.now)
    }
    try target.folder.write(
      try source.journal.posts.original(of: source.journal.posts.post(1).requirePhoto()).bytes,
      to: "a.jpg")
    _ = try await target.post(file: "a.jpg", given: GivenTime.parse("2024-01-31 12:00"))
    let records = try await export.imported(into: target.journal)
    #expect(records.first?.earlier?.number == 4)
    #expect(try words(target, 5).hasPrefix("see ![](post:4) and"))
  }
}
