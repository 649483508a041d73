import GRDB
import Store

extension SearchTable {
  /// The index of texts, in which all collections are.
  static let texts = SearchTable(
    "text_search", row: "text.id", columns: SearchDocument.columnsOfText, tables: "text",
    read: { try $1.readText(&$0) })
}

extension SearchDocument {
  /// What is looked through of a text. A key that was made of what it says is no word of it.
  init(
    of text: ReadText, key: String, hash: [UInt8]
  ) {
    self.init()
    for part in [text.body, text.translation, text.author, text.source] { append(part) }
    if !TextHash.isKey(key, of: hash) { append(key) }
  }

  fileprivate static let columnsOfText = """
    text.body, text.translation, text.author, text.source, text.key, text.hash
    """

  /// Reads the values of ``columnsOfText``; what is not a text is reported when the text is read.
  fileprivate mutating func readText(_ values: inout RowDecoder) throws {
    for _ in 0..<4 {
      _ = values.withText { append($0) }
      values.skip(1)
    }
    let key = try values.next(String.self)
    if !TextHash.isKey(key, of: try values.bytes()) { append(key) }
  }
}

/// Finds texts with all of the searched words, in the order of a filter; texts with that key come
/// first.
struct TextSearch {
  private let filter: Texts.Filter
  private let typed: String
  private let words: SearchWords
  private let owner: Int64
  private let now: Int
  private let db: Database

  /// - Parameters:
  ///   - typed: what is looked for; of white space alone nothing is found.
  ///   - filter: what must hold besides.
  ///   - owner: whose marks count.
  ///   - now: in seconds since 1970 in UTC.
  ///   - db: the connection.
  init(_ typed: String, _ filter: Texts.Filter, owner: Int64, now: Int, _ db: Database) {
    (self.typed, self.filter) = (typed, filter)
    (self.owner, self.now, self.db) = (owner, now, db)
    words = SearchWords(typed)
  }

  /// Calls with the rows of the texts.
  ///
  /// - Parameters:
  ///   - position: after which they begin; those whose key it is are before all others.
  ///   - count: how many are enough, beside those whose key it is.
  ///   - bounds: of each way in which the index is searched.
  ///   - body: called with each.
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``JournalError``, and what `body` throws.
  func forEachRow(
    after position: TextPosition?, atMost count: Int,
    bounds: DocumentSearch.Bounds = DocumentSearch.Bounds(), _ body: (Int64) throws -> Void
  ) throws {
    guard !words.texts.isEmpty else { return }
    let named = try rowsOfKey()
    if position == nil { try named.forEach(body) }
    let selection = try TextSelection(filter, owner: owner, now: now, db)
    let scope = DocumentSearch.Scope(
      all: RowWalk(try selection.rows(after: position, db)),
      rowOrder: try selection.rowOrder(filter, db)
    ) { rows in
      let some = try TextSelection(filter, from: .rows(rows), owner: owner, now: now, db)
      return RowWalk(try some.rows(after: position, db))
    }
    let wanted = count.addingReportingOverflow(named.count)
    var left = count
    try DocumentSearch(words.texts, in: .texts, bounds: bounds).forEachRow(
      of: scope, atMost: wanted.overflow ? nil : wanted.partialValue, db
    ) { row in
      guard left > 0, !named.contains(row) else { return }
      left -= 1
      try body(row)
    }
  }

  /// The rows of the texts whose key was typed, in the order of the filter.
  private func rowsOfKey() throws -> [Int64] {
    var rows: [Int64] = []
    for key in TextKey.meant(by: typed) {
      rows += try db.values(
        Int64.self,
        cached: """
          SELECT text.id FROM collection CROSS JOIN text
          WHERE text.collection = collection.id AND text.key = ? LIMIT 100
          """, arguments: [key])
    }
    guard !rows.isEmpty else { return [] }
    var walk = RowWalk(
      try TextSelection(filter, from: .rows(rows), owner: owner, now: now, db).rows(after: nil, db))
    return try walk.next(atMost: rows.count)
  }
}
