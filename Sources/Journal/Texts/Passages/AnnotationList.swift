import GRDB
import Store

/// The common parts of highlights and notes that lists need.
protocol Annotation: Sendable {
  /// The row of its text.
  var text: Int64? { get }
  /// What a search looks through besides the text.
  var searched: String { get }

  init(_ values: inout RowDecoder) throws
}

extension Highlight: Annotation {
  var searched: String { passage.quote }
}

extension Note: Annotation {
  var searched: String { words }
}

/// A table of annotations for lists.
struct AnnotationTable {
  let name: String
  let columns: String
  /// When a row is of.
  let moment: String
  /// Its place in its text.
  let first: String
  /// What holds of the rows that count.
  let condition: String
  let hasColours: Bool

  static let highlights = AnnotationTable(
    name: "text_highlight", columns: Highlight.columns, moment: "text_highlight.made",
    first: "text_highlight.first", condition: "TRUE", hasColours: true)

  static let notes = AnnotationTable(
    name: "text_note", columns: Note.columns, moment: "text_note.written", first: "0",
    condition: "text_note.words <> ''", hasColours: false)
}

/// The annotations of an owner's that a filter means, in its order.
///
/// Without a search only as many rows are read as are asked for: those of a day follow one another in an
/// index by time, those of a book in one by text.
struct AnnotationList<Mark: Annotation> {
  private let table: AnnotationTable
  private let filter: AnnotationFilter
  private let journal: OwnerJournal
  private let db: Database

  init(
    _ table: AnnotationTable, _ filter: AnnotationFilter, of journal: OwnerJournal, _ db: Database
  ) {
    (self.table, self.filter, self.journal, self.db) = (table, filter, journal, db)
  }

  /// How many are read at once with their texts.
  private static var batch: Int { 128 }

  /// Calls with each.
  ///
  /// - Parameters:
  ///   - position: after which they begin; nil for the first one.
  ///   - count: how many at most.
  ///   - body: called with each.
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``JournalError``, and what `body` throws.
  func forEach(
    after position: AnnotationPosition?, atMost count: Int,
    _ body: (Annotated<Mark>) throws -> Void
  ) throws {
    let words = filter.text.map { SearchWords($0).texts }
    if words?.isEmpty == true { return }
    let matcher = words.map { SearchMatcher($0.map { Array($0.utf8) }, tags: []) }
    var (left, waiting) = (count, [AnnotationPosition]())
    var document = SearchDocument()
    func finish() throws {
      for annotated in try annotated(waiting) where left > 0 {
        if let matcher {
          document.take(annotated)
          guard matcher.finds(in: document) else { continue }
        }
        left -= 1
        try body(annotated)
      }
      waiting = []
    }
    for query in try queries(after: position) where left > 0 {
      let rows = try DecodedRows(db, cached: query.sql, arguments: query.arguments)
      while left > 0, var row = try rows.next() {
        waiting.append(try query.position(&row))
        // No more are read than are wanted, unless there is a search, which may want none of them.
        if waiting.count == Self.batch || matcher == nil && waiting.count == left { try finish() }
      }
    }
    try finish()
  }

