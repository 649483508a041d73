import GRDB
import Store

/// Finds captions that have words, also inside other words.
///
/// The index gives every match at once and in no useful order. Where only the latest few posts are
/// wanted, a look at the captions of the latest posts finds what many have. What few have is found in
/// the index. In between, that is looked at first which likely is less.
struct CaptionSearch {
  /// The expression that the index of captions is asked with.
  let match: String
  private let words: [String]
  private let quickLook: Int
  private let fewMatches: Int
  private let manyPosts: Int

  /// A search for words; nil where the text has none: no caption is meant.
  ///
  /// - Parameters:
  ///   - text: words to look for.
  ///   - quickLook: posts that are looked at before the index is asked.
  ///   - fewMatches: matches up to which the index is asked for all of them.
  ///   - manyPosts: posts that are looked at before the index is asked all the same.
  init?(
    _ text: String, quickLook: Int = 2_000, fewMatches: Int = 3_000, manyPosts: Int = 50_000
  ) {
    guard let match = SearchText.query(text) else { return nil }
    self.match = match
    words = SearchText.words(text)
    (self.quickLook, self.fewMatches, self.manyPosts) = (quickLook, fewMatches, manyPosts)
  }

  /// Goes through the posts that match, in order, or through only the latest so many.
  func forEachPost(
    _ filter: PostFilter, owner: Int64, order: PostOrder, latest: Int?, _ db: Database,
    _ body: (Post) throws -> Void
  ) throws {
    guard let latest else {
      let selection = PostSelection(filter, from: .match(match), owner: owner)
      let rows = try selection.posts(order, latest: nil, db)
      while var row = try rows.next() { try body(try Post(&row)) }
      return
    }
    let found = try Post.all(latestPosts(latest, filter, owner: owner, db), db)
    try (order == .newestFirst ? found : found.reversed()).forEach(body)
  }

  /// The rows of the latest posts that match, newest first.
  private func latestPosts(
    _ count: Int, _ filter: PostFilter, owner: Int64, _ db: Database
  ) throws -> [Int64] {
    let latest = try PostSelection(filter, owner: owner).captions(latest: manyPosts, db)
    var look = CaptionLook(at: latest, atMost: manyPosts, for: words, count: count)
    try look.go(through: quickLook)
    if look.isComplete { return look.found }
    let match = SearchText.query(of: wordsToIndex(after: look)) ?? match
    let few = try matches(match, db)
    if few == nil {
      try look.go(through: manyPosts)
      if look.isComplete { return look.found }
    }
    let found = PostSelection(filter, from: few.map { .rows($0) } ?? .match(match), owner: owner)
    var check = CaptionLook(at: try found.captions(latest: nil, db), for: words, count: count)
    try check.go(through: .max)
    return check.found
  }

  /// The words that the index is asked for: single letters that many captions have are left out where
  /// there are others, for the index puts all that begins with them together first. What is found then is
  /// looked at.
  private func wordsToIndex(after look: CaptionLook) -> [String] {
    let rare = words.indices.filter { index in
      words[index].unicodeScalars.count > 1 || look.hits[index] * Self.rareShare <= look.seen
    }
    if !rare.isEmpty { return rare.map { words[$0] } }
    return words.indices.min { look.hits[$0] < look.hits[$1] }.map { [words[$0]] } ?? words
  }

  /// A letter is rare that one caption of so many has.
  private static let rareShare = 10

  /// The rows of the posts that match, those of other owners too; nil where there are many.
  private func matches(_ match: String, _ db: Database) throws -> [Int64]? {
    let rows = try DecodedRows(
      db, cached: "SELECT rowid FROM caption_search WHERE caption_search MATCH ? LIMIT ?",
      arguments: [match, fewMatches + 1]
    ).map { try $0.next(Int64.self) }
    return rows.count > fewMatches ? nil : rows
  }
}

/// A look at captions, one after another, until enough of them have all words.
private struct CaptionLook {
  private let rows: DecodedRows
  private let limit: Int
  private var matcher: CaptionMatcher
  private let count: Int
  private var hasMore = true
  /// The rows of the posts whose captions have the words.
  private(set) var found: [Int64] = []
  /// How many captions were looked at.
  private(set) var seen = 0

  /// - Parameters:
  ///   - rows: rows and captions of posts.
  ///   - limit: how many of them there are at most.
  ///   - words: folded words.
  ///   - count: how many captions are enough.
  init(at rows: DecodedRows, atMost limit: Int = .max, for words: [String], count: Int) {
    (self.rows, self.limit, self.count) = (rows, limit, count)
    matcher = CaptionMatcher(words)
  }

  /// In how many of the captions each word was.
  var hits: [Int] { matcher.hits }

  /// Whether enough were found, or there are no other posts at all.
  var isComplete: Bool { found.count >= count || !hasMore && seen < limit }

  mutating func go(through captions: Int) throws {
    var left = captions
    while left > 0, hasMore, found.count < count {
      guard var row = try rows.next() else {
        hasMore = false
        return
      }
      (seen, left) = (seen + 1, left - 1)
      let post: Int64 = try row.next()
      // What is not a text is reported when the post is read.
      if row.withText({ matcher.finds(in: $0) }) ?? true { found.append(post) }
    }
  }
}
