import Store

/// The texts of a post that a search looks through.
struct PostText: Equatable {
  var title = ""
  var words = ""
  /// Those of its photos, with a U+001F between them, which no caption has.
  var captions = ""
  /// The names that its photos came with, with a "/" between them, which no name has.
  var originalNames = ""
  var tags: [String] = []

  /// What a query selects for ``init(_:)``, in its order, from `post`.
  static let columns = """
    post.title, post.words, \(ofPhotos("caption", joinedBy: "char(31)")),
    \(ofPhotos("original_name", joinedBy: "'/'")),
    (SELECT group_concat(tag.name, ',') FROM post_tag
      JOIN tag ON tag.id = post_tag.tag AND tag.owner = post.owner
      WHERE post_tag.post = post.id)
    """

  /// A text of each photo of the post, in their order, as SQL.
  private static func ofPhotos(_ column: String, joinedBy separator: String) -> String {
    """
    (SELECT group_concat(\(column), \(separator)) FROM (
      SELECT \(column) FROM photo WHERE photo.post = post.id AND photo.owner = post.owner
      ORDER BY photo.place, photo.id LIMIT \(Post.photoLimit)))
    """
  }

  /// What the index has of the post.
  var document: SearchDocument {
    var document = SearchDocument()
    for text in [title, words] { document.append(text) }
    for caption in captions.split(separator: Self.unit) { document.append(String(caption)) }
    for name in originalNames.split(separator: Self.slash) { document.append(String(name)) }
    for tag in tags { document.append(tag: tag) }
    return document
  }
}

extension SearchTable {
  /// The index of posts as version 6 made it, of one photo at most.
  static let firstPosts = SearchTable(
    "post_search", row: "post.id",
    columns: """
      post.title, post.words, photo.caption, photo.original_name,
      (SELECT group_concat(tag.name, ',') FROM post_tag
        JOIN tag ON tag.id = post_tag.tag AND tag.owner = post.owner
        WHERE post_tag.post = post.id)
      """, tables: "post \(Post.photoJoin)", read: { try $1.read(&$0) })

  /// The index of posts, of all owners.
  static let posts = SearchTable(
    "post_search", row: "post.id", columns: PostText.columns, tables: "post",
    read: { try $1.read(&$0) })
}

extension PostText {
  fileprivate static let (unit, slash): (Character, Character) = ("\u{1F}", "/")

  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder) throws {
    title = try values.text(atMost: Title.byteLimit)
    words = try values.text(atMost: Words.byteLimit)
    captions = try values.textIfAny(atMost: Post.photoLimit * (Caption.byteLimit + 1)) ?? ""
    originalNames = try values.nextIfAny() ?? ""
    // Names of tags have no comma in them.
    tags = (try values.nextIfAny() as String?)?.split(separator: ",").map(String.init) ?? []
  }
}

extension Post {
  /// The texts that are indexed of it.
  var searchText: PostText {
    PostText(
      title: title, words: words, captions: photos.map(\.caption).joined(separator: "\u{1F}"),
      originalNames: photos.map(\.originalName).joined(separator: "/"), tags: tags)
  }
}

extension SearchDocument {
  /// Reads the values of ``PostText/columns``; what is not a text is reported when the post is read.
  fileprivate mutating func read(_ values: inout RowDecoder) throws {
    for separator in [nil, nil, PostText.unit, PostText.slash] {
      _ = values.withText { text in
        if let separator, text.contains(separator.utf8.first ?? 0) {
          for part in String(decoding: text, as: UTF8.self).split(separator: separator) {
            append(String(part))
          }
        } else {
          append(text)
        }
      }
      values.skip(1)
    }
    guard let tags: String = try values.nextIfAny() else { return }
    for tag in tags.split(separator: ",") { append(tag: String(tag)) }
  }

  fileprivate mutating func append(tag: String) {
    append(tag)
    tags.append(SearchText.folded(tag))
  }
}
