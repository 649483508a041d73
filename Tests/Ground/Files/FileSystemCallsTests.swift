import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Files

@Suite("Calls of the file system")
struct FileSystemCallsTests {
  @Test("let a lock go although a program that is being started has the file too")
  func unlocking() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write([], to: "lock"))
    let file = try FileDescriptor.open(path, .readWrite)
    // As fork(2) leaves it until execve(2).
    let child = try file.duplicate()
    defer { try? child.close() }
    #expect(flock(file.rawValue, LOCK_EX | LOCK_NB) == 0)
    file.unlockAndClose()
    let other = try FileDescriptor.open(path, .readWrite)
    defer { try? other.close() }
    #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == 0)
  }

  @Test("make folders with those above them, and tell which were missing")
  func createFolders() throws {
    let folder = try TemporaryFolder()
    let root = FilePath(folder.path)
    let deep = root.appending("a/b/c")
    try root.appending("a").createFolders()
    let made = try deep.createFolders(permissions: .ownerReadWriteExecute)
    #expect(made == [deep.folder, deep])
    #expect(try deep.createFolders().isEmpty)
    #expect(try deep.stat().permissions.rawValue == 0o700)
    try deep.synchronizeFolder()
  }

  @Test("do not make a folder below a file")
  func belowFile() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "a")
    #expect(throws: Errno.notDirectory) { try FilePath(folder.path("a/b")).createFolders() }
  }

  @Test("say that a folder is not there to be synchronized")
  func synchronizeMissing() {
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try FilePath("/nowhere/at/all").synchronizeFolder()
    }
  }
}
