import Files
import CaptureTime
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Editing")
struct EditingTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private func edit(
    _ number: Int = 1, _ change: (inout PostChange) throws -> Void
  ) throws -> Post {
    var changes = PostChange()
    try change(&changes)
    return try test.journal.posts.edit(number, changes, now: 1_800_000_000) {
      try TestJournal.stamper($0)
    }
  }

  @Test("changes the caption, in the search too, and leaves the photo alone")
  func caption() async throws {
    let before = try #require(await test.post("2024-01-31 12:00", caption: "old words").first)
    let after = try edit { $0.caption = try Caption(" new words ") }
    #expect(after.caption == "new words")
    #expect(after.thePhoto.hasFiles(of: before.photo) && after.time == before.time)
    #expect(try test.captions(finding: "new") == ["new words"])
    #expect(try test.captions(finding: "old") == [])
    #expect(try edit { $0.caption = .empty }.caption == "")
    #expect(try test.captions(finding: "words") == [])
  }

  @Test("gives all tags anew where it is asked to")
  func allTags() async throws {
    try await test.post("2024-01-31 12:00", tags: ["sea", "Sun"])
    #expect(
      try edit { $0.allTags = [try TagName("SUN"), try TagName("rain")] }.tags == ["rain", "Sun"])
    #expect(try edit { $0.allTags = [] }.tags == [])
  }

  @Test("leaves a post alone that is not the one that was meant", arguments: [false, true])
  func unexpected(restamps: Bool) async throws {
    struct OtherPost: Error {}
    let before = try #require(await test.post("2024-01-31 12:00").first)
    var change = PostChange()
    change.isStarred = true
    if restamps { change.time = try GivenTime.parse("2024-01-31 13:00") }
    #expect(throws: OtherPost.self) {
      try test.journal.posts.edit(1, change, now: 1_800_000_000) { post in
        #expect(post == before)
        throw OtherPost()
      } stamper: {
        try TestJournal.stamper($0)
      }
    }
    #expect(try test.journal.posts.post(1) == before)
    #expect(test.photoFiles.count == 1)
  }

  @Test("stars, tags and takes both away, and forgets a tag that no post has")
  func starAndTags() async throws {
    try await test.post("2024-01-31 12:00", tags: ["sea", "sun"])
    let tagged = try edit {
      $0.isStarred = true
      $0.tags = [try TagName("#rain"), try TagName("SUN")]
      $0.removedTags = [try TagName("SEA")]
    }
    #expect(tagged.isStarred)
    #expect(tagged.tags == ["rain", "sun"])
    #expect(try test.count("SELECT count(*) FROM tag") == 2)
    #expect(try edit { $0.isStarred = false }.isStarred == false)
  }

  @Test("refuses a post that is not there, or in the trash")
  func unknown() async throws {
    try await test.post("2024-01-31 12:00")
    try test.journal.trash.move([1], now: 0)
    #expect { try edit { $0.isStarred = true } } throws: {
      if case JournalError.postInTrash(number: 1) = $0 { true } else { false }
    }
    #expect { try edit(2) { $0.time = try GivenTime.parse("2024-01-31") } } throws: {
      if case JournalError.unknownPost(number: 2) = $0 { true } else { false }
    }
  }

  @Test("keeps what another process changed while the photo was stamped")
  func changedMeanwhile() async throws {
    try await test.post("2024-01-31 12:00", caption: "first")
    let other = try test.reopened()
    var change = PostChange()
    change.time = try GivenTime.parse("2024-02-01 12:00")
    change.caption = try Caption("third")
    let post = try test.journal.posts.edit(1, change, now: 1_800_000_000) { look in
      var second = PostChange()
      second.caption = try Caption("second")
      second.tags = [try TagName("sea")]
      _ = try other.posts.edit(1, second, now: 1_800_000_000) { try TestJournal.stamper($0) }
      return try TestJournal.stamper(look)
    }
    #expect(post.caption == "third" && post.tags == ["sea"])
    #expect(try test.captions(finding: "third") == ["third"])
    #expect(try test.captions(finding: "second") == [])
    #expect(try test.captions(finding: "first") == [])
  }

  @Test("lets one of two win that change the time at once, and loses no file")
  func restampedMeanwhile() async throws {
    try await test.post("2024-01-31 12:00")
    let other = try test.reopened()
    var change = PostChange()
    change.time = try GivenTime.parse("2024-02-01 12:00")
    #expect {
      try test.journal.posts.edit(1, change, now: 1_800_000_000) { look in
        var faster = PostChange()
        faster.time = try GivenTime.parse("2024-03-01 12:00")
        _ = try other.posts.edit(1, faster, now: 1_800_000_000) { try TestJournal.stamper($0) }
        return try TestJournal.stamper(look)
      }
    } throws: { error in
      switch error {
      // The photo was looked for where it had been, or found there.
      case JournalError.changedMeanwhile(number: 1), JournalError.photoBroken: true
      default: false
      }
    }
    let post = try test.journal.posts.post(1)
    #expect(post.day.description == "2024-03-01")
    #expect(test.photoFiles == [String(decoding: post.thePhoto.file)])
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
  }
}
