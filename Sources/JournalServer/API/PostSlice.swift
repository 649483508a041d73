import Journal
import Store

/// A page of the posts of a filter, and where the next one begins.
struct PostSlice: Sendable {
  let posts: [Post]
  /// Behind the last of the posts; nil where there are no more.
  let next: PostCursor?

  /// Posts on a page where nothing else is asked for.
  static let usualSize = 50

  /// - Parameters:
  ///   - filter: which posts.
  ///   - order: that in which they come.
  ///   - cursor: behind which they come, of the same order; nil for the first page.
  ///   - size: how many at most.
  ///   - journal: whose posts.
  /// - Throws: `JournalError`.
  init(
    _ filter: PostFilter, _ order: PostOrder, after cursor: PostCursor?, size: Int = usualSize,
    in journal: OwnerJournal
  ) throws {
    var filter = filter
    switch order {
    case .newestFirst: filter.before = cursor?.position
    case .oldestFirst: filter.after = cursor?.position
    }
    // One more than is shown, so that it is known whether there are more.
    let found = try journal.posts.first(filter, order: order, count: size + 1)
    posts = Array(found.prefix(size))
    next = found.count > size ? posts.last.map { PostCursor(after: $0, order: order) } : nil
  }
}
