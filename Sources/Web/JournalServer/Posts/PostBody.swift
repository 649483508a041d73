import Files
import Formats
import Foundation
import HTTPTypes
import Hummingbird
import Journal
import Stamping

/// A post as programs see it over the network, with the kind of its photo.
struct PostBody: Encodable, Sendable {
  private let post: PostDescription
  private let mediaType: String?

  private enum Key: CodingKey { case mediaType }

  init(_ post: Post) {
    self.post = PostDescription(post)
    mediaType = post.photo?.file.path.format.mediaType
  }

  func encode(to encoder: any Encoder) throws {
    try post.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(mediaType, forKey: .mediaType)
  }

  static func path(_ number: Int) -> String { "/api/v1/posts/\(number)" }
}

extension Post {
  /// Names this state of the post: everything of it that programs see.
  ///
  /// - Throws: what `JSONEncoder` throws.
  var tag: EntityTag {
    get throws {
      EntityTag(hash: StampMark.hash(Array(try JSONEncoder.ofThisServer.encode(PostBody(self)))))
    }
  }
}

extension Response {
  /// A post with its tag, by which it can be changed.
  static func post(
    _ post: Post, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    var headers = headers
    headers[.eTag] = try post.tag.description
    return try .json(PostBody(post), status: status, headers: headers)
  }
}

/// All tags with how many posts have them.
struct TagList: Encodable {
  let tags: [TagCount]
}

/// All posts of a kind, of which there are not many.
struct PostList: Encodable {
  let posts: [PostBody]
}
