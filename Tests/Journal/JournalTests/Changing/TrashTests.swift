import CaptureTime
import Files
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("The trash")
struct TrashTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private var live: [Int] {
    get throws { try test.journal.posts.all(PostFilter()).map(\.number) }
  }
  private var trashed: [Int] {
    get throws { try test.journal.trash.posts().map(\.number) }
  }

  @Test("takes posts, keeps their files, and gives them back as they were")
  func thereAndBack() async throws {
    let posts = try await test.post("2024-01-31 12:00", "2024-01-31 13:00", caption: "sea")
    try test.journal.trash.move([2, 1], now: 5)
    #expect(try live == [])
    #expect(try trashed == [1, 2])
    #expect(try test.journal.trash.posts().map(\.trashed) == [5, 5])
    #expect(try test.captions(finding: "sea") == [])
    #expect(test.photoFiles.count == 2)
    #expect(try test.journal.trash.restore([2, 1]) == [posts[1], posts[0]])
    #expect(try live == [1, 2])
    #expect(try test.captions(finding: "sea").count == 2)
  }

  @Test("lets posts be deleted for good by number, all or none, and keeps the others")
  func byNumber() async throws {
    let posts = try await test.post(
      "2024-01-31 12:00", "2024-01-31 13:00", "2024-01-31 14:00", caption: "sea")
    try test.journal.trash.move([1, 3], now: 5)
    for check in [
      { _ = try test.journal.trash.delete([1, 2]) }, { try test.journal.trash.checkAreThere([2]) },
    ] {
      #expect { try check() } throws: {
        if case JournalError.postNotInTrash(number: 2) = $0 { true } else { false }
      }
    }
    #expect { try test.journal.trash.delete([1, 9]) } throws: {
      if case JournalError.unknownPost(number: 9) = $0 { true } else { false }
    }
    struct Other: Error {}
    #expect(throws: Other.self) { try test.journal.trash.delete([1]) { _ in throw Other() } }
    #expect(try trashed == [1, 3])
    #expect(try test.journal.trash.delete([3]) == Removal(posts: 1, files: 1))
    #expect(try trashed == [1])
    #expect(test.photoFiles == posts.prefix(2).map { String(decoding: $0.thePhoto.file) }.sorted())
    #expect(try test.journal.trash.delete([]) == Removal(posts: 0, files: 0))
    #expect(try test.captions(finding: "sea") == ["sea"])
  }

  @Test(
    "lets others write between the posts that a device puts there, and is all or none of the machine"
  )
  func pieces() async throws {
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00", "2024-01-31 14:00")
    let (devices, owner) = (test.journals.devices, test.journal.owner)
    let code = try devices.makePairing(for: owner, now: 1)
    let device = try #require(try devices.pair(with: code, name: DeviceName("phone"), now: 1)).0
    let journal = try test.journals.journal(askedForBy: device, keys: .none)
    let other = try DatabaseQueue(path: test.folder.path("journal/journal.sqlite"))
    var seen: [Int?] = []
    func look(_ counted: String) throws {
      seen.append(try other.read { try Int.fetchOne($0, sql: "SELECT \(counted) FROM post") })
      // Longer than a transaction may take.
      usleep(65_000)
    }
    try journal.trash.move([1, 2], now: 5) { _ in try look("count(trashed)") }
    #expect(seen == [0, 0, 0, 1])
    // Another process restores one meanwhile, which stays as it is.
    let process = try Journal(opening: FilePath(test.folder.path("journal"))).journal(of: owner)
    _ = try process.trash.restore([1, 2])
    seen = []
    try journal.trash.move([1, 2, 3], now: 6) { _ in
      try look("count(trashed)")
      if seen.count == 3 { try process.trash.move([3], now: 7) }
    }
    #expect(try trashed == [1, 2, 3])
    seen = []
    #expect(try test.journal.trash.delete([1, 2, 3]) { _ in try look("count(*)") }.posts == 3)
    #expect(seen == [3, 3, 3])
  }

  @Test("is restored as a whole, and only its owner's")
  func restoredAll() async throws {
    let posts = try await test.post("2024-01-31 12:00", "2024-01-31 13:00", "2024-01-31 14:00")
    let other = try TestJournal(adding: "bob", to: test)
    try await other.post("2024-01-31 12:00")
    try other.journal.trash.move([1], now: 5)
    try test.journal.trash.move([3], now: 5)
    try test.journal.trash.move([1], now: 6)
    let restoration = try test.journal.trash.restoreAll()
    #expect(restoration.posts == [posts[2], posts[0]] && restoration.stayed.isEmpty)
    #expect(try live == [1, 2, 3])
    #expect(try test.journal.trash.restoreAll().posts == [])
    #expect(try other.journal.posts.size().inTrash == 1)
    #expect(try other.journal.trash.delete([1]).posts == 1)
  }

  @Test("keeps a morning page whose day has another by now, and gives all others back")
  func morningsStay() throws {
    let test = try TestJournal()
    func write(_ words: String) throws {
      var new = NewWords(try Words(words))
      (new.mood, new.isMorning) = (.good, true)
      new.moment = .time(try GivenTime.parse("2024-01-31 07:00"))
      let post = try test.journal.posts.write(new, now: 1_750_000_000).post
      try test.journal.trash.move([post.number], now: 1_750_000_000 + post.number)
    }
    try write("one")
    try write("two")
    _ = try test.journal.posts.write(NewWords(try Words("line")), now: 1_750_000_000)
    try test.journal.trash.move([3], now: 5)
    let restoration = try test.journal.trash.restoreAll()
    #expect(restoration.posts.map(\.number) == [3, 1])
    #expect(restoration.stayed.map(\.post.number) == [2] && restoration.stayed.map(\.other) == [1])
    #expect(try test.journal.posts.size() == (2, 1))
    // As by its number.
    #expect {
      try test.journal.trash.restore([2])
    } throws: {
      if case JournalError.morningExists(1, day: _) = $0 { true } else { false }
    }
  }

  @Test("lists first what came first")
  func order() async throws {
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00", "2024-01-31 14:00")
    try test.journal.trash.move([3], now: 5)
    try test.journal.trash.move([1, 2], now: 6)
    #expect(try trashed == [3, 1, 2])
  }

  @Test("takes all posts or none")
  func allOrNone() async throws {
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00")
    #expect { try test.journal.trash.move([1, 9], now: 5) } throws: {
      if case JournalError.unknownPost(number: 9) = $0 { true } else { false }
    }
    #expect(try live == [1, 2])
    try test.journal.trash.move([2], now: 5)
    for check in [
      { try test.journal.trash.move([1, 2], now: 6) },
      { try test.journal.trash.checkAreLive([1, 2]) },
    ] {
      #expect { try check() } throws: {
        if case JournalError.postInTrash(number: 2) = $0 { true } else { false }
      }
    }
    #expect { try test.journal.trash.restore([2, 1]) } throws: {
      if case JournalError.postNotInTrash(number: 1) = $0 { true } else { false }
    }
    #expect(try live == [1])
    #expect(try trashed == [2])
  }

  @Test("is emptied with the files, the words in the search and the tags, and says how many")
  func emptied() async throws {
    try test.folder.write(MadePhoto.png(), to: "a.png")
    _ = try await test.post(file: "a.png", caption: "sea", tags: ["blue"])
    try await test.post("2024-01-31 13:00", caption: "sea air", tags: ["air"])
    try await test.post("2024-01-31 14:00", caption: "sea wind", tags: ["air"])
    try test.journal.trash.move([1, 3], now: 5)
    let removal = try test.journal.trash.empty()
    #expect(removal == Removal(posts: 2, files: 3))
    let left = try test.journal.posts.post(2)
    #expect(test.photoFiles == [String(decoding: left.thePhoto.file)])
    #expect(try live == [2])
    #expect(try trashed == [])
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
    #expect(try test.count("SELECT count(*) FROM tag") == 1)
    #expect(try test.journal.trash.empty() == Removal(posts: 0, files: 0))
    // A number is never given again. The row is, and nothing of the old post's is in its search.
    #expect(try await test.post("2024-01-31 15:00").map(\.number) == [4])
    #expect(try test.captions(finding: "sea") == ["sea air"])
  }

  @Test("is emptied of a post that is damaged in its row")
  func damaged() async throws {
    try await test.post("2024-01-31 12:00")
    try test.journal.trash.move([1], now: 5)
    try test.execute("UPDATE post SET source = 'a newer one'")
    #expect(throws: JournalError.self) { try test.journal.trash.posts() }
    #expect(try test.journal.trash.empty() == Removal(posts: 1, files: 1))
    #expect(test.photoFiles == [])
  }

  @Test("of one owner is not another's")
  func owners() async throws {
    try await test.post("2024-01-31 12:00")
    try test.journal.trash.move([1], now: 5)
    let other = try TestJournal(adding: "bob", to: test).journal
    #expect(try other.trash.posts() == [])
    #expect(try other.trash.empty() == Removal(posts: 0, files: 0))
    #expect { try other.trash.restore([1]) } throws: {
      if case JournalError.unknownPost(number: 1) = $0 { true } else { false }
    }
    #expect(try trashed == [1])
  }

  @Test("is emptied though a file cannot be removed, which goes as soon as it can be")
  func unremovable() async throws {
    let posts = try await test.post("2024-01-30 12:00", "2024-01-31 12:00", "2024-02-01 12:00")
    try test.journal.trash.move([1, 2, 3], now: 5)
    // A folder in the place of the photo can be removed no more than a file without the right to.
    let file = test.journal.posts.path(posts[1].thePhoto.file)
    let elsewhere = FilePath(test.folder.path("elsewhere"))
    try FileManager.default.moveItem(atPath: file.string, toPath: elsewhere.string)
    try FileManager.default.createDirectory(
      atPath: file.string, withIntermediateDirectories: false)
    #expect {
      try test.journal.trash.empty()
    } throws: { error in
      guard case JournalError.leftBehind(let error, 1) = error else { return false }
      return error.path == file
    }
    #expect(try trashed == [])
    #expect(try test.count("SELECT count(*) FROM loose_file") == 1)
    try FileManager.default.removeItem(atPath: file.string)
    try FileManager.default.moveItem(atPath: elsewhere.string, toPath: file.string)
    _ = try test.reopened()
    #expect(test.photoFiles == [])
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
  }
}
