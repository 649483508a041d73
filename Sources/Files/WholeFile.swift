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

  package init(
    path: FilePath, replaces: Bool, isDurable: Bool,
    permissions: FilePermissions = FilePermissions(rawValue: 0o666)
  ) {
    self.path = path
    self.replaces = replaces
    self.isDurable = isDurable
    self.permissions = permissions
  }

  /// Writes the bytes and gives the file its name.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - attributes: permissions and times for the file, or nil for those of a new one.
  /// - Throws: ``FileError``; then the target is unchanged.
  package func write(_ bytes: [UInt8], attributes: FileAttributes?) throws(FileError) {
    let staged = try rethrowing(
      StagedFile(in: path.folder, permissions: attributes == nil ? permissions : .ownerReadWrite),
      as: FileError.system(.create, path))
    do throws(Errno) {
      try staged.write(bytes)
      if let attributes { try staged.take(attributes, keepsOwner: replaces) }
      if isDurable || staged.hasTemporaryName { try staged.flush() }
    } catch {
      throw .system(.write, path, error)
    }
    do throws(Errno) {
      if replaces { try staged.replace(path) } else { try staged.name(path) }
    } catch {
      if error == .fileExists, !replaces { throw .exists(path) }
      throw .system(replaces ? .replace : .create, path, error)
    }
    guard isDurable else { return }
    try rethrowing(
      path.folder.synchronizeFolder(), as: FileError.system(.write, path.folder))
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

  package init(
    permissions: FilePermissions, owner: UserID, group: GroupID, accessed: timespec,
    modified: timespec
  ) {
    (self.permissions, self.owner, self.group) = (permissions, owner, group)
    (self.accessed, self.modified) = (accessed, modified)
  }
}
