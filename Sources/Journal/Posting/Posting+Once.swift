import Files
import Foundation
import GRDB
package import Stamping

extension Posting {
  /// Posts one photo, once: under a key that has a post already that one is told.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - key: what says that it is the same one.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: ``PostKeyError``, ``JournalError`` or `StampError`; then nothing is stored.
  package func post(_ photo: InputPhoto, key: PostKey) throws -> (post: Post, isNew: Bool) {
    let original = try OriginalPhoto(reading: photo)
    let uid = key.uid(of: journal.id)
    if let earlier = try earlierPost(uid, original) { return (earlier, false) }
    do {
      let record = store([try arrive(original, photo, 0, uid: uid)]).first
      switch record?.result {
      case .posted(let post, _), .notExported(let post, _): return (post, true)
      case .failed(let error): throw error
      case .skipped(let number):
        throw JournalError.postedBefore(number: number, isInTrash: false)
      case nil: throw PostKeyError.inUse
      }
    } catch {
      // Somebody else may have posted under the key in the meantime, and be why this one failed.
      if let earlier = try earlierPost(uid, original) { return (earlier, false) }
      if case JournalError.file(.exists) = error { throw PostKeyError.inUse }
      throw error
    }
  }

  private func earlierPost(_ uid: [UInt8], _ original: OriginalPhoto) throws -> Post? {
    guard let post = try journal.post(uid: uid) else { return nil }
    guard post.photo.originalHash == original.hash else {
      throw PostKeyError.otherPhoto(number: post.number)
    }
    return post
  }
}

extension OwnerJournal {
  /// The post of a uid, be it in the trash; nil where there is none.
  fileprivate func post(uid: [UInt8]) throws -> Post? {
    try read { db in
      try db.row(
        cached: "SELECT \(Post.columns) FROM post WHERE owner = ? AND uid = ?",
        arguments: [id, Data(uid)]
      ).map { try Post(row: $0) }
    }
  }
}
