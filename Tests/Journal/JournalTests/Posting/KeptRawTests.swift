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

@Suite("A raw file in a journal")
struct KeptRawTests {
  let test: TestJournal
  private let name = "IMG_20240131_120000"

  init() throws { test = try TestJournal() }

  /// One that differs from all others.
  private func raw(_ format: RawFormat = .cr2) throws -> [UInt8] {
    let jpeg = try MadePhoto.jpeg(width: 640, height: 480, exif: nil)
    return MadeRaw(format) { $0.jpegs = [jpeg] }.bytes() + Array(UUID().uuidString.utf8)
  }

  private func photo() throws -> [UInt8] {
    try MadePhoto.jpeg(exif: nil) + Array(UUID().uuidString.utf8)
  }

  private func post(
    _ files: [String: [UInt8]], keepsRaw: Bool = true
  ) async throws -> [Post] {
    try await test.post(folder: files, keepsRaw: keepsRaw).compactMap { record in
      if case .posted(let post, _) = record.result { post } else { nil }
    }
  }

  private func bytes(_ file: ContainedPath?) throws -> [UInt8] {
    try test.folder.read("journal/\(String(decoding: try #require(file)))")
  }

  private func check(repairs: Bool = false) throws -> [String] {
    try CheckedJournal(test: test).check(repairs: repairs)
  }

  @Test("lies beside its photo in an export of notes, and is counted in one for Day One")
  func exports() async throws {
    let raw = try raw()
    _ = try await post(["\(name).JPG": try photo(), "\(name).CR2": raw])
    let notes = FilePath(test.folder.path("notes"))
    let losses = try MarkdownExport(of: test.journal, into: notes, givesOriginals: false).run {
      #expect($0.problems.isEmpty)
    }
    #expect(losses[.rawFiles] == nil)
    let file = try #require(try test.journal.posts.post(1).photo?.raw?.file.lastComponent)
    #expect(try test.folder.read("notes/2024/01/photos/\(file)") == raw)
    let dayOne = FilePath(test.folder.path("diary.zip"))
    let lost = try DayOneExport(of: test.journal, to: dayOne, givesOriginals: false).run { _ in }
    #expect(lost[.rawFiles] == 1)
  }

  @Test("is kept with the photo that its camera made of the same exposure, byte for byte")
  func pair() async throws {
    let (photo, raw) = (try photo(), try raw())
    let post = try #require(try await post(["\(name).JPG": photo, "\(name).CR2": raw]).first)
    let stored = try #require(post.photo)
    #expect(try test.journal.posts.all(PostFilter()) == [post])
    #expect(stored.originalHash == StampMark.hash(photo))
    #expect(stored.rawName == "\(name).CR2" && stored.raw?.byteCount == raw.count)
    #expect(stored.raw?.file.path.stem?.hasSuffix(".raw") == true)
    #expect(try bytes(stored.raw?.file) == raw && stored.raw?.hash == StampMark.hash(raw))
    #expect(test.photoFiles.count == 2)
    #expect(try check() == [])
  }

  @Test("is kept with the picture in it where it is alone", arguments: [RawFormat.nef, .dng, .cr2])
  func alone(format: RawFormat) async throws {
    let raw = try raw(format)
    let file = "\(name).\(format.rawValue)"
    let stored = try #require(try await post([file: raw]).first?.photo)
    #expect(stored.file.path.extension == "jpg" && stored.rawName == file)
    #expect(try bytes(stored.raw?.file) == raw)
    #expect(try check() == [])
  }

  @Test("is not kept where that is not asked for, and the pair is one photo all the same")
  func skipped() async throws {
    let pair = ["\(name).JPG": try photo(), "\(name).CR2": try raw()]
    let posts = try await post(pair, keepsRaw: false)
    #expect(posts.count == 1 && posts.first?.photo?.raw == nil)
    #expect(test.photoFiles.count == 1)
  }

  @Test("joins its photo later, once, and never takes the place of another")
  func late() async throws {
    let raw = try raw()
    _ = try await post(["\(name).JPG": try photo(), "\(name).CR2": raw], keepsRaw: false)
    let records = try await test.post(folder: [:], keepsRaw: true)
    guard case .added([.raw], let post) = records.first?.result, records.count == 1 else {
      return #expect(Bool(false), "\(records)")
    }
    #expect(try bytes(post.photo?.raw?.file) == raw)
    #expect(try check() == [])
    let again = try await test.post(folder: ["\(name).CR2": self.raw()], keepsRaw: true)
    guard case .skipped(1) = again.first?.result else { return #expect(Bool(false), "\(again)") }
    #expect(try bytes(test.journal.posts.post(1).photo?.raw?.file) == raw)
    #expect(test.photoFiles.count == 2)
  }

  @Test("stays where it is when its post gets another time, and goes for good with it")
  func deleted() async throws {
    let before = try #require(
      try await post(["\(name).JPG": try photo(), "\(name).CR2": try raw()]).first)
    var change = PostChange()
    change.time = try GivenTime.parse("2023-05-06 07:08")
    let after = try test.journal.posts.edit(1, change, now: 1_800_000_000) {
      try TestJournal.stamper($0)
    }
    #expect(after.photo?.raw == before.photo?.raw && after.photo?.file != before.photo?.file)
    #expect(try check() == [])
    try test.journal.trash.move([1], now: 1_760_000_000)
    #expect(test.photoFiles.count == 2)
    _ = try test.journal.trash.empty()
    #expect(test.photoFiles == [])
  }

