import Files
import Formats
import GRDB
import Stamping
import Store
import SystemPackage

/// What an export for another program cannot take along, counted.
package enum ExportLoss: String, Sendable, CaseIterable {
  /// Posts in the trash.
  case trash
  case moods
  case morningPages
  /// Videos beside photos, of Live Photos.
  case videos
  /// Raw files that are kept with photos.
  case rawFiles
}

/// The posts of an owner outside the trash, in the order of their numbers, with their files as another program
/// gets them.
struct OutgoingPosts {
  private let journal: OwnerJournal
  private let givesOriginals: Bool
  private let files: ExportedFiles
  private var numbers: PostNumbers

  /// - Parameters:
  ///   - journal: whose posts.
  ///   - givesOriginals: whether photos come as they were before they were stamped.
  ///   - folders: for an ``ExportSpool``.
  init(of journal: OwnerJournal, givesOriginals: Bool, keepingFilesIn folders: [FilePath]) {
    (self.journal, self.givesOriginals) = (journal, givesOriginals)
    files = ExportedFiles(of: journal, keptIn: folders)
    numbers = PostNumbers(of: journal, withTrash: false)
  }

  /// The next post; nil after the last.
  mutating func next() throws -> Post? {
    while let number = try numbers.next() {
      do {
        let post = try journal.posts.post(number)
        if post.trashed == nil { return post }
      } catch JournalError.unknownPost {
        continue
      }
    }
    return nil
  }

  /// A photo or a video of a post.
  ///
  /// - Parameters:
  ///   - photo: the post's.
  ///   - isOnly: whether no other file waits beside it.
  ///   - name: the file's path in the export, by its usual name.
  /// - Returns: the file.
  /// - Throws: ``JournalError``.
  func file(
    of photo: PostPhoto, isOnly: Bool, as name: (FilePath.Component) throws -> ContainedPath
  ) throws -> ExportFile {
    guard let usual = photo.file.lastComponent else {
      throw JournalError.photoBroken(journal.posts.path(photo.file), because: nil)
    }
    guard givesOriginals, !photo.isVideo else {
      return try files.file(photo.file, photo.hash, as: name(usual), isOnly: isOnly)
    }
    let original = try journal.posts.original(of: photo)
    let text = "\(usual.stem).\(original.format.fileExtension)"
    return try files.file(
      original.bytes, as: name(FilePath.Component(text) ?? usual), isOnly: isOnly)
  }

  /// The video beside a photo; nil where there is none.
  ///
  /// - Throws: ``JournalError``.
  func video(
    beside photo: PostPhoto, as name: (FilePath.Component) throws -> ContainedPath
  ) throws -> ExportFile? {
    guard case .beside(let path, let hash) = photo.video?.place, let usual = path.lastComponent
    else { return nil }
    return try files.file(path, hash, as: name(usual), isOnly: false)
  }

  /// The raw file that is kept with a photo; nil where there is none.
  ///
  /// - Throws: ``JournalError``.
  func raw(
    of photo: PostPhoto, as name: (FilePath.Component) throws -> ContainedPath
  ) throws -> ExportFile? {
    guard let raw = photo.raw, let usual = raw.file.lastComponent else { return nil }
    return try files.file(raw.file, raw.hash, as: name(usual), isOnly: false)
  }
}

/// The numbers of an owner's posts, in their order; a page of them is in memory.
struct PostNumbers {
  private let journal: OwnerJournal
  private let condition: String
  /// Those that are still to come of a page, in the order of a stack.
  private var waiting: [Int] = []
  /// The last of that page.
  private var last = Int.min

  /// How many are read at a time.
  private static let pageSize = 256

  init(of journal: OwnerJournal, withTrash: Bool) {
    self.journal = journal
    condition = withTrash ? "" : "AND trashed IS NULL"
  }

  /// The next one; nil after the last.
  mutating func next() throws -> Int? {
    if waiting.isEmpty {
      waiting = try journal.read { db in
        try db.values(
          cached: """
            SELECT number FROM post WHERE owner = ? AND number > ? \(condition)
            ORDER BY number LIMIT ?
            """, arguments: [journal.id, last, Self.pageSize])
      }.reversed()
      last = waiting.first ?? last
    }
    return waiting.popLast()
  }

  /// Has ``next()`` give a number again.
  mutating func putBack(_ number: Int) { waiting.append(number) }
}
