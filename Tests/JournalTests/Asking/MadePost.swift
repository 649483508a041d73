import CaptureTime
import Files
import GRDB
import Stamping
import SystemPackage

@testable import Journal

/// What a test says of a post that is only asked for: a row without photos.
struct MadePost {
  /// As `--time` takes it.
  var time: String
  var caption = ""
  var isStarred = false
  var tags: [String] = []
  /// Seconds since 1970 in UTC.
  var posted = 1_750_000_000
}

extension OwnerJournal {
  /// Stores posts in one transaction, in their order.
  @discardableResult
  func store(_ posts: [MadePost]) throws -> [Post] {
    let rule = try settings().rule
    return try write { db in
      let look = try lookID(LabelLook(style: LabelStyle(.plain)), db)
      return try posts.map { try insert(post($0, rule, look: look, db), db) }
    }
  }

  private func post(
    _ made: MadePost, _ rule: DayRule, look: Int64, _ db: Database
  ) throws -> Post {
    let last = try Int.fetchOne(
      db, sql: "UPDATE owner SET last_number = last_number + 1 WHERE id = ? RETURNING last_number",
      arguments: [id])
    let uid = (0..<16).map { _ in UInt8.random(in: 0...255) }
    return Post(
      number: last ?? 0, time: try PostTime(GivenTime.parse(made.time), rule: rule),
      caption: try Caption(made.caption).text, isStarred: made.isStarred, tags: made.tags,
      photo: PostPhoto(
        file: FilePath("photos/\(uid.hexadecimal).jpg"), hash: uid + uid, originalFile: nil,
        originalHash: uid + uid, originalName: ""),
      posted: made.posted, trashed: nil, id: 0, uid: uid, look: look)
  }

  /// Changes a post's caption, as `edit` does.
  func setCaption(_ caption: String, of number: Int) throws {
    var change = PostChange()
    change.caption = try Caption(caption)
    _ = try edit(number, change) { try TestJournal.stamper($0) }
  }
}

/// The numbers of posts, in their order.
func numbers(_ posts: [Post]) -> [Int] { posts.map(\.number) }
