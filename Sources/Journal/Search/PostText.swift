import Store

/// The texts of a post that a search looks through.
struct PostText {
  var title = ""
  var words = ""
  var caption = ""
  /// The name that the photo came with.
  var originalName = ""
  var tags: [String] = []

  /// What a query selects for ``init(_:)``, in its order, from ``Post/tables``.
  static let columns = "post.title, post.words, photo.caption, photo.original_name"

  /// The text of ``document`` as an expression of SQL.
  static let sql = "post.title || char(10) || post.words || char(10) || coalesce(photo.caption, '')"

  /// The text that is indexed of the post: empty where there is nothing to be found.
  var document: String {
    [title, words, caption].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension PostText {
  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder) throws {
    title = try values.text(atMost: Title.byteLimit)
    words = try values.text(atMost: Words.byteLimit)
    caption = try values.textIfAny(atMost: Caption.byteLimit) ?? ""
    originalName = try values.nextIfAny() ?? ""
  }
}

extension Post {
  /// The text that is indexed of it.
  var searchDocument: String {
    PostText(
      title: title, words: words, caption: caption, originalName: photo?.originalName ?? "",
      tags: tags
    ).document
  }
}
