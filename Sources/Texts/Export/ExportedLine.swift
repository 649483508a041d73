import CaptureTime
package import Files
import Foundation
package import Store

/// What `journal.json` has of texts in `counts`: the lines of a file each, missing where there is none, in
/// the order in which an export writes them and an import takes them.
package enum TextCount: String, CodingKey, CaseIterable, Sendable {
  case collections, textMarks, textDays, textHighlights, textNotes, textNoteVersions
  case readings, sectionsRead, sectionsOpened, readingPlaces
  case plans, planRuns, portionsRead

  private var entry: (list: ContainedPath, line: any ExportedLine.Type) {
    switch self {
    case .collections: ("collections.jsonl", ExportedCollection.self)
    case .textMarks: ("textmarks.jsonl", ExportedMark.self)
    case .textDays: ("textdays.jsonl", ExportedTextDay.self)
    case .textHighlights: ("texthighlights.jsonl", ExportedHighlight.self)
    case .textNotes: ("textnotes.jsonl", ExportedNote.self)
    case .textNoteVersions: ("textnoteversions.jsonl", ExportedNoteVersion.self)
    case .readings: ("readings.jsonl", ExportedRound.self)
    case .sectionsRead: ("sectionsread.jsonl", ExportedSectionRead.self)
    case .sectionsOpened: ("sectionsopened.jsonl", ExportedSectionOpened.self)
    case .readingPlaces: ("readingplaces.jsonl", ExportedReadingPlace.self)
    case .plans: ("plans.jsonl", ExportedPlan.self)
    case .planRuns: ("planruns.jsonl", ExportedPlanRun.self)
    case .portionsRead: ("portionsread.jsonl", ExportedPortionRead.self)
    }
  }

  /// The file.
  package var list: ContainedPath { entry.list }
  /// What a line of it says.
  package var line: any ExportedLine.Type { entry.line }
}

/// A line of what an export says of texts. Reading it checks that its values are such as this program
/// writes, and throws ``ExportedTextError`` where one is not.
package protocol ExportedLine: Codable, Sendable {
  /// The names of its members.
  static var fields: [String] { get }

  /// Checks what follows from its place.
  ///
  /// - Parameter number: of the line, counted from 1.
  /// - Throws: ``ExportedTextError``.
  func check(_ number: Int) throws
}

extension ExportedLine {
  package func check(_ number: Int) throws {}
}

/// A line that says what a row of an owner's says.
package protocol ExportedRow: ExportedLine {
  /// Where its rows are.
  static var source: RowSource { get }
  /// Whether its rows have texts, which they find once they are there.
  static var hasText: Bool { get }

  /// Reads the columns of ``source``.
  ///
  /// - Parameter values: of a row.
  /// - Throws: ``JournalError`` where one is none that this program writes.
  init(_ values: inout RowDecoder) throws

  /// Whether nothing of it is new here; asked once for each line, in their order.
  ///
  /// - Parameter rows: the owner's.
  /// - Returns: whether it is so.
  /// - Throws: ``JournalError``.
  func isHere(_ rows: RestoredRows) throws -> Bool

  /// Puts it in, or joins it with what is here.
  ///
  /// - Parameters:
  ///   - rows: the owner's.
  ///   - isNew: whether ``isHere(_:)`` said no.
  /// - Throws: ``JournalError``.
  func put(in rows: RestoredRows, isNew: Bool) throws
}

extension ExportedRow {
  package static var hasText: Bool { false }
}

/// The rows of an owner that are exported, in an order in which one can go on after any of them.
package struct RowSource: Sendable {
  /// The columns of the order, those of no two rows the same.
  let order: [String]
  let columns: String
  let tables: String
  /// Which rows; the first argument is the owner.
  let condition: String

  /// The most rows that are read at a time.
  private static let pageSize = 1_000

  /// The query of the columns of the order and the others.
  ///
  /// - Parameter isFirst: whether it begins with the first row; else the values of the order of the row
  ///   before follow the owner as arguments.
  /// - Returns: the query.
  func query(isFirst: Bool) -> String {
    let order = order.joined(separator: ", ")
    let places = self.order.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
    return """
      SELECT \(order), \(columns) FROM \(tables)
      WHERE \(condition) \(isFirst ? "" : "AND (\(order)) > (\(places))")
      ORDER BY \(order) LIMIT \(Self.pageSize)
      """
  }
}

/// A value that an export says of texts is none that this program writes.
package struct ExportedTextError: Error, Sendable, Hashable {
  package let field: String

  package init(field: String) { self.field = field }
}

