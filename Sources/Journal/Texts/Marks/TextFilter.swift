import GRDB
import Store

extension Texts {
  /// Which texts are meant; every condition must hold.
  package struct Filter: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
      /// In the order of their files.
      case all
      /// The latest added first.
      case newest
      /// With a heart, the latest first.
      case hearts
      /// The latest used first.
      case used
      /// In the order of their files.
      case unused
      /// The latest come first.
      case new
    }

    package var kind = Kind.all
    package var collection: CollectionName?
    /// The key of a section of it.
    package var section: String?
    /// The words to search for, as typed; see ``SearchWords``. Texts with this key come first.
    package var text: String?

    package init() {}
  }
}

/// A text's place in the order of a kind of texts, which no other text can have.
package struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  /// When it was added, hearted, used or came, in seconds since 1970 in UTC; 0 where rows are the order.
  let moment: Int
  let row: Int64

  init(moment: Int, row: Int64) { (self.moment, self.row) = (moment, row) }

  /// Reads ``description``; nil for any other text.
  package init?(parsing text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let moment = Int(parts[0]), let row = Int64(parts[1]),
      DayRule.instants.contains(moment), row > 0
    else { return nil }
    self.init(moment: moment, row: row)
  }

  /// Two numbers and a full stop, for the address of a page.
  package var description: String { "\(moment).\(row)" }
}

extension StoredText {
  /// Its place among the texts of a kind.
  package func position(in kind: Texts.Filter.Kind) -> TextPosition {
    let moment: Int? =
      switch kind {
      case .all, .unused: nil
      case .newest: added
      case .hearts: mark.hearted
      case .used: mark.used
      case .new: came
      }
    return TextPosition(moment: moment ?? 0, row: id)
  }
}

/// A filter as SQL, with an index that has the texts in order.
struct TextSelection {
  private let tables: String
  /// What orders texts, the latest first, before their rows do; nil where rows alone do, the first first.
  private let moment: String?
  private var conditions: [String]
  private var arguments: StatementArguments

  /// Where texts come from; the order of a CROSS JOIN is the one that SQLite keeps to.
  enum Source {
    case all
    /// Of these rows.
    case rows([Int64])
  }

  /// - Parameters:
  ///   - filter: the conditions, but for what is looked for.
  ///   - source: what they choose from.
  ///   - owner: whose marks count.
  ///   - now: in seconds since 1970 in UTC.
  ///   - db: the connection.
  /// - Throws: ``CollectionError/unknown(_:known:)``.
  init(
    _ filter: Texts.Filter, from source: Source = .all, owner: Int64, now: Int, _ db: Database
  ) throws {
    (conditions, arguments) = ([], [])
    switch filter.kind {
    case .all, .unused: moment = nil
    case .newest: moment = "text.added"
    case .new: moment = "text.came"
    case .hearts: moment = "text_mark.hearted"
    case .used: moment = "text_mark.used"
    }
    let isOfMarks = filter.kind == .hearts || filter.kind == .used
    var tables = isOfMarks ? ["text_mark", "text"] : ["text"]
    if isOfMarks { conditions.append("text.id = text_mark.text") }
    if case .rows(let rows) = source {
      tables.insert("json_each(?) AS chosen", at: 0)
      conditions.append("\(isOfMarks ? "text_mark.text" : "text.id") = chosen.value")
      arguments += [rows.json]
    }
    self.tables = tables.joined(separator: " CROSS JOIN ")
    try addConditions(of: filter, owner, now, db)
  }

  private mutating func addConditions(
    of filter: Texts.Filter, _ owner: Int64, _ now: Int, _ db: Database
  ) throws {
    switch filter.kind {
    case .all, .newest: break
    case .hearts: add("text_mark.owner = ? AND text_mark.hearted IS NOT NULL", [owner])
    case .used: add("text_mark.owner = ? AND text_mark.used IS NOT NULL", [owner])
    case .unused: add(Self.without("text_mark.uses > 0"), [owner])
    case .new:
      add("text.came > ?", [now - StoredText.newTime])
      add(Self.without("text_mark.opened IS NOT NULL"), [owner])
    }
    guard let name = filter.collection else { return try addHidden(db) }
    let collection = try Collections.collection(name, db).id
    // The sign keeps SQLite from putting all texts of a collection in order, of which few are new.
    let isOfAll = filter.kind != .new
    guard let key = filter.section else {
      return add("\(isOfAll ? "" : "+")text.collection = ?", [collection])
    }
    // No row is 0.
    let section = try db.value(
      Int64.self, cached: "SELECT id FROM section WHERE collection = ? AND key = ?",
      arguments: [collection, key])
    add("\(isOfAll ? "" : "+")text.section = ?", [section ?? 0])
  }

