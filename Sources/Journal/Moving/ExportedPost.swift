import CaptureTime
import Files
import Stamping
import SystemPackage

/// A post as `journal.json` says it, every value still as it stands there.
struct ExportedPost: Codable {
  typealias CodingKeys = PostField

  let number: Int
  /// In hexadecimal, as the hashes.
  let uid: String
  let day: String
  /// Seconds since 1970 in UTC, as the other instants.
  let instant: Int
  let offset: Int
  let subsecond: String?
  let precision: String
  let source: String
  let zone: String
  let offsetAssumed: Bool
  let caption: String
  let starred: Bool
  let tags: [String]
  let look: LabelLook
  let file: String
  let sha256: String
  let original: String?
  let originalSha256: String
  let originalName: String
  let posted: Int
  let trashed: Int?

  init(_ post: Post, look: LabelLook) {
    number = post.number
    uid = post.uid.hexadecimal
    day = post.day.description
    instant = post.time.instant
    offset = post.time.offset
    subsecond = post.time.subsecond
    precision = post.time.precision.rawValue
    source = post.time.source.rawValue
    zone = post.time.zone
    offsetAssumed = post.time.isOffsetAssumed
    caption = post.caption
    starred = post.isStarred
    tags = post.tags
    self.look = look
    file = String(decoding: post.photo.file)
    sha256 = post.photo.hash.hexadecimal
    original = post.photo.originalFile.map { String(decoding: $0) }
    originalSha256 = post.photo.originalHash.hexadecimal
    originalName = post.photo.originalName
    posted = post.posted
    trashed = post.trashed
  }
}

/// The fields of a post in `journal.json`.
package enum PostField: String, CodingKey, CaseIterable, Sendable {
  case number, uid, day, instant, offset, subsecond, precision, source, zone, offsetAssumed
  case caption, starred, tags, look, file, sha256, original, originalSha256, originalName
  case posted, trashed
}
