import CaptureTime
import Files
import Foundation
import GRDB
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A salvage of a damaged journal")
struct JournalSalvageTests {
  let test: TestJournal

  init() async throws {
    test = try TestJournal()
    try await test.post(
      "2024-01-31 12:00", "2024-01-31 12:01", "2024-02-01 03:00", caption: "점심", isStarred: true,
      tags: ["sea", "sun"])
    try test.folder.write(try MadePhoto.png(), to: "IMG_20240203_101112.png")
    _ = try await test.post(file: "IMG_20240203_101112.png", caption: "a PNG")
    try await test.post("2024-02-04 10:00")
    try test.journal.trash.move([5], now: 1_760_000_000)
  }

  private func checkProblems(_ folder: FilePath) throws -> [JournalFinding] {
    var findings: [JournalFinding] = []
    try JournalCheck(Journal(opening: folder), owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { findings.append($0) })
    return findings
  }

  @Test("brings everything over, the log too, and changes no byte", arguments: [true, false])
  func whole(keepsLog: Bool) throws {
    let copy = try DamagedCopy(of: test, keepsLog: keepsLog)
    #expect(try copy.read("journal.sqlite-wal").isEmpty != keepsLog)
    let before = try copy.state()
    let result = try copy.salvage()
    #expect(result.posts == 5)
    #expect(result.findings.isEmpty, "\(result.findings)")
    #expect(try copy.state() == before)
    #expect(try DamagedCopy.posts(in: copy.newPath) == DamagedCopy.posts(in: test.path))
    #expect(try checkProblems(copy.newPath).isEmpty)
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    #expect(try journal.settings.current().zone.name == "Asia/Seoul")
    var filter = PostFilter()
    filter.text = "점심"
    #expect(try journal.posts.all(filter).map(\.number) == [1, 2, 3])
    let photo = try journal.posts.post(4).requirePhoto()
    #expect(try journal.posts.original(of: photo).bytes == MadePhoto.png())
  }

  @Test("leaves everything to the user alone")
  func permissions() throws {
    let copy = try DamagedCopy(of: test)
    _ = try copy.salvage()
    for file in copy.folder.files where file.hasPrefix("new/") {
      let path = FilePath(copy.folder.path(file))
      #expect(try path.stat().permissions == .ownerReadWrite, "\(file)")
      #expect(try path.removingLastComponent().stat().permissions == .ownerReadWriteExecute)
    }
    #expect(!copy.folder.files.contains { $0.contains("salvage-unfinished") })
  }

  @Test(
    "brings posts back by their photos where there is no database",
    arguments: ["missing", "empty", "zeros", "another file"])
  func noDatabase(what: String) throws {
    let copy = try DamagedCopy(of: test)
    try copy.remove("journal.sqlite-wal")
    switch what {
    case "missing": try copy.remove("journal.sqlite")
    case "empty": try copy.write([], to: "journal.sqlite")
    case "zeros": try copy.write(Array(repeating: 0, count: 40_000), to: "journal.sqlite")
    default:
      try copy.write(
        Array(String(repeating: "no database ", count: 900).utf8), to: "journal.sqlite")
    }
    let result = try copy.salvage(usual: "eve")
    #expect(result.posts == 5)
    #expect(result.remade == [1, 2, 3, 4, 5])
    #expect(result.lost.isEmpty)
    #expect(try checkProblems(copy.newPath).isEmpty)
    let journal = try Journal(opening: copy.newPath).journal(of: OwnerName("eve"))
    for number in 1...5 {
      let (old, new) = (try test.journal.posts.post(number), try journal.posts.post(number))
      #expect(new.day == old.day)
      #expect(new.time.captureTime.wallSeconds == old.time.captureTime.wallSeconds)
      #expect(new.thePhoto.hash == old.thePhoto.hash)
      #expect(new.thePhoto.originalHash == old.thePhoto.originalHash)
    }
  }

