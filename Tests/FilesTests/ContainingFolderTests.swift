import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

@Suite("A path beneath a folder")
struct ContainedPathTests {
  @Test(
    "is one of names alone, which are kept as they are",
    arguments: [
      ("a.jpg", "a.jpg"), ("2024/01/31/a.jpg", "2024/01/31/a.jpg"), ("a//b/", "a/b"),
      (".hidden/..a/b..", ".hidden/..a/b.."), ("사진/ü", "사진/ü"),
    ])
  func contained(text: String, path: String) throws {
    #expect(try ContainedPath(text).path == FilePath(path))
    #expect(try ContainedPath(FilePath(text)) == ContainedPath(text))
  }

  @Test(
    "is none that is absolute, empty, has a NUL, or leads to the folder itself or out of it",
    arguments: [
      "", "/", "/etc/passwd", "//etc/passwd", ".", "..", "./a", "a/.", "a/./b", "../a", "a/..",
      "a/../b", "a/../../b", "a\0b", "\0",
    ])
  func refused(text: String) {
    #expect(throws: PathNotContained(path: text)) { try ContainedPath(text) }
  }
}

/// Each test opens paths by openat2(2), where the kernel has it, and component by component.
@Suite("A containing folder")
struct ContainingFolderTests {
  private let folder: TemporaryFolder
  /// A file outside the folder, which no path may reach.
  private let outside: String

  init() throws {
    folder = try TemporaryFolder()
    outside = try folder.write([9], to: "outside/secret.jpg")
    try folder.write([1, 2, 3], to: "journal/2024/01/a.jpg")
  }

  private func journal(_ triesOpenat2: Bool) throws -> ContainingFolder {
    try ContainingFolder(FilePath(folder.path("journal")), triesOpenat2: triesOpenat2)
  }

