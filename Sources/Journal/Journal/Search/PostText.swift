import Store

/// The texts of a post that a search looks through.
struct PostText: Equatable {
  var title = ""
  var words = ""
  var caption = ""
  /// The name that the photo came with.
  var originalName = ""
  var tags: [String] = []

  /// What a query selects for ``init(_:)``, in its order, from ``Post/tables``.
  static let columns = """
    post.title, post.words, photo.caption, photo.original_name,
    (SELECT group_concat(tag.name, ',') FROM post_tag
      JOIN tag ON tag.id = post_tag.tag AND tag.owner = post.owner
      WHERE post_tag.post = post.id)
    """

  /// What the index has of the post.
  var document: SearchDocument {
    var document = SearchDocument()
    for text in [title, words, caption, originalName] { document.append(text) }
    for tag in tags { document.append(tag: tag) }
    return document
  }
}

extension SearchTable {
  /// The index of posts, of all owners.
  static let posts = SearchTable(
    "post_search", row: "post.id", columns: PostText.columns, tables: Post.tables,
    read: { try $1.read(&$0) })
}

extension PostText {
  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder) throws {
    title = try values.text(atMost: Title.byteLimit)
    words = try values.text(atMost: Words.byteLimit)
    caption = try values.textIfAny(atMost: Caption.byteLimit) ?? ""
    originalName = try values.nextIfAny() ?? ""
    // Names of tags have no comma in them.
    tags = (try values.nextIfAny() as String?)?.split(separator: ",").map(String.init) ?? []
  }
}

extension Post {
  /// The texts that are indexed of it.
  var searchText: PostText {
    PostText(
      title: title, words: words, caption: caption, originalName: photo?.originalName ?? "",
      tags: tags)
  }
}

extension SearchDocument {
  /// Reads the values of ``PostText/columns``; what is not a text is reported when the post is read.
  fileprivate mutating func read(_ values: inout RowDecoder) throws {
    for _ in 0..<4 {
      _ = values.withText { append($0) }
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