  @Test("that is missing or changed is found by a check, which puts a copy back")
  func checked() async throws {
    let raw = try raw()
    let post = try #require(try await post(["\(name).CR2": raw]).first)
    let path = "journal/\(String(decoding: try #require(post.photo?.raw?.file)))"
    try test.folder.write(raw + [1], to: path)
    #expect(try check() == ["1: changed raw: found"])
    try FileManager.default.removeItem(atPath: test.folder.path(path))
    #expect(try check() == ["1: missing raw: found"])
    try test.folder.write(raw, to: "journal/photos/copy.CR2")
    #expect(try check(repairs: true).contains("1: missing raw: putBack"))
    #expect(try test.folder.read(path) == raw)
    #expect(try check() == [])
    try test.execute("UPDATE photo SET raw_hash = CAST(x'00' || substr(raw_hash, 2) AS BLOB)")
    #expect(try check(repairs: true) == ["1: raw row: rebuilt"])
    #expect(try test.journal.posts.post(1) == post)
  }

  @Test("comes back from an export, byte for byte, and its loss is named")
  func exported() async throws {
    _ = try await post(["\(name).JPG": try photo(), "\(name).CR2": try raw()])
    _ = try await post(["IMG_20240201_120000.DNG": try raw(.dng)])
    let export = try TestExport(of: test)
    let target = try TestJournal(settings: [.timeZone: "UTC"])
    #expect(try await export.imported(into: target.journal).map(\.problem) == ["", ""])
    #expect(target.photoFiles == test.photoFiles)
    #expect(
      try target.journal.posts.all(PostFilter()).map { $0.photos.map(\.raw) }
        == test.journal.posts.all(PostFilter()).map { $0.photos.map(\.raw) })
    #expect(try CheckedJournal(test: target).check() == [])
  }

  @Test("is no loss to a salvage, with its row or without", arguments: [false, true])
  func salvaged(isRowLost: Bool) async throws {
    _ = try await post(["\(name).JPG": try photo(), "\(name).CR2": try raw()])
    let before = try test.journal.posts.all(PostFilter())
    let copy = try DamagedCopy(of: test)
    if isRowLost { try copy.write(Array("no database".utf8), to: "journal.sqlite") }
    let result = try copy.salvage()
    #expect(result.lost == [], "\(result.findings)")
    let after = try DamagedCopy.posts(in: copy.newPath)
    #expect(after.count == 1)
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    let posts = try journal.posts.all(PostFilter())
    #expect(posts.flatMap(\.photos).map(\.raw) == before.flatMap(\.photos).map(\.raw))
    for file in before.flatMap(\.photos).flatMap(\.files).map({ String(decoding: $0) }) {
      #expect(try test.folder.read("new/\(file)") == test.folder.read("journal/\(file)"))
    }
  }

  @Test("is taken over from a journal that had none, as no place of a track", arguments: [18, 19])
  func migrated(version: Int) async throws {
    try await test.post("2024-01-31 12:00")
    let post = try test.journal.posts.post(1)
    try test.age(to: version)
    let journal = try test.reopened()
    #expect(try journal.posts.post(1) == post)
    #expect(try test.count("PRAGMA user_version") == 20)
    #expect(try test.text("PRAGMA integrity_check") == "ok")
  }

  @Test("needs its hash and its size, whatever another program writes")
  func invariants() async throws {
    try await test.post("2024-01-31 12:00")
    for sql in [
      "raw = 'photos/a.raw.cr2'", "raw_bytes = 5", "raw_hash = zeroblob(32)",
      "raw = '../a.cr2', raw_hash = zeroblob(32), raw_bytes = 5",
      "raw = 'photos/a.raw.cr2', raw_hash = zeroblob(31), raw_bytes = 5",
      "raw = 'photos/a.raw.cr2', raw_hash = zeroblob(32), raw_bytes = 0", "latitude = 5",
      "longitude = 5", "latitude = 900000001, longitude = 0",
    ] {
      #expect(throws: DatabaseError.self, "\(sql)") {
        try test.execute("UPDATE photo SET \(sql)")
      }
    }
  }
}
