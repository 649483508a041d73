import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Which text a post's photo is the card of")
struct PhotoTextTests {
  private let test: TestJournal
  private let reference = TextReference(collection: "Sayings", key: "a b")

  init() async throws {
    test = try TestJournal()
    _ = try await test.post("2024-01-31 12:00")
    #expect(try test.journal.posts.post(1).photo?.text == nil)
    try test.execute("UPDATE photo SET text_collection = 'Sayings', text_key = 'a b'")
  }

  @Test("is read with the post, and stays in a salvage")
  func salvaged() throws {
    #expect(try test.journal.posts.post(1).photo?.text == reference)
    let result = try DamagedCopy(of: test).salvage()
    #expect(result.findings.isEmpty, "\(result.findings)")
    let journal = try Journal(opening: FilePath(test.folder.path("new")))
      .journal(of: test.journal.owner)
    #expect(try journal.posts.post(1).photo?.text == reference)
  }

  @Test(
    "is both of its names or none",
    arguments: [
      "text_key = NULL", "text_collection = NULL", "text_key = ''", "text_collection = ''",
    ])
  func constrained(change: String) throws {
    #expect(throws: (any Error).self) { try test.execute("UPDATE photo SET \(change)") }
    try test.execute("UPDATE photo SET text_key = NULL, text_collection = NULL")
    #expect(try test.journal.posts.post(1).photo?.text == nil)
  }

  @Test("is none in a journal of version 7, which opens as it was")
  func migrated() throws {
    try test.age(to: 7)
    let journal = try test.reopened()
    #expect(try journal.posts.post(1).photo?.text == nil)
    #expect(try journal.posts.post(1).photo?.size != nil)
    #expect(try DatabaseCheck(store: journal.store).missingThings().isEmpty)
  }
}
