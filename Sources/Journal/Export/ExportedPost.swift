import Files
import CaptureTime
import GRDB
import Stamping
import Store
import SystemPackage

/// What posts add to an export: each post's photos, one post at a time, and in `journal.json` the
/// settings, the posts and the last number.
///
/// A photo that is broken is left out, not what the journal says of its post.
struct PostExport: AreaExport {
  private let journal: OwnerJournal
  /// Of the posts that are still to come, in the order of a stack.
  private var numbers: [Int]
  private var looks: [Int64: LabelLook] = [:]
  /// Of those that were given.
  private var posts: [ExportedPost] = []

  init(of journal: OwnerJournal) throws {
    self.journal = journal
    numbers = try journal.read { db in
      try db.values(
        cached: "SELECT number FROM post WHERE owner = ? ORDER BY number DESC",
        arguments: [journal.id])
    }
  }

  mutating func next() throws -> ExportPart? {
    while let number = numbers.popLast() {
      guard let (post, part) = try part(number) else { continue }
      let look =
        try looks[post.look]
        ?? journal.read { db in try PostRows(of: journal, db).look(post.look) }
      looks[post.look] = look
      posts.append(ExportedPost(post, look: look))
      return part
    }
    return nil
  }

  func fields() throws -> [String: any Encodable & Sendable] {
    let (lastNumber, settings) = try journal.read { db in
      (
        try PostRows(of: journal, db).lastNumber(),
        try JournalSettings.load(owner: journal.id, db)
      )
    }
    let texts = settings.texts.map { ($0.rawValue, $1) }
    return [
      ExportField.lastNumber.rawValue: lastNumber,
      ExportField.settings.rawValue: Dictionary(uniqueKeysWithValues: texts),
      ExportField.posts.rawValue: posts,
    ]
  }

  /// A post with its files; nil where it is gone.
  private func part(_ number: Int) throws -> (Post, ExportPart)? {
    guard var post = try post(number) else { return nil }
    while true {
      let photo = post.photo
      var files: [ExportFile] = []
      var problems: [JournalError] = []
      let hashes = [photo.hash, photo.originalHash]
      for (file, hash) in zip(photo.files, hashes) {
        do throws(JournalError) {
          files.append(ExportFile(path: file, bytes: try journal.posts.bytes(of: file, hash: hash)))
        } catch {
          problems.append(error)
        }
      }
      if !problems.isEmpty {
        // Another process may have changed the post, and with it its files.
        guard let now = try self.post(number) else { return nil }
        if now.photo != post.photo {
          post = now
          continue
        }
      }
      let record = ExportRecord(number: number, problems: problems)
      return (post, ExportPart(files: files, record: record))
    }
  }

  private func post(_ number: Int) throws -> Post? {
    do {
      return try journal.posts.post(number)
    } catch JournalError.unknownPost {
      return nil
    }
  }
}

/// The fields of `journal.json` of posts.
enum ExportField: String, CodingKey {
  case format, version, owner, lastNumber, settings, posts
}

/// A post as `journal.json` says it, every value still as it stands there.
struct ExportedPost: Codable, Sendable {
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
