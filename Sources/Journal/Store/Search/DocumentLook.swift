import GRDB

/// A look at documents, which also tells how common the tokens of the query are.
struct DocumentLook {
  private let table: SearchTable
  private let matcher: SearchMatcher
  private let grams: (texts: [SearchGrams.Gram], tags: [SearchGrams.Gram])
  private let wanted: Int
  private let db: Database
  private var document = SearchDocument(capacity: 4_096)
  /// Which of the first documents have each token of the texts, and how many these are.
  private var samples: [Sample]
  private var sampled = 0
  private var seen = 0
  private(set) var found = 0

  init(
    in table: SearchTable, for matcher: SearchMatcher,
    _ grams: (texts: [SearchGrams.Gram], tags: [SearchGrams.Gram]), _ wanted: Int, _ db: Database
  ) {
    (self.table, self.matcher, self.grams) = (table, matcher, grams)
    (self.wanted, self.db) = (wanted, db)
    samples = Array(repeating: Sample(), count: grams.texts.count)
  }

  /// How many documents are best looked at next.
  var batch: Int { min(max(seen, 64), 512) }

  /// Whether enough are likely found among so many documents.
  func mayEnd(within documents: Int) -> Bool {
    found > 0 && wanted != .max
      && seen.multipliedReportingOverflow(by: wanted).partialValue / found <= documents
  }

  /// Looks at documents.
  ///
  /// - Returns: whether enough are found.
  mutating func finds(_ rows: [Int64], _ body: (Int64) throws -> Void) throws -> Bool {
    let documents = try table.documents(rows, db)
    while let row = try table.next(of: documents, &document) {
      seen += 1
      sample()
      guard matcher.finds(in: document) else { continue }
      found += 1
      try body(row)
      if found == wanted { return true }
    }
    return false
  }

  /// Looks at all that is left, until enough are found.
  mutating func go(
    through walk: inout RowWalk, of scope: DocumentSearch.Scope, _ body: (Int64) throws -> Void
  ) throws {
    // Where candidates alone are kept, most of them match, and a page may be made of the first.
    var sizes = GrowingSizes()
    while true {
      let rows = try walk.next(atMost: sizes.next())
      if try rows.isEmpty || finds(scope.meant(rows), body) { return }
    }
  }

  /// Looks at candidates that are meant, in the order of their rows, until enough are found.
  mutating func go(
    throughCandidates walk: RowWalk, of scope: DocumentSearch.Scope, _ body: (Int64) throws -> Void
  ) throws {
    var walk = walk
    // A page may be made of the first.
    var sizes = GrowingSizes()
    while true {
      let candidates = try walk.next(atMost: sizes.next())
      if candidates.isEmpty { return }
      var meant = try scope.some(candidates)
      let rows = try meant.next(atMost: candidates.count)
      if !rows.isEmpty, try finds(rows, body) { return }
    }
  }

  /// Notes which tokens one of the first documents has.
  private mutating func sample() {
    guard sampled < Sample.size else { return }
    for (index, gram) in grams.texts.enumerated()
    where SearchMatcher.isPart(gram.part, of: document.folded) {
      samples[index].insert(sampled)
    }
    sampled += 1
  }

  /// The index is asked for at most so many tokens, and for one that tells nothing new only where not more
  /// than one document of so many has it; so too for the beginning of one, of which the index puts all
  /// together that begin with it.
  private static let (mostTokens, rareShare) = (8, 10)

  /// The expression that the index is asked with; nil where there is none.
  ///
  /// Each token is the one that the fewest of those sampled documents have which have all tokens before it,
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

/// A sample of the first 256 documents.
private struct Sample {
  static let size = 256

  private var bits = SIMD4<UInt64>()
  private(set) var count = 0

  static func all(_ count: Int) -> Sample {
    var sample = Sample()
    for document in 0..<min(count, size) { sample.insert(document) }
    return sample
  }

  /// - Parameter document: below ``size``, and not there yet.
  mutating func insert(_ document: Int) {
    bits[document / 64] |= 1 << (document % 64)
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

/// How many rows are taken at a time: few at first, then more and more.
private struct GrowingSizes {
  private var size = 64

  mutating func next() -> Int {
    defer { size = min(2 * size, 512) }
    return size
  }
}
