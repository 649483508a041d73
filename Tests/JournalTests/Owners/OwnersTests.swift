import CaptureTime
@testable import Journal
import SystemPackage
import TestSupport
import Testing

@Suite("Owners")
struct OwnersTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  @Test("are known by name, each once")
  func names() throws {
    _ = try TestJournal(adding: "Zoë", to: test)
    _ = try TestJournal(adding: "비나", to: test)
    #expect(try test.journals.owners().map(\.text) == ["Zoë", "anna", "비나"])
    // The same name in the other normal form.
    #expect { try TestJournal(adding: "Zoe\u{308}", to: test) } throws: {
      if case JournalError.ownerExists = $0 { true } else { false }
    }
    #expect { try test.journals.journal(of: OwnerName("ana")) } throws: {
      if case JournalError.unknownOwner(_, let known) = $0 { known.count == 3 } else { false }
    }
  }

  @Test("can take another name, but not another's")
  func rename() async throws {
    try await test.post("2024-01-31 12:00")
    _ = try TestJournal(adding: "bob", to: test)
    #expect { try test.journal.renameOwner(to: OwnerName("bob")) } throws: {
      if case JournalError.ownerExists = $0 { true } else { false }
    }
    try test.journal.renameOwner(to: OwnerName("anna"))
    try test.journal.renameOwner(to: OwnerName("Anna Kim"))
    #expect(try test.journals.owners().map(\.text) == ["Anna Kim", "bob"])
    #expect(try test.journals.journal(of: OwnerName("Anna Kim")).post(1).number == 1)
  }

  @Test("know how many posts they have, and how many in the trash")
  func size() async throws {
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00", "2024-01-31 14:00")
    try test.journal.moveToTrash([2], now: 5)
    let size = try test.journal.size()
    #expect(size.posts == 2 && size.inTrash == 1)
    let other = try TestJournal(adding: "bob", to: test).journal.size()
    #expect(other.posts == 0 && other.inTrash == 0)
  }

  @Test("take posts, files, tags and settings along when they are removed, and nobody else's")
  func remove() async throws {
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00", caption: "sea", tags: ["blue"])
    try test.journal.moveToTrash([2], now: 5)
    let bob = try TestJournal(adding: "bob", to: test)
    try await bob.post("2024-01-31 12:00", caption: "sea")
    #expect(try test.journal.removeOwner() == Removal(posts: 2, files: 2))
    #expect(try test.journals.owners().map(\.text) == ["bob"])
    #expect(try test.count("SELECT count(*) FROM post") == 1)
    #expect(try test.count("SELECT count(*) FROM tag") == 0)
    #expect(try test.count("SELECT count(DISTINCT owner) FROM setting") == 1)
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
    #expect(test.photoFiles == [String(decoding: try bob.journal.post(1).photo.file)])
    #expect(try bob.captions(finding: "sea") == ["sea"])
    // Whoever had the journal open finds the door shut.
    #expect { try test.journal.settings() } throws: {
      if case JournalError.unknownOwner = $0 { true } else { false }
    }
  }

  @Test("may all be gone, and come back to an empty journal")
  func last() async throws {
    try await test.post("2024-01-31 12:00")
    _ = try test.journal.removeOwner()
    #expect(try test.journals.owners() == [])
    #expect(test.photoFiles == [])
    let again = try TestJournal(adding: "anna", to: test)
    #expect(try again.journal.size().posts == 0)
    #expect(try again.journal.settings().texts == [.timeZone: "UTC"])
  }
}
