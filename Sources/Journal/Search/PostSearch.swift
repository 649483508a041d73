import GRDB
import Store

/// Finds the posts that have what a ``SearchQuery`` looks for, in order.
///
/// What many posts have is found by looking at the first of them. What few have is found in the index,
/// which gives candidates at once and in no useful order: few of them are put in order, and with many
/// the posts are gone through in order, of which only candidates are looked at.
struct PostSearch {
  /// How far each way is gone before the next one is taken.
  struct Bounds {
    /// Posts that are looked at before the index is asked.
    var quickLook = 512
    /// Posts that are looked at where so many likely have enough that match.
    var longLook = 4_096
    /// Candidates that are put in order, and those where the quick look found nothing.
    var fewCandidates = 4_000
    var fewOfRare = 30_000
  }

  private let query: SearchQuery
  private let matcher: SearchMatcher
  private let bounds: Bounds

  /// A search; nil where nothing is looked for: no post is meant.
  ///
  /// - Parameters:
  ///   - text: as it was typed.
  ///   - tags: tags that are wanted besides.
  ///   - bounds: of each way.
  init?(_ text: String, tags: [TagName] = [], bounds: Bounds = Bounds()) {
    let typed = SearchQuery(text)
    guard !typed.isEmpty else { return nil }
    query = typed.adding(tags)
    // A long text is in few posts.
    let texts = query.texts.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    matcher = SearchMatcher(texts, tags: query.tags.map(\.folded))
    self.bounds = bounds
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
    let wanted = count ?? .max
    guard wanted > 0 else { return }
    var walk = RowWalk(try PostSelection(filter, owner: owner).ids(order, db))
    var look = PostLook(for: matcher, grams: SearchGrams.grams(of: query), wanted, db)
    var seen: [Int64] = []
    while seen.count < bounds.quickLook || look.mayEnd(within: bounds.longLook) {
      let rows = try walk.next(atMost: look.batch)
      if rows.isEmpty { return }
      seen += rows
      if try look.finds(rows, body) { return }
    }
    guard let match = look.match else {
      return try look.go(through: &walk, body)
    }
    let candidates = try Self.candidates(match, db)
    let few = look.found == 0 ? bounds.fewOfRare : bounds.fewCandidates
    if candidates.count > few {
      walk.keep(candidates)
      return try look.go(through: &walk, body)
    }
    let known = Set(seen)
    let selection = PostSelection(
      filter, from: .rows(candidates.filter { !known.contains($0) }), owner: owner)
    var ordered = RowWalk(try selection.ids(order, db))
    try look.go(through: &ordered, body)
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

  /// The rows that have all tokens of an expression, those of other owners too, the smallest first.
  private static func candidates(_ match: String, _ db: Database) throws -> [Int64] {
    try DecodedRows(
      db, cached: "SELECT rowid FROM post_search WHERE post_search MATCH ? ORDER BY rowid",
      arguments: [match]
    ).map { try $0.next(Int64.self) }
  }
}

extension SearchGrams {
  /// How many tokens of a query are tried, and how many of one of its texts.
  private static let (most, mostOfText) = (64, 16)

  /// Tokens of a query's texts, then those of its tags.
  static func grams(of query: SearchQuery) -> (texts: [Gram], tags: [Gram]) {
    var (grams, found, known) = (SearchGrams(), [Gram](), Set<Gram>())
    for text in query.texts.sorted(by: { $0.utf8.count > $1.utf8.count })
    where found.count < most {
      for gram in grams.grams(of: Array(text.utf8), atMost: mostOfText)
      where known.insert(gram).inserted {
        found.append(gram)
      }
    }
    return (found, query.tags.prefix(most).map { gram(ofTag: $0.folded) })
  }
}

/// Rows of posts in order, of which only some may be kept.
private struct RowWalk {
  private let rows: DecodedRows
  /// Ascending; nil where all are kept.
  private var kept: [Int64]?

  init(_ rows: DecodedRows) { self.rows = rows }

  /// From now on leaves out what is not among these, which ascend.
  mutating func keep(_ rows: [Int64]) { kept = rows }

  /// The next so many rows, fewer at the end.
  func next(atMost count: Int) throws -> [Int64] {
    var found: [Int64] = []
    while found.count < count, var row = try rows.next() {
      let post: Int64 = try row.next()
      if isKept(post) { found.append(post) }
    }
    return found
  }

  private func isKept(_ row: Int64) -> Bool {
    guard let kept else { return true }
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < kept.count && kept[low] == row
  }
}

/// A look at the texts of posts, which also tells how common the tokens of the query are.
private struct PostLook {
  private let matcher: SearchMatcher
  private let grams: (texts: [SearchGrams.Gram], tags: [SearchGrams.Gram])
  private let wanted: Int
  private let db: Database
  private var document = SearchDocument(capacity: 4_096)
  /// Which of the first posts have each token of the texts, and how many these are.
  private var samples: [Sample]
  private var sampled = 0
  private var seen = 0
  private(set) var found = 0

