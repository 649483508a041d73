import CaptureTime
import Files
import Formats
import Foundation
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal

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
    try (journal ?? test.journal).thumbnail(of: post ?? self.post, size, maxPixels: 1_000_000)
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
    let name = post.photo.hash.hexadecimal
    #expect(files == ["\(name.prefix(2))/\(name)-256.jpg"])
    let path = "thumbnails/\(files[0])"
    #expect(try test.folder.read("journal/\(path)") == small)
    #expect(try permissions(path) == 0o600)
    #expect(try permissions("thumbnails") == 0o700)
    #expect(try permissions("thumbnails/\(name.prefix(2))") == 0o700)
    // What is stored is what is given, and is not made again.
    let other = small[..<3] + Array("other".utf8) + small.suffix(2)
    try test.folder.write(other, to: "journal/\(path)")
    #expect(try thumbnail() == Array(other))
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

  @Test("of a post whose label changes are others, and the earlier ones are gone")
  func edited() throws {
    let before = try thumbnail()
    let old = files
    var change = PostChange()
    change.time = try GivenTime.parse("2023-05-05 05:05")
    let edited = try test.journal.edit(post.number, change) { try TestJournal.stamper($0) }
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
    try test.journal.moveToTrash([post.number], now: 1_750_000_000)
    #expect(try thumbnail() == small)
    #expect(try test.journal.emptyTrash() == Removal(posts: 1, files: 1))
    #expect(files == [])
    #expect(throws: JournalError.self) { try thumbnail() }
    #expect(files == [])
  }

  @Test(
    "of a photo that is lost or damaged are told of, and nothing is stored", arguments: [0, 1, 2])
  func broken(damage: Int) throws {
    let path = "journal/\(post.photo.file)"
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
      guard case JournalError.photoBroken(test.path.pushing(post.photo.file), _) = error else {
        return false
      }
      return true
    }
    #expect(files == [])
  }

  @Test("of more pixels than allowed are not made")
  func tooManyPixels() {
    #expect(throws: JournalError.self) {
      try test.journal.thumbnail(of: post, .small, maxPixels: 100)
    }
    #expect(files == [])
  }
}
