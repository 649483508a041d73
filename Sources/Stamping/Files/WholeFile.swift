package import SystemPackage

/// Writes a file so that it is there whole or not at all.
///
/// The bytes go into a nameless file of the target's folder (`O_TMPFILE`), which gets its name
/// when it is complete: killed at any moment, the program leaves nothing behind. Two cases need a
/// passing, hidden name beside the target, which a kill -9 may leave behind: a file system without
/// nameless files, and, for an instant, the replacement of a file.
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
    defer { draft.discard() }
    do throws(Errno) {
      try draft.descriptor.write(all: bytes)
      if let attributes { try draft.take(attributes, keepsOwner: replaces) }
      if isDurable || draft.hasName { try draft.descriptor.synchronize() }
    } catch {
      throw .system(.write, path, error)
    }
    do throws(Errno) {
      try draft.publish(at: path, replacing: replaces)
    } catch {
      if error == .fileExists, !replaces { throw .exists(path) }
      throw .system(replaces ? .replace : .create, path, error)
    }
    if isDurable { try synchronizeFolder() }
  }

  /// Puts the new name on the disk; some file systems do not know how, and need not.
  private func synchronizeFolder() throws(FileError) {
    do throws(Errno) {
      try path.folder.synchronizeFolder()
    } catch {
      guard [.invalidArgument, .notSupported].contains(error) else {
        throw .system(.write, path.folder, error)
      }
    }
  }
}

extension FilePermissions {
  /// What a new file asks for; the process's umask takes its part off.
  fileprivate static let newFile = FilePermissions(rawValue: 0o666)
}

/// A file on its way: written, without the name that it is to have.
private final class Draft {
  let descriptor: FileDescriptor
  /// The passing name, while there is one.
  private var name: FilePath?

  /// Whether the file is under a passing name, on a file system without nameless files. Such a file
  /// system may also tell of a failed write as late as when the file is synchronized.
  var hasName: Bool { name != nil }

  init(beside path: FilePath, permissions: FilePermissions) throws(FileError) {
    do throws(Errno) {
      do throws(Errno) {
        descriptor = try .openNameless(in: path.folder, permissions: permissions)
      } catch {
        guard [.notSupported, .isDirectory, .invalidArgument].contains(error) else { throw error }
        let passing = Self.passingName(beside: path)
        descriptor = try PartialFiles.making(passing) { () throws(Errno) in
          try .create(passing, permissions: permissions)
        }
        name = passing
      }
    } catch {
      throw .system(.create, path, error)
    }
  }

  /// A name that no other process has, on this machine or another that shares the folder.
  private static func passingName(beside path: FilePath) -> FilePath {
    path.folder.appending(".daystamp-\(String(UInt64.random(in: .min ... .max), radix: 36))")
  }

  /// Gives the file permissions and times and, in the place of a file of somebody else's, its
  /// owner, as far as this process may.
  func take(_ attributes: FileAttributes, keepsOwner: Bool) throws(Errno) {
    if keepsOwner { descriptor.setOwner(attributes.owner, group: attributes.group) }
    try descriptor.setPermissions(attributes.permissions)
    try descriptor.setTimes(accessed: attributes.accessed, modified: attributes.modified)
  }

  /// Gives the file its name.
  func publish(at path: FilePath, replacing: Bool) throws(Errno) {
    if name == nil, !replacing { return try descriptor.link(to: path) }
    let passing: FilePath
    if let name { passing = name } else { passing = try linkedName(beside: path) }
    if replacing {
      try passing.rename(to: path)
    } else {
      try passing.renameExclusively(to: path)
    }
    PartialFiles.forget(passing)
    name = nil
  }

  /// A nameless file cannot replace another at once: it is named in passing first.
  private func linkedName(beside path: FilePath) throws(Errno) -> FilePath {
    let passing = Self.passingName(beside: path)
    try PartialFiles.making(passing) { () throws(Errno) in try descriptor.link(to: passing) }
    name = passing
    return passing
  }

  /// Closes the file, and removes it if it never got its name.
  func discard() {
    try? descriptor.close()
    if let name {
      name.unlink()
      PartialFiles.forget(name)
    }
  }
}
