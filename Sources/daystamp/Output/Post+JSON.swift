import Journal
import Store
import SystemPackage

/// A post as one object of JSON: what programs are told of it, with the paths of its files.
struct PostJSON: Encodable {
  private let post: PostDescription
  /// The stamped photo.
  private let file: String
  /// The photo as it was; missing where unstamping gives it back.
  private let original: String?

  private enum Key: CodingKey { case file, original }

  init(_ post: Post, in journal: OwnerJournal) {
    self.post = PostDescription(post)
    file = String(decoding: journal.posts.path(post.photo.file))
    original = post.photo.originalFile.map { String(decoding: journal.posts.path($0)) }
  }

  func encode(to encoder: any Encoder) throws {
    try post.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(file, forKey: .file)
    try fields.encodeIfPresent(original, forKey: .original)
  }
}
