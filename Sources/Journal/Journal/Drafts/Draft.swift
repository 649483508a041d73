package import Files
import Stamping
import Store

/// A draft: the fields of a form with its photos, typed or chosen and not saved yet.
package struct Draft: Sendable, Hashable {
  package let id: Int64
  package let name: DraftName
  /// Where its form is: "/new", or a post's page.
  package let path: String
  package let fields: [String: String]
  /// In the order they were added.
  package let photos: [DraftPhoto]
  /// When something of it changed, in seconds since 1970 in UTC.
  package let changed: Int

  /// The most photos in a draft.
  package static let photoLimit = 50
  /// The most bytes in a draft's fields: the longest words in any form, and the rest.
  package static let fieldsLimit = 4_000_000
  /// The longest path of a form, in bytes.
  package static let pathLimit = 200
  /// How long a discarded draft can be restored, in seconds.
  package static let undoTime = 86_400
}

/// The most that a device may have waiting: less while its journal is locked, when anybody might be
/// holding it.
package struct DraftQuota: Sendable, Hashable {
  /// How many drafts.
  package let drafts: Int
  /// Bytes of the files of their photos, those that were discarded among them for as long as they are there.
  package let photoBytes: Int
  /// Bytes of their fields.
  package let fieldBytes: Int

  package static let unlocked = DraftQuota(
    drafts: 64, photoBytes: 2_000_000_000, fieldBytes: 16_000_000)
  package static let locked = DraftQuota(
    drafts: 16, photoBytes: 500_000_000, fieldBytes: 2 * Draft.fieldsLimit)
}

/// A photo that waits in a draft.
package struct DraftPhoto: Sendable, Hashable {
  package let id: Int64
  /// The page's name for it.
  package let key: DraftName
  /// Its original file name; empty if it had none.
  package let name: String
  /// From the journal's folder.
  package let file: ContainedPath
  package let size: Int
  /// SHA-256 of the file.
  package let hash: [UInt8]
  /// What was found in it; nil until a device with access reads it.
  package let found: Found?

  /// The values found in a photo that is not posted yet.
  package struct Found: Sendable, Hashable {
    /// SHA-256 of the photo without a stamp.
    package let originalHash: [UInt8]
    /// By the journal's clock, as ISO 8601 without an offset; nil where it tells no time.
    package let taken: String?
    /// As `CaptureTimeSource` has it; nil without a time.
    package let source: String?
  }

  /// Whether it is a video, by its file's name, which is by its content.
  package var isVideo: Bool { file.path.isVideoByName }

  /// Below the photos' folder: so a file moves within one disk, check and salvage find it, and
  /// copies of the photos include it.
  package static let folder: ContainedPath = "photos/drafts"
}

/// Identifies a draft, or a photo in one, to the page that made it: 256 random bits.
package struct DraftName: Sendable, Hashable {
  package let text: String

  package init() { text = AccessToken().text }

  /// Nil where it is not one.
  package init?(_ text: String) {
    guard let token = AccessToken(text) else { return nil }
    self.text = token.text
  }
}

/// Why something was not stored.
package enum DraftError: Error, Sendable, Hashable {
  /// There is none of this name, or it is somebody else's.
  case unknown
  /// The draft has no such photo.
  case unknownPhoto
  case tooMany(limit: Int)
  case tooManyPhotos(limit: Int)
  /// Bytes of photos that wait.
  case full(limit: Int)
  /// What was typed is longer than any form.
  case tooLong
}
