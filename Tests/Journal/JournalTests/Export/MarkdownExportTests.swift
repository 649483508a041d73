import Arrivals
import CaptureTime
import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("An export of notes in Markdown")
struct MarkdownExportTests {
  /// A journal with words and photos, and one post with all that a note says.
  private static func journal() async throws -> TestJournal {
    let test = try await WordsJournal().test
    _ = try test.post(
      together: ["20240301_101500", "20240301_101600", "20240301_101700"],
      captions: ["one [two](three)", "bar|300", "two\nlines"])
    try await test.post(
      "2024-03-02 08:00:09+01:00", caption: "", isStarred: true, tags: ["a", "바다"])
    let title = "CON: a/b? \"c\" #1 [[x]] \u{202E}end... "
    try edit(7, title: title, words: "- [ ] task\n\n`code`", test)
    return test
  }

  private static func edit(
    _ number: Int, title: String, words: String, _ test: TestJournal
  ) throws {
    var change = PostChange()
    (change.title, change.words) = (try Title(title), try Words(words))
    _ = try test.journal.posts.edit(number, change, now: 1_750_000_000) {
      try TestJournal.stamper($0)
    }
  }

  private func export(_ test: TestJournal, originals: Bool = false) throws -> [ExportLoss: Int] {
    try MarkdownExport(
      of: test.journal, into: FilePath(test.folder.path("notes")), givesOriginals: originals
    ).run { #expect($0.problems.isEmpty) }
  }

  private func posts(_ test: TestJournal) throws -> [Post] {
    var posts: [Post] = []
    try test.journal.posts.forEach(PostFilter(), latest: nil) { posts.append($0) }
    return posts.sorted { $0.number < $1.number }
  }

  @Test("gives the same posts back by the reader of notes")
  func roundTrip() async throws {
    let test = try await Self.journal()
    #expect(try export(test) == [.trash: 1, .morningPages: 1])
    let files = try ArrivalSource.open(FilePath(test.folder.path("notes")))
    #expect(try MarkdownReader.recognizes(files))
    var found: [Int: ArrivedPost] = [:]
    try MarkdownReader(ArrivalOptions()).read(files) { item in
      guard case .post(let post) = item else {
        Issue.record("\(item)")
        return
      }
      let name = post.place.file.split(separator: "/").last?.split(separator: " ")
      let number = try #require(name?[1].split(separator: ".").first)
      found[try #require(Int(number))] = post
    }
    let posts = try posts(test)
    #expect(found.count == posts.count)
    for post in posts {
      let back = try #require(found[post.number])
      #expect(back.words == post.words, "\(post.number)")
      #expect(back.title == post.title)
      #expect(back.time.description == post.time.captureTime.description)
      #expect(back.zone?.name == post.time.zone)
      #expect(back.tags == post.tags && back.isStarred == post.isStarred)
      #expect(back.mood == post.mood?.rawValue)
      let captions = post.photos.map { $0.caption.replacing("\n", with: " ") }
      #expect(back.photos.map(\.caption) == captions)
      for (photo, file) in zip(post.photos, back.photos) {
        let bytes = try files.bytes(of: file.file, limit: 1 << 24)
        #expect(try test.journal.posts.bytes(of: photo.file, hash: photo.hash) == bytes)
      }
    }
  }

  @Test("has photos as they were where that is asked for")
  func originals() async throws {
    let test = try TestJournal()
    let post = try await test.post("2024-01-31 12:00")[0]
    try test.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    _ = try await test.post(file: "IMG_20240131_235959.png")
    _ = try export(test, originals: true)
    let photos = test.folder.files.filter { $0.contains("notes/2024/01/photos/") }
    let hashes = try photos.map { try StampMark.hash(test.folder.read($0)) }
    let second = try test.journal.posts.post(2)
    #expect(
      Set(hashes) == [post.thePhoto.originalHash, second.thePhoto.originalHash])
  }

  @Test("has names that every system takes")
  func names() async throws {
    let test = try await Self.journal()
    _ = try export(test)
    let names = test.folder.files.filter { $0.hasSuffix(".md") }
    #expect(names.contains("notes/2024/03/2024-03-01 7 CON a b c 1 x end.md"), "\(names)")
    #expect(names.contains("notes/2024/02/2024-02-01 2 밥.md"))
    #expect(MarkdownNote.safe(" ..a. . ") == "..a")
    #expect(MarkdownNote.safe(String(repeating: "가", count: 100)).utf8.count == 120)
    #expect(MarkdownNote.safe("\u{202E}?*") == "")
  }

  @Test("goes on where it was interrupted, and refuses a folder with anything else")
  func interrupted() async throws {
    let test = try await Self.journal()
    let folder = FilePath(test.folder.path("notes"))
    do {
      let target = try ExportTarget(folder, of: test.journal.owner)
      try target.write(
        ExportPart(files: [ExportFile(path: "2024/01/2024-01-31 9.md", bytes: [1])]))
    }
    _ = try export(test)
    let files = test.folder.files.filter { $0.hasPrefix("notes/") }
    #expect(!files.contains("notes/2024/01/2024-01-31 9.md"))
    #expect(!files.contains { $0.hasSuffix("journal.unfinished") })
    #expect(throws: ExportError.self) { try export(test) }
    #expect(test.folder.files.filter { $0.hasPrefix("notes/") } == files)
  }
}
