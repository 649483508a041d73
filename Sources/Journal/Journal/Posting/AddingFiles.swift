import Files
import Formats
import Foundation
import GRDB
import Stamping
import Store
import SystemPackage

extension PostRecord {
  /// A file beside a photo that its earlier post gets.
  package enum AddedFile: Sendable {
    case video, raw
  }
}

/// Adding a Live Photo's video, or a raw file, to a photo that was posted before.
extension Posting {
  /// Gives a photo that is posted already the files beside it that it lacks: the video that says that both belong
  /// together, and the raw file, where these are kept.
  ///
  /// - Parameters:
  ///   - input: the photo, with the files beside it.
  ///   - number: its earlier post's.
  /// - Returns: the post as it is now, perhaps in the trash, and the files that it got; nil if it lacks none.
  /// - Throws: ``JournalError``, among these ``JournalError/otherVideo(number:)``, and `StampError`; then nothing
  ///   has changed.
  func addFiles(
    beside input: InputPhoto, to number: Int
  ) throws -> (files: [PostRecord.AddedFile], post: Post)? {
    let mayHaveRaw = settings.keepsRaw && (input.raw != nil || input.relativePath.isRawByName)
    guard input.live != nil || mayHaveRaw,
      case .photo(let original, let live, let raw) = try ReadFile(
        input, developingBy: settings.stamper.decoder, keepsRaw: settings.keepsRaw)
    else { return nil }
    let post = try journal.posts.post(number)
    guard let photo = post.photos.first(where: { $0.originalHash == original.hash }) else {
      return nil
    }
    var new = NewFiles()
    if let live, try isNew(live, photo, number),
      let place = photo.file.beside(.live, live.described.format.fileExtension)
    {
      let staged = try live.staged(in: journal.store, limit: videoLimit())
      new.video = PostVideo(.beside(place, hash: staged.hash), staged.described)
      new.files.append((staged.file, place))
    }
    if let raw, photo.raw == nil, let place = photo.file.beside(.raw, raw.fileExtension) {
      let staged = try raw.staged(in: journal.store)
      new.raw = KeptRaw(place, hash: staged.hash, byteCount: staged.byteCount)
      new.files.append((staged.file, place))
    }
    if new.files.isEmpty { return nil }
    let loose = LooseFiles(journal.store)
    let changed = try loose.working {
      try loose.store(new.files) {
        try journal.write { db in
          try PostRows(of: journal, db).add(new, to: photo, of: post)
        }
      }
    }
    return (new.kinds, changed)
  }

  /// Whether a photo has no video yet.
  ///
  /// - Throws: ``JournalError/otherVideo(number:)`` where it has another one.
  private func isNew(_ live: ReadVideo, _ photo: PostPhoto, _ number: Int) throws -> Bool {
    guard let there = photo.video else { return true }
    guard try there.byteCount != live.described.byteCount || there.hash != live.hash() else {
      return false
    }
    throw JournalError.otherVideo(number: number)
  }
}

/// The files that a posted photo gets.
private struct NewFiles {
  var video: PostVideo?
  var raw: KeptRaw?
  var files: [(file: StagedFile, path: ContainedPath)] = []

  var kinds: [PostRecord.AddedFile] {
    (video == nil ? [] : [.video]) + (raw == nil ? [] : [.raw])
  }
}

extension PostRows {
  /// Gives a photo further files, which are in their places already.
  ///
  /// - Returns: the post as it is stored then.
  /// - Throws: ``JournalError/changedMeanwhile(number:)`` where the photo is not as it was read.
  fileprivate func add(_ new: NewFiles, to photo: PostPhoto, of post: Post) throws -> Post {
    let now = try Post.stored(as: post.id, db)?.photos
    guard now?.contains(where: { $0.id == photo.id && $0.hasFiles(of: photo) }) == true else {
      throw JournalError.changedMeanwhile(number: post.number)
    }
    if let video = new.video, let file = video.file, let hash = video.hash {
      try db.execute(
        cached: """
          UPDATE photo SET bytes = ?, duration = ?, video = ?, video_hash = ? WHERE id = ?
          """,
        arguments: [
          video.byteCount, video.milliseconds, String(decoding: file), Data(hash), photo.id,
        ])
    }
    if let raw = new.raw {
      try db.execute(
        cached: "UPDATE photo SET raw = ?, raw_hash = ?, raw_bytes = ? WHERE id = ?",
        arguments: [String(decoding: raw.file), Data(raw.hash), raw.byteCount, photo.id])
    }
    for (_, file) in new.files { try LooseFiles.claim(file, db) }
    return try self.post(post.number)
  }
}
