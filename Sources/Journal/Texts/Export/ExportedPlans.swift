import Files
import Foundation
import GRDB
import Hashing
package import Store

/// A plan in an export: a line of `plans.jsonl`. Its portions are in their own file, one
/// ``ExportedPortion`` per line, in the order of days and numbers.
package struct ExportedPlan: ShapedLine, Hashable {
  package let name: String
  /// The collection's name as names are compared.
  let collection: String
  /// The name of the file that it was read of; empty of one that Daystamp made.
  let source: String
  /// The number of its last day.
  let days: Int
  /// In seconds since 1970 in UTC.
  let added: Int
  /// Where its portions are, from the export's folder, how many, and SHA-256 of that file.
  package let file: String
  package let portions: Int
  let fileSha256: String

  package static let shape = LineShape(
    Self.init, LineMember("name", \.name, .name),
    LineMember("collection", \.collection, .collection),
    // Names of files may have control characters.
    LineMember("source", \.source, .text(ReadingLimits.sourceBytes)),
    LineMember("days", \.days, .number(Plan.dayRange)), LineMember("added", \.added, .moment),
    LineMember("file", \.file, .line(1...100)),
    LineMember("portions", \.portions, .number(0...Plan.totalLimit)),
    LineMember("fileSha256", \.fileSha256, .hash(bytes: 32)))

  /// SHA-256 of the file of its portions.
  package var fileHash: [UInt8] { [UInt8](hexadecimal: fileSha256) ?? [] }
  var typedName: CollectionName? { CollectionName(stored: name) }

  /// The file of the plan of a place in the list, counted from 1.
  static func file(_ number: Int) throws -> ContainedPath {
    try ContainedPath("plans/\(number).jsonl")
  }

  package func check(_ number: Int) throws {
    guard try file == String(decoding: Self.file(number)) else {
      throw ExportedValueError(field: "file")
    }
  }

  /// Goes through its portions.
  ///
  /// - Parameters:
  ///   - next: gives the next portion of its file; nil after the last.
  ///   - work: called with each.
  /// - Throws: ``ExportedValueError`` where they are not as many as it says, not in their order or after its
  ///   last day, and what `next` and `work` throw.
  package func forEachPortion(
    _ next: () throws -> ExportedPortion?, _ work: (ExportedPortion) throws -> Void = { _ in }
  ) throws {
    var (count, last) = (0, (0, 0))
    while let portion = try next() {
      count += 1
      guard count <= portions, (portion.day, portion.number) > last, portion.day <= days
      else { throw ExportedValueError(field: "portions") }
      last = (portion.day, portion.number)
      try work(portion)
    }
    guard count == portions else { throw ExportedValueError(field: "portions") }
  }
}

/// A portion of a plan in an export: a line of the plan's file.
package struct ExportedPortion: ShapedLine, Hashable {
  let day: Int
  /// Counted from 1 for each day.
  let number: Int
  /// The keys of its first and its last text or section.
  let first: String
  let last: String

  package static let shape = LineShape(
    Self.init, LineMember("day", \.day, .number(Plan.dayRange)),
    LineMember("number", \.number, .number(ReadingLimits.portionNumbers)),
    LineMember("first", \.first, .key), LineMember("last", \.last, .key))
}

extension ExportedPlan {
  init(_ plan: Plan, file: ContainedPath, hash: String, portions: Int) {
    self.init(
      name: plan.name.text, collection: plan.folded, source: plan.source, days: plan.days,
      added: plan.added, file: String(decoding: file), portions: portions, fileSha256: hash)
  }
}

extension Plan {
  /// The owner's first plan after another one; of its collection it has only the name.
  static func next(of owner: Int64, after id: Int64, _ db: Database) throws -> Plan? {
    try DecodedRows(
      db, cached: "SELECT \(columns) FROM plan WHERE owner = ? AND id > ? ORDER BY id LIMIT 1",
      arguments: [owner, id]
    ).map { try Plan(&$0, []) }.first
  }

  /// The owner's plan of a name; of its collection it has only the name.
  static func named(_ name: PlanName, of owner: Int64, _ db: Database) throws -> Plan? {
    try DecodedRows(
      db, cached: "SELECT \(columns) FROM plan WHERE owner = ? AND folded = ?",
      arguments: [owner, name.folded]
    ).map { try Plan(&$0, []) }.first
  }

  /// Goes through the lines of its portions.
  ///
  /// - Returns: how many there are.
  func forEachLine(_ db: Database, _ work: ([UInt8]) throws -> Void) throws -> Int {
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT day, number, first, last FROM plan_portion WHERE plan = ?
        ORDER BY day, number LIMIT ?
        """, arguments: [id, Plan.totalLimit])
    var count = 0
    while var row = try rows.next() {
      try work(ExportedPortion.exportedLine(of: &row))
      count += 1
    }
    return count
  }

  /// Whether an export's plan reads the same on the same days.
  func isSame(as plan: ExportedPlan, _ db: Database) throws -> Bool {
    guard folded == plan.collection, days == plan.days else { return false }
    var hash = SHA256()
    _ = try forEachLine(db) { hash.update($0.span) }
    return hash.finish() == plan.fileHash
  }
}
