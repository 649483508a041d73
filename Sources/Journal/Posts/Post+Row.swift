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
    (SELECT group_concat(name, ' ') FROM (
      SELECT tag.name FROM post_tag JOIN tag ON tag.id = post_tag.tag
      WHERE post_tag.post = post.id ORDER BY tag.folded))
    """

  /// Reads a row of ``columns``.
  ///
  /// - Throws: ``JournalError/database(_:)`` where a value is none that this program writes.
  init(row: Row) throws {
    let dayText: String = row[3]
    let precisionText: String = row[7]
    let sourceText: String = row[8]
    guard let day = CivilDate(iso: dayText),
      let precision = CaptureTimePrecision(rawValue: precisionText),
      let source = CaptureTimeSource(rawValue: sourceText)
    else {
      let number: Int = row[2]
      throw JournalError.database(.unknownValue(ofPost: number))
    }
    id = row[0]
    uid = (row[1] as Data).bytes
    number = row[2]
    time = PostTime(
      instant: row[4], offset: row[5], subsecond: row[6], precision: precision, source: source,
      zone: row[9], isOffsetAssumed: row[10], day: day)
    caption = row[11]
    isStarred = row[12]
    look = row[13]
    photo = PostPhoto(
      file: FilePath(row[14] as String), hash: (row[15] as Data).bytes,
      originalFile: (row[16] as String?).map { FilePath($0) },
      originalHash: (row[17] as Data).bytes, originalName: row[18])
    posted = row[19]
    trashed = row[20]
    // Names of tags have no blank in them.
    tags = (row[21] as String?)?.split(separator: " ").map(String.init) ?? []
  }
}

extension Data {
  fileprivate var bytes: [UInt8] { Array(self) }
}

extension DatabaseFailure {
  fileprivate static func unknownValue(ofPost number: Int) -> DatabaseFailure {
    DatabaseFailure(
      kind: .corrupt, code: 0, message: "post \(number) has a value that this version does not know")
  }
}