  @Test(
    "brings a re-encoded photo back with its original, and says so where that is gone",
    arguments: [true, false])
  func reencoded(isThere: Bool) async throws {
    try test.folder.copy("\(Checkout.samples)/paris.avif", as: "a.avif")
    _ = try await test.post(file: "a.avif")
    let photo = try test.journal.posts.post(6).thePhoto
    let copy = try DamagedCopy(of: test)
    for name in ["journal.sqlite", "journal.sqlite-wal"] { try copy.remove(name) }
    if !isThere { try copy.remove(try #require(photo.originalFile).path.string) }
    let result = try copy.salvage(usual: "eve")
    #expect(result.posts == 6)
    let damaged = result.ofPosts.filter {
      if case .photo(_, .stamped, _, .damaged) = $0 { true } else { false }
    }
    #expect(damaged.count == (isThere ? 0 : 1))
    let journal = try Journal(opening: copy.newPath).journal(of: OwnerName("eve"))
    let photos = try (1...6).map { try journal.posts.post($0).thePhoto }
    let found = try #require(photos.first { $0.hash == photo.hash })
    #expect(found.originalHash == (isThere ? photo.originalHash : photo.hash))
    #expect(try checkProblems(copy.newPath).isEmpty)
  }

  @Test("takes from indexes what rows no longer say")
  func indexes() throws {
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("post")
    try copy.remove(
      "photos/2024/01/31/\(try test.journal.posts.post(2).thePhoto.file.lastComponent?.string ?? "")"
    )
    let result = try copy.salvage()
    #expect(result.posts == 4)
    #expect(Set(result.remade) == [1, 3, 4, 5])
    #expect(result.lost == [2])
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    let post = try journal.posts.post(1)
    #expect(post.isStarred && post.tags == ["sea", "sun"])
    #expect(try post.uid == test.journal.posts.post(1).uid)
    #expect(try journal.posts.post(5).trashed == 1_760_000_000)
    // The number of the lost post is not given again.
    #expect(try journal.write { db in try PostRows(of: journal, db).newNumber() } == 6)
  }

  @Test("tells of photos that are missing, damaged, moved and unknown")
  func photos() throws {
    let copy = try DamagedCopy(of: test)
    let files = try (1...3).map { try test.journal.posts.post($0).thePhoto.file.path.string }
    try copy.remove(files[0])
    try copy.write(try copy.read(files[1]).dropLast(9) + [1, 2], to: files[1])
    try copy.write(try copy.read(files[2]), to: "photos/elsewhere.bin")
    try copy.remove(files[2])
    try copy.write([1, 2, 3], to: "photos/2024/01/note.txt")
    let result = try copy.salvage()
    #expect(result.posts == 5)
    let photos = result.ofPosts.map { finding in
      if case .photo(let post, .stamped, _, let loss) = finding {
        "\(post.number ?? 0) \(loss)"
      } else {
        "\(finding)"
      }
    }
    #expect(photos.sorted() == ["1 missing", "2 damaged"])
    let setAside = result.findings.compactMap { finding in
      if case .setAside(_, let place) = finding { place } else { nil }
    }
    #expect(setAside == ["set-aside/2024/01/note.txt"])
    #expect(try copy.folder.read("new/\(files[2])") == test.folder.read("journal/\(files[2])"))
  }

  @Test(
    "puts a SHA-256 right that a bit flipped in, and tells of the row", arguments: [1, 4],
    ["hash", "original_hash"])
  func flippedHash(number: Int, column: String) throws {
    let copy = try DamagedCopy(of: test)
    let photo = try test.journal.posts.post(number).thePhoto
    #expect((photo.originalFile == nil) == (number == 1))
    var bytes = try copy.read("journal.sqlite")
    let hash = column == "hash" ? photo.hash : photo.originalHash
    let place = try #require(bytes[copy.leaf(of: "photo")].firstRange(of: hash))
    bytes[place.lowerBound + 20] ^= 1
    try copy.write(bytes, to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(result.findings.count == 1, "\(result.findings)")
    let doubtful = result.ofPosts.compactMap { finding in
      if case .doubtful(let post) = finding { post.number } else { nil }
    }
    #expect(doubtful == [number])
    #expect(try DamagedCopy.posts(in: copy.newPath) == DamagedCopy.posts(in: test.path))
    #expect(try checkProblems(copy.newPath).isEmpty)
  }

  @Test("refuses folders that are not empty, are in the journal or of another salvage")
  func folders() throws {
    let copy = try DamagedCopy(of: test)
    try copy.folder.write([1], to: "new/file")
    #expect(throws: SalvageError.notEmpty(copy.newPath)) { try copy.salvage() }
    let inside = copy.path.appending("new")
    #expect(throws: SalvageError.insideJournal(inside)) { try copy.salvage(into: inside) }
    let begun = FilePath(copy.folder.path("begun"))
    try copy.folder.write(Array("/elsewhere".utf8), to: "begun/salvage-unfinished/of")
    #expect(throws: SalvageError.otherJournal(begun)) { try copy.salvage(into: begun) }
  }

  @Test("goes on where an earlier run was ended")
  func resumed() throws {
    let copy = try DamagedCopy(of: test)
    _ = try copy.salvage()
    let file = try test.journal.posts.post(1).thePhoto.file.path.string
    // As if it had been ended before the database got its name.
    try FileManager.default.removeItem(atPath: copy.folder.path("new/journal.sqlite"))
    try copy.folder.write(
      Array(try copy.path.resolved().string.utf8), to: "new/salvage-unfinished/of")
    try copy.folder.write([1], to: "new/salvage-unfinished/journal.sqlite")
    try copy.folder.write([1], to: "new/\(file)")
    let result = try copy.salvage()
    #expect(result.posts == 5 && result.findings.isEmpty)
    #expect(try checkProblems(copy.newPath).isEmpty)
  }

  @Test("tells again what is lost where an earlier run was ended in its last step")
  func resumedAtEnd() throws {
    let copy = try DamagedCopy(of: test)
    let file = try test.journal.posts.post(1).thePhoto.file.path.string
    try copy.remove(file)
    _ = try copy.salvage()
    let note = Array(try copy.path.resolved().string.utf8)
    // As if it had been ended before the note went, and somebody had used the journal since.
    try copy.folder.write(note, to: "new/salvage-unfinished/of")
    try Journal(opening: copy.newPath).journal(of: test.journal.owner).trash.move(
      [2], now: 1_760_000_000)
    let result = try copy.salvage()
    #expect(result.posts == 5 && result.findings.count == 1, "\(result.findings)")
    #expect(!copy.folder.files.contains { $0.contains("salvage-unfinished") })
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    #expect(try journal.posts.post(2).trashed == 1_760_000_000)
    #expect(throws: SalvageError.notEmpty(copy.newPath)) { try copy.salvage() }
  }
}

@Suite("A salvage of posts that have parts in damaged tables")
struct LostPartsTests {
  let test: TestJournal

  init() async throws {
    test = try TestJournal()
    try await test.post("2024-01-31 12:00", caption: "noon", tags: ["Sea", "1 Day"])
    try await test.post("2024-01-31 12:01", caption: "later", tags: ["Sea"])
    try await test.post("2024-01-31 12:02")
  }

  private func tags(_ copy: DamagedCopy) throws -> [[String]] {
    let journal = try Journal(opening: copy.newPath)
    try JournalCheck(journal, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { Issue.record("\($0)") })
    let posts = try journal.journal(of: test.journal.owner).posts
    return try (1...3).map { try posts.post($0).tags }
  }

  private func kinds(_ result: DamagedCopy.Result) -> [String] {
    result.findings.map { finding in
      switch finding {
      case .damagedTable(let table): "damaged \(table)"
      case .recovered(let count, let table): "\(count) \(table)"
      case .area(let finding as TagSalvageFinding): "\(finding)"
      default: "\(finding)"
      }
    }
  }

  @Test(
    "names tags as an index of them does where their rows are lost", arguments: [false, true])
  func foldedTags(isEmptied: Bool) throws {
    let copy = try DamagedCopy(of: test)
    if isEmptied { try copy.emptyLeaf(of: "tag") } else { try copy.overwrite("tag") }
    let result = try copy.salvage()
    #expect(try tags(copy) == [["1 day", "sea"], ["sea"], []])
    #expect(
      kinds(result) == ["damaged tag", "\(TagSalvageFinding.folded(test.journal.owner, 2))"])
  }

  @Test("gives tags names anew where no index has them either")
  func namelessTags() throws {
    let copy = try DamagedCopy(of: test)
    for part in ["tag", "sqlite_autoindex_tag_1"] { try copy.overwrite(part) }
    let result = try copy.salvage()
    #expect(try tags(copy) == [["recovered 1", "recovered 2"], ["recovered 1"], []])
    #expect(kinds(result) == ["damaged tag", "2 tag"])
  }

  @Test("makes no tag for a number that no row has where the table is whole")
  func wrongTag() throws {
    let copy = try DamagedCopy(of: test)
    try copy.database { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; INSERT INTO post_tag VALUES (3, 99)")
    }
    let result = try copy.salvage()
    #expect(result.findings.count == 1)
    guard case .tags(let post)? = result.ofPosts.first else {
      Issue.record("\(result.findings)")
      return
    }
    #expect(post.number == 3)
  }
}

@Suite("A salvage of a locked journal")
struct LockedSalvageTests {
  let locked: LockedJournal

  init() async throws {
    locked = try LockedJournal()
    let ben = try TestJournal(adding: "ben", to: locked.test)
    try await ben.post("2024-01-31 12:00")
  }

  @Test("asks for the PIN, which stays, and waits where it is wrong")
  func pin() throws {
    let copy = try DamagedCopy(of: locked.test)
    var waited: [Int] = []
    #expect(throws: SalvageError.wrongPIN(locked.lock.owner, wait: 30)) {
      try copy.salvage(pin: LockedJournal.wrong, pause: { waited.append($0) })
    }
    #expect(waited == [30])
    #expect(!copy.folder.files.contains { $0.hasPrefix("new/") })
    let result = try copy.salvage(pin: LockedJournal.right)
    #expect(result.findings.isEmpty)
    let journal = try Journal(opening: copy.newPath)
    #expect(throws: JournalError.self) { try journal.journal(of: locked.lock.owner) }
    let lock = try journal.lock(of: locked.lock.owner, iterations: 10, now: locked.clock.read)
    _ = try lock.unlock(LockedJournal.right)
  }

  @Test("takes an open session for the PIN")
  func session() throws {
    let token = try locked.lock.unlock(LockedJournal.right)
    let copy = try DamagedCopy(of: locked.test, keepsLog: true)
    let result = try copy.salvage(keys: Keyring(token, now: locked.clock.read))
    #expect(result.findings.isEmpty)
    #expect(throws: JournalError.self) {
      try Journal(opening: copy.newPath, keys: Keyring(token, now: locked.clock.read))
        .journal(of: locked.lock.owner)
    }
  }

