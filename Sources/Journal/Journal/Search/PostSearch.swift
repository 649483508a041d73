import GRDB
import Store

/// Finds the posts of a ``SearchQuery``, in order.
struct PostSearch {
  private let search: DocumentSearch

  /// A search; nil where nothing is looked for: no post is meant.
  ///
  /// - Parameters:
  ///   - text: as it was typed.
  ///   - tags: tags that are wanted besides.
  ///   - bounds: of each way.
  init?(
    _ text: String, tags: [TagName] = [],
    bounds: DocumentSearch.Bounds = DocumentSearch.Bounds()
  ) {
    let typed = SearchQuery(text)
    guard !typed.isEmpty else { return nil }
    let query = typed.adding(tags)
    search = DocumentSearch(
      query.texts, tags: query.tags.map(\.folded), in: .posts, bounds: bounds)
  }

  /// Calls with the rows of the posts that match, in order.
  ///
  /// - Parameters:
  ///   - filter: what must hold besides; its text and tags are those of the search.
  ///   - owner: whose posts.
  ///   - order: in which they come.
  ///   - count: how many are enough; nil for all.
  ///   - db: the connection.
  ///   - body: called with each row.
  /// - Throws: `DatabaseError`, and what `body` throws.
  func forEachRow(
    _ filter: PostFilter, owner: Int64, _ order: PostOrder, atMost count: Int? = nil,
    _ db: Database, _ body: (Int64) throws -> Void
  ) throws {
    var filter = filter
    (filter.text, filter.tags) = (nil, [])
    let all = try PostSelection(filter, owner: owner).ids(order, db)
    let scope = DocumentSearch.Scope(all: RowWalk([all])) { [filter] rows in
      RowWalk([try PostSelection(filter, from: .rows(rows), owner: owner).ids(order, db)])
    }
    try search.forEachRow(of: scope, atMost: count, db, body)
  }

  /// All rows of the posts that match, in order.
  func rows(
    _ filter: PostFilter, owner: Int64, _ order: PostOrder, atMost count: Int? = nil,
    _ db: Database
  ) throws -> [Int64] {
    var rows: [Int64] = []
    try forEachRow(filter, owner: owner, order, atMost: count, db) { rows.append($0) }
    return rows
  }
}
