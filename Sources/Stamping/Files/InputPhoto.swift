import Glibc
package import SystemPackage

/// A photo to be worked on: where it is, and where in a mirrored tree it belongs.
package struct InputPhoto: Sendable, Hashable {
  package let path: FilePath
  /// The path below the folder that was named, or just the name of a file that was.
  package let relativePath: FilePath
  /// Whether it was found in a folder, and not named itself.
  package let isFound: Bool
  /// Whether it was sent from elsewhere: the file says nothing of it but its bytes.
  package private(set) var isReceived = false
  /// True for `-`: standard input.
  package var isStandardInput: Bool { path == Self.standardInput.path }

  package static let standardInput = InputPhoto(path: "-", relativePath: "-")

  init(path: FilePath, relativePath: FilePath, isFound: Bool = false) {
    self.path = path
    self.relativePath = relativePath
    self.isFound = isFound
  }

  /// A photo that was named itself; `-` is standard input.
  package init(named path: FilePath) {
    let name = path.lastComponent.map { FilePath(root: nil, [$0]) } ?? path
    self.init(path: path, relativePath: name)
  }

  /// A photo that was sent from elsewhere.
  ///
  /// - Parameters:
  ///   - path: the passing file that it is in.
  ///   - name: what the sender calls it: one component, or nothing.
  package init(received path: FilePath, name: String) {
    self.init(path: path, relativePath: FilePath(name))
    isReceived = true
  }

  /// The bytes of the file's name, which need not be UTF-8; nil for standard input, and where it was
  /// sent without one.
  package var nameBytes: [UInt8]? {
    isStandardInput
      ? nil
      : relativePath.lastComponent?.withPlatformString { start in
        Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
  }
}
