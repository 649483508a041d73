import Arrivals
import CaptureTime
import Files
import Foundation
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("An export for Day One")
struct DayOneExportTests {
  private func export(_ test: TestJournal, originals: Bool = false) throws -> [ExportLoss: Int] {
    try DayOneExport(
      of: test.journal, to: FilePath(test.folder.path("diary.zip")), givesOriginals: originals
    ).run { #expect($0.problems.isEmpty) }
  }

  private func posts(_ test: TestJournal) throws -> [String: Post] {
    var posts: [String: Post] = [:]
    try test.journal.posts.forEach(PostFilter(), latest: nil) {
      posts[$0.uid.hexadecimal.uppercased()] = $0
    }
    return posts
  }

  /// What the reader of Day One's exports finds.
  private func read(_ test: TestJournal) throws -> (any ArrivalFiles, [ArrivedPost]) {
    let files = try ArrivalSource.open(FilePath(test.folder.path("diary.zip")))
    #expect(try DayOneReader.recognizes(files))
    var posts: [ArrivedPost] = []
    try DayOneReader(ArrivalOptions()).read(files) { item in
      guard case .post(let post) = item else {
        Issue.record("\(item)")
        return
      }
      posts.append(post)
    }
    return (files, posts)
  }

  @Test("gives the same posts back by the reader of Day One's, but for moods")
  func roundTrip() async throws {
    let test = try await WordsJournal().test
    _ = try test.post(
      together: ["20240301_101500", "20240301_101600", "20240301_101700"],
      captions: ["one", "", "two\nlines"])
    try await test.post("2024-03-02 08:00:09+01:00", isStarred: true, tags: ["a", "바다"])
    #expect(try export(test) == [.trash: 1, .morningPages: 1, .moods: 2])
    let (files, found) = try read(test)
    let posts = try posts(test)
    #expect(found.count == posts.count)
    for back in found {
      let post = try #require(posts[back.id ?? ""])
      let marks = post.photos.indices.map { "![](photo:\($0 + 1))" }
      let parts = (post.words.isEmpty ? [] : [post.words]) + marks
      #expect(back.words == parts.joined(separator: "\n\n"), "\(post.number)")
      #expect(back.title == post.title)
      #expect(back.time.wallSeconds == post.time.captureTime.wallSeconds)
      #expect(back.time.offset == post.time.captureTime.offset)
      #expect(back.tags == post.tags && back.isStarred == post.isStarred)
      #expect(back.photos.map(\.caption) == post.photos.map(\.caption))
      for (photo, file) in zip(post.photos, back.photos) {
        let bytes = try files.bytes(of: file.file, limit: 1 << 24)
        #expect(try test.journal.posts.bytes(of: photo.file, hash: photo.hash) == bytes)
      }
    }
  }

  @Test(
    "is whole to another program, with photos by their MD5",
    .enabled("\(Python.note)") { await Python.isThere })
  func otherProgram() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00")
    _ = try export(test, originals: true)
    let script = """
      import hashlib, json, sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      entries = json.loads(archive.read("Journal.json"))["entries"]
      for entry in entries:
          for photo in entry["photos"]:
              name = f"photos/{photo['md5']}.{photo['type']}"
              assert hashlib.md5(archive.read(name)).hexdigest() == photo["md5"]
              print(entry["creationDate"], entry["timeZone"], archive.getinfo(name).compress_type,
                    hashlib.sha256(archive.read(name)).hexdigest())
      """
    let lines = try await Python.lines(of: script, [test.folder.path("diary.zip")])
    let hashes = try (1...2).map { try test.journal.posts.post($0).thePhoto.originalHash }
    #expect(
      lines == [
        "2024-01-31T03:00:00Z Asia/Seoul 0 \(hashes[0].hexadecimal)",
        "2024-01-31T04:00:00Z Asia/Seoul 0 \(hashes[1].hexadecimal)",
      ])
  }

  @Test("has a photo of two posts once, and a fixed zone by a name")
  func twice() async throws {
    let test = try TestJournal(settings: [.timeZone: "+09:00"])
    try test.folder.write(MadePhoto.jpeg(), to: "IMG_20240131_120000.jpg")
    for _ in 1...2 { _ = try await test.post(file: "IMG_20240131_120000.jpg", allowsAgain: true) }
    _ = try export(test, originals: true)
    let (files, found) = try read(test)
    #expect(files.files.count == 2 && found.count == 2)
    #expect(found.allSatisfy { $0.photos.count == 1 && $0.time.offset == 32_400 })
  }

  @Test("replaces no file, and leaves none where it could not go on")
  func refused() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00")
    try test.folder.write([1], to: "diary.zip")
    #expect(throws: JournalError.self) { try export(test) }
    #expect(try test.folder.read("diary.zip") == [1])
    #expect(throws: JournalError.self) {
      try DayOneExport(
        of: test.journal, to: FilePath(test.folder.path("none/diary.zip")), givesOriginals: false
      ).run { _ in }
    }
  }
}