/// The members of a line, each checked as it is read.
struct CheckedFields<Key: CodingKey> {
  private let fields: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder, _ type: Key.Type = Key.self) throws {
    fields = try decoder.container(keyedBy: type)
  }

  func check(_ field: Key, _ isRight: Bool) throws(ExportedTextError) {
    if !isRight { throw ExportedTextError(field: field.stringValue) }
  }

  func number(_ field: Key, in range: ClosedRange<Int>) throws -> Int {
    let number = try fields.decode(Int.self, forKey: field)
    try check(field, range.contains(number))
    return number
  }

  func numberIfAny(_ field: Key, in range: ClosedRange<Int>) throws -> Int? {
    let number = try fields.decodeIfPresent(Int.self, forKey: field)
    try check(field, number.map(range.contains) ?? true)
    return number
  }

  /// In seconds since 1970 in UTC.
  func moment(_ field: Key) throws -> Int { try number(field, in: DayRule.instants) }

  func momentIfAny(_ field: Key) throws -> Int? { try numberIfAny(field, in: DayRule.instants) }

  /// Written as ISO 8601 has it.
  func day(_ field: Key) throws -> String {
    let day = try fields.decode(String.self, forKey: field)
    try check(field, CivilDate(iso: day)?.description == day)
    return day
  }

  func flag(_ field: Key) throws -> Bool { try fields.decode(Bool.self, forKey: field) }

  func textIfAny(_ field: Key) throws -> String? {
    try fields.decodeIfPresent(String.self, forKey: field)
  }

  /// A text of so many bytes, whatever it says.
  func text(_ field: Key, _ bytes: ClosedRange<Int>) throws -> String {
    let text = try fields.decode(String.self, forKey: field)
    try check(field, bytes.contains(text.utf8.count))
    return text
  }

  /// A text of so many bytes without control characters.
  func line(_ field: Key, _ bytes: ClosedRange<Int>) throws -> String {
    let text = try fields.decode(String.self, forKey: field)
    try check(
      field, bytes.contains(text.utf8.count) && !text.unicodeScalars.contains(where: \.isControl))
    return text
  }

  /// A text of so many bytes with newlines and tabs as the only control characters.
  func lines(_ field: Key, _ bytes: ClosedRange<Int>) throws -> String {
    let text = try fields.decode(String.self, forKey: field)
    let isRight = bytes.contains(text.utf8.count) && text.firstControl(except: ["\n", "\t"]) == nil
    try check(field, isRight)
    return text
  }

  func oneOf(_ field: Key, _ known: [String]) throws -> String {
    let text = try fields.decode(String.self, forKey: field)
    try check(field, known.contains(text))
    return text
  }

  /// The key of a text or a section.
  func key(_ field: Key) throws -> String { try line(field, 1...ReadText.keyByteLimit) }

  /// The name of a collection, as names are compared.
  func collection(_ field: Key) throws -> String {
    let folded = SearchText.folded(try line(field, 1...ReadingLimits.collectionBytes))
    try check(field, 1...ReadingLimits.collectionBytes ~= folded.utf8.count)
    return folded
  }

  /// The name of a plan.
  func name(_ field: Key) throws -> CollectionName {
    let text = try fields.decode(String.self, forKey: field)
    guard let name = CollectionName(stored: text) else {
      throw ExportedTextError(field: field.stringValue)
    }
    return name
  }
}

/// What a text is found by where it is, or when it comes.
struct TextPlace: Codable, Sendable, Hashable {
  /// The collection's name as names are compared.
  let collection: String
  let key: String
  /// The beginning of the body's SHA-256, in hexadecimal.
  let hash: String

  enum CodingKeys: String, CodingKey, CaseIterable {
    case collection, key, hash
  }

  static let fields = CodingKeys.allCases.map(\.rawValue)
  /// The columns of ``init(_:)``.
  static let columns = "collection, key, hash"

  var hashBytes: Data { Data([UInt8](hexadecimal: hash) ?? []) }

  init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    collection = try fields.collection(.collection)
    key = try fields.key(.key)
    hash = try fields.line(.hash, 32...32)
    try fields.check(.hash, [UInt8](hexadecimal: hash)?.count == 16)
  }

  /// Reads collection, key and hash.
  init(_ values: inout RowDecoder) throws {
    collection = try values.text(atMost: ReadingLimits.collectionBytes)
    key = try values.text(atMost: ReadText.keyByteLimit)
    hash = try values.bytes().hexadecimal
  }
}

extension Encodable {
  /// A line of JSON with its end: the same bytes for the same value.
  func exportedLine() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [.lineFeed]
  }
}