  init(
    for matcher: SearchMatcher, grams: (texts: [SearchGrams.Gram], tags: [SearchGrams.Gram]),
    _ wanted: Int, _ db: Database
  ) {
    (self.matcher, self.grams, self.wanted, self.db) = (matcher, grams, wanted, db)
    samples = Array(repeating: Sample(), count: grams.texts.count)
  }

  /// How many posts are best looked at next.
  var batch: Int { min(max(seen, 64), 512) }

  /// Whether enough are likely found among so many posts.
  func mayEnd(within posts: Int) -> Bool {
    found > 0 && wanted != .max
      && seen.multipliedReportingOverflow(by: wanted).partialValue / found <= posts
  }

  /// Looks at posts.
  ///
  /// - Returns: whether enough are found.
  mutating func finds(_ rows: [Int64], _ body: (Int64) throws -> Void) throws -> Bool {
    let chosen = "[\(rows.map { String($0) }.joined(separator: ","))]"
    let texts = try DecodedRows(
      db,
      cached: """
        SELECT post.id, \(PostText.columns)
        FROM json_each(?) AS chosen CROSS JOIN post ON post.id = chosen.value
          \(Post.photoJoin)
        """, arguments: [chosen])
    while var row = try texts.next() {
      let post: Int64 = try row.next()
      try document.read(&row)
      seen += 1
      sample()
      guard matcher.finds(in: document) else { continue }
      found += 1
      try body(post)
      if found == wanted { return true }
    }
    return false
  }

  /// Looks at all that is left, until enough are found.
  mutating func go(through walk: inout RowWalk, _ body: (Int64) throws -> Void) throws {
    while true {
      let rows = try walk.next(atMost: batch)
      if try rows.isEmpty || finds(rows, body) { return }
    }
  }

  /// Notes which tokens one of the first posts has.
  private mutating func sample() {
    guard sampled < Sample.size else { return }
    for (index, gram) in grams.texts.enumerated()
    where SearchMatcher.isPart(gram.part, of: document.folded) {
      samples[index].insert(sampled)
    }
    sampled += 1
  }

  /// The index is asked for at most so many tokens, and for one that tells nothing new only where not more
  /// than one post of so many has it; so too for the beginning of one, of which the index puts all
  /// together that begin with it.
  private static let (mostTokens, rareShare) = (8, 10)

  /// The expression that the index is asked with; nil where there is none.
  ///
  /// Each token is the one that the fewest of those sampled posts have which have all tokens before it,
  /// and of such the one farthest from these, since neighbours mostly come together.
  var match: String? {
    func isRare(_ index: Int) -> Bool { samples[index].count * Self.rareShare <= sampled }
    var left = samples.indices.filter { !grams.texts[$0].isPrefix || isRare($0) }
    var (chosen, having) = ([Int](), Sample.all(sampled))
    while chosen.count < Self.mostTokens {
      let best = left.min { one, other in
        func rank(_ index: Int) -> (Int, Int, Int) {
          let distance = chosen.map { abs($0 - index) }.min() ?? 0
          return (having.common(with: samples[index]), -min(distance, 4), samples[index].count)
        }
        return rank(one) < rank(other)
      }
      guard let best else { break }
      left.removeAll { $0 == best }
      let common = having.common(with: samples[best])
      guard chosen.isEmpty || common < having.count || isRare(best) else { continue }
      having.formIntersection(samples[best])
      chosen.append(best)
    }
    if chosen.isEmpty, grams.tags.isEmpty {
      chosen = samples.indices.min { samples[$0].count < samples[$1].count }.map { [$0] } ?? []
    }
    let tokens = chosen.map { grams.texts[$0] } + grams.tags
    return tokens.isEmpty ? nil : tokens.map(\.expression).joined(separator: " AND ")
  }
}

/// Some of the first 256 posts that are looked at.
private struct Sample {
  static let size = 256

  private var bits = SIMD4<UInt64>()
  private(set) var count = 0

  static func all(_ count: Int) -> Sample {
    var sample = Sample()
    for post in 0..<min(count, size) { sample.insert(post) }
    return sample
  }

  /// - Parameter post: below ``size``, and not there yet.
  mutating func insert(_ post: Int) {
    bits[post / 64] |= 1 << (post % 64)
    count += 1
  }

  func common(with other: Sample) -> Int { Self.count(bits & other.bits) }

  mutating func formIntersection(_ other: Sample) {
    bits &= other.bits
    count = Self.count(bits)
  }

  private static func count(_ bits: SIMD4<UInt64>) -> Int {
    bits.indices.reduce(0) { $0 + bits[$1].nonzeroBitCount }
  }
}
