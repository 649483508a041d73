import CaptureTime
import Files
import Formats
import Foundation
import GRDB
package import Stamping
package import Store
import SystemPackage

/// An owner's drafts. Only the device that made a draft sees it, or all devices once that one is
/// revoked.
package struct DraftBox: Sendable {
  let journal: OwnerJournal

  /// The drafts that a device sees, the latest changed first.
  ///
  /// - Parameters:
  ///   - device: which asks.
  ///   - path: where their form is; nil for those of all forms.
  /// - Returns: those that are not discarded.
  /// - Throws: ``JournalError``.
  package func all(of device: Int64, at path: String? = nil) throws -> [Draft] {
    try journal.read { db in try rows(db).all(of: device, at: path) }
  }

  /// The names of a form's drafts, last changed first, without reading the rest.
  package func names(of device: Int64, at path: String) throws -> [DraftName] {
    try journal.read { db in try rows(db).names(of: device, at: path) }
  }

  /// The draft with a name, also a discarded one; nil if the device sees none.
  package func draft(_ name: DraftName, of device: Int64) throws -> Draft? {
    try journal.read { db in try rows(db).draft(name, of: device) }
  }

  /// Discards a draft, or brings it back.
  ///
  /// - Parameters:
  ///   - name: the draft.
  ///   - device: which asks.
  ///   - instant: when it is discarded, in seconds since 1970 in UTC; nil to bring it back.
  /// - Throws: ``DraftError/unknown``.
  package func setDiscarded(_ name: DraftName, of device: Int64, _ instant: Int?) throws {
    try journal.writeMakingRoom { db in
      guard let draft = try rows(db).draft(name, of: device) else { throw DraftError.unknown }
      try db.execute(
        cached: "UPDATE draft SET discarded = ? WHERE id = ?", arguments: [instant, draft.id])
    }
  }

  /// Takes a photo out of a draft, or brings it back.
  ///
  /// - Parameters:
  ///   - key: the photo.
  ///   - name: the draft.
  ///   - device: which asks.
  ///   - instant: when it is taken out, in seconds since 1970 in UTC; nil to bring it back.
  /// - Throws: ``DraftError``.
  package func setDiscarded(
    photo key: DraftName, of name: DraftName, for device: Int64, _ instant: Int?
  ) throws {
    try journal.writeMakingRoom { db in
      guard let draft = try rows(db).draft(name, of: device) else { throw DraftError.unknown }
      try db.execute(
        cached: "UPDATE draft_photo SET discarded = ? WHERE draft = ? AND key = ?",
        arguments: [instant, draft.id, key.text])
      guard db.changesCount == 1 else { throw DraftError.unknownPhoto }
    }
  }

  /// Removes the posted part of a draft: the whole draft if nothing was added meanwhile, otherwise
  /// only its words. Posted photos are deleted one by one before.
  ///
  /// - Parameters:
  ///   - draft: as it was when it was posted.
  ///   - posted: the fields that were posted, which may be later than the draft's.
  ///   - left: what its fields are where photos are left.
  /// - Throws: ``JournalError``, ``DraftError/tooLong``.
  package func settle(
    _ draft: Draft, posted: [String: String], left: [String: String]
  ) throws {
    try deleting { rows in
      guard let now = try rows.draft(id: draft.id) else { return [] }
      guard [draft.fields, posted].contains(now.fields) else { return [] }
      if now.photos.isEmpty { return try rows.delete(where: "id = ?", [draft.id]) }
      try rows.setFields(left, of: draft.id)
      return []
    }
  }

  /// Permanently deletes a draft, with the files of its photos.
  package func delete(_ draft: Draft) throws {
    try deleting { try $0.delete(where: "id = ?", [draft.id]) }
  }

  /// Permanently deletes a draft's photo, with its file, after it was posted.
  package func delete(_ photo: DraftPhoto) throws {
    try deleting { try $0.deletePhotos(where: "id = ?", [photo.id]) }
  }

  /// Permanently deletes drafts that were discarded too long ago to restore.
  package func empty(now: Int) throws {
    let end = now - Draft.undoTime
    let isAny = try journal.read { db in
      try db.value(
        Bool.self,
        cached: """
          SELECT EXISTS (SELECT 1 FROM draft WHERE owner = ?1 AND discarded < ?2)
            OR EXISTS (SELECT 1 FROM draft JOIN draft_photo ON draft_photo.draft = draft.id
              WHERE draft.owner = ?1 AND draft_photo.discarded < ?2)
          """, arguments: [journal.id, end])
    }
    guard isAny == true else { return }
    try deleting {
      try $0.deletePhotos(where: "discarded < ?", [end]) + $0.delete(where: "discarded < ?", [end])
    }
  }

  /// Deletes all drafts of the owner for good.
  func deleteAll() throws { try deleting { try $0.delete(where: "TRUE", []) } }

  private func deleting(_ work: (DraftRows) throws -> [ContainedPath]) throws {
    let loose = LooseFiles(journal.store)
    try loose.working {
      let files = try journal.writeMakingRoom { db in try work(rows(db)) }
      loose.clear(files)
    }
  }

  private func rows(_ db: Database) -> DraftRows { DraftRows(owner: journal.id, db: db) }
}

