import Files
import CaptureTime
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Questions to one owner's journal")
struct ApartnessTests {
  static let posts = [
    MadePost(time: "2023-05-05 10:00", caption: "바다 sunset", isStarred: true, tags: ["sea"]),
    MadePost(time: "2024-05-05 10:00", caption: "바다", tags: ["sea"]),
  ]

  private var sea: [PostFilter] {
    get throws {
      var (star, tag, text, letter) = (PostFilter(), PostFilter(), PostFilter(), PostFilter())
      star.isStarred = true
      tag.tags = [try TagName("sea")]
      text.text = "바다"
      letter.text = "u"
      return [PostFilter(), star, tag, text, letter]
    }
  }

  /// Asserts that no question finds a post.
  private func expectNothing(in journal: OwnerJournal) throws {
    let day = day(2022, 5, 5)
    for filter in try sea {
      #expect(try journal.posts.all(filter).isEmpty)
      #expect(try journal.posts.all(filter, latest: 5).isEmpty)
      #expect(try journal.days.counts(filter).isEmpty)
    }
    #expect(try journal.memories.posts(of: day).isEmpty)
    #expect(try journal.memories.randomPost(seed: 1, before: .max) == nil)
    #expect(try journal.days.statistics(today: day).posts == 0)
  }

  @Test("never find another's posts, tags or captions")
  func owners() throws {
    let test = try TestJournal()
    let ben = try OwnerName("ben")
    try test.journals.addOwner(ben, settings: JournalSettings(zone: .utc))
    try test.journal.store(Self.posts)
    let other = try test.journals.journal(of: ben)
    try expectNothing(in: other)
    #expect(throws: JournalError.self) { try other.posts.post(1) }

    try other.store([
      MadePost(time: "2021-05-05 10:00", caption: "바다", tags: ["SEA"]),
      MadePost(time: "2025-05-05 10:00"),
    ])
    for journal in [test.journal, other] {
      let own = try journal.posts.all(PostFilter()).map(\.id)
      for filter in try sea {
        #expect(try journal.posts.all(filter).allSatisfy { own.contains($0.id) })
      }
      #expect(try journal.memories.posts(of: day(2022, 5, 5)).map(\.id) == own)
      for seed in 0..<20 {
        let drawn = try #require(try journal.memories.randomPost(seed: UInt64(seed), before: .max))
        #expect(own.contains(drawn.id))
      }
      #expect(try journal.days.statistics(today: day(2022, 5, 5)).posts == own.count)
    }
    #expect(try other.posts.post(1).tags == ["SEA"])
  }

  @Test("never find posts in the trash, and find them again once they are restored")
  func trash() throws {
    let test = try TestJournal()
    try test.journal.store(Self.posts)
    try test.journal.trash.move([1, 2], now: 1_750_000_001)
    try expectNothing(in: test.journal)
    #expect(try test.journal.posts.post(1).trashed == 1_750_000_001)
    #expect(try test.journal.trash.restore([1, 2]).map(\.number) == [1, 2])
    for (filter, found) in try zip(sea, [[1, 2], [1], [1, 2], [1, 2], [1]]) {
      #expect(try numbers(test.journal.posts.all(filter)) == found)
    }
  }
}

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

  @Test(
    "are the same without regard to case, width and normal form, and called as they were named",
    arguments: ["ZOË", "zoë", "Zoe\u{308}", "ｚｏë", " Zoë "])
  func folded(typed: String) throws {
    let zoë = try TestJournal(adding: "Zoë", to: test).journal
    let name = try OwnerName(typed)
    #expect(try test.journals.owner(named: name).text == "Zoë")
    let journal = try test.journals.journal(of: name)
    #expect(journal.id == zoë.id && journal.owner.text == "Zoë")
    #expect(try test.journals.lock(of: name, now: { 0 }).owner.text == "Zoë")
    #expect { try TestJournal(adding: typed, to: test) } throws: {
      if case JournalError.ownerExists(let owner) = $0 { owner.text == "Zoë" } else { false }
    }
    #expect { try test.journal.renameOwner(to: name) } throws: {
      if case JournalError.ownerExists(let owner) = $0 { owner.text == "Zoë" } else { false }
    }
    try zoë.renameOwner(to: name)
    #expect(try test.journals.owners().count == 2)
    #expect(try test.journals.alikeOwners() == [])
  }

  @Test("of a journal that told them apart by case go on, each by the name as written")
  func alike() throws {
    let mina = try TestJournal(adding: "mina", to: test).journal
    // As the versions before did it.
    let other = try TestJournal(adding: "other", to: test).journal
    try test.execute("UPDATE owner SET name = 'MINA' WHERE name = 'other'")
    let names = try ["MINA", "mina"].map { try OwnerName($0) }
    #expect(try test.journals.alikeOwners() == [AlikeOwners(names: names)])
    #expect(try names.map { try test.journals.journal(of: $0).id } == [other.id, mina.id])
    #expect { try test.journals.journal(of: OwnerName("Mina")) } throws: {
      if case JournalError.severalOwners(names, let name) = $0 {
        name.text == "Mina"
      } else {
        false
      }
    }
    #expect { try TestJournal(adding: "Mina", to: test) } throws: {
      if case JournalError.ownerExists = $0 { true } else { false }
    }
    try mina.renameOwner(to: OwnerName("bob"))
    #expect(try test.journals.alikeOwners() == [])
    #expect(try test.journals.journal(of: OwnerName("Mina")).id == other.id)
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
    #expect(try test.journals.journal(of: OwnerName("Anna Kim")).posts.post(1).number == 1)
  }

  @Test("know how many posts they have, and how many in the trash")
  func size() async throws {
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00", "2024-01-31 14:00")
    try test.journal.trash.move([2], now: 5)
    let size = try test.journal.posts.size()
    #expect(size.posts == 2 && size.inTrash == 1)
    let other = try TestJournal(adding: "bob", to: test).journal.posts.size()
    #expect(other.posts == 0 && other.inTrash == 0)
  }

  @Test("take posts, files, tags and settings along when they are removed, and nobody else's")
  func remove() async throws {
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00", caption: "sea", tags: ["blue"])
    try test.journal.trash.move([2], now: 5)
    let bob = try TestJournal(adding: "bob", to: test)
    try await bob.post("2024-01-31 12:00", caption: "sea")
    let removal = try test.journal.removeOwner()
    #expect(removal.posts == Removal(posts: 2, files: 2) && removal.photos == 2)
    #expect(try test.journals.owners().map(\.text) == ["bob"])
    #expect(try test.count("SELECT count(*) FROM post") == 1)
    #expect(try test.count("SELECT count(*) FROM tag") == 0)
    #expect(try test.count("SELECT count(DISTINCT owner) FROM setting") == 1)
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
    #expect(test.photoFiles == [String(decoding: try bob.journal.posts.post(1).thePhoto.file)])
    #expect(try bob.captions(finding: "sea") == ["sea"])
    // Whoever had the journal open finds no such owner.
    #expect { try test.journal.settings.current() } throws: {
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
    #expect(try again.journal.posts.size().posts == 0)
    #expect(
      try again.journal.settings.current().texts == [.timeZone: "UTC", .postZone: "photo"])
  }
}
