import Glibc
package import SystemPackage

/// A journal's folder that others than its owner may change. The journal would open and trust the
/// files that they put there.
package struct FolderExposure: Sendable, Hashable {
  package let folder: FilePath
  package let permissions: FilePermissions
  /// Whether everybody may, and not only a group.
  package let isToAll: Bool

  /// Reads a folder's permissions; nil if nobody else may change it, or if that is unknown.
  ///
  /// A group that may write is no exposure where it is the group of whoever asks: on most systems
  /// each user has one of their own.
  ///
  /// - Parameters:
  ///   - folder: the journal's.
  ///   - group: that of whoever asks.
  package init?(of folder: FilePath, group: GroupID = GroupID(rawValue: getegid())) {
    guard let stat = try? folder.stat() else { return nil }
    isToAll = stat.permissions.contains(.otherWrite)
    guard isToAll || (stat.permissions.contains(.groupWrite) && stat.groupID != group) else {
      return nil
    }
    (self.folder, permissions) = (folder, stat.permissions)
  }

  init(folder: FilePath, permissions: FilePermissions, isToAll: Bool) {
    (self.folder, self.permissions, self.isToAll) = (folder, permissions, isToAll)
  }
}