  @Test("tries no PIN that is shut")
  func shut() throws {
    try locked.count(10)
    let copy = try DamagedCopy(of: locked.test)
    #expect(throws: LockError.self) { try copy.salvage(pin: LockedJournal.right) }
  }

  @Test("says that a PIN is lost where its row or its pepper is")
  func lost() throws {
    let copy = try DamagedCopy(of: locked.test)
    try copy.remove("journal.pepper")
    let result = try copy.salvage()
    guard case .noPIN(locked.lock.owner, .noPepper)? = result.findings.first else {
      Issue.record("\(result.findings)")
      return
    }
  }

  @Test("gives nobody's photos to no owner whose PIN it has not seen")
  func heir() throws {
    let copy = try DamagedCopy(of: locked.test)
    let photo = try #require(copy.folder.files.first { $0.hasPrefix("damaged/photos") })
    let queue = try DatabaseQueue(path: copy.folder.path("damaged/journal.sqlite"))
    try queue.write { db in try db.execute(sql: "DELETE FROM post") }
    try queue.close()
    let result = try copy.salvage(pin: LockedJournal.right)
    #expect(result.remade == [1], "\(photo)")
    #expect(result.ofPosts.first?.post.owner?.text == "salvaged")
    let other = FilePath(copy.folder.path("other"))
    let chosen = try copy.salvage(into: other, chosen: "ben", pin: LockedJournal.right)
    #expect(chosen.ofPosts.first?.post.owner?.text == "ben")
    let third = FilePath(copy.folder.path("third"))
    let known = try copy.salvage(into: third, chosen: "ANNA", pin: LockedJournal.right)
    #expect(known.ofPosts.first?.post.owner?.text == "anna")
  }
}
