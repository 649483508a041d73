import Glibc
import Synchronization
package import SystemPackage

/// Writes a file so that it is there whole or not at all.
///
/// The bytes go into a nameless file of the target's folder (`O_TMPFILE`), which gets its name
/// when it is complete: killed at any moment, the program leaves nothing behind. Where the file
/// system has no nameless files they go into a hidden file beside the target.
package struct WholeFile: Sendable {
  package let path: FilePath
  /// Whether a file that is there already is replaced; otherwise it is an error.
  package let replaces: Bool
  /// Whether the bytes are on the disk before an earlier file is let go: for a photo that has no
  /// other copy.
  package let isDurable: Bool

  package init(path: FilePath, replaces: Bool, isDurable: Bool) {
    self.path = path
    self.replaces = replaces
    self.isDurable = isDurable
  }

  /// Writes the bytes and gives the file its name.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - attributes: permissions and times for the file, or nil for those of a new one.
  /// - Throws: ``FileError``; then the target is what it was.
  package func write(_ bytes: [UInt8], attributes: FileAttributes?) throws(FileError) {
    let draft = try Draft(beside: path, permissions: attributes == nil ? .newFile : .ownerReadWrite)
    do throws(Errno) {
      try draft.descriptor.write(all: bytes)
      if let attributes { try draft.take(attributes) }
      if isDurable { try draft.descriptor.synchronize() }
    } catch {
      draft.discard()
      throw .system(.write, path, error)
    }
    do throws(Errno) {
      try draft.publish(at: path, replacing: replaces)
      if isDurable { try path.folder.synchronizeFolder() }
    } catch {
      if error == .fileExists, !replaces { throw .exists(path) }
      throw .system(replaces ? .replace : .create, path, error)
    }
  }
}

extension FilePermissions {
  /// What a new file asks for; the process's umask takes its part off.
  fileprivate static let newFile = FilePermissions(rawValue: 0o666)
}

/// A file on its way: written, without the name that it is to have.
private struct Draft {
  let descriptor: FileDescriptor
  /// The passing name, on file systems without nameless files.
  private let name: FilePath?
  private static let serial = Atomic<Int>(0)

  init(beside path: FilePath, permissions: FilePermissions) throws(FileError) {
    do throws(Errno) {
      do throws(Errno) {
        descriptor = try .openNameless(in: path.folder, permissions: permissions)
        name = nil
      } catch {
        guard [.notSupported, .isDirectory, .invalidArgument].contains(error) else { throw error }
        let passing = Self.passingName(beside: path)
        descriptor = try .create(passing, permissions: permissions)
        PartialFiles.add(passing)
        name = passing
      }
    } catch {
      throw .system(.create, path, error)
    }
  }

  private static func passingName(beside path: FilePath) -> FilePath {
    let number = serial.wrappingAdd(1, ordering: .relaxed).newValue
    return path.folder.appending(".daystamp-\(getpid())-\(number)")
  }

  func take(_ attributes: FileAttributes) throws(Errno) {
    try descriptor.setPermissions(attributes.permissions)
    try descriptor.setTimes(accessed: attributes.accessed, modified: attributes.modified)
  }

  /// Gives the file its name, closes it, and leaves no passing name behind, whatever happens.
  func publish(at path: FilePath, replacing: Bool) throws(Errno) {
    defer { discard() }
    if replacing {
      let passing = name ?? Self.passingName(beside: path)
      defer { passing.unlink() }
      if name == nil { try descriptor.link(to: passing) }
      try passing.rename(to: path)
    } else if let name {
      try name.link(to: path)
    } else {
      try descriptor.link(to: path)
    }
  }

  func discard() {
    try? descriptor.close()
    if let name {
      name.unlink()
      PartialFiles.remove(name)
    }
  }
}
