package import Glibc
package import SystemPackage

/// The bytes of a photo with what its file system knows of it.
package struct PhotoSource: Sendable {
  package let bytes: [UInt8]
  /// Nil for what came through a pipe, or was sent from elsewhere.
  package let attributes: FileAttributes?

  package init(bytes: [UInt8], attributes: FileAttributes?) {
    self.bytes = bytes
    self.attributes = attributes
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
}
