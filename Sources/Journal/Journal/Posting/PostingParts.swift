import CaptureTime
import Stamping
import Store

/// A photo of a post that it shares with others: stamped and written, nameless as yet. Dropped, its files are
/// gone.
package struct StagedPart: Sendable {
  fileprivate let photo: StagedPost.Photo
  fileprivate let time: PostTime

  /// SHA-256 of the photo without its stamp, 32 bytes.
  package var originalHash: [UInt8] { photo.staged.photo.originalHash }
}

/// Posts of several photos, each stamped on its own, so that others get their turn in between.
///
/// The settings of each photo say how it is stamped, its own time, and the time of its post where that is
/// given.
extension Posting {
  /// Stamps a photo for a post under a key.
  ///
  /// - Parameters:
  ///   - file: the photo or video.
  ///   - part: what it is called, and its line.
  ///   - key: the post's.
  /// - Returns: the photo, for ``post(_:key:)``.
  /// - Throws: ``JournalError`` or `StampError`.
  package func stage(
    _ file: ReadFile, _ part: Part, under key: PostKey
  ) throws -> StagedPart {
    let uid = key.uid(of: journal.id)
    do {
      try checkIsNew(hash(of: file))
    } catch JournalError.postedBefore(let number, let isInTrash) {
      // The post that was made under the key before may have it.
      guard try journal.posts.post(number).uid == uid else {
        throw JournalError.postedBefore(number: number, isInTrash: isInTrash)
      }
    }
    return try stage(file, part, uid)
  }

  /// Stamps a photo that a post is to get.
  ///
  /// - Parameters:
  ///   - file: the photo or video.
  ///   - part: what it is called, and its line.
  ///   - post: the post.
  /// - Returns: the photo, for ``add(_:to:checking:)``.
  /// - Throws: ``JournalError`` or `StampError`.
  package func stage(
    _ file: ReadFile, _ part: Part, for post: Post
  ) throws -> StagedPart {
    try checkIsNew(hash(of: file))
    return try stage(file, part, post.uid)
  }

  private func stage(
    _ file: ReadFile, _ part: Part, _ uid: [UInt8]
  ) throws -> StagedPart {
    try journal.store.checkIsWritable()
    let (photo, time) = try stagePart(file, part.photo, 0, part.caption, uid: uid)
    return StagedPart(photo: photo, time: time)
  }

  /// Posts photos as one post, once: for a key that has a post already, gives that one.
  ///
  /// - Parameters:
  ///   - parts: the photos in their order, staged under the key: one at least, ``Post/photoLimit`` at most.
  ///   - key: what says that it is the same post.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: ``PostKeyError``, ``JournalError``, among these ``JournalError/samePhoto(_:as:)``; then nothing
  ///   is stored.
  package func post(
    _ parts: [StagedPart], key: PostKey
  ) throws -> (post: Post, isNew: Bool) {
    try Self.checkAreDifferent(parts.map(\.photo))
    let uid = key.uid(of: journal.id)
    return try once(uid, parts.map(\.originalHash)) {
      guard !parts.isEmpty, let time = try time(ofPost: parts.map(\.time)) else {
        throw JournalError.emptyPost
      }
      return StagedPost(
        photos: try placed(parts.map { ($0.photo, $0.time) }, in: time, uid: uid, avoiding: []),
        uid: uid, time: time, details: settings.details)
    }
  }

  /// Adds photos to a post, after those that it has.
  ///
  /// - Parameters:
  ///   - parts: the photos in their order, staged for the post.
  ///   - post: the post, as it was when they were.
  ///   - check: looks at the post in the transaction that changes it, and throws where it is not the one
  ///     that was meant.
  /// - Returns: the post as it is now.
  /// - Throws: ``JournalError``, among these ``JournalError/samePhoto(_:as:)``, and what `check` throws; then
  ///   nothing has changed.
  package func add(
    _ parts: [StagedPart], to post: Post, checking check: (Post) throws -> Void = { _ in }
  ) throws -> Post {
    return try add(parts.map { ($0.photo, $0.time) }, to: post, checking: check).post
  }

  /// Checks that no photo is there twice that may be posted once.
  static func checkAreDifferent(_ photos: [StagedPost.Photo]) throws(JournalError) {
    try Post.checkCount(ofPhotos: photos.count)
    var places: [[UInt8]: Int] = [:]
    for (index, photo) in photos.enumerated() where !photo.allowsAgain {
      if let place = places.updateValue(index + 1, forKey: photo.staged.photo.originalHash) {
        throw .samePhoto(index + 1, as: place)
      }
    }
  }
}
