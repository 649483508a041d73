package import CaptureTime
package import SystemPackage

/// One stamped photo with caption, capture time and owner.
package struct Post: Sendable, Hashable {
  /// Counted from 1 by owner; never given again.
  package let number: Int
  package let time: PostTime
  package let caption: String
  package let isStarred: Bool
  /// As they were first written, by name.
  package let tags: [String]
  package let photo: PostPhoto
  /// When it was posted, in seconds since 1970 in UTC.
  package let posted: Int
  /// When it was moved to the trash; nil where it was not.
  package let trashed: Int?

  /// The post's row.
  let id: Int64
  /// 16 bytes that are the post's in every journal that it is moved to, and no other's.
  let uid: [UInt8]
  /// The row of its label's look.
  let look: Int64

  static let uidSize = 16

  package var day: CivilDate { time.day }
}

/// The files of a post, as paths from the journal's folder, and what is in them.
package struct PostPhoto: Sendable, Hashable {
  /// The stamped photo.
  package let file: FilePath
  /// SHA-256 of the stamped photo, 32 bytes.
  package let hash: [UInt8]
  /// The photo as it was; nil where unstamping gives it back.
  package let originalFile: FilePath?
  /// SHA-256 of the photo as it was, 32 bytes.
  package let originalHash: [UInt8]
  /// The name that the photo came with; empty where it came with none.
  package let originalName: String

  package var files: [FilePath] { [file] + (originalFile.map { [$0] } ?? []) }
}
