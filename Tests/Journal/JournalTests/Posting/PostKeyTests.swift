import CaptureTime
import Files
import Formats
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Posting under a key")
struct PostingOnceTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private func receive(_ bytes: [UInt8], name: String) throws -> ReceivedFile {
    let file = try ReceivedFile(named: name, in: test.path)
    try file.append(Array(bytes[..<100]))
    try file.append(Array(bytes[100...]))
    return file
  }

  private func post(
    _ bytes: [UInt8], name: String = "a.jpg", key: String, in journal: OwnerJournal? = nil
  ) throws -> (post: Post, isNew: Bool) {
    let journal = journal ?? test.journal
    let settings = try journal.settings.current()
    let posting = Posting(
      Posting.Settings(
        stamper: try TestJournal.stamper(settings.look), look: settings.look, rule: settings.rule,
        details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
        exportFolder: nil, now: { 1_750_000_000 }),
      into: journal)
    let file = try receive(bytes, name: name)
    return try withExtendedLifetime(file) {
      try posting.post(file.photo, key: try #require(PostKey(key)))
    }
  }

  @Test("stores a photo that was sent, and leaves nothing else")
  func received() throws {
    let bytes = try MadePhoto.jpeg()
    let (post, isNew) = try post(bytes, name: "점심.jpg", key: "a")
    #expect(isNew)
    #expect(post.thePhoto.originalName == "점심.jpg")
    #expect(try test.journal.posts.original(of: post.requirePhoto()).bytes == bytes)
    #expect(test.folder.files.filter { !$0.hasPrefix("journal/journal.") }.count == 1)
  }

  @Test("knows no time of a file that was sent, but that of the name that it had")
  func time() throws {
    let bytes = try MadePhoto.jpeg(exif: nil)
    #expect(throws: StampError.self) { try post(bytes, name: "a.jpg", key: "a") }
    let named = try post(bytes, name: "IMG_20240131_235959.jpg", key: "a").post
    #expect(named.time.captureTime.description == "2024-01-31T23:59:59+09:00")
  }

  @Test("tells the earlier post, also from the trash, and refuses another photo")
  func again() throws {
    let bytes = try MadePhoto.jpeg()
    let first = try post(bytes, key: "a").post
    let second = try post(bytes, name: "b.jpg", key: "a")
    #expect(second == (first, false))
    try test.journal.trash.move([1], now: 1_750_000_001)
    #expect(try post(bytes, key: "a").post.trashed != nil)
    #expect(throws: PostKeyError.otherPost(number: 1)) { try post(bytes + [0], key: "a") }
    #expect(throws: JournalError.self) { try post(bytes, key: "b") }
    #expect(test.photoFiles.count == 1)
  }

  @Test("is each owner's own matter")
  func owners() throws {
    let other = try TestJournal(adding: "bea", to: test)
    let bytes = try MadePhoto.jpeg()
    #expect(try post(bytes, key: "a").isNew)
    #expect(try post(bytes, key: "a", in: other.journal).isNew)
  }

  @Test("takes keys of 1 to 255 characters of ASCII", arguments: ["", "ä", "a\n", "\u{7f}"])
  func keys(text: String) {
    #expect(PostKey(text) == nil)
    #expect(PostKey(String(repeating: "k", count: 256)) == nil)
    #expect(PostKey(String(repeating: "k", count: 255)) != nil)
    #expect(PostKey() != PostKey())
  }
}
