import CaptureTime
import Files
import Formats
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Posting")
struct PostingTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private func post(_ records: [PostRecord]) throws -> Post {
    let record = try #require(records.first)
    guard case .posted(let post, _) = record.result else {
      throw NotPosted(result: "\(record.result)")
    }
    return post
  }

  private struct NotPosted: Error { let result: String }

  @Test("stores a stamped photo that gives its original back, byte for byte")
  func reversible() async throws {
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let records = try await test.post(file: "a.jpg", caption: " 점심 ", tags: ["#Sea", "b"])
    let post = try post(records)
    #expect(post.number == 1)
    #expect(post.caption == "점심")
    #expect(post.tags == ["b", "Sea"])
    #expect(post.posted == 1_750_000_000)
    #expect(post.thePhoto.originalFile == nil)
    #expect(post.thePhoto.originalName == "a.jpg")
    let stamped = try PhotoReader(InputPhoto(named: test.journal.posts.path(post.thePhoto.file)))
      .whole()
    #expect(StampMark.hash(stamped.bytes) == post.thePhoto.hash)
    let unstamped = try Unstamper().unstamp(stamped)
    #expect(unstamped.mark.label == "2024-01-31 23:59")
    #expect(try unstamped.bytes == test.folder.read("a.jpg"))
    #expect(StampMark.hash(unstamped.bytes) == post.thePhoto.originalHash)
    #expect(test.photoFiles == [String(decoding: post.thePhoto.file)])
    #expect(try test.journal.posts.post(1) == post)
  }

  @Test("keeps the original beside a photo that unstamping does not give back")
  func irreversible() async throws {
    try test.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    let post = try post(await test.post(file: "IMG_20240131_235959.png"))
    let original = try #require(post.thePhoto.originalFile)
    #expect(
      try test.folder.read("journal/\(original)") == test.folder.read("IMG_20240131_235959.png"))
    #expect(test.photoFiles.count == 2)
  }

  @Test("takes the stamp off a photo that carries one, and keeps what it was before")
  func stamped() async throws {
    let bytes = try MadePhoto.jpeg()
    let stamper = try TestJournal.stamper(LabelLook(style: LabelStyle(.film)))
    let film = try stamper.stamp(
      PhotoSource(bytes: bytes, attributes: nil), as: .jpeg)
    try test.folder.write(film.bytes, to: "film.jpg")
    let post = try post(await test.post(file: "film.jpg"))
    #expect(post.thePhoto.originalHash == StampMark.hash(bytes))
  }

  @Test("refuses a photo that has a post, also under another name and stamped, and names the post")
  func again() async throws {
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let first = try post(await test.post(file: "a.jpg"))
    try test.folder.copy(test.folder.path("a.jpg"), as: "b.jpg")
    try test.folder.copy(
      String(decoding: test.journal.posts.path(first.thePhoto.file)), as: "c.jpg")
    for name in ["a.jpg", "b.jpg", "c.jpg"] {
      let result = try await test.post(file: name).first?.result
      guard case .failed(JournalError.postedBefore(1, false)) = result else {
        Issue.record("\(name): \(String(describing: result))")
        continue
      }
    }
    #expect(test.photoFiles.count == 1)
    #expect(try post(await test.post(file: "a.jpg", allowsAgain: true)).number == 2)
    #expect(test.photoFiles.count == 2)
  }

  @Test("passes over a photo in a folder that has a post, so that the folder can be posted again")
  func resumed() async throws {
    for name in ["x/a.jpg", "x/b.jpg", "x/y/c.jpg"] {
      try test.folder.write(MadePhoto.jpeg() + Array(name.utf8), to: name)
    }
    try test.folder.copy(test.folder.path("x/a.jpg"), as: "x/z.jpg")
    var skipped: [Int] = []
    var posted: [String: Int] = [:]
    for record in try await test.post(file: "x") {
      switch record.result {
      case .posted(let post, _): posted[post.thePhoto.originalName] = post.number
      case .skipped(let number): skipped.append(number)
      default: Issue.record("\(record)")
      }
    }
    #expect(posted == ["a.jpg": 1, "b.jpg": 2, "c.jpg": 3])
    #expect(skipped == [1])
    let results = try await test.post(file: "x").map(\.result)
    #expect(results.count == 4)
    #expect(results.allSatisfy { if case .skipped = $0 { true } else { false } })
    #expect(test.photoFiles.count == 3)
  }

  @Test("posts more photos than are stored at once, each with its row and file")
  func manyPhotos() async throws {
    let jpeg = try MadePhoto.jpeg(width: 160, height: 120)
    for number in 0..<150 {
      try test.folder.write(jpeg + Array("\(number)".utf8), to: "m/\(number).jpg")
    }
    let records = try await test.post(file: "m")
    #expect(records.count == 150)
    let posts = try test.journal.posts.all(PostFilter())
    #expect(Set(posts.map(\.number)) == Set(1...150))
    #expect(test.photoFiles == posts.map { String(decoding: $0.thePhoto.file) }.sorted())
  }

  @Test("stores nothing of a photo that cannot be stamped, and goes on with the others")
  func broken() async throws {
    let jpeg = try MadePhoto.jpeg()
    try test.folder.write(jpeg[..<2_000], to: "x/broken.jpg")
    try test.folder.write(jpeg, to: "x/good.jpg")
    let records = try await test.post(file: "x")
    #expect(records.count == 2)
    #expect(test.photoFiles.count == 1)
    #expect(try test.journal.posts.all(PostFilter()).map(\.thePhoto.originalName) == ["good.jpg"])
  }

  @Test("copies the stamped photo into a folder of the person's own")
  func exportFolder() async throws {
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let folder = FilePath(test.folder.path("album"))
    let post = try post(await test.post(file: "a.jpg", exportFolder: folder))
    let name = try #require(post.thePhoto.file.lastComponent?.string)
    #expect(
      try test.folder.read("album/\(name)") == test.folder.read("journal/\(post.thePhoto.file)"))
  }

  @Test("keeps the post, and says so, where the person's own folder cannot be written")
  func exportFolderIsAFile() async throws {
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let folder = FilePath(test.folder.path("a.jpg"))
    let record = try await test.post(file: "a.jpg", exportFolder: folder).first
    guard case .notExported(let post, _) = record?.result else {
      Issue.record("\(String(describing: record))")
      return
    }
    #expect(try test.journal.posts.post(post.number) == post)
  }

  @Test("shows times on the label in the zone that tells the day")
  func labelInZone() async throws {
    let exif = ExifBlock(
      dateTimeOriginal: "2024:01:31 20:30:00", offsetTimeOriginal: "-08:00")
    try test.folder.write(MadePhoto.jpeg(exif: exif), to: "a.jpg")
    let record = try await test.post(file: "a.jpg").first
    guard case .posted(let post, let label) = record?.result else {
      Issue.record("\(String(describing: record))")
      return
    }
    #expect(label == "2024-02-01 13:30")
    #expect(post.day.description == "2024-02-01")
    #expect(post.thePhoto.file.path.string.hasPrefix("photos/2024/02/01/2024-02-01_133000_"))
  }

  @Test("counts the numbers of each owner by themselves")
  func owners() async throws {
    try await test.post("2024-01-31 12:00", "2024-02-01 12:00")
    let bea = try OwnerName("bea")
    try test.journals.addOwner(bea, settings: JournalSettings(zone: .utc))
    let other = try test.journals.journal(of: bea)
    #expect(try other.posts.all(PostFilter()).isEmpty)
    #expect(throws: JournalError.self) { try other.posts.post(1) }
    #expect(try test.journals.owners().map(\.text) == ["anna", "bea"])
  }
}

@Suite("Groups of posts")
struct PostGroupTests {
  @Test(
    "are as large as the files that may be open allow",
    arguments: [
      (jobs: 2, openFiles: 1024, size: 109), (64, 1024, 81), (2, 64, 2), (8, 64, 1), (2, 16, 1),
      (1024, 1024, 1), (1, .max, 128),
    ])
  func size(jobs: Int, openFiles: Int, size: Int) {
    #expect(PostGroup.size(jobs: jobs, openFiles: openFiles) == size)
  }

  @Test("copies photos into the person's own folder for that person alone")
  func copies() async throws {
    let test = try TestJournal()
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let folder = FilePath(test.folder.path("made/copies"))
    _ = try await test.post(file: "a.jpg", exportFolder: folder)
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.string).first)
    #expect(try folder.stat().permissions == .ownerReadWriteExecute)
    #expect(try folder.appending(name).stat().permissions == .ownerReadWrite)
  }
}
