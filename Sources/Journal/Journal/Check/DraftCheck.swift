import Files
import GRDB
import Stamping
package import Store

/// The findings of the check of drafts, in ``JournalProblem/area(_:)``.
package enum DraftsProblem: AreaProblem {
  /// A photo that waits in a draft of an owner.
  case photo(OwnerName, PostProblem)
  /// A value in the row of a draft is not one that this program writes.
  case row(OwnerName, DatabaseFailure)
}

/// Checks the drafts with the files of their photos.
final class DraftCheck: AreaCheck {
  private let store: JournalStore
  private let repairs: Bool
  private var broken: [(problem: JournalProblem, file: ContainedPath, hash: [UInt8])] = []

  init(of store: JournalStore, repairs: Bool) { (self.store, self.repairs) = (store, repairs) }

  /// Lets all devices of an owner see the drafts of a device that is gone, and forgets photos of drafts
  /// that are gone, whose files are then stray.
  func mendReferences() throws {
    try JournalError.wrapping {
      try store.write { db in
        try db.execute(
          sql: """
            UPDATE draft SET device = NULL WHERE device NOT IN (SELECT id FROM device);
            DELETE FROM draft_photo WHERE draft NOT IN (SELECT id FROM draft);
            """)
      }
    }
  }

  func checkRows(
    _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report
  ) throws {
    // Whose journal cannot be opened, or why none can, is told by the check of posts.
    let opened: [OwnerJournal]
    do {
      opened = try check.open({ _ in }, size: { _ in }).map(\.journal)
    } catch {
      return try check.passOver(error)
    }
    for journal in opened {
      do {
        try checkPhotos(of: journal, report)
      } catch JournalError.database(let failure) where failure.kind == .corrupt {
        tell(failure, of: journal, report)
      } catch {
        try check.passOver(error)
        report(JournalFinding(.unreadable(error), repair: .notTried))
      }
    }
  }

  private func tell(
    _ failure: DatabaseFailure, of journal: OwnerJournal, _ report: JournalCheck.Report
  ) {
    report(
      JournalFinding(
        .area(DraftsProblem.row(journal.owner, failure)),
        repair: repairs ? .beyondRepair : .notTried))
  }

  private func checkPhotos(of journal: OwnerJournal, _ report: JournalCheck.Report) throws {
    let (photos, failures) = try journal.read { db in
      var (photos, failures): ([DraftPhoto], [DatabaseFailure]) = ([], [])
      func take(_ row: RowDecoder, _ read: (inout RowDecoder) throws -> Void) throws {
        var row = row
        do {
          try read(&row)
        } catch JournalError.database(let failure) where failure.kind == .corrupt {
          failures.append(failure)
        }
      }
      let rows = try DecodedRows(
        db, cached: "SELECT id, name, path, fields, changed FROM draft WHERE owner = ?",
        arguments: [journal.id])
      while let row = try rows.next() {
        try take(row) { row in
          row.skip(1)
          _ = try row.next { DraftName($0) }
          _ = try row.text(atMost: Draft.pathLimit)
          _ = try DraftRows.fields(row.text(atMost: 2 * Draft.fieldsLimit))
          _ = try row.next(in: DayRule.instants)
        }
      }
      let found = try DecodedRows(
        db,
        cached: """
          SELECT draft_photo.id, key, draft_photo.name, file, size, hash, original_hash, taken, source
          FROM draft_photo JOIN draft ON draft.id = draft_photo.draft
          WHERE draft.owner = ? ORDER BY draft_photo.id
          """, arguments: [journal.id])
      while let row = try found.next() { try take(row) { photos.append(try DraftPhoto(&$0)) } }
      return (photos, failures)
    }
    for failure in failures { tell(failure, of: journal, report) }
    for photo in photos {
      guard try problem(of: photo, in: journal) != nil,
        // Only what is found while nobody is at work counts.
        let problem = try FolderLock(store.folder).hold(
          .exclusive, { try self.problem(of: photo, in: journal) })
      else { continue }
      let found = JournalProblem.area(DraftsProblem.photo(journal.owner, problem))
      if repairs {
        broken.append((found, photo.file, photo.hash))
      } else {
        report(JournalFinding(found, repair: .notTried))
      }
    }
  }

  private func problem(
    of photo: DraftPhoto, in journal: OwnerJournal
  ) throws -> PostProblem? {
    guard let problem = FileState.unlike(photo.file, hash: photo.hash, in: store) else {
      return nil
    }
    // Posted or discarded meanwhile.
    let isThere = try journal.read { db in
      try db.value(
        Bool.self, cached: "SELECT EXISTS (SELECT 1 FROM draft_photo WHERE id = ? AND file = ?)",
        arguments: [photo.id, String(decoding: photo.file)])
    }
    return isThere == true ? problem(.original, photo.file) : nil
  }

  /// Puts a photo that is missing back where a file that nobody names has its bytes.
  func finish(mendingWith strays: [StrayFiles.Stray]?, _ report: JournalCheck.Report) throws {
    for photo in broken {
      var repair = JournalFinding.Repair.beyondRepair
      if let strays, !store.hasFile(photo.file) {
        let found = strays.map(\.file).first { file in
          FileState.unlike(file, hash: photo.hash, in: store) == nil
        }
        if let found {
          repair = try FolderLock(store.folder).hold(.exclusive) {
            do {
              try FileMoves(store: store).move(found, to: photo.file)
              return .putBack(from: found)
            } catch JournalError.file(let error) {
              return .failed(JournalError.file(error))
            }
          }
        }
      }
      report(JournalFinding(photo.problem, repair: strays == nil ? .notTried : repair))
    }
  }
}
