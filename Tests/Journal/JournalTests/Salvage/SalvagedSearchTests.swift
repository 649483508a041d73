import CaptureTime
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A salvage that compares words with the index of the search")
struct SalvagedSearchTests {
  let test: TestJournal

  /// Posts 1 to 24, each with words of its own.
  init() throws {
    test = try TestJournal()
    for number in 1...24 {
      var new = NewWords(try Words("whale \(number) swims by the sea, and dives"))
      new.moment = .time(try GivenTime.parse("2024-02-05 10:\(10 + number)"))
      try test.journal.posts.write(new, now: 1_707_200_000)
    }
  }

  /// Flips a bit of the last letter of a text, wherever the damaged database has it.
  private func flip(_ text: String, _ copy: DamagedCopy) throws {
    var bytes = try copy.read("journal.sqlite")
    let place = try #require(bytes.firstRange(of: Array(text.utf8)))
    bytes[place.upperBound - 1] ^= 1
    try copy.write(bytes, to: "journal.sqlite")
  }

  private func altered(_ result: DamagedCopy.Result) -> [Int?] {
    result.ofPosts.compactMap { if case .altered(let post) = $0 { post.number } else { nil } }
  }

  @Test("names the posts that a letter flipped in, and no others")
  func flipped() throws {
    let copy = try DamagedCopy(of: test)
    for text in ["whale 7 swims", "whale 12 swims by the sea"] { try flip(text, copy) }
    let result = try copy.salvage()
    #expect(altered(result) == [7, 12])
    #expect(result.findings.count == 2 && result.posts == 24, "\(result.findings)")
    let journal = try Journal(opening: copy.newPath)
    #expect(
      try journal.journal(of: test.journal.owner).posts.post(7).words
        == "whale 7 swimr by the sea, and dives")
    #expect(try SearchTableCheck(.posts, of: journal.store).wrongDocuments() == 0)
  }

  @Test(
    "sees an altered last letter too, in which all tokens of a word end",
    arguments: [
      ("quiet morning", "quiet mornine"), ("lantern river", "lantern rives"),
      ("9 of things", "9 mf things"), ("9 of things", "9 nf things"),
    ])
  func lastLetter(words: String, altered: String) throws {
    try test.journal.posts.write(NewWords(try Words(words)), now: 1_707_200_000)
    try test.execute("UPDATE post SET words = '\(altered)' WHERE words = '\(words)'")
    #expect(try SearchTableCheck(.posts, of: test.journal.store).wrongDocuments() == 1)
  }

  @Test("says nothing of a whole journal whose index has several levels and deletions")
  func whole() throws {
    let copy = try DamagedCopy(of: test)
    try copy.database { db in
      try db.execute(sql: "INSERT INTO post_search (post_search, rank) VALUES ('automerge', 0)")
      for turn in 1...20 {
        try SearchTable.posts.remove([Int64(turn)], db)
        try SearchTable.posts.add([Int64(turn)], db)
      }
    }
    let result = try copy.salvage()
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test(
    "names no post where the index itself is damaged, and says that nothing is proved by it",
    arguments: ["data", "idx", "config"])
  func damagedIndex(part: String) throws {
    let copy = try DamagedCopy(of: test)
    try flip("whale 7 swims", copy)
    try copy.overwrite("post_search_\(part)")
    let result = try copy.salvage()
    #expect(result.findings.count == 1 && result.posts == 24, "\(result.findings)")
    guard case .index("post_search", documents: nil) = result.findings.first else {
      Issue.record("\(result.findings)")
      return
    }
  }

  @Test("tells a number alone where the index has none of them")
  func many() throws {
    let copy = try DamagedCopy(of: test)
    try copy.database { db in
      try db.execute(sql: "INSERT INTO post_search (post_search) VALUES ('delete-all')")
    }
    let result = try copy.salvage()
    #expect(result.findings.count == 1 && result.posts == 24, "\(result.findings)")
    guard case .index("post_search", documents: 24) = result.findings.first else {
      Issue.record("\(result.findings)")
      return
    }
  }

  @Test("names all posts of a page that is older than the index")
  func olderPage() throws {
    let copy = try DamagedCopy(of: test)
    try copy.database { db in
      try db.execute(sql: "UPDATE post SET words = replace(words, 'whale', 'shark')")
    }
    #expect(altered(try copy.salvage()).count == 24)
  }

  @Test("names no post where a bit of the index alone is another")
  func flippedIndex() throws {
    let copy = try DamagedCopy(of: test)
    let blocks = try copy.database { db in
      try Row.fetchAll(db, sql: "SELECT id, block FROM post_search_data WHERE id > 10").map {
        (id: $0[0] as Int64, block: $0[1] as Data)
      }
    }
    var told = 0
    for (index, (id, block)) in blocks.enumerated() {
      var flipped = block
      flipped[4 + index * 11 % (block.count - 4)] ^= 1 << UInt8(index % 8)
      try copy.database { db in
        try db.execute(
          sql: "UPDATE post_search_data SET block = ? WHERE id = ?", arguments: [flipped, id])
      }
      let result = try copy.salvage(into: FilePath(copy.folder.path("new \(index)")))
      #expect(altered(result).isEmpty && result.findings.count <= 1, "\(result.findings)")
      #expect(result.posts == 24)
      told += result.findings.count
      try copy.database { db in
        try db.execute(
          sql: "UPDATE post_search_data SET block = ? WHERE id = ?", arguments: [block, id])
      }
    }
    #expect(told > 0)
  }

  @Test("says nothing of the index where tags or photos are lost that it has words of")
  func lostParts() async throws {
    for number in 1...8 {
      try await test.post("2024-03-\(10 + number) 10:00", caption: "noon", tags: ["a\(number)"])
    }
    let copy = try DamagedCopy(of: test)
    for part in ["tag", "sqlite_autoindex_tag_1", "photo"] { try copy.overwrite(part) }
    let result = try copy.salvage()
    #expect(altered(result).isEmpty)
    #expect(
      !result.findings.contains { if case .index = $0 { true } else { false } },
      "\(result.findings)")
  }

  @Test("names only posts that differ where others are lost")
  func lostPosts() throws {
    let copy = try DamagedCopy(of: test)
    try copy.database { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM post WHERE number > 20")
    }
    try flip("whale 7 swims", copy)
    #expect(altered(try copy.salvage()) == [7])
  }

  @Test("compares nothing with what an earlier version has indexed")
  func older() throws {
    let copy = try DamagedCopy(of: test)
    try copy.database { db in
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      try db.execute(sql: "PRAGMA user_version = \(version - 1)")
    }
    try flip("whale 7 swims", copy)
    #expect(altered(try copy.salvage()).isEmpty)
  }
}
