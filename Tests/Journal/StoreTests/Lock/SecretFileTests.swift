import Files
import Foundation
import Hashing
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("A secret file")
struct SecretFileTests {
  private static let good = [UInt8](0..<32)

  private let folder: TemporaryFolder
  private var path: FilePath { FilePath(folder.path("secret")) }
  private var file: SecretFile { SecretFile(path: path) }

  init() throws { folder = try TemporaryFolder() }

  private func put(_ bytes: [UInt8], _ permissions: Int = 0o600) throws {
    try folder.write(bytes, to: "secret")
    try folder.setPermissions(permissions, of: "secret")
  }

  private func read() throws -> [UInt8] {
    let secret = try file.read()
    return secret.withSpan { span in span.indices.map { span[$0] } }
  }

  @Test("is written for its owner alone and read as it was written")
  func written() throws {
    try file.write(Self.good)
    #expect(try folder.permissions(of: "secret") == 0o600)
    #expect(try folder.read("secret") == Self.good)
    #expect(try read() == Self.good)
    try file.checkIsWritable()
  }

  @Test("takes the place of an earlier one, be that of any permissions")
  func replaced() throws {
    try put([1], 0o666)
    try file.write(Self.good)
    #expect(try folder.permissions(of: "secret") == 0o600)
    #expect(try read() == Self.good)
    #expect(folder.files == ["secret"])
  }

  @Test("that is missing is said to be")
  func missing() {
    #expect(throws: SecretFileError.missing(path)) { try read() }
    #expect(throws: SecretFileError.missing(path)) { try file.checkIsWritable() }
    let deep = SecretFile(path: path.appending("further"))
    #expect(throws: SecretFileError.missing(deep.path)) { try deep.checkIsWritable() }
  }

  @Test("of another size is refused", arguments: [0, 1, 31, 33, 64, 1 << 20])
  func size(count: Int) throws {
    try put([UInt8](repeating: 7, count: count))
    #expect(throws: SecretFileError.wrongSize(path, observed: count, expected: 32)) { try read() }
  }

  @Test(
    "that others may read, write or run is refused",
    arguments: [0o644, 0o640, 0o604, 0o602, 0o620, 0o610, 0o601, 0o666, 0o777])
  func tooOpen(permissions: Int) throws {
    try put(Self.good, permissions)
    let observed = FilePermissions(rawValue: CInterop.Mode(permissions))
    #expect(throws: SecretFileError.tooOpen(path, observed)) { try read() }
  }

  @Test("that is its owner's alone is read", arguments: [0o600, 0o400, 0o700])
  func closed(permissions: Int) throws {
    try put(Self.good, permissions)
    #expect(try read() == Self.good)
  }

  @Test("is not a folder")
  func isFolder() throws {
    try folder.write([], to: "secret/file")
    #expect(throws: SecretFileError.notAFile(path)) { try read() }
    #expect(throws: SecretFileError.notAFile(path)) { try file.checkIsWritable() }
    #expect(throws: JournalError.self) { try file.write(Self.good) }
    #expect(folder.files == ["secret/file"])
  }

  @Test("is not a FIFO, which nobody waits for")
  func fifo() throws {
    mkfifo(folder.path("secret"), 0o600)
    #expect(throws: SecretFileError.notAFile(path)) { try read() }
    #expect(throws: SecretFileError.self) { try file.checkIsWritable() }
  }

  @Test("is not a device", arguments: ["/dev/null", "/dev/zero"])
  func device(path: String) {
    let file = SecretFile(path: FilePath(path))
    #expect(throws: SecretFileError.self) { _ = try file.read() }
  }

  @Test(
    "is not read or written through a symbolic link, wherever that leads",
    arguments: ["elsewhere/real", "nowhere", "secret"])
  func link(target: String) throws {
    try folder.write(Self.good, to: "elsewhere/real")
    try folder.setPermissions(0o600, of: "elsewhere/real")
    try link(to: target)
    #expect(throws: SecretFileError.unreadable(path, .tooManySymbolicLinkLevels)) { try read() }
    #expect(throws: SecretFileError.unwritable(path, .tooManySymbolicLinkLevels)) {
      try file.checkIsWritable()
    }
    try file.write([UInt8](repeating: 1, count: 32))
    #expect(try folder.read("elsewhere/real") == Self.good)
  }

  private func link(to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("secret"), withDestinationPath: destination)
  }

  @Test("that this user may not read or write", .enabled(if: geteuid() != 0, "root may"))
  func forbidden() throws {
    try put(Self.good, 0)
    #expect(throws: SecretFileError.unreadable(path, .permissionDenied)) { try read() }
    try folder.setPermissions(0o400, of: "secret")
    #expect(try read() == Self.good)
    #expect(throws: SecretFileError.unwritable(path, .permissionDenied)) {
      try file.checkIsWritable()
    }
  }
}

extension TemporaryFolder {
  /// Makes a pepper as a journal's folder has it.
  func pepper(_ bytes: [UInt8]) throws -> Pepper {
    try write(bytes, to: "journal.pepper")
    try setPermissions(0o600, of: "journal.pepper")
    return try Pepper(in: FilePath(path))
  }

  func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: path(name))
  }

  func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }
}