/// The photos of drafts.
extension DraftBox {
  /// A photo as it was sent.
  ///
  /// - Throws: ``JournalError/photoBroken(_:because:)`` where it is missing or changed.
  package func bytes(of photo: DraftPhoto) throws -> [UInt8] {
    try journal.posts.bytes(of: photo.file, hash: photo.hash)
  }

  /// A photo without a stamp that it may carry.
  ///
  /// - Throws: `StampError` where it is damaged, and as ``bytes(of:)``.
  package func original(of photo: DraftPhoto) throws -> OriginalPhoto {
    if photo.isVideo { throw StampError.photo(.video(.mp4)) }
    return try OriginalPhoto(PhotoSource(bytes: bytes(of: photo), attributes: nil))
  }

  /// A photo or video in the form for posting.
  ///
  /// - Parameters:
  ///   - photo: the photo or video.
  ///   - live: the video that moves in it.
  /// - Returns: the file, with that of the video.
  /// - Throws: as ``original(of:)``.
  package func file(of photo: DraftPhoto, live: DraftPhoto? = nil) throws -> ReadFile {
    guard photo.isVideo else {
      guard let live, case .video(let video) = try ReadFile(input(live)) else {
        return .photo(try original(of: photo))
      }
      return .photo(try original(of: photo), live: video)
    }
    return try ReadFile(input(photo))
  }

  private func input(_ photo: DraftPhoto) -> InputPhoto {
    InputPhoto(received: journal.posts.path(photo.file), name: photo.name)
  }

  /// The photos of a draft, where a photo has the video that belongs to it, as `LivePairs`.
  package func joined(_ photos: [DraftPhoto]) -> [(file: DraftPhoto, live: DraftPhoto?)] {
    LivePairs.joined(photos) { photo in
      let path = journal.posts.path(photo.file)
      // Its own file's name is by what it is; the sender's may be any.
      return InputPhoto(
        received: path, name: path.lastComponent?.string ?? "")
    }
  }

  /// What a photo contains, read on first use.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - stamper: finds its time.
  ///   - rule: by whose clock that is told.
  /// - Returns: what was found, which is stored.
  /// - Throws: as ``original(of:)``.
  package func found(
    in photo: DraftPhoto, by stamper: Stamper, _ rule: DayRule
  ) throws -> DraftPhoto.Found {
    if let found = photo.found { return found }
    let name = Array(photo.name.utf8)
    var (hash, time) = (photo.hash, CaptureTime?.none)
    if photo.isVideo {
      let reader = try rethrowing(
        PhotoReader(photo.file, beneath: journal.store.files), as: StampError.file)
      guard let video = try reader.video() else { throw StampError.video(.notAVideo) }
      time = (try? stamper.captureTime(of: video, nil, name: name))?.time
    } else {
      let original = try original(of: photo)
      hash = original.hash
      time = (try? stamper.captureTime(of: original, PhotoContext(name: name)))?.time
    }
    let told = try time.map { try PostTime($0, rule: rule).captureTime }
    let found = DraftPhoto.Found(
      originalHash: hash, taken: told?.wallText, source: told?.source.rawValue)
    try journal.writeMakingRoom { db in
      try db.execute(
        cached: "UPDATE draft_photo SET original_hash = ?, taken = ?, source = ? WHERE id = ?",
        arguments: [Data(found.originalHash), found.taken, found.source, photo.id])
    }
    return found
  }

  /// The post that already has a photo; nil if none has.
  package func post(
    of found: DraftPhoto.Found
  ) throws -> (number: Int, isInTrash: Bool)? {
    do {
      try journal.read { db in
        try PostRows(of: journal, db).checkIsNew(found.originalHash)
      }
      return nil
    } catch JournalError.postedBefore(let number, let isInTrash) {
      return (number, isInTrash)
    }
  }
}

extension OwnerJournal {
  package var drafts: DraftBox { DraftBox(journal: self) }
}

extension CaptureTime {
  /// As ISO 8601 writes it to its precision, without fractions of a second and offset.
  fileprivate var wallText: String {
    CaptureTime(
      date: date, hour: hour, minute: minute, second: min(second, 59), precision: precision,
      source: source
    ).description
  }
}
