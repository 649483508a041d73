package import Files
import Foundation
import GRDB
import Stamping
package import Store

/// The findings of a salvage of drafts, in ``SalvageFinding/area(_:)``.
package enum DraftSalvageFinding: AreaSalvageFinding {
  /// The row of a draft cannot be read.
  case lost
  /// A photo that waited in a draft of an owner is missing or damaged.
  case photo(OwnerName, ContainedPath)
}

/// Copies drafts from a damaged journal into a new one, for all devices of their owners, since
/// those are paired again. A photo without a row is set aside.
final class DraftSalvage: AreaSalvage {
  func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    var files = Set(salvage.files.files.filter { $0.isBelow(DraftPhoto.folder) })
    let drafts = try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try Row.fetchAll(
          rows,
          sql: "SELECT id, owner, name, path, fields, changed, discarded FROM draft ORDER BY id")
      }
    }
    // Only an index still knows of these.
    let lost = try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try rows.value(
          Int.self,
          cached: "SELECT count(*) FROM lost_draft WHERE id NOT IN (SELECT id FROM draft)") ?? 0
      }
    }
    for _ in 0..<lost { report(.area(DraftSalvageFinding.lost)) }
    for row in drafts {
      do {
        try carry(row, salvage, &files, report)
      } catch let error as DatabaseError where error.resultCode != .SQLITE_CONSTRAINT {
        throw error
      } catch JournalError.file(let error) {
        throw JournalError.file(error)
      } catch {
        report(.area(DraftSalvageFinding.lost))
      }
    }
    for file in files.sorted(by: { String(decoding: $0) < String(decoding: $1) })
    where !(file.lastComponent.map(ContainingFolder.isTemporary) ?? false) {
      try salvage.setAside(file, report)
    }
    return 0
  }

  private func carry(
    _ row: Row, _ salvage: JournalSalvage, _ files: inout Set<ContainedPath>,
    _ report: JournalSalvage.Report
  ) throws {
    var values = RowDecoder(row)
    let (id, owner): (Int64, Int64) = (try values.next(), try values.next())
    guard let ownerName = salvage.owners[owner] else { throw SalvagedRowProblem.owner }
    let name = try values.next { DraftName($0) }
    let path = try values.text(atMost: Draft.pathLimit)
    let fields = try DraftRows.json(DraftRows.fields(values.text(atMost: 2 * Draft.fieldsLimit)))
    let changed = try values.next(in: DayRule.instants)
    let discarded = try values.nextIfAny(in: DayRule.instants)
    try salvage.database.write { db in
      try db.execute(
        sql: """
          INSERT INTO draft (id, owner, name, path, fields, changed, discarded)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """, arguments: [id, owner, name.text, path, fields, changed, discarded])
    }
    let photos = try salvage.rows.database.read { rows in
      try Row.fetchAll(
        rows,
        sql: """
          SELECT id, key, name, file, size, hash, original_hash, taken, source, discarded
          FROM draft_photo WHERE draft = ? ORDER BY id
          """, arguments: [id])
    }
    for row in photos {
      var values = RowDecoder(row)
      guard
        let (photo, discarded) = try? (
          DraftPhoto(&values), values.nextIfAny(in: DayRule.instants)
        ), photo.file.isBelow(DraftPhoto.folder)
      else {
        report(.area(DraftSalvageFinding.lost))
        continue
      }
      files.remove(photo.file)
      let found = try? salvage.disk.open(photo.file)?.outline()
      guard let found, found.hash == photo.hash,
        try salvage.copy(photo.file, to: photo.file) != nil
      else {
        report(.area(DraftSalvageFinding.photo(ownerName, photo.file)))
        if found != nil { try salvage.setAside(photo.file, report) }
        continue
      }
      try salvage.database.write { db in
        try db.execute(
          sql: """
            INSERT INTO draft_photo (
              id, draft, key, name, file, size, hash, original_hash, taken, source, discarded)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            photo.id, id, photo.key.text, photo.name, String(decoding: photo.file), photo.size,
            Data(photo.hash), photo.found.map { Data($0.originalHash) }, photo.found?.taken,
            photo.found?.source, discarded,
          ])
      }
    }
  }
}
