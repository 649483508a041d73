import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A Live Photo's video that comes later than the photo")
struct LateVideoTests {
  let test: TestJournal
  private let photo: [String: [UInt8]]
  private let name = "IMG_20240131_120000.MOV"

  init() throws {
    test = try TestJournal()
    photo = ["IMG_20240131_120000.JPG": try MadePhoto.live("6A1B")]
  }

  private func check() throws -> [String] { try CheckedJournal(test: test).check() }

  @Test("is added to the photo when the folder is posted again, and once")
  func added() async throws {
    _ = try await test.post(folder: photo)
    let before = try test.journal.posts.post(1)
    let video = TestJournal.video("6A1B", bytes: 1_500_000)
    let records = try await test.post(folder: [name: video])
    guard case .added([.video], let post) = records.first?.result, records.count == 1 else {
      return #expect(Bool(false), "\(records)")
    }
    #expect(try test.journal.posts.all(PostFilter()) == [post])
    #expect(post.photo?.file == before.photo?.file && post.photo?.video?.milliseconds == 2_900)
    let file = try #require(post.photo?.video?.file)
    #expect(try test.folder.read("journal/\(String(decoding: file))") == video)
    #expect(try check() == [])
    guard case .skipped(1) = try await test.post(folder: [:]).first?.result else {
      return #expect(Bool(false), "the same once more changes something")
    }
    #expect(test.photoFiles.count == 2)
  }

  @Test("is told where the photo has another, in the trash too")
  func other() async throws {
    _ = try await test.post(folder: photo.merging([name: TestJournal.video("6A1B")]) { $1 })
    let records = try await test.post(folder: [name: TestJournal.video("6A1B")])
    guard case .failed(JournalError.otherVideo(1)) = records.first?.result else {
      return #expect(Bool(false), "\(records)")
    }
    try test.journal.trash.move([1], now: 1_760_000_000)
    guard case .failed(JournalError.otherVideo(1)) = try await test.post(folder: [:]).first?.result
    else { return #expect(Bool(false), "it is passed over in silence") }
    #expect(test.photoFiles.count == 2)
    #expect(try check() == [])
  }

  @Test("is added to a post that is not in the trash, and where there is none, to that")
  func trashed() async throws {
    _ = try await test.post(folder: photo)
    try test.journal.trash.move([1], now: 1_760_000_000)
    _ = try await test.post(folder: [:], allowsAgain: true)
    var records = try await test.post(folder: [name: TestJournal.video("6A1B")])
    guard case .added([.video], let post) = records.first?.result, post.number == 2 else {
      return #expect(Bool(false), "\(records)")
    }
    try test.journal.trash.move([2], now: 1_760_000_000)
    records = try await test.post(folder: [:])
    guard case .added([.video], let post) = records.first?.result, post.number == 1 else {
      return #expect(Bool(false), "\(records)")
    }
    _ = try test.journal.trash.restore([1])
    #expect(try test.journal.posts.post(1).photo?.video?.milliseconds == 2_900)
    #expect(try check() == [])
  }

  @Test("in an export is named where the journal has the photo without it")
  func imported() async throws {
    let source = try TestJournal()
    _ = try await source.post(folder: photo.merging([name: TestJournal.video("6A1B")]) { $1 })
    let export = try TestExport(of: source)
    _ = try await test.post(folder: photo)
    let records = try await export.imported(into: test.journal)
    #expect(records.first?.earlier?.notTaken == [.video])
    _ = try await test.post(folder: [name: source.folder.read("in/\(name)")])
    let again = try await export.imported(into: test.journal)
    #expect(again.first?.earlier?.notTaken == [])
  }
}
