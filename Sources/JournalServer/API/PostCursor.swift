import CaptureTime
import Foundation
import HTTPTypes
import Journal
import Store

/// Where a page of posts begins, as a text that means nothing to who gets it.
struct PostCursor: Equatable {
  let order: PostOrder
  let position: PostPosition

  init(after post: Post, order: PostOrder) {
    (self.order, position) = (order, PostPosition(of: post))
  }

  var text: String {
    let plain =
      "\(order == .newestFirst ? "n" : "o").\(position.day).\(position.instant).\(position.number)"
    return Base64URL.encoded(plain.utf8)
  }

  /// Nil where it is no text of a cursor.
  init?(_ text: String) {
    guard text.utf8.count <= 128, let data = Base64URL.decoded(text),
      let plain = String(validating: data, as: UTF8.self)
    else { return nil }
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, ["n", "o"].contains(parts[0]),
      let day = CivilDate(iso: String(parts[1])),
      let instant = Int(parts[2]), let number = Int(parts[3])
    else { return nil }
    order = parts[0] == "n" ? .newestFirst : .oldestFirst
    position = PostPosition(day: day, instant: instant, number: number)
  }
}

extension Query {
  /// Where the page begins that is asked for; nil for the first.
  ///
  /// - Throws: ``Problem`` where the text is no cursor, or one of another order.
  func cursor(_ order: PostOrder) throws -> PostCursor? {
    try self["cursor"].map { text in
      guard let cursor = PostCursor(text), cursor.order == order else {
        throw Problem(.badRequest, "cursor", "The cursor is none that was given for these posts.")
      }
      return cursor
    }
  }
}

/// A page of posts, for programs.
struct PostBatch: Encodable {
  let posts: [PostBody]
  /// What gets the next page; null on the last one.
  let next: String?

  private enum Key: CodingKey { case posts, next }

  init(_ slice: PostSlice) {
    (posts, next) = (slice.posts.map { PostBody($0) }, slice.next?.text)
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(posts, forKey: .posts)
    try fields.encode(next, forKey: .next)
  }
}
