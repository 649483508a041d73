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

@Suite("Thumbnails of a journal")
struct ThumbnailTests {
  let test: TestJournal
  let post: Post

  init() async throws {
    test = try TestJournal()
    post = try #require(try await test.post("2024-01-31 12:00").first)
  }

  /// The thumbnails' files, from the journal's folder.
  private var files: [String] {
    test.folder.files.filter { $0.hasPrefix("journal/thumbnails/") }
      .map { String($0.dropFirst("journal/thumbnails/".count)) }
  }

  private func thumbnail(
    _ post: Post? = nil, _ size: ThumbnailSize = .small, in journal: OwnerJournal? = nil
  ) throws -> [UInt8] {
    try (journal ?? test.journal).thumbnails.thumbnail(
      of: post ?? self.post, size, maxPixels: 1_000_000, decoder: InProcessDecoder())
  }

  private func permissions(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: test.folder.path("journal/\(path)"))
    return attributes[.posixPermissions] as? Int
  }

  @Test("are made when they are asked for, once, for their owner alone")
  func once() throws {
    #expect(files == [])
    let small = try thumbnail()
    let header = try PhotoFile(small).header
    #expect(header.width == 256 && header.height == 192)
    let name = post.thePhoto.hash.hexadecimal
    #expect(files == ["\(name.prefix(2))/\(name)-256.jpg"])
    let path = "thumbnails/\(files[0])"
    #expect(try test.folder.read("journal/\(path)") == small)
    #expect(try permissions(path) == 0o600)
    #expect(try permissions("thumbnails") == 0o700)
    #expect(try permissions("thumbnails/\(name.prefix(2))") == 0o700)
    // What is stored is what is given, and is not made again.
    let other = try Image(width: 256, height: 100).smallJPEG(qualities: [50])
    try test.folder.write(other, to: "journal/\(path)")
    #expect(try thumbnail() == other)
    #expect(try PhotoFile(thumbnail(nil, .large)).header.width == 320)
    #expect(files.count == 2)
  }

  @Test("may be removed or damaged at any time", arguments: ["", "\u{0}\u{0}\u{0}", nil])
  func removed(content: String?) throws {
    let small = try thumbnail()
    let path = "journal/thumbnails/\(files[0])"
    if let content {
      try test.folder.write(Array(content.utf8), to: path)
    } else {
      try FileManager.default.removeItem(atPath: test.folder.path("journal/thumbnails"))
    }
    #expect(try thumbnail() == small)
    #expect(try test.folder.read(path) == small)
  }

  @Test("are made anew where somebody put something else in their place", arguments: 0..<4)
  func hostile(kind: Int) throws {
    let cell = try thumbnail(nil, .cell)
    let path = "journal/thumbnails/\(files[0])"
    let frame: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xFF, 0xFF, 0xFF, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11,
      1,
    ]
    let other: [UInt8] =
      switch kind {
      // A picture that takes a browser 17 GB, a long one, no picture, one of another size.
      case 0: frame + [0xFF, 0xD9]
      case 1: cell.dropLast(2) + [UInt8](repeating: 0, count: 1_000_000) + [0xFF, 0xD9]
      case 2: [0xFF, 0xD8, 0xFF] + Array("<svg onload='alert(1)'/>".utf8) + [0xFF, 0xD9]
      default: try Image(width: 193, height: 20).smallJPEG(qualities: [50])
      }
    try test.folder.write(other, to: path)
    let thumbnails = test.journal.thumbnails
    #expect(thumbnails.stored(post.thePhoto.hash, .cell, upTo: 100_000_000) == nil)
    #expect(try thumbnail(nil, .cell) == cell)
    #expect(thumbnails.stored(post.thePhoto.hash, .cell, upTo: cell.count) == cell)
    #expect(thumbnails.stored(post.thePhoto.hash, .cell, upTo: cell.count - 1) == nil)
  }

  @Test("are found by their posts' photos, of this owner's posts that are not in the trash")
  func photos() async throws {
    try await test.post("2024-02-01 12:00")
    let photos = try test.journal.thumbnails.photos(of: [1, 2, 3])
    #expect(photos.keys.sorted() == [1, 2] && photos[1] == post.thePhoto.hash)
    try test.journal.trash.move([1], now: 1_750_000_000)
    #expect(try Array(test.journal.thumbnails.photos(of: [1, 2]).keys) == [2])
    #expect(try test.journal.thumbnails.photos(of: []) == [:])
    let other = try TestJournal(adding: "bert", to: test)
    #expect(try other.journal.thumbnails.photos(of: [1, 2]) == [:])
  }

  @Test("of a post whose label changes are others, and the earlier ones are gone")
  func edited() throws {
    let before = try thumbnail()
    let old = files
    var change = PostChange()
    change.time = try GivenTime.parse("2023-05-05 05:05")
    let edited = try test.journal.posts.edit(post.number, change, now: 1_800_000_000) {
      try TestJournal.stamper($0)
    }
    #expect(files == [])
    #expect(try thumbnail(edited) != before)
    #expect(files.count == 1 && files != old)
    // Who has read the post before is not given another photo's.
    #expect {
      try thumbnail(post)
    } throws: { error in
      guard case JournalError.changedMeanwhile(number: 1) = error else { return false }
      return true
    }
  }

  @Test("stay in the trash, and are gone with the post")
  func deleted() throws {
    let small = try thumbnail()
    try test.journal.trash.move([post.number], now: 1_750_000_000)
    #expect(try thumbnail() == small)
    #expect(try test.journal.trash.empty() == Removal(posts: 1, files: 1))
    #expect(files == [])
    #expect(throws: JournalError.self) { try thumbnail() }
    #expect(files == [])
  }

  @Test(
    "of a photo that is lost or damaged are told of, and nothing is stored", arguments: [0, 1, 2])
  func broken(damage: Int) throws {
    let path = "journal/\(post.thePhoto.file)"
    var bytes = try test.folder.read(path)
    switch damage {
    case 0: try FileManager.default.removeItem(atPath: test.folder.path(path))
    case 1: try test.folder.write(bytes.dropLast(100), to: path)
    default:
      bytes[bytes.count / 2] ^= 1
      try test.folder.write(bytes, to: path)
    }
    #expect {
      try thumbnail()
    } throws: { error in
      guard case JournalError.photoBroken(test.path.pushing(post.thePhoto.file), _) = error else {
        return false
      }
      return true
    }
    #expect(files == [])
  }

  @Test("of more pixels than allowed are not made, and the photo is not taken for another one")
  func tooManyPixels() {
    #expect {
      try test.journal.thumbnails.thumbnail(
        of: post, .small, maxPixels: 100, decoder: InProcessDecoder())
    } throws: { error in
      if case .tooManyPixels(320, 240, limit: 100) = error as? StampError { true } else { false }
    }
    #expect(files == [])
  }
}