  /// The annotations of places, with their texts.
  private func annotated(_ positions: [AnnotationPosition]) throws -> [Annotated<Mark>] {
    if positions.isEmpty { return [] }
    let marks = try DecodedRows(
      db,
      cached: """
        SELECT \(table.columns) FROM json_each(?) AS chosen CROSS JOIN \(table.name)
        WHERE \(table.name).id = chosen.value ORDER BY chosen.key
        """, arguments: [positions.map(\.row).json]
    ).map { try Mark(&$0) }
    // An index that names what is not there.
    guard marks.count == positions.count else { throw JournalError.corruptValue(of: table.name) }
    let rows = Set(marks.compactMap(\.text)).sorted()
    let texts = try journal.texts.texts(of: rows, db)
    let known = Dictionary(texts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return zip(marks, positions).map { mark, position in
      Annotated(mark: mark, text: mark.text.flatMap { known[$0] }, position: position)
    }
  }

  struct Query {
    let sql: String
    let arguments: StatementArguments
    let position: (inout RowDecoder) throws -> AnnotationPosition
  }

  /// What is asked for one after the other; of each only the places.
  func queries(after position: AnnotationPosition?) throws -> [Query] {
    let collection = try filter.collection.map { try Collections.collection($0, db) }
    switch filter.order {
    case .day: return byDay(after: position, in: collection?.name.folded)
    case .book: return try byBook(after: position, in: collection?.id)
    }
  }

  /// The conditions but for the place; the sign keeps SQLite from an index that lacks the order.
  private func conditions(owner sign: String = "") -> (sql: String, arguments: StatementArguments) {
    let sql = "\(sign)\(table.name).owner = ? AND \(table.condition)"
    guard table.hasColours, let colour = filter.colour else { return (sql, [journal.id]) }
    return ("\(sql) AND \(table.name).colour = ?", [journal.id, colour.rawValue])
  }

  /// Those of the moment of the position are asked for by themselves, as in ``TextSelection``.
  private func byDay(after position: AnnotationPosition?, in collection: String?) -> [Query] {
    var (base, arguments) = conditions()
    if let collection {
      base += " AND +\(table.name).collection = ?"
      arguments += [collection]
    }
    func query(_ place: String, _ values: StatementArguments) -> Query {
      let sql = """
        SELECT \(table.moment), \(table.name).id FROM \(table.name) WHERE \(base) AND \(place)
        ORDER BY \(table.moment) DESC, \(table.name).id DESC
        """
      return Query(sql: sql, arguments: arguments + values) {
        .day(try $0.next(in: DayRule.instants), row: try $0.next())
      }
    }
    guard case .day(let moment, let row) = position else { return [query("TRUE", [])] }
    return [
      query("\(table.moment) = ? AND \(table.name).id < ?", [moment, row]),
      query("\(table.moment) < ?", [moment]),
    ]
  }

  /// One query a collection, since the rows of its texts are together, but for those that updates brought.
  private func byBook(
    after position: AnnotationPosition?, in chosen: Int64?
  ) throws -> [Query] {
    var start: (collection: Int64, text: Int64, first: Int64, row: Int64) = (0, 0, -1, 0)
    if case .book(let collection, let text, let first, let row) = position {
      start = (collection, text, first, row)
    }
    let spans = try DecodedRows(
      db,
      cached: """
        SELECT id, (SELECT min(id) FROM text WHERE text.collection = collection.id),
          (SELECT max(id) FROM text WHERE text.collection = collection.id)
        FROM collection WHERE id >= ?1 AND (?2 IS NULL OR id = ?2) ORDER BY id
        """, arguments: [start.collection, chosen]
    ).map { values in
      (
        try values.next(Int64.self), try values.nextIfAny(Int64.self),
        try values.nextIfAny(Int64.self)
      )
    }
    let (base, arguments) = conditions(owner: "+")
    return spans.compactMap { collection, first, last in
      guard let first, let last else { return nil }
      let isBegun = collection == start.collection
      let place: StatementArguments =
        isBegun
        ? [max(first, start.text), last, start.text, start.first, start.row]
        : [first, last, 0, -1, 0]
      let sql = """
        SELECT \(table.name).text, \(table.first) AS place, \(table.name).id
        FROM \(table.name) CROSS JOIN text ON text.id = \(table.name).text
        WHERE \(base) AND \(table.name).text BETWEEN ? AND ?
          AND (\(table.name).text, \(table.first), \(table.name).id) > (?, ?, ?)
          AND text.collection = ?
        ORDER BY \(table.name).text, place, \(table.name).id
        """
      return Query(sql: sql, arguments: arguments + place + [collection]) {
        .book(
          collection: collection, text: try $0.next(), first: try $0.next(), row: try $0.next())
      }
    }
  }
}

extension AnnotationPosition {
  fileprivate var row: Int64 {
    switch self {
    case .day(_, let row), .book(_, _, _, let row): row
    }
  }
}

extension SearchDocument {
  /// Becomes what a search looks through of an annotation.
  fileprivate mutating func take(_ annotated: Annotated<some Annotation>) {
    clear()
    append(annotated.mark.searched)
    if let text = annotated.text {
      for part in [text.body, text.translation, text.key] { append(part) }
    }
  }
}
