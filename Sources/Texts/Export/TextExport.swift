import CaptureTime
package import Files
import Foundation
import GRDB
package import Store
import SystemPackage

/// What texts add to an export: the collections that the owner added, that are nobody's or that have a text
/// which the owner marked or was shown, each with a file of its texts; the owner's marks; and the days with
/// the texts that were shown on them. What was looked for is not in it.
package struct TextExport: AreaExport {
  package static let collections: ContainedPath = "collections.jsonl"
  package static let marks: ContainedPath = "textmarks.jsonl"
  package static let days: ContainedPath = "textdays.jsonl"

  private let journal: OwnerJournal
  private let folders: [FilePath]
  /// Collections that are still to come, in the order of a stack; nil before they are read.
  private var waiting: [TextCollection]?
  private var lastMark: Int64 = 0
  private var lastDay = ""
  private var lines: [ContainedPath: Int] = [:]

  /// How many texts, marks or days are read at a time.
  private static let pageSize = 1_000

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folders: for an ``ExportSpool``.
  init(of journal: OwnerJournal, keepingLinesIn folders: [FilePath]) {
    (self.journal, self.folders) = (journal, folders)
  }

  /// A journal without them has no file of them, as none had before there were any.
  package var lists: [ContainedPath] {
    [Self.collections, Self.marks, Self.days].filter { lines[$0] != nil }
  }

  package var counts: [String: Int] {
    Dictionary(
      uniqueKeysWithValues: TextCount.allCases.compactMap { count in
        lines[count.list].map { (count.rawValue, $0) }
      })
  }

  package func fields() throws -> [String: any Encodable & Sendable] { [:] }

  package mutating func next() throws -> ExportPart? {
    if let part = try nextCollection() { return part }
    if let part = try part(Self.marks, nextMarks()) { return part }
    return try part(Self.days, nextDays())
  }

  /// A part that has nothing but lines; nil where there are none.
  private mutating func part(
    _ list: ContainedPath, _ values: [any Encodable]
  ) throws -> ExportPart? {
    guard !values.isEmpty else { return nil }
    lines[list, default: 0] += values.count
    let bytes = try values.flatMap { try $0.exportedLine() }
    return ExportPart(files: [], lines: [list: bytes])
  }

  private mutating func nextCollection() throws -> ExportPart? {
    if waiting == nil { waiting = try exportedCollections().reversed() }
    guard let collection = waiting?.popLast() else { return nil }
    let number = (lines[Self.collections] ?? 0) + 1
    let file = try ExportedCollection.file(number)
    let spool = ExportSpool(in: folders)
    try writeTexts(of: collection, to: spool)
    let line = ExportedCollection(collection, file: file, hash: spool.finish())
    guard let part = try part(Self.collections, [line]) else { return nil }
    return ExportPart(files: [ExportFile(path: file, lines: spool)], lines: part.lines)
  }

  /// By name.
  private func exportedCollections() throws -> [TextCollection] {
    try journal.read { db in
      let named = try Set(
        db.values(
          String.self,
          cached: """
            SELECT collection FROM text_mark WHERE owner = ?1
            UNION SELECT collection FROM text_day WHERE owner = ?1
            """, arguments: [journal.id]))
      return try Collections.all(db).filter { collection in
        collection.owner == nil || collection.owner == journal.owner
          || named.contains(collection.name.folded)
      }
    }
  }

  private func writeTexts(of collection: TextCollection, to spool: ExportSpool) throws {
    try journal.read { db in
      let rows = try DecodedRows(
        db,
        cached: """
          SELECT text.key, body, translation, author, source, added, section.key, section.title
          FROM text LEFT JOIN section ON section.id = text.section
          WHERE text.collection = ? ORDER BY text.id
          """, arguments: [collection.id])
      while var row = try rows.next() {
        try spool.append(ExportedText(&row, addedWith: collection.added).exportedLine())
      }
    }
  }

  private mutating func nextMarks() throws -> [ExportedMark] {
    let (journal, first) = (journal, lastMark)
    let found = try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          SELECT id, collection, key, hash, hearted, opened, uses, used FROM text_mark
          WHERE owner = ? AND id > ?
            AND (hearted IS NOT NULL OR opened IS NOT NULL OR used IS NOT NULL)
          ORDER BY id LIMIT ?
          """, arguments: [journal.id, first, Self.pageSize]
      ).map { values in
        let id: Int64 = try values.next()
        let mark = ExportedMark(
          try TextPlace(&values), hearted: try values.nextIfAny(in: DayRule.instants),
          opened: try values.nextIfAny(in: DayRule.instants),
          uses: try values.next(in: 0...Int(Int32.max)),
          used: try values.nextIfAny(in: DayRule.instants))
        return (id, mark)
      }
    }
    lastMark = found.last?.0 ?? lastMark
    return found.map(\.1)
  }

  private mutating func nextDays() throws -> [ExportedTextDay] {
    let (journal, first) = (journal, lastDay)
    let found = try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          SELECT collection, key, hash, day, cycle FROM text_day
          WHERE owner = ? AND day > ? ORDER BY day LIMIT ?
          """, arguments: [journal.id, first, Self.pageSize]
      ).map { values in
        ExportedTextDay(
          try TextPlace(&values), day: try values.day(),
          cycle: try values.next(in: 0...Int(Int32.max)))
      }
    }
    lastDay = found.last?.day ?? lastDay
    return found
  }
}

/// The fields that `journal.json` has of texts in `counts`: lines of a file, missing where there is none.
package enum TextCount: String, CodingKey, CaseIterable, Sendable {
  case collections, textMarks, textDays

  package var list: ContainedPath {
    switch self {
    case .collections: TextExport.collections
    case .textMarks: TextExport.marks
    case .textDays: TextExport.days
    }
  }
}

/// A text in the fields of ``TextField``; what it has not is missing.
private struct ExportedText: Encodable {
  let key: String
  let text: String
  let translation: String?
  let author: String?
  let source: String?
  let added: String?
  let section: String?
  let sectionTitle: String?

  enum CodingKeys: String, CodingKey {
    case key, text, translation, author, source, added, section
    case sectionTitle = "section title"
  }

  init(_ values: inout RowDecoder, addedWith collection: Int) throws {
    func part(_ limit: Int) throws -> String? {
      let text = try values.text(atMost: limit)
      return text.isEmpty ? nil : text
    }
    key = try values.text(atMost: ReadText.keyByteLimit)
    text = try values.text(atMost: ReadText.bodyByteLimit)
    translation = try part(ReadText.bodyByteLimit)
    author = try part(ReadText.lineByteLimit)
    source = try part(ReadText.lineByteLimit)
    let added = try values.next(in: DayRule.instants)
    // Files know days. Those of no day get the collection's time again.
    let day = CivilDate(daysSinceEpoch: added.floorDivided(by: 86_400).quotient)
    self.added = added == collection ? nil : day.description
    section = try values.textIfAny(atMost: ReadText.keyByteLimit)
    sectionTitle = try values.textIfAny(atMost: ReadText.lineByteLimit)
  }
}

extension TextPlace {
  /// Reads collection, key and hash.
  fileprivate init(_ values: inout RowDecoder) throws {
    self.init(
      collection: try values.text(atMost: 4 * CollectionName.byteLimit),
      key: try values.text(atMost: ReadText.keyByteLimit), hash: try values.bytes())
  }
}

extension Encodable {
  /// A line of JSON with its end: the same bytes for the same value.
  fileprivate func exportedLine() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [.lineFeed]
  }
}
