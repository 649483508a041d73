import Files
import Formats
import Foundation
import GRDB
import Stamping
import Store
import SystemPackage

/// Adding a Live Photo's video after its photo.
extension Posting {
  /// Gives a photo that is posted already the video beside it, where the photo has none: that both belong together
  /// was found by their identifiers.
  ///
  /// - Parameters:
  ///   - input: the photo, with the video.
  ///   - number: its earlier post's.
  /// - Returns: the post as it is now, which may be in the trash; nil where nothing was to be added: there is no
  ///   video, or the photo has it.
  /// - Throws: ``JournalError``, among these ``JournalError/otherVideo(number:)``, and `StampError`; then nothing
  ///   has changed.
  func addVideo(of input: InputPhoto, to number: Int) throws -> Post? {
    guard input.live != nil, case .photo(let original, let live?) = try ReadFile(input) else {
      return nil
    }
    let post = try journal.posts.post(number)
    guard let photo = post.photos.first(where: { $0.originalHash == original.hash }) else {
      return nil
    }
    if let there = photo.video {
      guard try there.byteCount != live.described.byteCount || there.hash != live.hash() else {
        return nil
      }
      throw JournalError.otherVideo(number: number)
    }
    guard let stem = photo.file.path.stem, let folder = photo.file.folder else { return nil }
    let place = try ContainedPath(
      "\(folder)/\(stem).live.\(live.described.format.fileExtension)")
    let staged = try live.staged(in: journal.store, limit: videoLimit())
    let video = PostVideo(.beside(place, hash: staged.hash), staged.described)
    let loose = LooseFiles(journal.store)
    return try loose.working {
      try loose.store([(staged.file, place)]) {
        try journal.write { db in
          try PostRows(of: journal, db).add(video, to: photo, of: post)
        }
      }
    }
  }
}

extension PostRows {
  /// Gives a photo its video; the file is in its place already.
  ///
  /// - Returns: the post as it is stored then.
  /// - Throws: ``JournalError/changedMeanwhile(number:)`` where the photo is not as it was read.
  fileprivate func add(_ video: PostVideo, to photo: PostPhoto, of post: Post) throws -> Post {
    let now = try Post.stored(as: post.id, db)?.photos
    guard now?.contains(where: { $0.id == photo.id && $0.hasFiles(of: photo) }) == true,
      let file = video.file, let hash = video.hash
    else { throw JournalError.changedMeanwhile(number: post.number) }
    try db.execute(
      cached: """
        UPDATE photo SET bytes = ?, duration = ?, video = ?, video_hash = ? WHERE id = ?
        """,
      arguments: [
        video.byteCount, video.milliseconds, String(decoding: file), Data(hash), photo.id,
      ])
    try LooseFiles.claim(file, db)
    return try self.post(post.number)
  }
}
