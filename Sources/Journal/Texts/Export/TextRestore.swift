import Files
import Foundation
import GRDB
package import Store

/// Restores texts from an export. Existing ones stay, so that the same export can be imported
/// again.
package final class TextRestore {
  private let journal: OwnerJournal
  /// What the plans that came so far are here.
  private var plans = RestoredPlans()

  package init(into journal: OwnerJournal) { self.journal = journal }

  /// What an import added.
  package struct Gain: Sendable, Hashable {
    /// The names of collections.
    package var collections: [String] = []
    /// How many lines of each other file were new.
    package private(set) var counts: [TextCount: Int] = [:]
    /// Plans that have other names here, for theirs were those of others.
    package var renamed: [Renaming] = []

    package struct Renaming: Sendable, Hashable {
      package let name: String
      package let here: String

      package init(name: String, here: String) { (self.name, self.here) = (name, here) }
    }

    package init() {}

    /// Counts lines of a file.
    package mutating func add(_ lines: Int, of count: TextCount) {
      if lines > 0 { counts[count, default: 0] += lines }
    }
  }

  /// Whether there is a collection of its name.
  package func has(_ collection: ExportedCollection) throws -> Bool {
    let folded = SearchText.folded(collection.name)
    return try journal.read { db in
      try Collections.find(folded: folded, db) != nil
    }
  }

  /// Adds a collection, if none has its name.
  ///
  /// - Parameters:
  ///   - exported: what is said of it.
  ///   - piece: gives the next bytes of the file of its texts, as for ``Collections``.
  /// - Returns: whether it came.
  /// - Throws: ``ExportedValueError`` where the file is not the one that was exported, ``CollectionError``,
  ///   ``ReadError``, ``JournalError`` and what `piece` throws; then nothing has changed.
  package func add(
    _ exported: ExportedCollection, piece: () throws -> [UInt8]
  ) throws -> Bool {
    let (new, format, hash, file) = try exported.read()
    return try journal.collections.addIfMissing(new, now: exported.added, piece: piece) {
      row, change, db in
      guard change.collection.hash == file, change.collection.texts == exported.texts else {
        throw ExportedValueError(field: ExportedCollection.CodingKeys.fileSha256.rawValue)
      }
      try db.execute(
        cached: "UPDATE collection SET format = ?, hash = ?, updated = ? WHERE id = ?",
        arguments: [format.rawValue, Data(hash), exported.updated, row])
    }
  }

  /// Adds a plan with its portions. A plan of the same name with the same days counts as the same;
  /// otherwise the new one gets a free name. An owner with the most plans gets no more.
  ///
  /// - Parameters:
  ///   - exported: what is said of it.
  ///   - portion: gives the next portion of its file; nil after the last.
  /// - Returns: its name here; nil where it was there already, or does not come.
  /// - Throws: ``ExportedValueError`` where the file is not the one that was exported, ``JournalError`` and what
  ///   `portion` throws; then nothing has changed.
  package func add(
    _ exported: ExportedPlan, portion: () throws -> ExportedPortion?
  ) throws -> String? {
    // Not with the room that is kept: the portions come only once.
    let added = try journal.write { db -> (name: CollectionName, id: Int64, isNew: Bool)? in
      let (name, found) = try place(of: exported, db)
      if let found { return (name, found, false) }
      if try isFull(db) { return nil }
      try db.execute(
        cached: """
          INSERT INTO plan (owner, name, folded, collection, source, days, added)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          journal.id, name.text, name.folded, exported.collection, exported.source, exported.days,
          exported.added,
        ])
      let id = db.lastInsertedRowID
      try addPortions(of: exported, to: id, db, portion)
      return (name, id, true)
    }
    guard let added else { return nil }
    plans.ids[SearchText.folded(exported.name)] = .some(added.id)
    return added.isNew ? added.name.text : nil
  }

  /// Whether the owner has as many plans as there can be.
  private func isFull(_ db: Database) throws -> Bool {
    try db.row(
      cached: "SELECT 1 FROM plan WHERE owner = ? LIMIT 1 OFFSET ?",
      arguments: [journal.id, Plan.limit - 1]) != nil
  }

  private func addPortions(
    of exported: ExportedPlan, to plan: Int64, _ db: Database,
    _ next: () throws -> ExportedPortion?
  ) throws {
    try exported.forEachPortion(next) { portion in
      try db.execute(
        cached: "INSERT INTO plan_portion (plan, day, number, first, last) VALUES (?, ?, ?, ?, ?)",
        arguments: [plan, portion.day, portion.number, portion.first, portion.last])
    }
  }

  /// The name that a plan would get here; nil if it already exists, or would not be added.
  ///
  /// - Throws: ``JournalError``.
  package func newName(of exported: ExportedPlan) throws -> String? {
    let found = try journal.read { db -> (name: CollectionName, id: Int64?)? in
      let found = try place(of: exported, db)
      return try found.id == nil && isFull(db) ? nil : found
    }
    guard let (name, id) = found else { return nil }
    plans.ids[SearchText.folded(exported.name)] = .some(id)
    return id == nil ? name.text : nil
  }

  /// A plan that is the same, or the first name that is free.
  private func place(
    of exported: ExportedPlan, _ db: Database
  ) throws -> (name: CollectionName, id: Int64?) {
    guard let typed = exported.typedName else { throw ExportedValueError(field: "name") }
    var (name, number) = (typed, 1)
    while let other = try Plan.named(name, of: journal.id, db) {
      if try other.isSame(as: exported, db) { return (name, other.id) }
      number += 1
      name = try typed.numbered(number)
    }
    return (name, nil)
  }

  /// Adds lines, or merges them with existing ones.
  ///
  /// - Returns: how many said what was not here.
  /// - Throws: ``JournalError``; then nothing has changed.
  package func add<Line: ExportedRow>(_ lines: [Line]) throws -> Int {
    let (count, plans) = try journal.write { db in
      let rows = RestoredRows(owner: journal.id, db, isWritten: true, self.plans)
      var count = 0
      for line in lines {
        let isNew = try !line.isHere(rows)
        try line.put(in: rows, isNew: isNew)
        if isNew { count += 1 }
      }
      if Line.hasText { try findTexts(db) }
      return (count, rows.plans)
    }
    self.plans = plans
    return count
  }

  /// How many of these lines are new.
  ///
  /// - Parameter lines: some of a file, after those before them.
  /// - Returns: how many.
  /// - Throws: ``JournalError``.
  package func unknown<Line: ExportedRow>(_ lines: [Line]) throws -> Int {
    let (count, plans) = try journal.read { db in
      let rows = RestoredRows(owner: journal.id, db, isWritten: false, self.plans)
      return (try lines.count { try !$0.isHere(rows) }, rows.plans)
    }
    self.plans = plans
    return count
  }

  /// Finds the texts of what waits for them, in the collections that are there.
  private func findTexts(_ db: Database) throws {
    let queries = MarkPlaces.tables.map {
      "SELECT collection FROM \($0) WHERE owner = ?1 AND text IS NULL"
    }
    let names = try Set(
      db.values(
        String.self, cached: queries.joined(separator: " UNION "), arguments: [journal.id]))
    let places = MarkPlaces(db)
    for collection in try Collections.all(db) where names.contains(collection.name.folded) {
      try places.place(in: collection)
      try HighlightPlaces(db).place(in: collection)
    }
  }
}

extension CollectionName {
  /// The name with a number at its end: "A year (2)"; of a long one its end goes.
  fileprivate func numbered(_ number: Int) throws -> CollectionName {
    let end = " (\(number))"
    var beginning = text.prefix(Self.limit - end.count)
    while beginning.utf8.count + end.utf8.count > Self.byteLimit { beginning.removeLast() }
    return try CollectionName(beginning + end)
  }
}
