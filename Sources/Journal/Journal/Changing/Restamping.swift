import CaptureTime
import Files
import Formats
import Foundation
import GRDB
import Stamping
import Store

/// A post's photo, stamped again from its original: its new files and its row together or not at all.
struct Restamping {
  let post: Post
  /// The post's photo.
  let photo: PostPhoto
  /// The photo without its stamp.
  let original: OriginalPhoto
  /// The post's time from then on.
  let time: PostTime
  /// The zone in which the label shows the time.
  let zone: CaptureZone
  /// The photo's caption from then on; nil where it stays.
  var caption: Caption?
  let stamper: Stamper
  /// The look that the label has from then on; nil where it stays.
  var look: LabelLook?
  /// What is done to the original before it is stamped from then on; nil where it stays.
  var edit: PhotoEdit?
  /// Files of the post that are not to be removed, for their bytes are not those that were stored.
  var kept: [ContainedPath] = []

  /// How many other names are tried where the first ones are taken.
  private static let otherPlaces = 16

  /// Stamps the photo and gives the post its new files.
  ///
  /// - Parameters:
  ///   - journal: the post's.
  ///   - further: what is done in the same transaction.
  /// - Returns: the post as it is now, and what a person should know about its photo.
  /// - Throws: ``JournalError`` or `StampError`; then nothing has changed.
  func run(
    in journal: OwnerJournal, _ further: (PostRows) throws -> Void
  ) throws -> (Post, [StampWarning]) {
    let context = PhotoContext(
      of: photo, caption: caption, owner: journal.owner, original: original)
    let stamped = try stamper.editing(edit ?? photo.edit).stamp(
      original, context, at: time, in: zone)
    var taken = photo.files.filter { journal.store.hasFile($0) }
    for _ in 0..<Self.otherPlaces {
      let staged = try stage(stamped, avoiding: taken, journal)
      do {
        return (try store(staged, journal, further), stamped.warnings)
      } catch JournalError.file(.exists) {
        // Left by a process that was ended, or put there by another program.
        taken.append(staged.photo.file)
      }
    }
    let staged = try stage(stamped, avoiding: taken, journal)
    return (try store(staged, journal, further), stamped.warnings)
  }

  private func stage(
    _ stamped: StampedPhoto, avoiding taken: [ContainedPath], _ journal: OwnerJournal
  ) throws -> StagedPhoto {
    try StagedPhoto(
      stamped, original, edit ?? photo.edit, originalName: photo.originalName, time: time,
      uid: post.uid,
      avoiding: taken, in: journal.store)
  }

  private func store(
    _ staged: StagedPhoto, _ journal: OwnerJournal, _ further: (PostRows) throws -> Void
  ) throws -> Post {
    let loose = LooseFiles(journal.store)
    let old = photo.files.filter { !kept.contains($0) && !staged.photo.files.contains($0) }
    let changed = try loose.working {
      let changed = try loose.store(staged.files) {
        try journal.write { db in
          // Another process may have changed the post since it was read.
          let rows = PostRows(of: journal, db)
          guard try photo.hasFiles(of: rows.post(post.number).photo) else {
            throw JournalError.changedMeanwhile(number: post.number)
          }
          try further(rows)
          try rows.setTime(time, of: rows.post(post.number))
          try set(staged.photo, rows)
          if (try? JournalSettings.load(owner: journal.id, db))?.exportFolder != nil {
            try rows.noteCopyDue(of: post.id)
          }
          for file in old { try LooseFiles.add(file, db) }
          return try rows.post(post.number)
        }
      }
      ThumbnailFiles(journal.store).remove([photo.hash])
      loose.clear(old)
      return changed
    }
    // One that cannot be made now stays due.
    journal.album.makeUp()
    return changed
  }

  /// Gives the photo its new files, and their look.
  private func set(_ photo: PostPhoto, _ rows: PostRows) throws {
    let db = rows.db
    if let look {
      try db.execute(
        sql: "UPDATE photo SET look = ? WHERE id = (SELECT photo FROM post WHERE id = ?)",
        arguments: [try rows.lookID(look), post.id])
    }
    try db.execute(
      sql: """
        UPDATE photo SET file = ?, hash = ?, original_file = ?, width = ?, height = ?, edit = ?
        WHERE id = (SELECT photo FROM post WHERE id = ?)
        """,
      arguments: [
        String(decoding: photo.file), Data(photo.hash),
        photo.originalFile.map { String(decoding: $0) }, photo.size?.width, photo.size?.height,
        photo.edit.stored, post.id,
      ])
    for file in photo.files { try LooseFiles.claim(file, db) }
  }
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
  }
}
