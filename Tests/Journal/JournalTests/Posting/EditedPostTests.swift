import CaptureTime
import Files
import Formats
import Foundation
import JournalSupport
import Raster
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A post whose photo is edited")
struct EditedPostTests {
  private let test: TestJournal
  private let photo: [UInt8]

  init() throws {
    test = try TestJournal()
    photo = try MadePhoto.jpeg()
    try test.folder.write(photo, to: "a.jpg")
  }

  @discardableResult
  private func post(_ edit: String, again: Bool = false) async throws -> Post {
    let record = try await test.post(file: "a.jpg", allowsAgain: again, edit: edit).first
    guard case .posted(let post, _) = record?.result else {
      throw Unposted(record: "\(record as Any)")
    }
    return post
  }

  private struct Unposted: Error {
    let record: String
  }

  @discardableResult
  private func change(
    time: String? = nil, _ edit: PhotoEditChange? = nil
  ) throws -> Post {
    var change = PostChange()
    change.time = try time.map(GivenTime.parse)
    change.edit = edit
    return try test.journal.posts.edit(1, change, now: 1_800_000_000) {
      try TestJournal.stamper($0)
    }
  }

  private func stamped(_ post: Post) throws -> [UInt8] {
    try test.folder.read("journal/\(post.thePhoto.file)")
  }

  private func size(_ post: Post) throws -> PixelSize {
    try PhotoFile(stamped(post)).header.displayedSize
  }

  @Test(
    "keeps the whole original, and shows the edit in row, size and thumbnail",
    arguments: [
      ("crop=square", 240, 240), ("rotate=90", 240, 320), ("filter=noir", 320, 240),
      ("rotate=90 crop=0.25,0.25,0.5,0.5 exact filter=sepia", 120, 160),
      ("crop=0.1,0.2,0.5,0.5", 160, 120),
    ])
  func posted(edit: String, width: Int, height: Int) async throws {
    let post = try await post(edit)
    #expect(post.thePhoto.edit.text == edit)
    #expect(post.thePhoto.originalHash == StampMark.hash(photo))
    let original = try #require(post.thePhoto.originalFile)
    #expect(String(decoding: original).hasSuffix(".original.jpg"))
    #expect(try test.folder.read("journal/\(original)") == photo)
    #expect(try size(post) == PixelSize(width: width, height: height))
    #expect(post.thePhoto.size == PixelSize(width: width, height: height))
    #expect(try test.text("SELECT edit FROM photo") == edit)
    #expect(try test.journal.posts.post(1) == post)
    #expect(try test.journal.posts.original(of: post.requirePhoto()).bytes == photo)
    let thumbnail = try test.journal.thumbnails.thumbnail(
      of: post, .small, maxPixels: 1_000_000, decoder: InProcessDecoder())
    let header = try PhotoFile(thumbnail).header
    #expect(header.width * height == header.height * width)
    #expect(try CheckedJournal(test: test).check().isEmpty)
  }

  @Test("has the edit once however often it is stamped again")
  func restamped() async throws {
    let edit = "rotate=90 crop=0.1,0.2,0.5,0.5 filter=nashville"
    let first = try await post(edit)
    let bytes = try stamped(first)
    for _ in 1...3 {
      let moved = try change(time: "2024-02-01 08:15")
      #expect(moved.thePhoto.edit.text == edit && moved.thePhoto.size == first.thePhoto.size)
      #expect(try stamped(moved) != bytes)
      let back = try change(time: "2024-01-31 23:59:58")
      #expect(try stamped(back) == bytes)
      #expect(try test.journal.posts.original(of: back.requirePhoto()).bytes == photo)
      #expect(test.photoFiles == back.thePhoto.files.map { String(decoding: $0) }.sorted())
    }
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
  }

