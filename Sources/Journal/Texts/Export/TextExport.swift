package import Files
import GRDB
package import Store
import SystemPackage

/// The part of an export about texts: collections with their texts, and the owner's marks, reading
/// and plans. A collection is included if the owner added it, if nobody owns it, or if the owner
/// used any of its texts. Searches are not exported.
package struct TextExport: AreaExport {
  private let journal: OwnerJournal
  private let folders: [FilePath]
  /// Collections that are still to come, in the order of a stack; nil before they are read.
  private var collections: [TextCollection]?
  private var lastPlan: Int64 = 0
  /// Files of rows that are still to come, in the order of a stack.
  private var waiting: [TextCount] = TextCount.allCases.reversed()
  private var rows: ExportedRows
  private var lines: [TextCount: Int] = [:]

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folders: for an ``ExportSpool``.
  init(of journal: OwnerJournal, keepingLinesIn folders: [FilePath]) {
    (self.journal, self.folders) = (journal, folders)
    rows = ExportedRows(of: journal)
  }

  /// A journal without texts has no file for them, as before texts existed.
  package var lists: [ContainedPath] {
    TextCount.allCases.filter { lines[$0] != nil }.map(\.list)
  }

  package var counts: [String: Int] {
    Dictionary(uniqueKeysWithValues: lines.map { ($0.key.rawValue, $0.value) })
  }

  package func fields() throws -> [String: any Encodable & Sendable] { [:] }

  package func files(
    ofEarlier folder: ContainingFolder, _ found: (ContainedPath) throws -> Void
  ) throws {
    for file in [try ExportedCollection.file(1), try ExportedPlan.file(1)] {
      guard let place = file.folder else { continue }
      // They are numbered.
      let files = try folder.files(in: place) { name in
        name.hasSuffix(".jsonl") && Int(name.prefix { $0 != "." }) ?? 0 > 0
      }
      try files.forEach(found)
    }
  }

  package mutating func next() throws -> ExportPart? {
    while let count = waiting.last {
      let part: ExportPart? =
        switch count {
        case .collections: try nextCollection()
        case .plans: try nextPlan()
        default: try nextRows(count)
        }
      if let part { return part }
      waiting.removeLast()
    }
    return nil
  }

  private mutating func nextRows(_ count: TextCount) throws -> ExportPart? {
    guard let rows = count.line as? any ExportedRow.Type else { return nil }
    return try nextRows(rows, count)
  }

  private mutating func nextRows<Line: ExportedRow>(
    _ type: Line.Type, _ count: TextCount
  ) throws -> ExportPart? {
    guard let found = try rows.next(type) else { return nil }
    lines[count, default: 0] += found.lines
    return ExportPart(files: [], lines: [count.list: found.bytes])
  }

  /// A line, and the file that it names.
  private mutating func part(
    _ line: some ExportedLine, _ count: TextCount, _ file: ContainedPath, _ spool: ExportSpool
  ) throws -> ExportPart {
    lines[count, default: 0] += 1
    return ExportPart(
      files: [ExportFile(path: file, lines: spool)],
      lines: [count.list: try line.exportedLine()])
  }

  private mutating func nextCollection() throws -> ExportPart? {
    if collections == nil { collections = try exportedCollections().reversed() }
    guard let collection = collections?.popLast() else { return nil }
    let file = try ExportedCollection.file(lines[.collections, default: 0] + 1)
    let spool = ExportSpool(in: folders)
    try writeTexts(of: collection, to: spool)
    let line = ExportedCollection(collection, file: file, hash: spool.finish())
    return try part(line, .collections, file, spool)
  }

  private mutating func nextPlan() throws -> ExportPart? {
    let (journal, last, spool) = (journal, lastPlan, ExportSpool(in: folders))
    let found = try journal.read { db in
      try Plan.next(of: journal.id, after: last, db).map { plan in
        (plan: plan, portions: try plan.forEachLine(db) { try spool.append($0) })
      }
    }
    guard let found else { return nil }
    lastPlan = found.plan.id
    let file = try ExportedPlan.file(lines[.plans, default: 0] + 1)
    let line = ExportedPlan(
      found.plan, file: file, hash: spool.finish(), portions: found.portions)
    return try part(line, .plans, file, spool)
  }

  /// The tables whose rows of an owner name a collection.
  private static let naming = [
    "text_mark", "text_day", "text_highlight", "text_note", "reading_round", "section_opened",
    "reading_place", "plan",
  ]

  /// By name.
  private func exportedCollections() throws -> [TextCollection] {
    try journal.read { db in
      let queries = Self.naming.map { "SELECT collection FROM \($0) WHERE owner = ?1" }
      let named = try Set(
        db.values(
          String.self, cached: queries.joined(separator: " UNION "), arguments: [journal.id]))
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
}
