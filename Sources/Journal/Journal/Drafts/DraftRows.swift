import Files
import Foundation
import GRDB
import Store

/// The rows of an owner's drafts, in a transaction.
struct DraftRows {
  let owner: Int64
  let db: Database

  /// The condition that a device may see a draft, for its owner and number.
  private static let isSeen = "owner = ? AND (device = ? OR device IS NULL)"

  /// The drafts that a device sees, the latest changed first. One that cannot be read, which a check
  /// names, does not hide the others.
  func all(of device: Int64, at path: String?) throws -> [Draft] {
    let ids = try DecodedRows(
      db,
      cached: """
        SELECT id FROM draft
        WHERE \(Self.isSeen) AND discarded IS NULL AND (?3 IS NULL OR path = ?3)
        ORDER BY changed DESC, id DESC
        """, arguments: [owner, device, path]
    ).map { try $0.next(Int64.self) }
    return try ids.compactMap { id in
      do {
        return try draft(id: id)
      } catch JournalError.database(let failure) where failure.kind == .corrupt {
        return nil
      }
    }
  }

  /// The names of the drafts of a form that a device sees, the latest changed first.
  func names(of device: Int64, at path: String) throws -> [DraftName] {
    try DecodedRows(
      db,
      cached: """
        SELECT name FROM draft WHERE \(Self.isSeen) AND discarded IS NULL AND path = ?
        ORDER BY changed DESC, id DESC
        """, arguments: [owner, device, path]
    ).map { try $0.next { DraftName($0) } }
  }

  func draft(id: Int64) throws -> Draft? { try drafts("owner = ? AND id = ?", [owner, id]).first }

  func setFields(_ fields: [String: String], of draft: Int64) throws {
    try db.execute(
      cached: "UPDATE draft SET fields = ? WHERE id = ?", arguments: [Self.json(fields), draft])
  }

  /// The draft of a name, also one that was discarded; nil where the device sees none.
  func draft(_ name: DraftName, of device: Int64) throws -> Draft? {
    try drafts("\(Self.isSeen) AND name = ?", [owner, device, name.text]).first
  }

  private func drafts(_ condition: String, _ arguments: StatementArguments) throws -> [Draft] {
    let rows = try DecodedRows(
      db, cached: "SELECT id, name, path, fields, changed FROM draft WHERE \(condition)",
      arguments: arguments
    ).map { values in
      (
        id: try values.next(Int64.self), name: try values.next { DraftName($0) },
        path: try values.text(atMost: Draft.pathLimit),
        fields: try values.text(atMost: 2 * Draft.fieldsLimit),
        changed: try values.next(in: DayRule.instants)
      )
    }
    return try rows.map { row in
      Draft(
        id: row.id, name: row.name, path: row.path, fields: try Self.fields(row.fields),
        photos: try photos(of: row.id), changed: row.changed)
    }
  }

  /// The photos of a draft that were not taken out again.
  private func photos(of draft: Int64) throws -> [DraftPhoto] {
    try DecodedRows(
      db,
      cached: """
        SELECT id, key, name, file, size, hash, original_hash, taken, source FROM draft_photo
        WHERE draft = ? AND discarded IS NULL ORDER BY id
        """, arguments: [draft]
    ).map { try DraftPhoto(&$0) }
  }

  static func fields(_ json: String) throws -> [String: String] {
    do {
      return try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    } catch {
      throw JournalError.corruptValue(of: "fields")
    }
  }

  /// - Throws: ``DraftError/tooLong``.
  static func json(_ fields: [String: String]) throws -> String {
    let size = fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard size <= Draft.fieldsLimit else { throw DraftError.tooLong }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(fields), as: UTF8.self)
    guard json.utf8.count <= 2 * Draft.fieldsLimit else { throw DraftError.tooLong }
    return json
  }

  /// Deletes drafts with their photos, whose files are loose then.
  ///
  /// - Returns: the files.
  func delete(where condition: String, _ arguments: StatementArguments) throws -> [ContainedPath] {
    let files = try looseFiles(
      of: "draft IN (SELECT id FROM draft WHERE owner = ? AND \(condition))", [owner] + arguments)
    try db.execute(
      sql: "DELETE FROM draft WHERE owner = ? AND \(condition)", arguments: [owner] + arguments)
    return files
  }

  /// Deletes photos of drafts, whose files are loose then.
  ///
  /// - Returns: the files.
  func deletePhotos(where condition: String, _ arguments: StatementArguments) throws
    -> [ContainedPath]
  {
    let all = "draft IN (SELECT id FROM draft WHERE owner = ?) AND \(condition)"
    let files = try looseFiles(of: all, [owner] + arguments)
    try db.execute(sql: "DELETE FROM draft_photo WHERE \(all)", arguments: [owner] + arguments)
    return files
  }

  private func looseFiles(
    of condition: String, _ arguments: StatementArguments
  ) throws -> [ContainedPath] {
    let rows = try DecodedRows(
      db, cached: "SELECT file FROM draft_photo WHERE \(condition)", arguments: arguments)
    // What a path that leads out of the journal names is not the journal's to remove.
    let files = try rows.map { try? $0.path() }.compactMap(\.self)
    for file in files { try LooseFiles.add(file, db) }
    return files
  }
}

extension DraftPhoto {
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    key = try values.next { DraftName($0) }
    name = try values.text(atMost: 1_024)
    file = try values.path()
    size = try values.next(in: 1...Int(Int32.max))
    hash = try values.bytes()
    let originalHash: Data? = try values.nextIfAny()
    let (taken, source): (String?, String?) = (try values.nextIfAny(), try values.nextIfAny())
    found = originalHash.map { Found(originalHash: Array($0), taken: taken, source: source) }
  }
}