  /// Leaves out the texts of collections that come or go just now; mostly there are none. Marks are of none.
  private mutating func addHidden(_ db: Database) throws {
    let hidden = try db.values(
      Int64.self, cached: "SELECT id FROM collection WHERE hidden IS NOT NULL")
    if hidden.isEmpty { return }
    add("text.collection NOT IN (SELECT value FROM json_each(?))", [hidden.json])
  }

  /// The condition that the owner has no mark of which something holds.
  private static func without(_ condition: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM text_mark
      WHERE text_mark.text = text.id AND text_mark.owner = ? AND \(condition))
    """
  }

  private mutating func add(_ condition: String, _ values: StatementArguments) {
    conditions.append(condition)
    arguments += values
  }

  /// Where the order is that of the rows, which one; nil where it is another.
  ///
  /// Those that were added last have the greatest rows where each collection came at one moment, and none
  /// of them after one whose rows are greater.
  func rowOrder(_ filter: Texts.Filter, _ db: Database) throws -> DocumentSearch.RowOrder? {
    if moment == nil { return .ascending }
    guard filter.kind == .newest else { return nil }
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT (SELECT min(id) FROM text WHERE text.collection = collection.id),
          (SELECT max(id) FROM text WHERE text.collection = collection.id),
          (SELECT min(added) FROM text WHERE text.collection = collection.id),
          (SELECT max(added) FROM text WHERE text.collection = collection.id)
        FROM collection WHERE hidden IS NULL AND (?1 IS NULL OR folded = ?1)
        """, arguments: [filter.collection?.folded])
    var spans: [(rows: (first: Int64, last: Int64), moment: Int)] = []
    while var row = try rows.next() {
      // An empty collection has none.
      guard let first = try row.nextIfAny(Int64.self), let last = try row.nextIfAny(Int64.self),
        let moment = try row.nextIfAny(Int.self)
      else { continue }
      guard try row.next(Int.self) == moment else { return nil }
      spans.append(((first, last), moment))
    }
    spans.sort { $0.rows.first < $1.rows.first }
    let isByRow = zip(spans, spans.dropFirst()).allSatisfy { one, next in
      one.rows.last < next.rows.first && one.moment <= next.moment
    }
    return isByRow ? .descending : nil
  }

  /// The rows of the texts in order, one query after the other.
  ///
  /// - Parameters:
  ///   - position: after which they begin; nil for the first one.
  ///   - db: the connection.
  /// - Returns: the queries' rows, each of one number.
  /// - Throws: `DatabaseError`.
  func rows(after position: TextPosition?, _ db: Database) throws -> [DecodedRows] {
    try queries(after: position).map { try DecodedRows(db, cached: $0, arguments: $1) }
  }

  /// What ``rows(after:_:)`` asks. Those of the same moment are asked for by themselves: SQLite does not
  /// go to a place among them in an index, and a million may have come at once.
  func queries(
    after position: TextPosition?
  ) -> [(sql: String, arguments: StatementArguments)] {
    guard let moment else {
      guard let position else { return [query()] }
      return [query("text.id > ?", [position.row])]
    }
    guard let position else { return [query()] }
    return [
      query("\(moment) = ? AND \(row) < ?", [position.moment, position.row]),
      query("\(moment) < ?", [position.moment]),
    ]
  }

  private var row: String { moment?.hasPrefix("text_mark.") == true ? "text_mark.text" : "text.id" }

  private func query(
    _ place: String = "TRUE", _ values: StatementArguments = []
  ) -> (sql: String, arguments: StatementArguments) {
    let order = moment.map { "\($0) DESC, \(row) DESC" } ?? row
    let conditions = (conditions + [place]).joined(separator: " AND ")
    return (
      "SELECT text.id FROM \(tables) WHERE \(conditions) ORDER BY \(order)", arguments + values
    )
  }
}
