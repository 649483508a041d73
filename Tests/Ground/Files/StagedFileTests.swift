import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

@Suite("A staged file")
struct StagedFileTests {
  private func staged(
    _ bytes: [UInt8], in folder: TemporaryFolder, isNameless: Bool
  ) throws -> StagedFile {
    let file = try StagedFile(
      beneath: ContainingFolder(FilePath(folder.path)),
      permissions: FilePermissions(rawValue: 0o600), triesNameless: isNameless)
    try file.write(bytes)
    return file
  }

  /// The names in a folder, hidden ones too.
  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("has no name where the file system can do without, else one that it is known by")
  func noName() throws {
    let folder = try TemporaryFolder()
    let nameless = try staged([1], in: folder, isNameless: true)
    #expect(try nameless.hasTemporaryName || names(folder).isEmpty)
    let named = try staged([1], in: folder, isNameless: false)
    #expect(named.hasTemporaryName)
    #expect(try names(folder).allSatisfy { $0.hasPrefix(StagedFile.temporaryPrefix) })
    withExtendedLifetime((nameless, named)) {}
  }

  @Test("is gone when it is dropped without a name", arguments: [true, false])
  func dropped(isNameless: Bool) throws {
    let folder = try TemporaryFolder()
    withExtendedLifetime(try staged([1], in: folder, isNameless: isNameless)) {}
    #expect(try names(folder).isEmpty)
  }

  @Test(
    "gets its name in another folder, which is made with those above it", arguments: [true, false])
  func publishes(isNameless: Bool) throws {
    let folder = try TemporaryFolder()
    let root = FilePath(folder.path)
    try root.appending("2024").createFolders()
    let file = try staged([1, 2, 3], in: folder, isNameless: isNameless)
    let path = root.appending("2024/01/31/a.jpg")
    let changed = try file.publish(
      at: "2024/01/31/a.jpg", makingFolders: .ownerReadWriteExecute)
    try file.synchronize()
    #expect(Set(changed) == ["2024", "2024/01", "2024/01/31"])
    #expect(try folder.read("2024/01/31/a.jpg") == [1, 2, 3])
    #expect(try names(folder) == ["2024"])
    #expect(try path.stat().permissions.rawValue == 0o600)
    #expect(try path.folder.folder.stat().permissions.rawValue == 0o700)
    #expect(!file.hasTemporaryName)
  }

  @Test("stays when it is dropped with its name", arguments: [true, false])
  func stays(isNameless: Bool) throws {
    let folder = try TemporaryFolder()
    do {
      let file = try staged([7], in: folder, isNameless: isNameless)
      #expect(
        try file.publish(at: "a.jpg") == [nil])
    }
    #expect(try names(folder) == ["a.jpg"])
    #expect(try folder.read("a.jpg") == [7])
  }

  @Test("never takes a name that is taken, and can be given another", arguments: [true, false])
  func taken(isNameless: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write([9], to: "a.jpg")
    let file = try staged([1], in: folder, isNameless: isNameless)
    let path = FilePath(folder.path("a.jpg"))
    #expect(throws: FileError.exists(path)) {
      try file.publish(at: "a.jpg", makingFolders: .ownerReadWriteExecute)
    }
    try file.publish(at: "b.jpg")
    #expect(try folder.read("a.jpg") == [9])
    #expect(try folder.read("b.jpg") == [1])
    #expect(try names(folder) == ["a.jpg", "b.jpg"])
  }

  @Test("says which folder is missing, if none is to be made", arguments: [true, false])
  func noFolder(isNameless: Bool) throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder.path("missing/a.jpg"))
    let file = try staged([1], in: folder, isNameless: isNameless)
    #expect(throws: FileError.system(.create, path, .noSuchFileOrDirectory)) {
      try file.publish(at: "missing/a.jpg")
    }
    let missing = FileError.system(.create, path.folder, .noSuchFileOrDirectory)
    #expect(throws: missing) {
      try StagedFile(
        [1], beneath: ContainingFolder(FilePath(folder.path)), in: "missing",
        permissions: .ownerReadWrite)
    }
  }

  @Test("does not replace a file that is in the way of a folder")
  func fileInTheWay() throws {
    let folder = try TemporaryFolder()
    try folder.write([9], to: "2024")
    let file = try staged([1], in: folder, isNameless: true)
    let path = FilePath(folder.path("2024/a.jpg"))
    #expect(throws: FileError.system(.create, path, .notDirectory)) {
      try file.publish(at: "2024/a.jpg", makingFolders: .ownerReadWriteExecute)
    }
    #expect(try folder.read("2024") == [9])
  }

  @Test("replaces a file where that is wanted", arguments: [true, false])
  func replaces(isNameless: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write([9, 9], to: "a.jpg")
    try staged([1], in: folder, isNameless: isNameless).replace("a.jpg")
    #expect(try folder.read("a.jpg") == [1])
    #expect(try names(folder) == ["a.jpg"])
  }

  @Test("has all its bytes and the permissions that were asked for")
  func whole() throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8](repeating: 5, count: 1 << 20)
    let file = try StagedFile(
      bytes, beneath: ContainingFolder(FilePath(folder.path)), permissions: .ownerReadWrite)
    try file.publish(at: "a.jpg")
    #expect(try folder.read("a.jpg") == bytes)
    #expect(try FilePath(folder.path("a.jpg")).stat().permissions.rawValue == 0o600)
  }

  @Test("with a temporary name is removed by the next program, once nobody has it open")
  func abandoned() throws {
    let folder = try TemporaryFolder()
    let left = try folder.write([1], to: ".daystamp-left")
    for name in ["daystamp-mine", ".daystamp", "below/.daystamp-left"] {
      try folder.write([2], to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(".daystamp-link"), withDestinationPath: "daystamp-mine")
    let named = try staged([3], in: folder, isNameless: false)
    let others = [".daystamp", ".daystamp-link", "below", "daystamp-mine"]
    // Making one clears up after others, where the file system has no nameless files.
    #expect(!FileManager.default.fileExists(atPath: left))
    try folder.write([1], to: ".daystamp-left")
    let home = try ContainingFolder(FilePath(folder.path))
    home.removeAbandoned(in: nil)
    let left2 = Set(try names(folder)).subtracting(others)
    #expect(left2.count == 1 && left2 != [".daystamp-left"])
    home.removeAbandoned(in: "below")
    #expect(!FileManager.default.fileExists(atPath: folder.path("below/.daystamp-left")))
    try named.publish(at: "a.jpg")
    #expect(try folder.read("a.jpg") == [3])
    home.removeAbandoned(in: "nowhere")
  }

  @Test("is made anew where another program takes it for abandoned before it is locked")
  func race() async throws {
    let folder = try TemporaryFolder()
    let home = try ContainingFolder(FilePath(folder.path))
    async let removing: Void = {
      for _ in 0..<200 { home.removeAbandoned(in: nil) }
    }()
    for number in UInt8.min..<100 {
      try staged([number], in: folder, isNameless: false).replace("a.jpg")
      #expect(try folder.read("a.jpg") == [number])
    }
    await removing
    #expect(try names(folder) == ["a.jpg"])
  }
}
