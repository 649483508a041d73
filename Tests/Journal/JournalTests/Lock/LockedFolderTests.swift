import Files
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A folder with a locked journal in it")
struct LockedFolderTests {
  private typealias It = LockedJournal

  private let it: LockedJournal
  private let backup: FilePath

  init() throws {
    it = try It()
    backup = FilePath(it.test.folder.path("backup.sqlite"))
  }

  private func isLocked(_ owner: String) -> (any Error) -> Bool {
    { if case JournalError.locked(let name) = $0 { name.text == owner } else { false } }
  }

  /// What a check of the folder finds.
  private func check(_ journals: Journal, owners: [OwnerName]? = nil) throws -> Int {
    var findings = 0
    try JournalCheck(journals, owners: owners, repairingWith: nil)
      .run { _, _ in
      } report: { _ in
        findings += 1
      }
    return findings
  }

  @Test("is not backed up, nor is a file made")
  func backupRefused() throws {
    for replaces in [false, true] {
      #expect(
        performing: {
          _ = try JournalBackup(of: it.test.journals).write(to: backup, replacing: replaces)
        }, throws: isLocked("anna"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: it.test.folder.path) == ["journal"])
  }

  @Test("is not backed up by one owner while another's journal is locked")
  func backupOfOthers() throws {
    _ = try it.add("bob", pin: "8046")
    let journals = try it.journals(it.lock.unlock(It.right))
    #expect(
      performing: {
        _ = try JournalBackup(of: journals).write(to: backup, replacing: false)
      }, throws: isLocked("bob"))
  }

  @Test("is backed up where no journal is locked: PINs with it, sessions and the pepper not")
  func backupMade() throws {
    let token = try it.lock.unlock(It.right)
    let path = FilePath(it.test.folder.path("moved/journal.sqlite"))
    try it.test.folder.write([], to: "moved/photos/.keep")
    let content = try JournalBackup(of: it.journals(token)).write(to: path, replacing: false)
    #expect(content.owners == 1)
    #expect(
      it.test.folder.files.filter { $0.hasPrefix("moved") }
        == ["moved/journal.sqlite", "moved/photos/.keep"])
    let database = try DatabaseQueue(path: path.string)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM session") } == 0)
    #expect(
      try database.read { try String.fetchOne($0, sql: "SELECT hash FROM lock") } == it.hash)
    try database.close()

    // What comes back from it is locked, and opens with the PIN once the pepper is there.
    let folder = FilePath(it.test.folder.path("moved"))
    let journals = try Journal(opening: folder, keys: Keyring(token, now: it.clock.read))
    #expect(try !It.isOpen(it.lock.owner, in: journals))
    let lock = try journals.lock(of: it.lock.owner, iterations: 10, now: it.clock.read)
    #expect(
      throws: LockError.pepper(.missing(folder.appending("journal.pepper")))
    ) { _ = try lock.unlock(It.right) }
    try FileManager.default.copyItem(
      atPath: it.pepper, toPath: it.test.folder.path("moved/journal.pepper"))
    #expect(try lock.attempt(It.right) == nil)
  }

  @Test("is not checked, whoever's posts are asked for")
  func checkRefused() throws {
    _ = try it.add("bob")
    let bob = try OwnerName("bob")
    for owners in [nil, [it.lock.owner], [bob], []] as [[OwnerName]?] {
      #expect(
        performing: {
          _ = try check(it.test.journals, owners: owners)
        }, throws: isLocked("anna"))
    }
    #expect(try check(it.journals(it.lock.unlock(It.right))) == 0)
  }

  @Test("is not checked where a session cannot be read")
  func checkOfDamaged() throws {
    _ = try it.add("bob", pin: "8046")
    try it.test.folder.write([1], to: "journal/photos/2024/secret.jpg")
    let token = try it.lock.unlock(It.right)
    try it.damage("UPDATE session SET idle = 0")
    #expect(performing: { _ = try check(it.journals(token)) }, throws: isLocked("anna"))
  }

  @Test("loses lock and sessions with the owner, and nobody else's")
  func removal() throws {
    let bob = try it.add("bob", pin: "8046")
    let (token, other) = (try it.lock.unlock(It.right), try bob.unlock("8046"))
    _ = try it.journals(token).journal(of: it.lock.owner).removeOwner()
    #expect(try it.test.count("SELECT owner FROM lock") == 2)
    #expect(try it.sessions == 1)
    #expect(try it.opens(other, "bob"))
    #expect(try it.lock.attempt(It.right) == .noPIN(it.lock.owner))
    // Who comes after her is not she.
    _ = try it.add("anna")
    #expect(try It.isOpen(it.lock.owner, in: it.test.journals))
  }

  @Test("is exported without the lock, and keeps it where something is imported")
  func moving() async throws {
    let it = try It(pin: nil)
    try await it.test.post("2024-01-31 12:00", caption: "sea")
    try it.lock.set(It.right)
    let journal = try it.journals(it.lock.unlock(It.right)).journal(of: it.lock.owner)
    try JournalExport(of: journal, into: FilePath(it.test.folder.path("export"))).run { _ in }
    let exported = it.test.folder.files.filter { $0.hasPrefix("export/") }
    #expect(exported.count == 3)
    for list in ["journal.json", "posts.jsonl"] {
      let document = try it.test.folder.read("export/\(list)")
      #expect(document.firstRange(of: Array("pbkdf2".utf8)) == nil)
      #expect(document.firstRange(of: Array("lock".utf8)) == nil)
    }

    for target in [try It(pin: nil), try It(pin: "8046")] {
      let (hash, isLocked) = (try target.hash, try target.lock.tries() != nil)
      let journal =
        try isLocked
        ? target.journals(target.lock.unlock("8046")).journal(of: target.lock.owner)
        : target.test.journal
      let work = JournalImport(
        of: try ExportFolder(opening: FilePath(it.test.folder.path("export"))),
        mode: .storing(in: journal), allowsAgain: false, now: 5)
      _ = try work.takeSettings()
      try await work.run(jobs: 1) { #expect($0.number == 1) }
      #expect(try target.hash == hash)
      #expect(try target.sessions == (isLocked ? 1 : 0))
      #expect(try It.isOpen(target.lock.owner, in: target.test.journals) == !isLocked)
    }
  }
}