  @Test("can be edited otherwise, from the whole photo, and be as it was again")
  func changed() async throws {
    let plain = try await post("")
    let bytes = try stamped(plain)
    #expect(plain.thePhoto.originalFile == nil)
    var crop = PhotoEditChange()
    crop.crop = try PhotoCrop(parsing: "square")
    let cut = try change(crop)
    #expect(cut.thePhoto.edit.text == "crop=square" && cut.thePhoto.originalFile != nil)
    #expect(try size(cut) == PixelSize(width: 240, height: 240))
    var filter = PhotoEditChange()
    filter.filter = try PhotoEdit.filter(parsing: "noir")
    #expect(try change(filter).thePhoto.edit.text == "crop=square filter=noir")
    var whole = PhotoEditChange()
    whole.crop = .some(nil)
    let filtered = try change(whole)
    #expect(filtered.thePhoto.edit.text == "filter=noir")
    #expect(try size(filtered) == PixelSize(width: 320, height: 240))
    let undone = try change(PhotoEditChange(to: PhotoEdit()))
    #expect(undone.thePhoto.edit.isNone && undone.thePhoto.originalFile == nil)
    #expect(try stamped(undone) == bytes)
    #expect(try test.text("SELECT edit FROM photo") == nil)
    #expect(test.photoFiles == [String(decoding: undone.thePhoto.file)])
  }

  @Test("is refused of a post without a photo, and nothing has changed")
  func words() throws {
    _ = try test.journal.posts.write(NewWords(Words("Rain.")), now: 1_750_000_000)
    let edit = try PhotoEditChange(to: PhotoEdit(parsing: "filter=noir"))
    #expect {
      try change(edit)
    } throws: { error in
      if case JournalError.noPhoto(number: 1) = error { true } else { false }
    }
  }

  @Test("is still the photo that was posted before")
  func duplicate() async throws {
    try await post("crop=square")
    for edit in ["", "crop=square", "filter=noir"] {
      let record = try await test.post(file: "a.jpg", edit: edit).first
      guard case .failed(JournalError.postedBefore(1, false)) = record?.result else {
        Issue.record("\(edit): \(record as Any)")
        continue
      }
    }
  }

  @Test("previews another edit, and stores nothing")
  func preview() async throws {
    let post = try await post("")
    var change = PostChange()
    change.edit = PhotoEditChange(to: try PhotoEdit(parsing: "rotate=90 crop=0.25,0,0.5,0.5"))
    let bytes = try test.journal.posts.preview(
      of: 1, change, maxPixels: 1_000_000, decoder: InProcessDecoder()
    ) { try TestJournal.stamper($0) }
    let header = try PhotoFile(bytes).header
    #expect(header.displayedWidth * 160 == header.displayedHeight * 120)
    #expect(try test.journal.posts.post(1) == post)
  }

  @Test("is told in what programs read", arguments: ["", "rotate=90 filter=noir"])
  func described(edit: String) async throws {
    let post = try await post(edit)
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(PostDescription(post)))
    #expect((json as? [String: Any])?["edit"] as? String == (edit.isEmpty ? nil : edit))
  }
}

/// What becomes of the edit elsewhere than in its own journal.
extension EditedPostTests {
  @Test("is exported with its original, and imported as it was")
  func roundTrip() async throws {
    let first = try await post("rotate=90 crop=0.1,0.2,0.5,0.5 filter=nashville")
    let export = try TestExport(of: test)
    let line = try #require(export.lines.first)
    #expect(line.contains(#""edit":"rotate=90 crop=0.1,0.2,0.5,0.5 filter=nashville""#))
    let target = try TestJournal()
    let records = try await export.imported(into: target.journal)
    #expect(records.map(\.problem) == [""])
    let copy = try target.journal.posts.post(1)
    #expect(copy.thePhoto.edit == first.thePhoto.edit && copy.thePhoto.size == first.thePhoto.size)
    #expect(try target.journal.posts.original(of: copy.requirePhoto()).bytes == photo)
    #expect(try TestExport(of: target).lines == [line])
  }

