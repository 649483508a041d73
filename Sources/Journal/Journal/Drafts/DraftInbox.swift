import Files
import Foundation
import Formats
import GRDB
package import Stamping
package import Store
import SystemPackage

/// Where a device saves drafts, even while the journal is locked, because nothing is given back
/// here.
package struct DraftInbox: Sendable {
  private let store: JournalStore
  private let device: Device
  private let quota: DraftQuota

  /// - Parameters:
  ///   - device: the device, as it was found by its token.
  ///   - journals: the folder that it is a device of.
  ///   - quota: what it may have waiting.
  package init(of device: Device, in journals: Journal, quota: DraftQuota) {
    (store, self.device, self.quota) = (journals.store, device, quota)
  }

  /// Saves what was typed into a form, replacing what was saved before.
  ///
  /// What says nothing is not kept, unless it has photos.
  ///
  /// - Parameters:
  ///   - fields: of the form, all of them.
  ///   - path: where it is.
  ///   - name: by which the form is known.
  ///   - now: seconds since 1970 in UTC.
  /// - Throws: ``DraftError``, ``JournalError``.
  package func keep(
    _ fields: [String: String], at path: String, as name: DraftName, now: Int
  ) throws {
    let json = try DraftRows.json(fields)
    let isEmpty = Draft.isEmpty(fields, at: path)
    try writeMakingRoom { db in
      let owner = try owner(db)
      // A page lists them all.
      let others = try db.value(
        Int.self,
        cached: """
          SELECT coalesce(sum(length(CAST(fields AS BLOB))), 0) FROM draft
          WHERE device = ? AND name <> ?
          """, arguments: [device.id, name.text])
      guard (others ?? 0) + json.utf8.count <= quota.fieldBytes else {
        throw DraftError.tooMany(limit: quota.drafts)
      }
      guard let draft = try draft(name, of: owner, db) else {
        if !isEmpty { _ = try insert(name, path, json, of: owner, now, db) }
        return
      }
      let photos = try db.value(
        Int.self, cached: "SELECT count(*) FROM draft_photo WHERE draft = ?", arguments: [draft])
      if isEmpty, photos == 0 {
        return try db.execute(cached: "DELETE FROM draft WHERE id = ?", arguments: [draft])
      }
      try db.execute(
        cached: """
          UPDATE draft SET path = ?, fields = ?, changed = ?, device = ?, discarded = NULL
          WHERE id = ?
          """, arguments: [path, json, now, device.id, draft])
    }
  }

  /// Adds a photo to a draft, which is made if needed. The same photo is not added twice.
  ///
  /// - Parameters:
  ///   - bytes: of its file.
  ///   - fileName: what the sender calls it: one component, or nothing.
  ///   - key: by which the sender knows it.
  ///   - name: the draft.
  ///   - path: where the draft's form is.
  ///   - now: seconds since 1970 in UTC.
  /// - Throws: `StampError` for what is no photo, ``DraftError``, ``JournalError``; then nothing is kept.
  package func add(
    _ bytes: [UInt8], named fileName: String, as key: DraftName, to name: DraftName,
    at path: String, now: Int
  ) throws {
    let format = try rethrowing(PhotoFormat(announcedBy: bytes), as: StampError.photo)
    try add(
      format.fileExtension, size: bytes.count, named: fileName, as: key, to: name, at: path,
      now: now
    ) { (try store.stage(bytes), StampMark.hash(bytes)) }
  }

  /// Adds a video to a draft, as ``add(_:named:as:to:at:now:)``; a piece of it is in memory at a time.
  ///
  /// - Parameters:
  ///   - video: as it was received.
  ///   - key: by which the sender knows it, of the file's SHA-256.
  ///   - name: the draft.
  ///   - path: where the draft's form is.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: false for what does not begin like a video, which is not added.
  /// - Throws: as ``add(_:named:as:to:at:now:)``.
  package func add(
    video: ReceivedFile, as key: (_ hash: [UInt8]) -> DraftName, to name: DraftName,
    at path: String, now: Int
  ) throws -> Bool {
    guard
      case .video(let read)? = try? ReadFile(video.photo)
    else { return false }
    let hash = try read.hash()
    try add(
      read.described.format.fileExtension, size: read.described.byteCount, named: video.name,
      as: key(hash), to: name, at: path, now: now
    ) { (try read.staged(in: store, limit: VideoSize.mostBytes).file, hash) }
    return true
  }

  /// Adds a file that is written where there is room for it.
  private func add(
    _ fileExtension: String, size: Int, named fileName: String, as key: DraftName,
    to name: DraftName, at path: String, now: Int,
    _ stage: () throws -> (file: StagedFile, hash: [UInt8])
  ) throws {
    let file = try ContainedPath(
      "\(String(decoding: DraftPhoto.folder))/\(Self.stem()).\(fileExtension)")
    let isThere = try JournalError.wrapping {
      try store.database.read { db in try checkRoom(for: size, key, name, try owner(db), db) }
    }
    if isThere { return }
    let loose = LooseFiles(store)
    do {
      try loose.working {
        let staged = try stage()
        try loose.store([(staged.file, file)]) {
          try writeMakingRoom { db in
            let owner = try owner(db)
            guard try !checkRoom(for: size, key, name, owner, db) else {
              throw SentTwice()
            }
            let draft =
              try draft(name, of: owner, db) ?? insert(name, path, "{}", of: owner, now, db)
            try db.execute(
              cached: """
                INSERT INTO draft_photo (draft, key, name, file, size, hash)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
              arguments: [
                draft, key.text, fileName, String(decoding: file), size,
                Data(staged.hash),
              ])
            try db.execute(
              cached: "UPDATE draft SET changed = ?, device = ?, discarded = NULL WHERE id = ?",
              arguments: [now, device.id, draft])
            try LooseFiles.claim(file, db)
          }
        }
      }
    } catch is SentTwice {
      // It came another time meanwhile, and is there; this file has gone again.
    }
  }

  private struct SentTwice: Error {}

  private static func stem() -> String {
    Array(UUID().uuidString.lowercased().filter { $0 != "-" }).map(String.init).joined()
  }

  /// Checks that there is room for a photo.
  ///
  /// - Returns: whether the draft has it already.
  private func checkRoom(
    for size: Int, _ key: DraftName, _ name: DraftName, _ owner: Int64, _ db: Database
  ) throws -> Bool {
    if let draft = try draft(name, of: owner, db) {
      let known = try db.value(
        Int64.self, cached: "SELECT id FROM draft_photo WHERE draft = ? AND key = ?",
        arguments: [draft, key.text])
      if known != nil { return true }
      let count = try db.value(
        Int.self,
        cached: "SELECT count(*) FROM draft_photo WHERE draft = ? AND discarded IS NULL",
        arguments: [draft])
      guard (count ?? 0) < Draft.photoLimit else {
        throw DraftError.tooManyPhotos(limit: Draft.photoLimit)
      }
    }
    let total = try db.value(
      Int.self,
      cached: """
        SELECT coalesce(sum(size), 0) FROM draft_photo JOIN draft ON draft.id = draft_photo.draft
        WHERE draft.device = ?
        """, arguments: [device.id])
    guard (total ?? 0) + size <= quota.photoBytes else {
      throw DraftError.full(limit: quota.photoBytes)
    }
    return false
  }

  /// The device's owner.
  ///
  /// - Throws: ``DraftError/unknown`` where it was revoked meanwhile.
  private func owner(_ db: Database) throws -> Int64 {
    let owner = try db.value(
      Int64.self, cached: "SELECT owner FROM device WHERE id = ?", arguments: [device.id])
    guard let owner else { throw DraftError.unknown }
    return owner
  }

  /// The draft of a name; nil where there is none.
  ///
  /// - Throws: ``DraftError/unknown`` where it is another's.
  private func draft(_ name: DraftName, of owner: Int64, _ db: Database) throws -> Int64? {
    let row = try db.row(
      cached: "SELECT id, owner = ? AND (device = ? OR device IS NULL) FROM draft WHERE name = ?",
      arguments: [owner, device.id, name.text])
    guard let row else { return nil }
    var values = RowDecoder(row)
    let id: Int64 = try values.next()
    guard try values.next(Bool.self) else { throw DraftError.unknown }
    return id
  }

  private func insert(
    _ name: DraftName, _ path: String, _ json: String, of owner: Int64, _ now: Int, _ db: Database
  ) throws -> Int64 {
    guard path.utf8.count <= Draft.pathLimit else { throw DraftError.tooLong }
    let count = try db.value(
      Int.self, cached: "SELECT count(*) FROM draft WHERE device = ? AND discarded IS NULL",
      arguments: [device.id])
    guard (count ?? 0) < quota.drafts else { throw DraftError.tooMany(limit: quota.drafts) }
    try db.execute(
      cached: """
        INSERT INTO draft (owner, device, name, path, fields, changed) VALUES (?, ?, ?, ?, ?, ?)
        """, arguments: [owner, device.id, name.text, path, json, now])
    return db.lastInsertedRowID
  }

  private func writeMakingRoom<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try store.checkIsWritable()
    return try store.writeMakingRoom(work)
  }
}

extension Draft {
  /// Whether nothing of a form would be missed. An edit form says something even where it says nothing:
  /// that what was there is to go.
  static func isEmpty(_ fields: [String: String], at path: String) -> Bool {
    guard path == "/new" else { return false }
    return ["title", "words", "mood", "tags"].allSatisfy {
      (fields[$0] ?? "").allSatisfy(\.isWhitespace)
    }
  }
}
