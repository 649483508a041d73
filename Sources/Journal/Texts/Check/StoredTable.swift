import GRDB
import Store

/// A table of what owners did with texts, read and plan: what its columns hold, by which its rows are
/// checked, mended and salvaged.
struct StoredTable: Sendable {
  let name: String
  let columns: [Column]
  /// What a salvage says of so many rows that cannot be read.
  let lost: @Sendable (Int) -> TextsSalvageFinding

  struct Column: Sendable {
    let name: String
    let value: Value

    init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
  }

  enum Value: Sendable {
    /// The number of the row.
    case row
    /// Whose row it is, without whom there is none.
    case owner
    /// The row of another table, without which there is none.
    case parent(String)
    /// The text of a row that outlives it.
    case text
    /// The beginning of a SHA-256.
    case hash
    case number(ClosedRange<Int>)
    /// In seconds since 1970 in UTC.
    case moment
    case momentIfAny
    case day
    case name
    /// A text of so many bytes.
    case bytes(ClosedRange<Int>)
    /// What is before or after a passage.
    case around
    case oneOf([String])
  }

  /// Reads the values of a row's columns, in their order.
  ///
  /// - Throws: ``JournalError/database(_:)`` where one is none that this program writes.
  func read(_ values: inout RowDecoder) throws {
    for column in columns {
      switch column.value {
      case .row, .owner, .parent: _ = try values.next(Int64.self)
      case .text: _ = try values.nextIfAny(Int64.self)
      case .hash:
        guard try values.bytes().count == 16 else {
          throw JournalError.corruptValue(of: column.name)
        }
      case .number(let range): _ = try values.next(in: range)
      case .moment: _ = try values.next(in: DayRule.instants)
      case .momentIfAny: _ = try values.nextIfAny(in: DayRule.instants)
      case .day: _ = try values.day()
      case .name: _ = try values.next { CollectionName(stored: $0) }
      case .bytes(let range):
        _ = try values.next { (text: String) in range.contains(text.utf8.count) ? text : nil }
      case .around: _ = try values.next { (text: String) in text.isAround ? text : nil }
      case .oneOf(let known):
        _ = try values.next { (text: String) in known.contains(text) ? text : nil }
      }
    }
  }

  /// Whether what the schema leaves open of a row of its columns is as this program writes it.
  func isReadable(_ row: Row) -> Bool {
    var values = RowDecoder(row)
    return (try? read(&values)) != nil
  }

  /// The statements that remove rows of what is not there, and that keep those whose texts are gone.
  var mending: String {
    columns.map { column in
      switch column.value {
      case .owner: "DELETE FROM \(name) WHERE \(column.name) NOT IN (SELECT id FROM owner);"
      case .parent(let table):
        "DELETE FROM \(name) WHERE \(column.name) NOT IN (SELECT id FROM \(table));"
      case .text:
        "UPDATE \(name) SET \(column.name) = NULL WHERE \(column.name) NOT IN (SELECT id FROM text);"
      default: ""
      }
    }.joined(separator: "\n")
  }
}

extension String {
  /// Whether it can be what is before or after a passage.
  var isAround: Bool {
    utf8.count <= ReadText.bodyByteLimit && excess(over: Passage.around) == nil
  }
}

/// How large what is kept of reading can be, where the types of its parts do not say it.
enum ReadingLimits {
  static let rounds = 1...1_000_000
  static let portionNumbers = 1...Plan.portionLimit
  /// Bytes of the name of a plan's file.
  static let sourceBytes = 1_024
  /// Bytes of a collection's name as names are compared.
  static let collectionBytes = 4 * CollectionName.byteLimit
}

extension StoredTable {
  /// All of them, each after those that its rows are of.
  static let all: [StoredTable] = marks + reading + plans

  /// The columns of rows that outlive the text which they are of.
  private static let place = [
    Column("text", .text), Column("collection", .bytes(1...ReadingLimits.collectionBytes)),
    Column("key", key), Column("hash", .hash),
  ]
  private static let key = Value.bytes(1...ReadText.keyByteLimit)
  private static let collection = Column(
    "collection", .bytes(1...ReadingLimits.collectionBytes))
  private static let count = Value.number(0...Int(Int32.max))