  @Test(
    "is not taken from an export where it is none, or without an original",
    arguments: [
      "", "crop=0,0,1,1", "rotate=0", "filter=noir rotate=90", "crop=4:5 ", "a", "CROP=4:5",
      "crop=square",
    ])
  func hostileLine(edit: String) async throws {
    try await post("crop=square")
    let export = try TestExport(of: test)
    try export.change { document in
      var posts = document["posts"] as? [[String: Any]] ?? []
      posts[0]["edit"] = edit
      if edit == "crop=square" { posts[0]["original"] = nil }
      document["posts"] = posts
    }
    let target = try TestJournal()
    let records = try await export.imported(into: target.journal)
    #expect(records.count == 1 && records.map(\.problem) != [""], "\(records.map(\.problem))")
    #expect(target.photoFiles.isEmpty)
  }

  @Test(
    "is constrained by the schema",
    arguments: [
      "edit = ''", "edit = 'Crop'", "edit = 'a;b'", "original_file = NULL",
      "edit = printf('%0300d', 1)", "edit = 'filter=noir' || char(10)",
    ])
  func constrained(change: String) async throws {
    try await post("crop=square")
    #expect(throws: (any Error).self) { try test.execute("UPDATE photo SET \(change)") }
  }

  @Test(
    "is not read where the database says what is none, which a check tells",
    arguments: ["'crop=0,0,1,1'", "'rotate=0'", "'a'", "7", "x'00'", "'crop=4:5 '"])
  func damaged(value: String) async throws {
    try await post("crop=square")
    try test.damage("UPDATE photo SET edit = \(value)")
    #expect(throws: JournalError.self) { try test.journal.posts.post(1) }
    #expect(try !CheckedJournal(test: test).check().isEmpty)
  }

  @Test("is mended by stamping the original again, and stays in a salvage")
  func mended() async throws {
    let post = try await post("crop=square filter=noir")
    let bytes = try stamped(post)
    let result = try DamagedCopy(of: test).salvage()
    #expect(result.findings.isEmpty, "\(result.findings)")
    let salvaged = try Journal(opening: FilePath(test.folder.path("new")))
      .journal(of: test.journal.owner)
    #expect(try salvaged.posts.post(1).thePhoto.edit == post.thePhoto.edit)
    try test.folder.write(bytes.dropLast(9), to: "journal/\(post.thePhoto.file)")
    _ = try CheckedJournal(test: test).check(repairs: true)
    #expect(try stamped(test.journal.posts.post(1)) == bytes)
    #expect(try test.journal.posts.post(1).thePhoto.edit == post.thePhoto.edit)
  }

  @Test("keeps its original in a salvage where its row is lost")
  func lostRow() async throws {
    try await post("crop=square")
    try await test.post("2024-02-01 12:00")
    try test.execute(
      "PRAGMA foreign_keys = OFF; DELETE FROM post WHERE number = 1; DELETE FROM photo WHERE edit IS NOT NULL"
    )
    let result = try DamagedCopy(of: test).salvage()
    #expect(result.remade.count == 1, "\(result.findings)")
    let salvaged = try Journal(opening: FilePath(test.folder.path("new")))
      .journal(of: test.journal.owner)
    let posts = try salvaged.posts.all(PostFilter())
    let back = try #require(posts.first { $0.thePhoto.originalHash == StampMark.hash(photo) })
    #expect(try salvaged.posts.original(of: back.requirePhoto()).bytes == photo)
  }

  @Test("was none in a journal of version 11, which opens as it was")
  func migrated() async throws {
    let post = try await post("")
    try test.age(to: 11)
    let journal = try test.reopened()
    #expect(try test.count("PRAGMA user_version") == 20)
    #expect(try journal.posts.post(1) == post)
    #expect(try DatabaseCheck(store: journal.store).missingThings().isEmpty)
  }
}
