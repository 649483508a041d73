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
    let path: ContainedPath = "2025/02/b.jpg"
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

  @Test("gives a file another path, which must be free", arguments: [true, false])
  func renames(triesOpenat2: Bool) throws {
    let journal = try journal(triesOpenat2)
    try journal.rename(ContainedPath("2024/01/a.jpg"), to: ContainedPath("2024/b.jpg"))
    try folder.write([7], to: "journal/c.jpg")
    #expect(throws: Errno.fileExists) {
      try journal.rename(ContainedPath("c.jpg"), to: ContainedPath("2024/b.jpg"))
    }
    #expect(try folder.read("journal/2024/b.jpg") == [1, 2, 3])
    try journal.rename(ContainedPath("c.jpg"), replacing: ContainedPath("2024/b.jpg"))
    #expect(try folder.read("journal/2024/b.jpg") == [7])
    #expect(folder.files == ["journal/2024/b.jpg", "outside/secret.jpg"])
  }

  @Test("lists a folder, and itself", arguments: [true, false])
  func lists(triesOpenat2: Bool) throws {
    let journal = try journal(triesOpenat2)
    try link("2024/link", to: "01")
    #expect(try journal.entries(of: nil).map(\.name.string) == ["2024"])
    let entries = try journal.entries(of: ContainedPath("2024"))
    #expect(entries.map(\.name.string) == ["01", "link"])
    #expect(entries.map(\.kind) == [.folder, .other])
    #expect(journal.isLinkToFolder("2024/link"))
    #expect(!journal.isLinkToFolder("2024/01"))
    #expect(throws: FileError.system(.list, full("2023"), .noSuchFileOrDirectory)) {
      try journal.entries(of: ContainedPath("2023"))
    }
  }

  @Test("opens a regular file alone")
  func special() throws {
    let journal = try journal(true)
    mkfifo(folder.path("journal/fifo"), 0o600)
    #expect(throws: FileError.notAFile(full("fifo"), .fifo)) { try journal.openFile("fifo") }
    #expect(throws: FileError.notAFile(full("2024"), .folder)) { try journal.openFile("2024") }
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
    let names = path.split(separator: "/")
    let first = names.firstIndex { ["link.jpg", "out", "in"].contains($0) } ?? 0
    let refusal = FileError.symbolicLink(full(names[...first].joined(separator: "/")))
    #expect(throws: refusal) { try journal.openToRead(contained) }
    #expect(throws: refusal) { try journal.openFile(contained) }
    #expect(throws: refusal) {
      try journal.openOrCreate(contained, permissions: .ownerReadWrite)
    }
    #expect(throws: refusal) { try journal.entries(of: contained) }
    #expect(
      throws: isLast ? FileError.exists(full(path)) : refusal
    ) {
      try journal.create(contained, permissions: .ownerReadWrite)
    }
    #expect(throws: refusal) {
      try journal.createFolders(contained, permissions: .ownerReadWriteExecute)
    }
    if isLast {
      try journal.remove(contained)
      #expect(throws: (any Error).self) { try full(path).stat(followTargetSymlink: false) }
    } else {
      #expect(throws: refusal) { try journal.remove(contained) }
      #expect(throws: Errno.tooManySymbolicLinkLevels) {
        try journal.rename(ContainedPath("2024/01/a.jpg"), to: contained)
      }
      #expect(throws: refusal) {
        let file = try StagedFile([1], beneath: journal, permissions: .ownerReadWrite)
        try file.publish(at: contained, makingFolders: .ownerReadWriteExecute)
      }
      #expect(throws: refusal) {
        try WholeFile(contained, beneath: journal, replaces: true, isDurable: false)
          .write([1], attributes: nil)
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
      _ = try? journal.createFolders(ContainedPath("link/x"), permissions: .ownerReadWriteExecute)
      try journal.createFolders(ContainedPath("2024/01"), permissions: .ownerReadWriteExecute)
      try journal.openToRead(ContainedPath("2024/01/a.jpg")).close()
    }
    // Other tests open files meanwhile, but not hundreds that stay.
    #expect(try highest() < before + 400)
  }
}
