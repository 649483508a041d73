import Glibc
package import SystemPackage

/// A photo to be stamped: where it is, and where in a mirrored tree it belongs.
package struct InputPhoto: Sendable, Hashable {
  package let path: FilePath
  /// The path below the folder that was named, or just the name of a file that was.
  package let relativePath: FilePath
  /// True for `-`: standard input.
  package var isStandardInput: Bool { path == Self.standardInput.path }

  package static let standardInput = InputPhoto(path: "-", relativePath: "-")

  /// The bytes of the file's name, which need not be UTF-8; nil for standard input.
  package var nameBytes: [UInt8]? {
    isStandardInput
      ? nil
      : path.lastComponent?.withPlatformString { start in
        Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
  }
}
