package import CaptureTime
package import Files
package import GRDB
import Store

/// One stamped photo with caption, capture time and owner.
package struct Post: Sendable, Hashable {
  /// Counted from 1 for each owner; never given again.
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
  /// The numbers that posts get: enough for anybody, and far from where counting on would overflow.
  package static let numbers = 1...1_000_000_000
  /// What is read as a number: other programs may have written larger ones, which a check mends.
  static let readableNumbers = 1...9_007_199_254_740_991

  package var day: CivilDate { time.day }

  /// The post in the row that it got.
  func stored(as row: Int64) -> Post {
    Post(
      number: number, time: time, caption: caption, isStarred: isStarred, tags: tags, photo: photo,
      posted: posted, trashed: trashed, id: row, uid: uid, look: look)
  }
}

/// The files of a post, as paths from the journal's folder, and what is in them.
package struct PostPhoto: Sendable, Hashable {
  /// The stamped photo.
  package let file: ContainedPath
  /// SHA-256 of the stamped photo, 32 bytes.
  package let hash: [UInt8]
  /// The photo as it was; nil where unstamping gives it back.
  package let originalFile: ContainedPath?
  /// SHA-256 of the photo as it was, 32 bytes.
  package let originalHash: [UInt8]
  /// The name that the photo came with; empty where it came with none.
  package let originalName: String

  package var files: [ContainedPath] { [file] + (originalFile.map { [$0] } ?? []) }
}

extension Post: FetchableRecord {
  /// What a query selects for ``init(row:)``, in its order.
  static let columns = """
    post.id, post.uid, post.number, post.day, post.instant, post.offset, post.subsecond,
    post.precision, post.source, post.zone, post.is_offset_assumed, post.caption, post.is_starred,
    post.look, post.file, post.hash, post.original_file, post.original_hash, post.original_name,
    post.posted, post.trashed,
    CASE WHEN EXISTS (SELECT 1 FROM post_tag WHERE post_tag.post = post.id) THEN
      (SELECT group_concat(name, ' ') FROM (
        SELECT tag.name FROM post_tag JOIN tag ON tag.id = post_tag.tag
        WHERE post_tag.post = post.id ORDER BY tag.folded))
    END
    """

  /// Reads a row of ``columns``.
  ///
  /// - Throws: ``JournalError/database(_:)`` where a value is not one that this program writes.
  package init(row: Row) throws {
    var values = RowDecoder(row)
    try self.init(&values)
  }

  /// Reads the values of ``columns``, as ``init(row:)``.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    uid = try values.bytes()
    number = try values.next(in: Self.readableNumbers)
    let day = try values.day()
    time = PostTime(
      instant: try values.next(in: DayRule.instants),
      offset: try values.next(in: -86_400...86_400),
      subsecond: try values.textIfAny(atMost: 9),
      precision: try values.next { CaptureTimePrecision(rawValue: $0) },
      source: try values.next { CaptureTimeSource(rawValue: $0) }, zone: try values.next(),
      isOffsetAssumed: try values.next(), day: day)
    caption = try values.next { (text: String) in
      text.utf8.count <= Caption.byteLimit ? text : nil
    }
    isStarred = try values.next()
    look = try values.next()
    photo = PostPhoto(
      file: try values.path(), hash: try values.bytes(), originalFile: try values.pathIfAny(),
      originalHash: try values.bytes(), originalName: try values.next())
    posted = try values.next(in: DayRule.instants)
    trashed = try values.nextIfAny(in: DayRule.instants)
    // Names of tags have no blank in them.
    tags = (try values.nextIfAny() as String?)?.split(separator: " ").map(String.init) ?? []
  }

  /// The posts of some rows, in their order; a row that is not there has none.
  static func all(_ rows: [Int64], _ db: Database) throws -> [Post] {
    try rows.flatMap { row in
      try DecodedRows(
        db, cached: "SELECT \(columns) FROM post WHERE post.id = ?", arguments: [row]
      ).map { try Post(&$0) }
    }
  }
}
