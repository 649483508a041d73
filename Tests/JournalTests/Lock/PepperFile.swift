import Foundation
import SystemPackage
import TestSupport

@testable import Journal

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
