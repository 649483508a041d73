import Foundation
import GRDB
import Stamping

/// Which posts of a journal keep one of an export from coming.
struct EarlierPosts: Sendable {
  private let allowsAgain: Bool
  /// Those of the export, and what they become in this journal.
  private let uids: Set<[UInt8]>

  init(of export: ExportFolder, in journal: OwnerJournal?, allowsAgain: Bool) {
    self.allowsAgain = allowsAgain
    var uids: Set<[UInt8]> = []
    for case .success(let post) in export.entries.map(\.post) {
      uids.insert(post.uid)
      if let journal { uids.insert(journal.ownUID(for: post.uid)) }
    }
    self.uids = uids
  }

  /// The post that is there already: the same one, or one of the same photo that is not in the
  /// export. Of a photo that the export has several times, all of its posts come.
  func earlier(
    than post: ImportedPost, in journal: OwnerJournal, _ db: Database
  ) throws -> EarlierPost? {
    let row = try db.row(
      cached: "SELECT number, trashed IS NOT NULL FROM post WHERE owner = ? AND uid IN (?, ?)",
      arguments: [journal.id, Data(post.uid), Data(journal.ownUID(for: post.uid))])
    if let row {
      var values = RowValues(row)
      return try EarlierPost(.samePost, &values)
    }
    guard !allowsAgain else { return nil }
    let rows = try db.rows(
      cached: """
        SELECT number, trashed IS NOT NULL, uid FROM post WHERE owner = ? AND original_hash = ?
        ORDER BY number
        """, arguments: [journal.id, Data(post.photo.originalHash)])
    while let row = try rows.next() {
      var values = RowValues(row)
      let earlier = try EarlierPost(.samePhoto, &values)
      if try !uids.contains(values.bytes()) { return earlier }
    }
    return nil
  }
}

extension EarlierPost {
  /// Reads a number and whether it is in the trash.
  fileprivate init(_ reason: Reason, _ values: inout RowValues) throws {
    self.init(reason: reason, number: try values.next(), isInTrash: try values.next())
  }
}

extension OwnerJournal {
  /// The uid that a post gets: its own, unless another owner's journal in the same folder has that
  /// post too, for uids are unique there.
  func uid(for uid: [UInt8], _ db: Database) throws -> [UInt8] {
    let isTaken =
      try db.row(cached: "SELECT 1 FROM post WHERE uid = ?", arguments: [Data(uid)]) != nil
    return isTaken ? ownUID(for: uid) : uid
  }

  /// Another uid, which is always the same for this owner and this post.
  func ownUID(for uid: [UInt8]) -> [UInt8] {
    Array(StampMark.hash(uid + Array("owner \(id)".utf8)).prefix(16))
  }
}
