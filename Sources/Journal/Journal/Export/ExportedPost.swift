import CaptureTime
import Files
import Stamping
import Store

/// The fields of `journal.json`; it had `posts` in version 1.
enum ExportField: String, CodingKey, CaseIterable {
  case format, version, owner, lastNumber, settings, posts
  case counts, hashes = "sha256"

  /// Those of version 2.
  static let known = allCases.filter { $0 != .posts }
}

/// The fields of `counts`.
enum ExportCount: String, CodingKey, CaseIterable {
  /// The lines of `posts.jsonl`, and those of posts in the trash.
  case posts, inTrash
  /// The lines of `versions.jsonl`; missing where there is no such file.
  case versions
}

/// A post in an export, with every value unchecked.
struct ExportedPost: Codable, Sendable {
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
  /// What says something of words is missing where there are none.
  let title: String?
  let words: String?
  let written: Int?
  let mood: Int?
  let morning: Bool?
  let writtenLater: Bool?
  let starred: Bool
  let tags: [String]
  /// Missing where there are none. Until version 2 the members of the one photo were the post's own.
  let photos: [ExportedPhoto]?
  /// Which of them stands for the post, counted from 1; missing where that is the first.
  let cover: Int?
  let posted: Int
  let trashed: Int?

  /// - Parameters:
  ///   - post: the post.
  ///   - looks: those of the labels of its photos.
  init(_ post: Post, looks: [LabelLook]) {
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
    title = post.title.isEmpty ? nil : post.title
    words = post.words.isEmpty ? nil : post.words
    written = post.written == post.posted ? nil : post.written
    mood = post.mood?.rawValue
    morning = post.isMorning ? true : nil
    writtenLater = post.isWrittenLater ? true : nil
    starred = post.isStarred
    tags = post.tags
    photos =
      post.photos.isEmpty ? nil : zip(post.photos, looks).map { ExportedPhoto($0, look: $1) }
    cover = post.cover == 0 ? nil : post.cover + 1
    posted = post.posted
    trashed = post.trashed
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PostField.self)
    number = try fields.decode(Int.self, forKey: .number)
    uid = try fields.decode(String.self, forKey: .uid)
    day = try fields.decode(String.self, forKey: .day)
    instant = try fields.decode(Int.self, forKey: .instant)
    offset = try fields.decode(Int.self, forKey: .offset)
    subsecond = try fields.decodeIfPresent(String.self, forKey: .subsecond)
    precision = try fields.decode(String.self, forKey: .precision)
    source = try fields.decode(String.self, forKey: .source)
    zone = try fields.decode(String.self, forKey: .zone)
    offsetAssumed = try fields.decode(Bool.self, forKey: .offsetAssumed)
    title = try fields.decodeIfPresent(String.self, forKey: .title)
    words = try fields.decodeIfPresent(String.self, forKey: .words)
    written = try fields.decodeIfPresent(Int.self, forKey: .written)
    mood = try fields.decodeIfPresent(Int.self, forKey: .mood)
    morning = try fields.decodeIfPresent(Bool.self, forKey: .morning)
    writtenLater = try fields.decodeIfPresent(Bool.self, forKey: .writtenLater)
    starred = try fields.decode(Bool.self, forKey: .starred)
    tags = try fields.decode([String].self, forKey: .tags)
    posted = try fields.decode(Int.self, forKey: .posted)
    trashed = try fields.decodeIfPresent(Int.self, forKey: .trashed)
    cover = try fields.decodeIfPresent(Int.self, forKey: .cover)
    let own = fields.allKeys.filter(PostField.ofOnePhoto.contains)
    if let photos = try fields.decodeIfPresent([ExportedPhoto].self, forKey: .photos) {
      if let field = own.map(\.rawValue).min() { throw ImportProblem.unknownField(field) }
      self.photos = photos
    } else {
      photos = own.isEmpty ? nil : [try ExportedPhoto(from: decoder)]
    }
  }
}

/// The fields of a post in an export, and of its photos.
package enum PostField: String, CodingKey, CaseIterable, Sendable {
  case number, uid, day, instant, offset, subsecond, precision, source, zone, offsetAssumed
  case title, words, written, mood, morning, writtenLater
  case caption, starred, tags, look, file, sha256, original, originalSha256, originalName
  case textCollection, textKey, edit, taken, takenSource, video, raw
  case latitude, longitude
  case photos, cover
  case posted, trashed

  /// Those of a photo.
  static let ofPhoto: [PostField] = ofOnePhoto + ofSeveral

  /// Those of a photo that a post had itself until version 2.
  static let ofOnePhoto: [PostField] = [
    .caption, .look, .file, .sha256, .original, .originalSha256, .originalName, .textCollection,
    .textKey, .edit,
  ]

  /// Those of a post.
  static let ofPost = allCases.filter { !ofSeveral.contains($0) }

  /// Those that a photo has since version 3.
  private static let ofSeveral: [PostField] = [
    .taken, .takenSource, .video, .raw, .latitude, .longitude,
  ]
}
