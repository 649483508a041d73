import CaptureTime
import Foundation
import GRDB
import SystemPackage

extension Post {
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
  /// - Throws: ``JournalError/database(_:)`` where a value is none that this program writes.
  init(row: Row) throws {
    var values = RowValues(row)
    id = try values.next()
    uid = try values.bytes()
    number = try values.next()
    let day = try values.next { CivilDate(iso: $0) }
    time = PostTime(
      instant: try values.next(in: PostTime.instants), offset: try values.next(),
      subsecond: try values.nextIfAny(),
      precision: try values.next { CaptureTimePrecision(rawValue: $0) },
      source: try values.next { CaptureTimeSource(rawValue: $0) }, zone: try values.next(),
      isOffsetAssumed: try values.next(), day: day)
    caption = try values.next()
    isStarred = try values.next()
    look = try values.next()
    photo = PostPhoto(
      file: FilePath(try values.next() as String), hash: try values.bytes(),
      originalFile: (try values.nextIfAny() as String?).map { FilePath($0) },
      originalHash: try values.bytes(), originalName: try values.next())
    posted = try values.next()
    trashed = try values.nextIfAny()
    // Names of tags have no blank in them.
    tags = (try values.nextIfAny() as String?)?.split(separator: " ").map(String.init) ?? []
  }
}
