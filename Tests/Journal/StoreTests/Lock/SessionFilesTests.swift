import Files
import Foundation
import Journal
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("The files of sessions")
struct SessionFilesTests {
  private typealias It = LockedJournal

  private let it: LockedJournal
  /// The folder that goes with the login.
  private let runtime: TemporaryFolder

  init() throws {
    it = try It()
    runtime = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: runtime.path)
  }

  private func files(_ runtime: String?) -> SessionFiles {
    SessionFiles(journal: it.path, runtimeFolder: runtime.map { FilePath($0) })
  }

  private var files: SessionFiles { files(runtime.path) }

  /// Whether the journal opens to who has these files.
  private func opens(_ files: SessionFiles, _ owner: OwnerName? = nil) throws -> Bool {
    try It.isOpen(
      owner ?? it.lock.owner,
      in: Journal(opening: it.path, keys: Keyring(files, now: it.clock.read)))
  }

  private var inJournal: [String] {
    it.test.folder.files.filter { $0.contains("session") }
  }

  /// Opens a session that is kept in the folder of the login.
  ///
  /// - Returns: the name of its file there.
  private func unlocked() throws -> String {
    try files.keep(it.lock.unlock(It.right), for: it.lock)
    #expect(try opens(files))
    return try #require(runtime.files.first)
  }

  @Test("lie in the folder of the login, for the user alone, and tell nobody's name")
  func runtimeFolder() throws {
    let file = try unlocked()
    #expect(runtime.files == [file])
    #expect(file.wholeMatch(of: /daystamp\/session-[0-9a-f]{32}/) != nil)
    #expect(try runtime.permissions(of: file) == 0o600)
    #expect(try runtime.permissions(of: "daystamp") == 0o700)
    #expect(try runtime.read(file).count == 32)
    #expect(inJournal == [])
    #expect(try !opens(files(nil)))
  }

  @Test("lie in the journal where there is no such folder")
  func journal() throws {
    let files = files(nil)
    try files.keep(it.lock.unlock(It.right), for: it.lock)
    #expect(inJournal == ["journal/journal.session-1"])
    #expect(try it.test.folder.permissions(of: inJournal[0]) == 0o600)
    #expect(try opens(files))
  }

  @Test(
    "lie in the journal where the folder is not the user's alone",
    arguments: [0o755, 0o770, 0o701, 0o710, 0o750, 0o1777])
  func openFolder(permissions: Int) throws {
    try runtime.setPermissions(permissions, of: "")
    try files.keep(it.lock.unlock(It.right), for: it.lock)
    #expect(runtime.files == [])
    #expect(inJournal == ["journal/journal.session-1"])
    #expect(try opens(files))
  }

  @Test("lie in the journal where the folder's path is not a folder's, or not from the root")
  func noFolder() throws {
    try runtime.write([], to: "file")
    try runtime.setPermissions(0o600, of: "file")
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let relative = String(repeating: "../", count: depth) + runtime.path.dropFirst()
    #expect(FileManager.default.fileExists(atPath: relative))
    for path in [runtime.path("missing"), runtime.path("file"), relative, "", "."] {
      let files = files(path)
      try files.keep(it.lock.unlock(It.right), for: it.lock)
      #expect(inJournal == ["journal/journal.session-1"], "\(path)")
      #expect(try opens(files))
      files.forget(it.lock)
    }
    #expect(runtime.files == ["file"])
  }

  @Test(
    "lie in the journal where the folder is another user's",
    .enabled(if: geteuid() == 0, "needs root"))
  func othersFolder() throws {
    chown(runtime.path, 65_534, 65_534)
    try files.keep(it.lock.unlock(It.right), for: it.lock)
    #expect(runtime.files == [])
    #expect(inJournal == ["journal/journal.session-1"])
  }

  @Test("have names of their own for each owner and each journal, however that is named")
  func names() throws {
    let bob = try it.add("bob", pin: "8046")
    let other = try It()
    let first = try unlocked()
    try files.keep(bob.unlock("8046"), for: bob)
    try SessionFiles(journal: other.path, runtimeFolder: FilePath(runtime.path))
      .keep(other.lock.unlock(It.right), for: other.lock)
    #expect(runtime.files.count == 3)
    #expect(try opens(files) && opens(files, OwnerName("bob")))

    let link = it.test.folder.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: it.test.folder.path("journal"))
    for path in [link, "\(link)/", it.test.folder.path("journal/../journal")] {
      let same = SessionFiles(journal: FilePath(path), runtimeFolder: FilePath(runtime.path))
      #expect(try same.token(for: it.lock)?.bytes == runtime.read(first))
    }
  }

  @Test("are replaced by the next session's, and gone once forgotten")
  func replaced() throws {
    let file = try unlocked()
    let before = try runtime.read(file)
    #expect(try unlocked() == file)
    #expect(try runtime.read(file) != before)
    for _ in 0..<2 {
      files.forget(it.lock)
      #expect(runtime.files == [])
      #expect(files.token(for: it.lock) == nil)
      #expect(try !opens(files))
    }
  }

  @Test("open nothing once the session is over")
  func expired() throws {
    _ = try unlocked()
    it.clock.move(by: LockDelay.usual.idle)
    #expect(files.token(for: it.lock) != nil)
    #expect(try !opens(files))
  }

  @Test("open nothing where they were copied to another owner")
  func copied() throws {
    let bob = try it.add("bob", pin: "8046")
    try files.keep(bob.unlock("8046"), for: bob)
    let others = try #require(runtime.files.first)
    let bytes = try runtime.read(others)
    files.forget(bob)
    let file = try unlocked()
    try runtime.write(bytes, to: file)
    #expect(files.token(for: it.lock)?.bytes == bytes)
    #expect(try !opens(files))
  }

  @Test("that were tampered with open nothing", arguments: [0, 31, 33, 64])
  func size(count: Int) throws {
    let file = try unlocked()
    try runtime.write(
      Array((runtime.read(file) + runtime.read(file)).prefix(count)), to: file)
    #expect(files.token(for: it.lock) == nil)
    #expect(try !opens(files))
  }

  @Test("of which a bit was flipped open nothing")
  func flipped() throws {
    let file = try unlocked()
    var bytes = try runtime.read(file)
    bytes[31] ^= 0x80
    try runtime.write(bytes, to: file)
    #expect(try !opens(files))
    bytes[31] ^= 0x80
    try runtime.write(bytes, to: file)
    #expect(try opens(files))
  }

  @Test("that others can read or write open nothing", arguments: [0o644, 0o640, 0o602, 0o660])
  func permissions(permissions: Int) throws {
    let file = try unlocked()
    try runtime.setPermissions(permissions, of: file)
    #expect(try !opens(files))
    try runtime.setPermissions(0o600, of: file)
    #expect(try opens(files))
  }

  @Test("that are folders or FIFOs open nothing, and nobody waits for them")
  func notFiles() throws {
    let file = try unlocked()
    try runtime.remove(file)
    mkfifo(runtime.path(file), 0o600)
    #expect(try !opens(files))
    try runtime.remove(file)
    try runtime.write([], to: "\(file)/below")
    #expect(try !opens(files))
    #expect(throws: JournalError.self) { try files.keep(AccessToken(), for: it.lock) }
    files.forget(it.lock)
    #expect(try !opens(files))
  }
}