  private func full(_ path: String) -> FilePath { FilePath(folder.path("journal/\(path)")) }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("journal/\(path)"), withDestinationPath: target)
  }

  @Test("opens a file, and says which is missing", arguments: [true, false])
  func opens(triesOpenat2: Bool) throws {
    let journal = try journal(triesOpenat2)
    for path in ["2024/01/a.jpg", "top.jpg"] {
      try folder.write([1, 2, 3], to: "journal/\(path)")
      let file = try journal.openToRead(ContainedPath(path))
      defer { try? file.close() }
      #expect(try file.bytes(upTo: 10) == [1, 2, 3])
    }
    for missing in ["2024/02/a.jpg", "2024/01/b.jpg"] {
      #expect(throws: FileError.system(.open, full(missing), .noSuchFileOrDirectory)) {
        try journal.openToRead(ContainedPath(missing))
      }
    }
    #expect(throws: FileError.system(.open, full("2024/01/a.jpg/b"), .notDirectory)) {
      try journal.openToRead(ContainedPath("2024/01/a.jpg/b"))
    }
  }

  @Test("makes a file that is new, with those folders above it", arguments: [true, false])
  func creates(triesOpenat2: Bool) throws {
    let journal = try journal(triesOpenat2)
    let path = try ContainedPath("2025/02/b.jpg")
    #expect(throws: FileError.system(.create, full("2025/02/b.jpg"), .noSuchFileOrDirectory)) {
      try journal.create(path, permissions: .ownerReadWrite)
    }
    for _ in 1...2 {
      try journal.createFolders(ContainedPath("2025/02"), permissions: .ownerReadWriteExecute)
    }
    let file = try journal.create(path, permissions: .ownerReadWrite)
    try file.write(all: [5, 6])
    try file.close()
    #expect(try folder.read("journal/2025/02/b.jpg") == [5, 6])
    #expect(try full("2025/02/b.jpg").stat().permissions.rawValue == 0o600)
    #expect(try full("2025").stat().permissions.rawValue == 0o700)
    #expect(throws: FileError.exists(full("2025/02/b.jpg"))) {
      try journal.create(path, permissions: .ownerReadWrite)
    }
    #expect(try folder.read("journal/2025/02/b.jpg") == [5, 6])
    #expect(throws: FileError.system(.create, full("2024/01/a.jpg/b"), .notDirectory)) {
      try journal.createFolders(ContainedPath("2024/01/a.jpg/b"), permissions: .ownerReadWrite)
    }
  }

  @Test("removes a file, which may be gone already, but no folder", arguments: [true, false])
  func removes(triesOpenat2: Bool) throws {
    let journal = try journal(triesOpenat2)
    for _ in 1...2 { try journal.remove(ContainedPath("2024/01/a.jpg")) }
    try journal.remove(ContainedPath("2023/12/a.jpg"))
    #expect(folder.files == ["outside/secret.jpg"])
    #expect(throws: FileError.system(.remove, full("2024/01"), .isDirectory)) {
      try journal.remove(ContainedPath("2024/01"))
    }
  }

  @Test(
    "follows no symbolic link, in whatever component it is", arguments: [true, false],
    ["2024/01/link.jpg", "2024/out/secret.jpg", "out/secret.jpg", "2024/in/a.jpg"])
  func links(triesOpenat2: Bool, path: String) throws {
    let journal = try journal(triesOpenat2)
    try link("2024/01/link.jpg", to: outside)
    try link("2024/out", to: FilePath(outside).folder.string)
    try link("out", to: "../outside")
    // One that stays inside is refused too: nothing in a journal is a link.
    try link("2024/in", to: "01")
    let contained = try ContainedPath(path)
    let isLast = path.hasSuffix("link.jpg")
    #expect(throws: FileError.system(.open, full(path), .tooManySymbolicLinkLevels)) {
      try journal.openToRead(contained)
    }
    #expect(
      throws: isLast
        ? FileError.exists(full(path))
        : .system(.create, full(path), .tooManySymbolicLinkLevels)
    ) {
      try journal.create(contained, permissions: .ownerReadWrite)
    }
    #expect(throws: FileError.system(.create, full(path), .tooManySymbolicLinkLevels)) {
      try journal.createFolders(contained, permissions: .ownerReadWriteExecute)
    }
    if isLast {
      try journal.remove(contained)
      #expect(throws: (any Error).self) { try full(path).stat(followTargetSymlink: false) }
    } else {
      #expect(throws: FileError.system(.remove, full(path), .tooManySymbolicLinkLevels)) {
        try journal.remove(contained)
      }
    }
    #expect(try folder.read("outside/secret.jpg") == [9])
    #expect(try folder.read("journal/2024/01/a.jpg") == [1, 2, 3])
    #expect(folder.files.filter { $0.hasPrefix("outside") } == ["outside/secret.jpg"])
  }

  @Test(
    "may itself be named through a link, and stays the same when renamed", arguments: [true, false])
  func folderItself(triesOpenat2: Bool) throws {
    try link("../alias", to: "journal")
    let journal = try ContainingFolder(
      FilePath(folder.path("alias")), triesOpenat2: triesOpenat2)
    try FileManager.default.removeItem(atPath: folder.path("alias"))
    try FileManager.default.moveItem(atPath: folder.path("journal"), toPath: folder.path("moved"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("journal"), withDestinationPath: "outside")
    let file = try journal.openToRead(ContainedPath("2024/01/a.jpg"))
    defer { try? file.close() }
    #expect(try file.bytes(upTo: 10) == [1, 2, 3])
    #expect(throws: FileError.self) { try journal.openToRead(ContainedPath("secret.jpg")) }
  }

  @Test("is not one that is a file, or missing")
  func notFolder() throws {
    #expect(throws: FileError.system(.open, FilePath(outside), .notDirectory)) {
      try ContainingFolder(FilePath(outside))
    }
    #expect(throws: FileError.system(.open, full("none"), .noSuchFileOrDirectory)) {
      try ContainingFolder(full("none"))
    }
  }

  @Test("leaves no descriptor open", arguments: [true, false])
  func descriptors(triesOpenat2: Bool) throws {
    try link("link", to: "2024")
    let journal = try journal(triesOpenat2)
    let highest = { () throws -> CInt in
      let file = try journal.openToRead(ContainedPath("2024/01/a.jpg"))
      defer { try? file.close() }
      return file.rawValue
    }
    let before = try highest()
    for _ in 0..<500 {
      try? journal.openToRead(ContainedPath("link/a.jpg")).close()
      try? journal.remove(ContainedPath("link/a.jpg"))
      try? journal.remove(ContainedPath("2024/01/none.jpg"))
      try? journal.createFolders(ContainedPath("link/x"), permissions: .ownerReadWriteExecute)
      try journal.createFolders(ContainedPath("2024/01"), permissions: .ownerReadWriteExecute)
      try journal.openToRead(ContainedPath("2024/01/a.jpg")).close()
    }
    // Other tests open files meanwhile, but not hundreds that stay.
    #expect(try highest() < before + 400)
  }
}
