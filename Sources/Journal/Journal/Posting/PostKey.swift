import Files
import GRDB
import Hashing
package import Stamping
import Store

extension Posting {
  /// Posts one photo or video, once: for a key that has a post already, gives that one.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - key: what says that it is the same one.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: ``PostKeyError``, ``JournalError`` or `StampError`; then nothing is stored.
  package func post(_ photo: InputPhoto, key: PostKey) throws -> (post: Post, isNew: Bool) {
    try post(ReadFile(photo), of: photo, key: key)
  }

  /// Posts one photo that was read, as ``post(_:key:)``.
  ///
  /// - Parameters:
  ///   - original: the photo.
  ///   - photo: what it is called.
  ///   - key: what says that it is the same one.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: as ``post(_:key:)``.
  package func post(
    _ original: OriginalPhoto, of photo: InputPhoto, key: PostKey
  ) throws -> (post: Post, isNew: Bool) {
    try post(ReadFile.photo(original), of: photo, key: key)
  }

  /// As ``post(_:key:)``, of a file that was read.
  package func post(
    _ file: ReadFile, of photo: InputPhoto, key: PostKey
  ) throws -> (post: Post, isNew: Bool) {
    let uid = key.uid(of: journal.id)
    let hash = try hash(of: file)
    return try once(uid, [hash]) {
      try checkIsNew(hash)
      return try stage(file, photo, 0, uid: uid)
    }
  }

  /// Stores a post of photos, once: where there is one of the uid already, gives that one.
  ///
  /// - Parameters:
  ///   - uid: the post's.
  ///   - hashes: SHA-256 of the photos without stamps.
  ///   - stage: stamps the photos.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: as ``post(_:key:)``.
  func once(
    _ uid: [UInt8], _ hashes: [[UInt8]], _ stage: () throws -> StagedPost
  ) throws -> (post: Post, isNew: Bool) {
    if let earlier = try earlierPost(uid, hashes) { return (earlier, false) }
    do {
      let staged = try stage()
      switch records(of: [staged], store([staged])).first?.result {
      case .posted(let post, _), .notExported(let post, _): return (post, true)
      case .added(_, let post): return (post, false)
      case .failed(let error): throw error
      case .skipped(let number):
        throw JournalError.postedBefore(number: number, isInTrash: false)
      case nil: throw PostKeyError.inUse
      }
    } catch {
      // Somebody else may have posted under the key in the meantime, and be why this one failed.
      if let earlier = try earlierPost(uid, hashes) { return (earlier, false) }
      if case JournalError.file(.exists) = error { throw PostKeyError.inUse }
      throw error
    }
  }

  private func earlierPost(_ uid: [UInt8], _ hashes: [[UInt8]]) throws -> Post? {
    let post = try journal.read { db in try PostRows(of: journal, db).post(uid: uid) }
    guard let post else { return nil }
    let has = post.photos.map(\.originalHash)
    guard hashes.allSatisfy(has.contains) else {
      throw PostKeyError.otherPost(number: post.number)
    }
    return post
  }
}

extension Posts {
  /// Writes a post without a photo, once: for a key that has a post already, gives that one. A second
  /// morning page of a day is refused.
  ///
  /// - Parameters:
  ///   - new: what is written.
  ///   - key: what says that it is the same post.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: as ``write(_:now:)``, ``JournalError/morningExists(number:day:)``, and
  ///   ``PostKeyError/otherPost(number:)`` where the post of the key never said this; then nothing is
  ///   written.
  package func write(
    _ new: NewWords, key: PostKey, now: Int
  ) throws -> (post: Post, isNew: Bool) {
    let (uid, prose) = (key.uid(of: journal.id), NamingProse(of: new.words.text))
    return try journal.writeMakingRoom { db in
      let rows = PostRows(of: journal, db)
      guard let earlier = try rows.post(uid: uid) else {
        return try rows.write(new, uid: uid, now: now, prose)
      }
      guard try rows.hasSaid(new, earlier) else {
        throw PostKeyError.otherPost(number: earlier.number)
      }
      return (earlier, false)
    }
  }
}

extension Posts {
  /// The post made under a key; nil if there is none.
  ///
  /// - Throws: ``JournalError``.
  package func post(under key: PostKey) throws -> Post? {
    try journal.read { db in
      try PostRows(of: journal, db).post(uid: key.uid(of: journal.id))
    }
  }
}

extension PostRows {
  /// Whether a post says what is written, or did before it was changed; of a post without words, whether
  /// it has the mood.
  fileprivate func hasSaid(_ new: NewWords, _ post: Post) throws -> Bool {
    let (title, words) = (new.title.text, new.words.text)
    if (title, words) == (post.title, post.words) {
      return !words.isEmpty || new.mood == post.mood
    }
    return try db.row(
      cached: "SELECT 1 FROM post_version WHERE post = ? AND title = ? AND words = ? LIMIT 1",
      arguments: [post.id, title, words]) != nil
  }
}

/// A sender's key for a post, which identifies it when it is sent again: 1 to 255 printable ASCII
/// characters.
package struct PostKey: Sendable, Hashable {
  package static let lengths = 1...255

  private let text: String
  /// The device whose key it is alone; nil of one that is the owner's, by whatever device.
  private var device: Int64?

  /// Nil where it is not such a text.
  package init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
      return nil
    }
    self.text = text
  }

  /// A new, unique key.
  package init() { text = AccessToken().text }

  /// The key of a device that is not to learn what was posted by others: under theirs it posts anew.
  func own(of device: Int64) -> PostKey {
    var key = self
    key.device = device
    return key
  }

  /// The 16 bytes of the post that is made under the key: the schema has no second one of them.
  func uid(of owner: Int64) -> [UInt8] {
    // A key has no line break.
    let device = device.map { "device \($0)\n" } ?? ""
    let bytes = Array("daystamp post key\n\(owner)\n\(device)\(text)".utf8)
    return Array(SHA256.hash(bytes.span).prefix(Post.uidSize))
  }
}

/// Why posting under a key failed.
package enum PostKeyError: Error, Sendable, Hashable {
  /// Another photo, or other words, were posted under it, as the post of this number.
  case otherPost(number: Int)
  /// Somebody else is posting under it.
  case inUse
}
