package import Files
package import Formats
import GRDB
package import Stamping
package import Store
package import SystemPackage

/// An owner's posts: read one by one or by a ``PostFilter``, with their files.
package struct Posts: Sendable {
  let journal: OwnerJournal

  /// The post of a number, also one in the trash.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)``.
  package func post(_ number: Int) throws -> Post {
    try journal.read { db in try PostRows(of: journal, db).post(number) }
  }

  /// The posts of a filter, in order; not to be used where there may be more than fit in memory.
  package func all(
    _ filter: PostFilter, order: PostOrder = .oldestFirst, latest: Int? = nil
  ) throws -> [Post] {
    var posts: [Post] = []
    try forEach(filter, order: order, latest: latest) { posts.append($0) }
    return posts
  }

  /// The first posts of a filter in an order: a page. For later pages, use ``PostFilter/before`` or
  /// ``PostFilter/after``.
  ///
  /// - Parameters:
  ///   - filter: which posts.
  ///   - order: that in which they come.
  ///   - count: how many at most.
  ///   - bytes: of words, in UTF-8: the post with which there are more is the last.
  /// - Returns: the posts.
  /// - Throws: ``JournalError``.
  package func first(
    _ filter: PostFilter, order: PostOrder, count: Int, bytes: Int = .max
  ) throws -> [Post] {
    try journal.read { db in
      var (posts, size) = ([Post](), 0)
      func add(_ post: Post) {
        posts.append(post)
        size += post.words.utf8.count
      }
      guard let text = filter.text else {
        let rows = try PostSelection(filter, owner: journal.id).posts(order, first: count, db)
        while size <= bytes, var row = try rows.next() { add(try Post(&row, db)) }
        return posts
      }
      guard let search = PostSearch(text, tags: filter.tags) else { return [] }
      let rows = try search.rows(filter, owner: journal.id, order, atMost: count, db)
      try Post.forEach(rows, db) { post in
        add(post)
        return size <= bytes
      }
      return posts
    }
  }

  /// Goes through a filter's posts as they are at this moment, one at a time.
  ///
  /// - Parameters:
  ///   - filter: which posts.
  ///   - order: that in which they come, also where they are only the latest.
  ///   - latest: how many of them at most, the latest ones; nil for all.
  ///   - body: called with each; it must not ask the journal anything.
  /// - Throws: ``JournalError``, and what `body` throws.
  package func forEach(
    _ filter: PostFilter, order: PostOrder = .oldestFirst, latest: Int? = nil,
    _ body: (Post) throws -> Void
  ) throws {
    try journal.read { db in
      guard let text = filter.text else {
        let rows = try PostSelection(filter, owner: journal.id).posts(order, latest: latest, db)
        while var row = try rows.next() { try body(try Post(&row, db)) }
        return
      }
      guard let search = PostSearch(text, tags: filter.tags) else { return }
      // The rows of all posts fit in memory: they are numbers.
      let found = latest == nil ? order : .newestFirst
      let rows = try search.rows(filter, owner: journal.id, found, atMost: latest, db)
      try Post.forEach(order == found ? rows : rows.reversed(), db) { post in
        try body(post)
        return true
      }
    }
  }

  /// How many posts there are outside the trash, and how many in it, counted one by one.
  package func size() throws -> (posts: Int, inTrash: Int) {
    let posts = try journal.read { db in
      // Not as the days have them counted: whoever asks looks at every post. Without a word on days
      // SQLite takes an index that does not know the trash, and reads every row.
      try db.value(
        Int.self,
        cached: "SELECT count(*) FROM post WHERE owner = ? AND day >= '' AND trashed IS NULL",
        arguments: [journal.id])
    }
    return (posts ?? 0, try journal.trash.count())
  }
}

/// The files of posts.
extension Posts {
  /// The absolute path of a post's file, only to show it: ``open(_:)`` opens files.
  package func path(_ file: ContainedPath) -> FilePath { journal.store.folder.pushing(file) }

  /// Opens a post's file.
  ///
  /// - Returns: a descriptor that the caller closes.
  /// - Throws: ``JournalError/photoBroken(_:because:)`` where it is missing, or not a file.
  package func open(_ file: ContainedPath) throws -> FileDescriptor {
    do throws(FileError) {
      return try journal.store.files.openFile(file)
    } catch {
      throw JournalError.photoBroken(path(file), because: StampError.file(error))
    }
  }

  /// A post's photo as it was before it was stamped, proved by its SHA-256.
  ///
  /// - Throws: ``JournalError/photoBroken(_:because:)`` where it is not what it was.
  package func original(of photo: PostPhoto) throws -> OriginalPhoto {
    try photo.checkIsPhoto()
    let file = photo.originalFile ?? photo.file
    let path = path(file)
    do throws(StampError) {
      let original = try OriginalPhoto(reading: file, beneath: journal.store.files)
      if original.hash == photo.originalHash { return original }
    } catch {
      throw error.ofStoredPhoto(at: path)
    }
    throw JournalError.photoBroken(path, because: nil)
  }

  /// The video in a motion photo's file, or in its original if that is stored.
  ///
  /// - Returns: the file, and the video's range in it; nil if the file has none, although the journal knows one.
  /// - Throws: ``JournalError/photoBroken(_:because:)``.
  package func videoWithin(
    _ photo: PostPhoto
  ) throws(JournalError) -> (format: VideoFormat, file: ContainedPath, range: Range<Int>)? {
    for (file, hash) in photo.filesAndHashes where !file.isCopy {
      let bytes = try bytes(of: file, hash: hash)
      guard let range = (try? PhotoFile(bytes))?.motionVideo,
        let format = VideoFormat.detect(Array(bytes[range].prefix(4096)))
      else { continue }
      return (format, file, range)
    }
    return nil
  }

  /// How long work on a post's photo takes, as it was before it was stamped.
  ///
  /// - Parameters:
  ///   - photo: as it was read from this journal.
  ///   - isStill: whether of an animation only the first picture is decoded.
  /// - Returns: as the photo's file says.
  /// - Throws: `FileError`, `StampError`.
  package func effort(ofOriginal photo: PostPhoto, isStill: Bool) throws -> PhotoEffort {
    try photo.checkIsPhoto()
    return try effort(of: photo.originalFile ?? photo.file, isStill: isStill)
  }

  func effort(of file: ContainedPath, isStill: Bool) throws -> PhotoEffort {
    try PhotoEffort(
      of: PhotoReader(file, beneath: journal.store.files).whole().bytes, isStill: isStill)
  }

  /// A post's file as it was stored.
  ///
  /// - Throws: ``JournalError/photoBroken(_:because:)`` where it is missing or changed.
  func bytes(of file: ContainedPath, hash: [UInt8]) throws(JournalError) -> [UInt8] {
    let path = path(file)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PhotoReader(file, beneath: journal.store.files).whole().bytes
    } catch {
      throw .photoBroken(path, because: StampError.file(error))
    }
    guard StampMark.hash(bytes) == hash else { throw .photoBroken(path, because: nil) }
    return bytes
  }
}

extension StampError {
  /// The error of a photo that a post has: that it is not as it was stored, unless it only is larger than
  /// is worked on here.
  func ofStoredPhoto(at path: FilePath) -> any Error {
    isOfSize ? self : JournalError.photoBroken(path, because: self)
  }
}
