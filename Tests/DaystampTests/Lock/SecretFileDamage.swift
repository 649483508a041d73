import Files
import Foundation
import TestSupport

/// What may have become of a file of 32 secret bytes.
enum SecretFileDamage: Sendable {
  case missing, empty, short, long, flipped, zeros
  /// Others can read it.
  case readable
  /// A folder in its place.
  case folder

  func apply(to file: String, in folder: TemporaryFolder) throws {
    var bytes = try folder.read(file)
    switch self {
    case .missing: return try folder.remove(file)
    case .empty: bytes = []
    case .short: bytes.removeLast()
    case .long: bytes.append(0)
    case .flipped: bytes[31] ^= 1
    case .zeros: bytes = Array(repeating: 0, count: 32)
    case .readable: return try folder.setPermissions(0o644, of: file)
    case .folder:
      try folder.remove(file)
      return try FileManager.default.createDirectory(
        atPath: folder.path(file), withIntermediateDirectories: false)
    }
    try folder.overwrite(file, with: bytes)
  }
}
