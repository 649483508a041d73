import Files
import Foundation
import GRDB
import JournalSupport
import Store
import SystemPackage
import Testing
import TestSupport

@testable import Journal

@Suite("Of posts that are stored together")
struct OneBadPostTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  /// Writes photos of the first days of a month, so many of each.
  private func writePhotos(days: Int, each count: Int) throws {
    for day in 1...days {
      for number in 0..<count {
        let name = "photos/2024-01-0\(day) 12.00.0\(number).jpg"
        try test.folder.write(MadePhoto.jpeg(exif: nil) + Array(name.utf8), to: name)
      }
    }
  }

  private func posted(_ records: [PostRecord]) -> [Int] {
    records.compactMap { if case .posted(let post, _) = $0.result { post.number } else { nil } }
  }

  private func errors(_ records: [PostRecord]) -> [any Error] {
    records.compactMap { if case .failed(let error) = $0.result { error } else { nil } }
  }

  private func expectWholeJournal(posts: Int) throws {
    #expect(try test.count("SELECT count(*) FROM post") == posts)
    #expect(try test.count("SELECT count(DISTINCT original_hash) FROM photo") == posts)
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
    #expect(test.photoFiles.filter { !$0.hasSuffix("/02") }.count == posts)
  }

  @Test("those of a day whose folder is a file fail alone, and come once it is one")
  func blockedFolder() async throws {
    try writePhotos(days: 4, each: 5)
    try test.folder.write([1], to: "journal/photos/2024/01/02")
    for _ in 1...2 {
      let records = try await test.post(file: "photos")
      let errors = errors(records)
      #expect(errors.count == 5)
      for error in errors {
        guard case JournalError.file(.system(.create, let path, .notDirectory)) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(path.string.contains("/photos/2024/01/02/2024-01-02_1200"))
      }
      try expectWholeJournal(posts: 15)
    }
    try FileManager.default.removeItem(atPath: test.folder.path("journal/photos/2024/01/02"))
    #expect(posted(try await test.post(file: "photos")).count == 5)
    try expectWholeJournal(posts: 20)
  }

  @Test("that which SQLite refuses fails alone", arguments: [1, 3])
  func refusedRow(each count: Int) async throws {
    try writePhotos(days: 4, each: count)
    // A connection that is opened later would refuse the journal for its trigger.
    try test.journal.readBesideWriting { _ in }
    try test.execute(
      """
      CREATE TRIGGER refusal BEFORE INSERT ON post WHEN NEW.day = '2024-01-03'
        BEGIN SELECT raise(ABORT, 'refused'); END
      """)
    let records = try await test.post(file: "photos")
    #expect(posted(records).count == 3 * count)
    let errors = errors(records)
    #expect(errors.count == count)
    for error in errors {
      guard case JournalError.database(let failure) = error else { throw error }
      #expect(failure.message == "refused")
    }
    try expectWholeJournal(posts: 3 * count)
    try test.execute("DROP TRIGGER refusal")
    #expect(posted(try await test.post(file: "photos")).count == count)
    try expectWholeJournal(posts: 4 * count)
  }

  /// Lets the database grow by so many pages, as on a disk with little room.
  private func letGrow(pages: Int) throws {
    try test.journal.store.database.writeWithoutTransaction { db in
      let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(count + pages)")
    }
  }

  @Test("as many as there is room for are stored, and the rest is not tried for ever")
  func noRoom() async throws {
    try writePhotos(days: 9, each: 9)
    try letGrow(pages: 3)
    let records = try await test.post(file: "photos")
    let (stored, errors) = (posted(records).count, errors(records))
    #expect(records.count == 81 && stored + errors.count == 81)
    #expect(stored > 0 && stored < 64)
    #expect(errors.allSatisfy { $0.isDiskFull || $0.isNotTried })
    #expect(errors.contains { $0.isDiskFull })
    try expectWholeJournal(posts: stored)
  }

  @Test("what is found to be a full disk by several in a row is not tried with the others")
  func patience() {
    var room = RoomLeft()
    let full = JournalError.file(.system(.write, "photos", .noSpace))
    for _ in 1...7 { room.note(full) }
    #expect(!room.isNone)
    room.noteSuccess()
    for _ in 1...7 { room.note(full) }
    room.note(JournalError.noTime)
    #expect(!room.isNone)
    room.note(full)
    #expect(room.isNone)
  }
}

extension Error {
  fileprivate var isNotTried: Bool {
    if case JournalError.noRoomLeft = self as any Error { true } else { false }
  }
}
