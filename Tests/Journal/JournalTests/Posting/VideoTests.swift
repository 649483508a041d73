import CaptureTime
import Files
import Formats
import Foundation
import GRDB
import JournalSupport
import Raster
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A video in a journal")
struct VideoTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private func video(_ identifier: String? = nil, bytes: Int = 200) -> [UInt8] {
    TestJournal.video(identifier, bytes: bytes)
  }

  private func post(_ name: String, _ bytes: [UInt8]) async throws -> Post {
    try test.folder.write(bytes, to: name)
    return try #require(posts(await test.post(file: name)).first)
  }

  private func posts(_ records: [PostRecord]) -> [Post] {
    records.compactMap { if case .posted(let post, _) = $0.result { post } else { nil } }
  }

  /// Posts the files of a folder.
  private func postFolder(_ files: [String: [UInt8]]) async throws -> [Post] {
    posts(try await test.post(folder: files)).sorted { $0.number < $1.number }
  }

  private func bytes(_ file: ContainedPath?) throws -> [UInt8] {
    try test.folder.read("journal/\(String(decoding: try #require(file)))")
  }

  private func check() throws -> [String] { try CheckedJournal(test: test).check() }

  @Test("is kept byte for byte, on the day and at the time that it says itself")
  func kept() async throws {
    let video = video()
    let post = try await post("a.mov", video)
    #expect(post.time.captureTime.description == "2024-01-31T23:59:58+09:00")
    #expect(post.time.source == .quicktimeCreationDate)
    let photo = try #require(post.photo)
    #expect(photo.isVideo && photo.video?.byteCount == video.count)
    #expect(photo.video?.milliseconds == 2_900)
    #expect(photo.size?.width == 1_920 && photo.size?.height == 1_080)
    #expect(photo.file.path.extension == "mov" && photo.originalFile == nil)
    #expect(try bytes(photo.file) == video)
    #expect(photo.hash == StampMark.hash(video) && photo.originalHash == photo.hash)
    #expect(try test.journal.posts.post(1) == post)
    #expect(try check() == [])
    // It is nothing to be stamped, and where no frame can be had, a tile stands for it.
    #expect(throws: StampError.self) { try test.journal.posts.original(of: photo) }
    let tile = try test.journal.thumbnails.thumbnail(
      of: post, .small, maxPixels: 1_000, decoder: InProcessDecoder())
    #expect(PostPhoto.size(of: tile) == PixelSize(width: 256, height: 144))
  }

  @Test("is posted once, and again where that is asked for")
  func again() async throws {
    let first = try await post("a.mov", video())
    let again = try await test.post(file: "a.mov")
    guard case .failed(JournalError.postedBefore(first.number, false)) = again.first?.result else {
      return #expect(Bool(false), "\(again)")
    }
    #expect(try await posts(test.post(file: "a.mov", allowsAgain: true)).count == 1)
    #expect(test.photoFiles.count == 2)
    #expect(try check() == [])
  }

  @Test("is refused where it is larger than the owner takes, and leaves nothing")
  func limit() async throws {
    try test.journal.settings.set(.videoSize, to: "1")
    try test.folder.write(video(bytes: 1_000_000), to: "a.mov")
    let records = try await test.post(file: "a.mov")
    guard case .failed(JournalError.videoTooLarge(_, 1_000_000)) = records.first?.result else {
      return #expect(Bool(false), "\(records)")
    }
    #expect(test.photoFiles == [])
    for text in ["0", "2001", "-1", "1.5", "", "many"] {
      #expect(throws: SettingError.self) {
        try test.journal.settings.set(.videoSize, to: text)
      }
    }
  }

  @Test("of a Live Photo goes with the photo that says it is its own, and with no other")
  func live() async throws {
    let (one, other) = (video("6A1B22E0"), video("77777777"))
    let photo = try MadePhoto.live("6A1B22E0")
    let posts = try await postFolder([
      "IMG_20240131_120000.JPG": photo, "IMG_20240131_120000.MOV": one,
      "IMG_20240131_120100.JPG": try MadePhoto.live("5555"), "IMG_20240131_120100.MOV": other,
    ])
    #expect(posts.count == 3)
    let live = try #require(posts.flatMap(\.photos).first { $0.video?.file != nil })
    #expect(!live.isVideo && live.originalHash == StampMark.hash(photo))
    #expect(try bytes(live.video?.file) == one)
    #expect(try test.journal.posts.original(of: live).bytes == photo)
    #expect(posts.flatMap(\.photos).count { $0.isVideo } == 1)
    #expect(test.photoFiles.count == 4)
    #expect(try check() == [])
  }

  @Test("in a motion photo stays in its file, with the label on the photo")
  func motion() async throws {
    let video = video()
    let post = try await post("IMG_20240131_120000.jpg", MadePhoto.motion(video))
    let photo = try #require(post.photo)
    #expect(photo.video?.place == .within && photo.video?.byteCount == video.count)
    #expect(Array(try bytes(photo.file).suffix(video.count)) == video)
    #expect(StampMark(of: try bytes(photo.file)) != nil)
  }

  @Test("stays where it is when its post gets another time, and its photos other labels")
  func edited() async throws {
    let posts = try await postFolder([
      "IMG_20240131_120000.JPG": try MadePhoto.live("6A1B"),
      "IMG_20240131_120000.MOV": video("6A1B"), "b.mov": video(),
    ])
    var change = PostChange()
    change.time = try GivenTime.parse("2023-05-06 07:08")
    for before in posts {
      let after = try test.journal.posts.edit(before.number, change, now: 1_800_000_000) {
        try TestJournal.stamper($0)
      }
      #expect(after.day.description == "2023-05-06")
      #expect(after.photo?.video == before.photo?.video)
      #expect(after.photo?.isVideo == false || after.photo == before.photo)
    }
    #expect(try check() == [])
    let video = try #require(posts.first { $0.photo?.isVideo == true })
    change = PostChange()
    change.edit = PhotoEditChange(to: try PhotoEdit(parsing: "rotate=90"))
    #expect(throws: JournalError.self) {
      try test.journal.posts.edit(video.number, change, now: 1_800_000_000) {
        try TestJournal.stamper($0)
      }
    }
  }

  @Test("goes for good with its post")
  func deleted() async throws {
    let posts = try await postFolder([
      "IMG_20240131_120000.JPG": try MadePhoto.live("6A1B"),
      "IMG_20240131_120000.MOV": video("6A1B"), "b.mov": video(),
    ])
    try test.journal.trash.move(posts.map(\.number), now: 1_760_000_000)
    #expect(test.photoFiles.count == 3)
    _ = try test.journal.trash.empty()
    #expect(test.photoFiles == [])
    #expect(try check() == [])
  }

  @Test(
    "that is missing or changed is found by a check, which puts a copy back",
    arguments: [
      false, true,
    ])
  func checked(isLive: Bool) async throws {
    let bytes = video("6A1B")
    let posts =
      try await isLive
      ? postFolder([
        "IMG_20240131_120000.JPG": MadePhoto.live("6A1B"), "IMG_20240131_120000.MOV": bytes,
      ]) : postFolder(["a.mov": bytes])
    let photo = try #require(posts.first?.photo)
    let file = try #require(isLive ? photo.video?.file : photo.file)
    let path = "journal/\(String(decoding: file))"
    try test.folder.write(bytes + [1], to: path)
    #expect(try check() == ["1: changed video: found"])
    try FileManager.default.removeItem(atPath: test.folder.path(path))
    #expect(try check() == ["1: missing video: found"])
    #expect(
      try CheckedJournal(test: test).check(repairs: true) == ["1: missing video: beyondRepair"])
    try test.folder.write(bytes, to: "journal/photos/copy.mov")
    #expect(
      try CheckedJournal(test: test).check(repairs: true).contains("1: missing video: putBack"))
    #expect(try self.bytes(file) == bytes)
    #expect(try check() == [])
  }

  @Test("comes back from an export, byte for byte")
  func exported() async throws {
    let source = try await postFolder([
      "IMG_20240131_120000.JPG": try MadePhoto.live("6A1B"),
      "IMG_20240131_120000.MOV": video("6A1B", bytes: 1_500_000), "b.mov": video(),
      "IMG_20240131_130000.jpg": try MadePhoto.motion(video()),
    ])
    #expect(source.count == 3)
    let first = try TestExport(of: test)
    let target = try TestJournal(settings: [.timeZone: "UTC"])
    let records = try await first.imported(into: target.journal)
    #expect(records.map(\.problem) == ["", "", ""])
    #expect(target.photoFiles == test.photoFiles)
    #expect(
      try target.journal.posts.all(PostFilter()).map { $0.photos.map(\.video) }
        == test.journal.posts.all(PostFilter()).map { $0.photos.map(\.video) })
    let second = try TestExport(of: target)
    for file in ["export/journal.json", "export/posts.jsonl"] {
      #expect(try first.folder.read(file) == second.folder.read(file))
    }
  }

  @Test("is taken over from a journal of version 16, which had none")
  func migrated() async throws {
    try await test.post("2024-01-31 12:00")
    let (rows, post) = (try test.rows().count, try test.journal.posts.post(1))
    try test.age(to: 16)
    let journal = try test.reopened()
    #expect(try test.rows().count == rows && journal.posts.post(1) == post)
    #expect(try test.count("PRAGMA user_version") == 20)
    #expect(try test.text("PRAGMA integrity_check") == "ok")
    #expect(try check() == [])
  }

  @Test("needs what a video has, whatever another program writes")
  func invariants() async throws {
    try await test.post("2024-01-31 12:00")
    for sql in [
      "is_video = 1", "is_video = 2", "bytes = 0", "duration = 5", "video = 'photos/a.mov'",
      "bytes = 5, video = '../a.mov', video_hash = zeroblob(32)",
      "bytes = 5, video = 'photos/a.mov', video_hash = zeroblob(31)",
    ] {
      #expect(throws: DatabaseError.self, "\(sql)") {
        try test.execute("UPDATE photo SET \(sql)")
      }
    }
  }
}
