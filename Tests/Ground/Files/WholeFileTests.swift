import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

@Suite("A file written whole")
struct WholeFileTests {
  @Test("has its bytes and nothing beside it")
  func writes() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder.path("new.jpg"))
    try WholeFile(path: path, replaces: false, isDurable: false)
      .write([1, 2, 3], attributes: nil)
    #expect(try folder.read("new.jpg") == [1, 2, 3])
    #expect(folder.files == ["new.jpg"])
  }

  @Test("does not replace a file unasked")
  func keepsExisting() throws {
    let folder = try TemporaryFolder()
    try folder.write([9], to: "old.jpg")
    let path = FilePath(folder.path("old.jpg"))
    #expect(throws: FileError.exists(path)) {
      try WholeFile(path: path, replaces: false, isDurable: false)
        .write([1, 2, 3], attributes: nil)
    }
    #expect(try folder.read("old.jpg") == [9])
    #expect(folder.files == ["old.jpg"])
  }

  @Test(
    "replaces a file when asked, with the times and permissions given", arguments: [true, false])
  func replaces(isDurable: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write([9], to: "old.jpg")
    let path = FilePath(folder.path("old.jpg"))
    let attributes = FileAttributes(
      permissions: FilePermissions(rawValue: 0o640), owner: UserID(rawValue: getuid()),
      group: GroupID(rawValue: getgid()), accessed: timespec(tv_sec: 5, tv_nsec: 0),
      modified: timespec(tv_sec: 1_234_567, tv_nsec: 89))
    try WholeFile(path: path, replaces: true, isDurable: isDurable)
      .write([1, 2, 3], attributes: attributes)
    let stat = try path.stat()
    #expect(try folder.read("old.jpg") == [1, 2, 3])
    #expect(stat.permissions.rawValue == 0o640)
    #expect(stat.st_mtim.tv_sec == 1_234_567 && stat.st_mtim.tv_nsec == 89)
    #expect(folder.files == ["old.jpg"])
  }

  @Test("says where it could not be made")
  func noFolder() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder.path("missing/new.jpg"))
    #expect(throws: FileError.system(.create, path, .noSuchFileOrDirectory)) {
      try WholeFile(path: path, replaces: false, isDurable: false).write([1], attributes: nil)
    }
  }
}
