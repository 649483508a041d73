import Files
import GRDB
import JournalSupport
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Posts are stored together")
struct PostStorageTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private struct Staged: HasStagedFiles {
    let stagedFiles: [StagedFile]
    let photo: PostPhoto
  }

  /// A file of one byte, on its way in under its number.
  private func staged(_ number: Int) throws -> Staged {
    Staged(
      stagedFiles: [try test.journal.store.stage([UInt8(number)])],
      photo: PostPhoto(
        file: try ContainedPath("photos/2024/\(number).jpg"), hash: [], originalFile: nil,
        originalHash: [], originalName: ""))
  }

  /// Stores files, of which some fail once their rows have changed something.
  private func store(_ count: Int, failing: Set<Int>) async throws -> [Bool] {
    let post = try #require(try await test.post("2024-01-31 12:00").first)
    let posts = try (0..<count).map(staged)
    let results = PostStorage(journal: test.journal).store(posts) { staged, _ in
      [StagedPhoto(photo: staged.photo, files: Array(zip(staged.stagedFiles, staged.photo.files)))]
    } insert: { _, photos, rows in
      let photo = try #require(photos.first)
      let name = String(decoding: photo.file)
      try rows.addTag(TagName(String(name.filter(\.isNumber))), post.id)
      if failing.contains(where: { name.hasSuffix("/\($0).jpg") }) { throw JournalError.noTime }
      for file in photo.files { try LooseFiles.claim(file, rows.db) }
      return post
    }
    return results.map { if case .success = $0 { true } else { false } }
  }

  @Test(
    "and what fails after it has changed something leaves nothing", arguments: [[], [1], [0, 2]])
  func undone(failing: Set<Int>) async throws {
    let results = try await store(4, failing: failing)
    let stored = (0..<4).filter { !failing.contains($0) }
    #expect(results == (0..<4).map { !failing.contains($0) })
    #expect(try test.count("SELECT count(*) FROM tag") == stored.count)
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
    #expect(
      test.photoFiles.filter { $0.hasPrefix("photos/2024/") && !$0.contains("_") }
        == stored.map { "photos/2024/\($0).jpg" })
  }

  @Test("and photos are looked for by another connection meanwhile, as they were before")
  func besideWriting() throws {
    let journal = test.journal
    func lastNumber() throws -> Int? {
      try journal.readBesideWriting { db in
        try Int.fetchOne(db, sql: "SELECT last_number FROM owner")
      }
    }
    let before = try journal.write { db in
      try db.execute(sql: "UPDATE owner SET last_number = 7")
      return try lastNumber()
    }
    #expect(before == 0)
    #expect(try lastNumber() == 7)
  }

  @Test("and one that another found is not stored twice")
  func twice() async throws {
    let jpeg = try MadePhoto.jpeg()
    for number in 0..<6 { try test.folder.write(jpeg, to: "same/\(number).jpg") }
    let records = try await test.post(file: "same")
    #expect(records.count == 6)
    #expect(try test.count("SELECT count(*) FROM post") == 1)
    #expect(try test.count("SELECT last_number FROM owner") == 1)
    #expect(test.photoFiles.count == 1)
  }

  @Test("unless the journal is locked, which each photo is told of, a broken one too")
  func locked() async throws {
    let locked = try LockedJournal(pin: nil)
    try locked.test.folder.write(MadePhoto.jpeg(), to: "x/good.jpg")
    try locked.test.folder.write([0xFF, 0xD8, 0xFF], to: "x/broken.jpg")
    let settings = try locked.test.journal.settings.current()
    try locked.lock.set(LockedJournal.right)
    let errors = try await locked.test.post(file: "x", settings: settings).map(\.result)
    #expect(errors.count == 2)
    for case .failed(let error) in errors {
      guard case JournalError.locked = error else {
        Issue.record("\(error)")
        continue
      }
    }
    #expect(locked.test.photoFiles.isEmpty)
  }
}