@Suite("The folder of thumbnails")
struct ThumbnailFolderTests {
  private static func thumbnails(_ folder: TemporaryFolder) -> [String] {
    folder.files.filter { $0.hasPrefix("journal/thumbnails/") }
  }

  @Test("takes the same one of many at once", arguments: ThumbnailSize.allCases)
  func together(size: ThumbnailSize) async throws {
    let test = try TestJournal()
    let post = try #require(try await test.post("2024-01-31 12:00").first)
    let journals = try (0..<8).map { _ in try test.reopened() }
    let made = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for journal in journals {
        group.addTask {
          try journal.thumbnails.thumbnail(
            of: post, size, maxPixels: 1_000_000, decoder: InProcessDecoder())
        }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(made.count == 1)
    #expect(Self.thumbnails(test.folder).count == 1)
  }

  @Test("that cannot be written to keeps nobody from a thumbnail, a deletion or a check")
  func unwritable() async throws {
    let test = try TestJournal()
    let post = try #require(try await test.post("2024-01-31 12:00").first)
    try test.folder.write([], to: "journal/thumbnails")
    let small = try test.journal.thumbnails.thumbnail(
      of: post, .small, maxPixels: 1_000_000, decoder: InProcessDecoder())
    #expect(small.count > 1000)
    try test.journal.trash.move([1], now: 1_750_000_000)
    #expect(try test.journal.trash.empty().posts == 1)
    let check = JournalCheck(test.journals, owners: nil, repairingWith: nil)
    try check.run { _, _ in
    } report: {
      Issue.record("\($0)")
    }
  }

  @Test("is locked with the journal of the post's owner")
  func locked() async throws {
    let anna = try TestJournal()
    let post = try #require(try await anna.post("2024-01-31 12:00").first)
    _ = try anna.journal.thumbnails.thumbnail(
      of: post, .small, maxPixels: 1_000_000, decoder: InProcessDecoder())
    let bert = try TestJournal(adding: "bert", to: anna)
    func refused(_ journal: OwnerJournal) -> String {
      do {
        _ = try journal.thumbnails.thumbnail(
          of: post, .small, maxPixels: 1_000_000, decoder: InProcessDecoder())
        return "given"
      } catch JournalError.unknownPost(number: 1) {
        return "unknown"
      } catch JournalError.locked {
        return "locked"
      } catch {
        return "\(error)"
      }
    }
    #expect(refused(bert.journal) == "unknown")
    try await bert.post("2024-02-01 12:00")
    #expect(refused(bert.journal) == "unknown")
    #expect(refused(anna.journal) == "given")
    let hash = "'$pbkdf2-sha256$i=1$AA$AA'"
    try anna.execute(
      "INSERT INTO lock (owner, hash) SELECT id, \(hash) FROM owner WHERE name = 'anna'")
    #expect(refused(anna.journal) == "locked")
  }

  @Test("is none of the check's strays, and a check removes what belongs to no post")
  func check() async throws {
    let journal = try await CheckedJournal()
    let test = journal.test
    for number in 1...3 {
      _ = try test.journal.thumbnails.thumbnail(
        of: test.journal.posts.post(number), .small, maxPixels: 1_000_000,
        decoder: InProcessDecoder())
    }
    let kept = Self.thumbnails(test.folder)
    #expect(kept.count == 3)
    let hash = [UInt8](repeating: 0xab, count: 32)
    let unneeded = try ThumbnailSize.allCases.map { try ThumbnailFiles.path(of: hash, $0) }
    for file in unneeded.map(\.description) + ["thumbnails/.daystamp-left"] {
      try journal.write([1, 2, 3], to: file)
    }
    try journal.write([1], to: "thumbnails/somebody's.jpg")
    #expect(try journal.check() == [])
    #expect(Self.thumbnails(test.folder) == (kept + ["journal/thumbnails/somebody's.jpg"]).sorted())
    // Damage elsewhere is found as ever.
    try journal.remove(journal.file(1))
    #expect(try journal.check() == ["1: missing stamped: found"])
  }

  @Test("is left out of an export")
  func export() async throws {
    let test = try TestJournal()
    let post = try #require(try await test.post("2024-01-31 12:00").first)
    _ = try test.journal.thumbnails.thumbnail(
      of: post, .small, maxPixels: 1_000_000, decoder: InProcessDecoder())
    try JournalExport(of: test.journal, into: FilePath(test.folder.path("export"))).run { _ in }
    #expect(
      test.folder.files.filter { $0.hasPrefix("export/") }
        == ["export/journal.json", "export/\(post.thePhoto.file)", "export/posts.jsonl"])
  }

  @Test("tells by each name what it is of, and takes no other name for one")
  func names() throws {
    let hash = (0..<32).map { UInt8($0 * 8) }
    for size in ThumbnailSize.allCases {
      #expect(try ThumbnailFiles.hash(of: ThumbnailFiles.path(of: hash, size)) == hash)
    }
    for name in ["thumbnails/00/0-256.jpg", "thumbnails/ab/ab-256.png", "thumbnails/é/é-256.jpg"] {
      #expect(try ThumbnailFiles.hash(of: ContainedPath(name)) == nil)
    }
  }
}
