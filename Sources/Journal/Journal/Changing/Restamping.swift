import CaptureTime
import Files
import Formats
import Foundation
import GRDB
import Stamping
import Store

/// Photos of a post to stamp again from their originals: all of their new files and rows together,
/// or none.
struct Restamping {
  let post: Post
  /// The post's time from then on.
  let time: PostTime
  /// The zone in which labels show the post's time.
  let zone: CaptureZone
  let photos: [Photo]
  /// Files of the post that are not to be removed, for their bytes are not those that were stored.
  var kept: [ContainedPath] = []
  /// The posts that take over contacts on its day until then.
  var heirs = ContactHeirs()

  /// A photo that was stamped again.
  struct Photo {
    /// As it is stored.
    let photo: PostPhoto
    /// Reads the photo without its stamp.
    let original: () throws -> OriginalPhoto
    let stamper: Stamper
    /// The photo's caption from then on; nil where it stays.
    var caption: Caption?
    /// The look that the label has from then on; nil where it stays.
    var look: LabelLook?
    /// What is done to the original before it is stamped from then on; nil where it stays.
    var edit: PhotoEdit?
  }

  /// A photo with its new files, nameless as yet.
  private struct Stamped {
    let photo: Photo
    let staged: StagedPhoto
    let warnings: [StampWarning]
  }

  /// How many other names are tried where the first ones are taken.
  private static let otherPlaces = 16

  /// Stamps the photos and gives the post their new files.
  ///
  /// - Parameters:
  ///   - journal: the post's.
  ///   - further: what is done in the same transaction.
  /// - Returns: the post as it is now, and what a person should know about its photos.
  /// - Throws: ``JournalError`` or `StampError`; then nothing has changed.
  func run(
    in journal: OwnerJournal, _ further: (PostRows) throws -> Void
  ) throws -> (Post, [StampWarning]) {
    var taken = post.photos.flatMap(\.files).filter { journal.store.hasFile($0) }
    var turn = 0
    while true {
      let stamped = try stamp(avoiding: taken, journal)
      do {
        return (try store(stamped, journal, further), stamped.flatMap(\.warnings))
      } catch JournalError.file(.exists) where turn < Self.otherPlaces {
        // Left by a process that was ended, or put there by another program.
        taken += stamped.map(\.staged.photo.file)
        turn += 1
      }
    }
  }

  private func stamp(
    avoiding taken: [ContainedPath], _ journal: OwnerJournal
  ) throws -> [Stamped] {
    var taken = taken
    return try photos.map { photo in
      let stored = photo.photo
      let original = try photo.original()
      let context = PhotoContext(
        of: stored, caption: photo.caption, owner: journal.owner, original: original)
      let edit = photo.edit ?? stored.edit
      let stamped = try photo.stamper.editing(edit)
        .stamp(original, context, at: labelTime(of: stored), as: original.format.recodedFormat)
      let staged = try StagedPhoto(
        stamped, original, edit, originalName: stored.originalName,
        at: PhotoPlace(time, taken: stored.taken, uid: post.uid), avoiding: taken,
        in: journal.store)
      taken.append(staged.photo.file)
      return Stamped(photo: photo, staged: staged, warnings: stamped.warnings)
    }
  }

  /// What a photo's label shows: the post's time in its zone, or the photo's own time as it was stored, whatever
  /// zone the post has now.
  private func labelTime(of photo: PostPhoto) -> CaptureTime {
    guard let taken = photo.taken else { return time.captureTime.inZone(zone) }
    let shown = taken.inZone(zone)
    return shown.offset == taken.offset ? shown : taken
  }

  private func store(
    _ stamped: [Stamped], _ journal: OwnerJournal, _ further: (PostRows) throws -> Void
  ) throws -> Post {
    let loose = LooseFiles(journal.store)
    let new = Set(stamped.flatMap(\.staged.photo.files))
    let old = photos.flatMap(\.photo.restampedFiles).filter {
      !kept.contains($0) && !new.contains($0)
    }
    let changed = try loose.working {
      let changed = try loose.store(stamped.flatMap(\.staged.files)) {
        try journal.write { db in
          // Another process may have changed the post since it was read.
          let rows = PostRows(of: journal, db)
          let now = try rows.post(post.number).photos
          guard photos.allSatisfy({ photo in now.contains { photo.photo.hasFiles(of: $0) } }) else {
            throw JournalError.changedMeanwhile(number: post.number)
          }
          try further(rows)
          try rows.setTime(time, of: rows.post(post.number))
          try heirs.take(from: post, rows)
          for photo in stamped { try set(photo, rows) }
          if (try? JournalSettings.load(owner: journal.id, db))?.exportFolder != nil {
            try rows.noteCopiesDue(of: post.id)
          }
          for file in old { try LooseFiles.add(file, db) }
          return try rows.post(post.number)
        }
      }
      ThumbnailFiles(journal.store).remove(photos.map(\.photo.hash))
      loose.clear(old)
      return changed
    }
    // One that cannot be made now stays due.
    journal.album.makeUp()
    return changed
  }

  /// Gives a photo its new files, and their look.
  private func set(_ stamped: Stamped, _ rows: PostRows) throws {
    let (db, photo) = (rows.db, stamped.staged.photo)
    if let look = stamped.photo.look {
      try db.execute(
        sql: "UPDATE photo SET look = ? WHERE id = ?",
        arguments: [try rows.lookID(look), stamped.photo.photo.id])
    }
    try db.execute(
      sql: """
        UPDATE photo SET file = ?, hash = ?, original_file = ?, width = ?, height = ?, edit = ?
        WHERE id = ?
        """,
      arguments: [
        String(decoding: photo.file), Data(photo.hash),
        photo.originalFile.map { String(decoding: $0) }, photo.size?.width, photo.size?.height,
        photo.edit.stored, stamped.photo.photo.id,
      ])
    for file in photo.files { try LooseFiles.claim(file, db) }
  }
}

extension PostPhoto {
  /// The files that stamping again replaces: not the video and the raw file beside it.
  fileprivate var restampedFiles: [ContainedPath] { [file] + (originalFile.map { [$0] } ?? []) }
}

extension PhotoContext {
  /// What a label can show of a post's photo.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - caption: its caption where it is to have another.
  ///   - owner: the journal's.
  ///   - original: says what a smaller copy of it does not.
  init(of photo: PostPhoto, caption: Caption?, owner: OwnerName, original: OriginalPhoto) {
    self.init(
      name: photo.originalName.isEmpty ? nil : Array(photo.originalName.utf8), owner: owner.text,
      caption: caption?.text ?? photo.caption, facts: original.facts)
    tracked = photo.position?.position
  }
}
