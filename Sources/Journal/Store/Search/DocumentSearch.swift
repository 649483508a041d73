package import GRDB

/// Finds the documents of a ``SearchTable`` that have all of some texts and tags, in order.
///
/// What many documents have is found by looking at the first of them. What few have is found in the index,
/// which gives candidates at once. Where documents come in the order of their rows, these are looked at one
/// after the other; else few of them are put in order, and with many the documents are gone through in
/// order, of which only candidates are looked at.
package struct DocumentSearch {
  /// How far each way is gone before the next one is taken.
  package struct Bounds: Sendable {
    /// Documents that are looked at before the index is asked.
    var quickLook = 512
    /// Documents that are looked at where so many likely have enough that match.
    var longLook = 4_096
    /// Candidates that are put in order, and those where the quick look found nothing.
    var fewCandidates = 4_000
    var fewOfRare = 30_000

    package init() {}

    init(
      quickLook: Int = 512, longLook: Int = 4_096, fewCandidates: Int = 4_000,
      fewOfRare: Int = 30_000
    ) {
      (self.quickLook, self.longLook) = (quickLook, longLook)
      (self.fewCandidates, self.fewOfRare) = (fewCandidates, fewOfRare)
    }
  }

  private let table: SearchTable
  private let matcher: SearchMatcher
  private let grams: (texts: [SearchGrams.Gram], tags: [SearchGrams.Gram])
  private let bounds: Bounds

  /// - Parameters:
  ///   - texts: folded, as ``SearchText/searched(_:)`` gives them.
  ///   - tags: folded names of whole tags.
  ///   - table: the index.
  ///   - bounds: of each way.
  package init(
    _ texts: [String], tags: [String] = [], in table: SearchTable, bounds: Bounds = Bounds()
  ) {
    // A long text is in few documents.
    let longest = texts.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    matcher = SearchMatcher(longest, tags: tags)
    grams = SearchGrams.grams(texts: longest, tags: tags)
    (self.table, self.bounds) = (table, bounds)
  }

  /// The order of rows by their numbers.
  package enum RowOrder: Sendable {
    case ascending, descending
  }

  /// Which documents to search, and in which order.
  package struct Scope {
    /// The rows of all of them, in order; with others between them if ``isLoose``.
    let all: RowWalk
    /// Whether ``all`` comes from an index that also has what is not meant. Reading all of it is faster than
    /// sorting.
    let isLoose: Bool
    /// Where the order is that of the rows, which one; nil where it is another.
    let rowOrder: RowOrder?
    /// Those of some rows that are meant, in order.
    let some: ([Int64]) throws -> RowWalk

    package init(
      all: RowWalk, isLoose: Bool = false, rowOrder: RowOrder? = nil,
      some: @escaping ([Int64]) throws -> RowWalk
    ) {
      (self.all, self.isLoose, self.rowOrder, self.some) = (all, isLoose, rowOrder, some)
    }

    /// The rows that are meant, from among rows of ``all``.
    func meant(_ rows: [Int64]) throws -> [Int64] {
      guard isLoose else { return rows }
      var meant = try some(rows)
      return try meant.next(atMost: rows.count)
    }
  }

  /// Calls with the rows of the documents that match, in order.
  ///
  /// - Parameters:
  ///   - scope: which documents are meant.
  ///   - count: how many are enough; nil for all.
  ///   - db: the connection.
  ///   - body: called with each row.
  /// - Throws: `DatabaseError`, and what `body` and the scope throw.
  package func forEachRow(
    of scope: Scope, atMost count: Int? = nil, _ db: Database, _ body: (Int64) throws -> Void
  ) throws {
    let wanted = count ?? .max
    guard wanted > 0 else { return }
    var walk = scope.all
    var look = DocumentLook(in: table, for: matcher, grams, wanted, db)
    var seen: [Int64] = []
    while seen.count < bounds.quickLook || look.mayEnd(within: bounds.longLook) {
      let rows = try walk.next(atMost: look.batch)
      if rows.isEmpty { return }
      seen += rows
      if try look.finds(scope.meant(rows), body) { return }
    }
    guard let match = look.match else {
      return try look.go(through: &walk, of: scope, body)
    }
    if let order = scope.rowOrder {
      let rows = try table.candidates(match, order, after: seen.last, db)
      return try look.go(throughCandidates: RowWalk([rows]), of: scope, body)
    }
    let candidates = try table.allCandidates(match, db)
    let few = look.found == 0 ? bounds.fewOfRare : bounds.fewCandidates
    if candidates.count > few {
      walk.keep(candidates)
      return try look.go(through: &walk, of: scope, body)
    }
    let known = Set(seen)
    var ordered = try scope.some(candidates.filter { !known.contains($0) })
    try look.go(through: &ordered, of: scope, body)
  }
}

extension SearchGrams {
  /// How many tokens of a query are tried, and how many of one of its texts.
  private static let (most, mostOfText) = (64, 16)

  /// Tokens of folded texts, of which the longest come first, and of folded names of tags.
  static func grams(texts: [[UInt8]], tags: [String]) -> (texts: [Gram], tags: [Gram]) {
    var (grams, found, known) = (SearchGrams(), [Gram](), Set<Gram>())
    for text in texts where found.count < most {
      for gram in grams.grams(of: text, atMost: mostOfText) where known.insert(gram).inserted {
        found.append(gram)
      }
    }
    return (found, tags.prefix(most).map { gram(ofTag: $0) })
  }
}

/// Rows of documents in order; a caller may keep only some.
package struct RowWalk {
  /// Each after the one before it.
  private var rows: ArraySlice<DecodedRows>
  /// Ascending; nil where all are kept.
  private var kept: [Int64]?

  /// - Parameter rows: of one number each, of queries that follow one another.
  package init(_ rows: [DecodedRows]) { self.rows = rows[...] }

  /// From now on leaves out what is not among these, which ascend.
  mutating func keep(_ rows: [Int64]) { kept = rows }

  /// The next so many rows, fewer at the end.
  package mutating func next(atMost count: Int) throws -> [Int64] {
    var found: [Int64] = []
    while found.count < count, let query = rows.first {
      guard var row = try query.next() else {
        rows.removeFirst()
        continue
      }
      let document: Int64 = try row.next()
      if isKept(document) { found.append(document) }
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