  private static let marks = [
    StoredTable(
      name: "text_mark",
      columns: [Column("id", .row), Column("owner", .owner)] + place
        + [
          Column("hearted", .momentIfAny), Column("opened", .momentIfAny), Column("uses", count),
          Column("used", .momentIfAny),
        ], lost: TextsSalvageFinding.marks),
    StoredTable(
      name: "text_day",
      columns: [Column("owner", .owner), Column("day", .day), Column("cycle", count)] + place,
      lost: TextsSalvageFinding.days),
    StoredTable(
      name: "text_highlight",
      columns: [Column("id", .row), Column("owner", .owner)] + place
        + [
          Column("first", .number(0...ReadText.bodyByteLimit)),
          Column("end", .number(1...ReadText.bodyByteLimit)),
          Column("quote", .bytes(1...ReadText.bodyByteLimit)),
          Column("before", .around),
          Column("after", .around),
          Column("is_placed", .number(0...1)),
          Column("colour", .oneOf(HighlightColour.allCases.map(\.rawValue))),
          Column("made", .moment),
        ], lost: TextsSalvageFinding.highlights),
    StoredTable(
      name: "text_note",
      columns: [Column("id", .row), Column("owner", .owner)] + place
        + [
          Column("words", .bytes(0...Words.byteLimit)), Column("made", .moment),
          Column("written", .moment),
        ], lost: TextsSalvageFinding.notes),
    StoredTable(
      name: "text_note_version",
      columns: [
        Column("note", .parent("text_note")), Column("number", .number(NoteVersion.numbers)),
        Column("written", .moment), Column("replaced", .moment),
        Column("words", .bytes(1...Words.byteLimit)),
      ], lost: TextsSalvageFinding.noteVersions),
  ]

  private static let reading = [
    StoredTable(
      name: "reading_round",
      columns: [
        Column("id", .row), Column("owner", .owner), collection,
        Column("number", .number(ReadingLimits.rounds)), Column("begun", .moment),
      ], lost: TextsSalvageFinding.rounds),
    StoredTable(
      name: "section_read",
      columns: [
        Column("round", .parent("reading_round")), Column("section", key), Column("day", .day),
        Column("moment", .moment),
      ], lost: TextsSalvageFinding.sectionsRead),
    StoredTable(
      name: "section_opened",
      columns: [
        Column("owner", .owner), Column("day", .day), collection, Column("section", key),
        Column("moment", .moment),
      ], lost: TextsSalvageFinding.sectionsOpened),
    StoredTable(
      name: "reading_place",
      columns: [
        Column("owner", .owner), collection, Column("section", key), Column("moment", .moment),
      ], lost: TextsSalvageFinding.readingPlaces),
  ]

  private static let plans = [
    StoredTable(
      name: "plan",
      columns: [
        Column("id", .row), Column("owner", .owner), Column("name", .name),
        Column("folded", .bytes(1...ReadingLimits.collectionBytes)), collection,
        Column("source", .bytes(0...ReadingLimits.sourceBytes)),
        Column("days", .number(Plan.dayRange)), Column("added", .moment),
      ], lost: TextsSalvageFinding.plans),
    StoredTable(
      name: "plan_portion",
      columns: [
        Column("plan", .parent("plan")), Column("day", .number(Plan.dayRange)),
        Column("number", .number(ReadingLimits.portionNumbers)), Column("first", key),
        Column("last", key),
      ], lost: TextsSalvageFinding.portions),
    StoredTable(
      name: "plan_run",
      columns: [
        Column("id", .row), Column("plan", .parent("plan")),
        Column("pace", .oneOf(PlanPace.allCases.map(\.rawValue))), Column("begun", .moment),
        Column("start", .day), Column("first_day", .number(Plan.dayRange)),
        Column("stopped", .momentIfAny),
      ], lost: TextsSalvageFinding.planRuns),
    StoredTable(
      name: "portion_read",
      columns: [
        Column("run", .parent("plan_run")), Column("day", .number(Plan.dayRange)),
        Column("number", .number(ReadingLimits.portionNumbers)), Column("read_on", .day),
        Column("moment", .moment),
      ], lost: TextsSalvageFinding.portionsRead),
  ]
}
