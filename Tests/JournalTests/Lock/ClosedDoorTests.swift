import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Journal

@Suite("Behind a door")
struct ClosedDoorTests {
  private typealias It = LockedJournal

  /// A journal without a PIN as yet, with a post and another in the trash, and an export to import.
  private func journal() async throws -> LockedJournal {
    let it = try It(pin: nil)
    try await it.test.post(
      "2024-01-31 12:00", "2024-01-31 13:00", caption: "sea", isStarred: true, tags: ["blue"])
    try it.test.journal.moveToTrash([2], now: 5)
    let other = try TestJournal()
    try await other.post("2024-03-01 12:00", caption: "harbour")
    try FileManager.default.createDirectory(
      atPath: it.test.folder.path("other"), withIntermediateDirectories: true)
    try JournalExport(of: other.journal, into: FilePath(it.test.folder.path("other/export")))
      .run { _ in }
    return it
  }

  @Test("that is closed nothing can be read or changed")
  func closed() async throws {
    let it = try await journal()
    try it.lock.set(It.right)
    let ended = try it.journals(it.lock.unlock(It.right)).journal(of: it.lock.owner)
    try it.lock.close()
    let expired = try it.journals(it.lock.unlock(It.right)).journal(of: it.lock.owner)
    it.clock.move(by: LockDelay.usual.idle)

    let (rows, files) = (try it.test.rows(), it.test.photoFiles)
    for work in JournalWork.all {
      // The first was opened before there was a PIN.
      for journal in [it.test.journal, ended, expired] {
        await #expect("\(work)") {
          try await work.run(journal, it.test.folder)
        } throws: { error in
          if case JournalError.locked(it.lock.owner) = error { true } else { false }
        }
      }
    }
    #expect(try it.test.rows() == rows)
    #expect(it.test.photoFiles == files)
    #expect(it.test.folder.files.allSatisfy { !$0.hasPrefix("export/") })
  }

  @Test("that a session opens everything can, whoever else's is closed", arguments: JournalWork.all)
  func open(work: JournalWork) async throws {
    let it = try await journal()
    try it.lock.set(It.right)
    _ = try it.add("bob", pin: It.right)
    let journal = try it.journals(it.lock.unlock(It.right)).journal(of: it.lock.owner)
    try await work.run(journal, it.test.folder)
    #expect(try !It.isOpen(OwnerName("bob"), in: it.test.journals))
  }
}
