package import Glibc
package import SystemPackage

/// Writes a file so that it exists whole or not at all.
///
/// The bytes go into a ``StagedFile`` of the target's folder, which gets its name when it is
/// complete: killed at any moment, the program leaves nothing behind. Two cases need a temporary,
/// hidden name beside the target, which a kill -9 may leave behind: a file system without nameless
/// files, and, for an instant, the replacement of a file.
package struct WholeFile: Sendable {
  package let path: FilePath
  /// Whether a file that is there already is replaced; otherwise it is an error.
  package let replaces: Bool
  /// Whether the bytes are on the disk before an earlier file is removed: for a photo that has no
  /// other copy.
  package let isDurable: Bool
  /// Those of a file that is written without attributes, less the umask's.
  private let permissions: FilePermissions
  /// Beneath which folder it is, as which path; nil for that of the path.
  private let place: (folder: ContainingFolder, path: ContainedPath)?

  /// A file in a folder that may be named through symbolic links.
  package init(
    path: FilePath, replaces: Bool, isDurable: Bool,
    permissions: FilePermissions = FilePermissions(rawValue: 0o666)
  ) {
    (self.path, self.replaces, self.isDurable) = (path, replaces, isDurable)
    (self.permissions, place) = (permissions, nil)
  }

  /// A file beneath a folder; a symbolic link above it is an error.
  package init(
    _ path: ContainedPath, beneath folder: ContainingFolder, replaces: Bool, isDurable: Bool,
    permissions: FilePermissions = FilePermissions(rawValue: 0o666)
  ) {
    (self.path, self.replaces, self.isDurable) = (folder.full(path), replaces, isDurable)
    (self.permissions, place) = (permissions, (folder, path))
  }

  /// Writes the bytes and gives the file its name.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - attributes: permissions and times for the file, or nil for those of a new one.
  /// - Throws: ``FileError``; then the target is unchanged.
  package func write(_ bytes: [UInt8], attributes: FileAttributes?) throws(FileError) {
    let (folder, name) = try opened()
    let staged: StagedFile
    do throws(Errno) {
      staged = try StagedFile(
        beneath: folder, in: name.folder,
        permissions: attributes == nil ? permissions : .ownerReadWrite)
    } catch {
      throw failure(.create, error)
    }
    do throws(Errno) {
      try staged.write(bytes)
      if let attributes { try staged.take(attributes, keepsOwner: replaces) }
      if isDurable || staged.hasTemporaryName { try staged.flush() }
    } catch {
      throw .system(.write, path, error)
    }
    do throws(Errno) {
      if replaces { try staged.replace(name) } else { try staged.name(name) }
    } catch {
      if error == .fileExists, !replaces { throw .exists(path) }
      throw failure(replaces ? .replace : .create, error)
    }
    if isDurable { try folder.synchronize(name.folder) }
  }

  private func opened() throws(FileError) -> (ContainingFolder, ContainedPath) {
    if let place { return place }
    guard let name = ContainedPath(nameOf: path) else {
      throw .system(.create, path, .isDirectory)
    }
    do throws(Errno) {
      return (try ContainingFolder(opening: path.folder), name)
    } catch {
      throw .system(.create, path, error)
    }
  }

  private func failure(_ operation: FileError.Operation, _ error: Errno) -> FileError {
    place.map { $0.folder.failure(operation, $0.path, error) } ?? .system(operation, path, error)
  }
}

/// What an output takes over from its input.
package struct FileAttributes: Sendable {
  package let permissions: FilePermissions
  package let owner: UserID
  package let group: GroupID
  package let accessed: timespec
  package let modified: timespec

  /// The time of the last change, in seconds since 1970 in UTC.
  package var modifiedSeconds: Int { modified.tv_sec }

  /// The same, of a file that was last changed at another time.
  package func modified(at time: timespec) -> FileAttributes {
    FileAttributes(
      permissions: permissions, owner: owner, group: group, accessed: accessed,
      modified: time)
  }

  package init(
    permissions: FilePermissions, owner: UserID, group: GroupID, accessed: timespec,
    modified: timespec
  ) {
    (self.permissions, self.owner, self.group) = (permissions, owner, group)
    (self.accessed, self.modified) = (accessed, modified)
  }
}
