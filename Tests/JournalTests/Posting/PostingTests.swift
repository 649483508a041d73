import Foundation
import Journal
import Stamping
import SystemPackage
import TestSupport
import Testing

@Suite("Posting")
struct PostingTests {
  @Test("stores a stamped photo that gives its original back, byte for byte")
  func reversible() async throws {
    let test = try TestJournal()
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let records = try await test.post(file: "a.jpg", caption: " 점심 ")
    guard case .posted(let post, let label) = records.first?.result else {
      Issue.record("not posted: \(records)")
      return
    }
    #expect(post.number == 1)
    #expect(post.caption == "점심")
    #expect(label == "2024-01-31 23:59")
    #expect(post.photo.originalFile == nil)
    let stamped = try PhotoReader(InputPhoto(named: test.journal.path(post.photo.file))).whole()
    #expect(StampMark.hash(stamped.bytes) == post.photo.hash)
    #expect(try Unstamper().unstamp(stamped).bytes == test.folder.read("a.jpg"))
    #expect(test.photoFiles == [String(decoding: post.photo.file)])
  }

  @Test("keeps the original beside a photo that unstamping does not give back")
  func irreversible() async throws {
    let test = try TestJournal()
    try test.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    let records = try await test.post(file: "IMG_20240131_235959.png")
    guard case .posted(let post, _) = records.first?.result else {
      Issue.record("not posted: \(records)")
      return
    }
    let original = try #require(post.photo.originalFile)
    #expect(
      try test.folder.read("journal/\(original)")
        == test.folder.read("IMG_20240131_235959.png"))
    #expect(post.photo.originalName == "IMG_20240131_235959.png")
    #expect(test.photoFiles.count == 2)
  }
}
