import CaptureTime
import Foundation
import Journal
import Stamping
import SystemPackage

/// A post as one object of JSON.
struct PostJSON: Encodable {
  let number: Int
  let day: String
  let time: String
  let timePrecision: String
  let timeSource: String
  let timeZone: String
  /// Whether the offset in `time` is the time zone's, for the photo did not say one.
  let offsetAssumed: Bool
  let caption: String
  let starred: Bool
  let tags: [String]
  /// The stamped photo.
  let file: String
  /// In hexadecimal, as the other.
  let sha256: String
  /// The photo as it was; missing where unstamping gives it back.
  let original: String?
  let originalSha256: String
  /// The name that the photo came with; missing where it came with none.
  let originalName: String?
  /// When it was posted, in UTC.
  let posted: String
  /// When it was moved to the trash, in UTC; missing where it was not.
  let trashed: String?

  init(_ post: Post, in journal: OwnerJournal) {
    number = post.number
    day = post.day.description
    time = post.time.captureTime.description
    timePrecision = post.time.precision.rawValue
    timeSource = post.time.source.rawValue
    timeZone = post.time.zone
    offsetAssumed = post.time.isOffsetAssumed
    caption = post.caption
    starred = post.isStarred
    tags = post.tags
    file = String(decoding: journal.path(post.photo.file))
    sha256 = post.photo.hash.hexadecimal
    original = post.photo.originalFile.map { String(decoding: journal.path($0)) }
    originalSha256 = post.photo.originalHash.hexadecimal
    originalName = post.photo.originalName.isEmpty ? nil : post.photo.originalName
    posted = Self.text(post.posted)
    trashed = post.trashed.map(Self.text)
  }

  private static func text(_ instant: Int) -> String {
    Date(timeIntervalSince1970: TimeInterval(instant)).formatted(.iso8601)
  }
}
