import CaptureTime
import Files
import Foundation
import GRDB
import Stamping
import Store
import SystemPackage

/// The part of an export about posts: one post at a time, its photos, its line in `posts.jsonl` and
/// those of its versions in `versions.jsonl`; then a readable page for each day; and in
/// `journal.json` the settings, the last number and the number of posts.
///
/// A photo that is broken is left out, not what the journal says of its post. No more than one photo is in
/// memory.
struct PostExport: AreaExport {
  /// One post a line, in the order of their numbers.
  static let list: ContainedPath = "posts.jsonl"

  private let journal: OwnerJournal
  private let spoolFolders: [FilePath]
  /// Of posts that are still to come, in the order of a stack, and the last that was read of them.
  private var numbers: [Int] = []
  private var last = Int.min
  private var looks: [Int64: LabelLook] = [:]
  /// The versions that are still to come of the last post.
  private var versions: VersionExport?
  private var days: DayExport
  private(set) var counts = [ExportCount.posts.rawValue: 0, ExportCount.inTrash.rawValue: 0]

  /// How many numbers are read at a time.
  private static let pageSize = 256

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folders: for an ``ExportSpool``.
  init(of journal: OwnerJournal, keepingLinesIn folders: [FilePath]) {
    (self.journal, spoolFolders) = (journal, folders)
    days = DayExport(of: journal, keepingLinesIn: folders)
  }

  /// A journal without versions has no file of them, as none had before there were any.
  var lists: [ContainedPath] {
    counts[ExportCount.versions.rawValue] == nil ? [Self.list] : [Self.list, VersionExport.list]
  }

  mutating func next() throws -> ExportPart? {
    if let (lines, count) = try versions?.next() {
      counts[ExportCount.versions.rawValue, default: 0] += count
      return ExportPart(files: [], lines: [VersionExport.list: lines])
    }
    versions = nil
    while let number = try nextNumber() {
      guard let (post, files, record) = try part(number) else { continue }
      let looks = try post.photos.map { try self.look($0.look) }
      counts[ExportCount.posts.rawValue, default: 0] += 1
      if post.trashed != nil { counts[ExportCount.inTrash.rawValue, default: 0] += 1 }
      return ExportPart(
        files: files, lines: [Self.list: try ExportedPost(post, looks: looks).line()],
        record: record)
    }
    return try days.next().map { ExportPart(files: [$0]) }
  }

  private mutating func look(_ row: Int64) throws -> LabelLook {
    let look = try looks[row] ?? journal.read { db in try PostRows(of: journal, db).look(row) }
    looks[row] = look
    return look
  }

  private mutating func nextNumber() throws -> Int? {
    if numbers.isEmpty {
      numbers = try journal.read { db in
        try db.values(
          cached: "SELECT number FROM post WHERE owner = ? AND number > ? ORDER BY number LIMIT ?",
          arguments: [journal.id, last, Self.pageSize])
      }.reversed()
      last = numbers.first ?? last
    }
    return numbers.popLast()
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
    ]
  }

  /// A post with its files; nil where it is gone.
  private mutating func part(_ number: Int) throws -> (Post, [ExportFile], ExportRecord)? {
    guard var post = try post(number) else { return nil }
    while true {
      var files: [ExportFile] = []
      var problems: [JournalError] = []
      for photo in post.photos {
        for (file, hash) in photo.filesAndHashes {
          do throws(JournalError) {
            if file.path.isVideoByName {
              files.append(try self.file(ofVideo: file, hash))
              continue
            }
            let bytes = try journal.posts.bytes(of: file, hash: hash)
            files.append(try self.file(file, bytes, isOnly: post.photos.count == 1))
          } catch {
            problems.append(error)
          }
        }
      }
      if !problems.isEmpty {
        // Another process may have changed the post, and with it its files.
        guard let now = try self.post(number) else { return nil }
        if !post.photos.elementsEqual(now.photos, by: { $0.hasFiles(of: $1) }) {
          post = now
          continue
        }
      }
      return (post, files, ExportRecord(number: number, problems: problems))
    }
  }

  /// A photo's file; one of several waits outside of the memory.
  private func file(
    _ path: ContainedPath, _ bytes: [UInt8], isOnly: Bool
  ) throws(JournalError) -> ExportFile {
    if isOnly { return ExportFile(path: path, bytes: bytes) }
    let spool = ExportSpool(in: spoolFolders)
    try spool.append(bytes)
    return ExportFile(path: path, lines: spool)
  }

  /// A video's file, which waits outside of the memory, proved by its SHA-256.
  private func file(
    ofVideo path: ContainedPath, _ hash: [UInt8]
  ) throws(JournalError) -> ExportFile {
    let spool = ExportSpool(in: spoolFolders)
    do {
      let reader = try PhotoReader(path, beneath: journal.store.files)
      try reader.forEachPiece { try spool.append($0) }
    } catch let error as FileError {
      throw .photoBroken(journal.posts.path(path), because: StampError.file(error))
    } catch let error as JournalError {
      throw error
    } catch {
      throw .photoBroken(journal.posts.path(path), because: error)
    }
    guard spool.finish() == hash.hexadecimal else {
      throw .photoBroken(journal.posts.path(path), because: nil)
    }
    return ExportFile(path: path, lines: spool)
  }

  /// The post, and what its versions are by then.
  private mutating func post(_ number: Int) throws -> Post? {
    do {
      let (post, versions) = try journal.read { db in
        let rows = PostRows(of: journal, db)
        let post = try rows.post(number)
        return (post, try rows.versionNumbers(of: post))
      }
      self.versions = VersionExport(of: post, versions, in: journal)
      return post
    } catch JournalError.unknownPost {
      return nil
    }
  }
}

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

extension ExportedPost {
  /// The line of `posts.jsonl`: the same bytes for the same post.
  func line() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}

/// The fields of a post in an export, and of its photos.
package enum PostField: String, CodingKey, CaseIterable, Sendable {
  case number, uid, day, instant, offset, subsecond, precision, source, zone, offsetAssumed
  case title, words, written, mood, morning, writtenLater
  case caption, starred, tags, look, file, sha256, original, originalSha256, originalName
  case textCollection, textKey, edit, taken, takenSource, video
  case photos, cover
  case posted, trashed

  /// Those of a photo.
  static let ofPhoto: [PostField] = ofOnePhoto + [.taken, .takenSource, .video]

  /// Those of a photo that a post had itself until version 2.
  static let ofOnePhoto: [PostField] = [
    .caption, .look, .file, .sha256, .original, .originalSha256, .originalName, .textCollection,
    .textKey, .edit,
  ]

  /// Those of a post.
  static let ofPost = allCases.filter { ![.taken, .takenSource, .video].contains($0) }
}
