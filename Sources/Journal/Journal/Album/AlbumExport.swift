import Files
package import Store
package import SystemPackage

/// Copies of the stamped photos of many posts, as files for people: see ``AlbumFolder``.
///
/// What is there is passed over, so that one that was interrupted, run again, goes on.
package struct AlbumExport: Sendable {
  private let journal: OwnerJournal
  private let folder: FilePath
  private let numbers: [Int]
  /// How many photos there are.
  package let count: Int

  /// - Parameters:
  ///   - journal: whose posts.
  ///   - filter: which of them; those without a photo have nothing to copy.
  ///   - latest: how many of them at most, the latest ones; nil for all.
  ///   - folder: made where it is missing.
  /// - Throws: ``JournalError``.
  package init(
    of journal: OwnerJournal, _ filter: PostFilter, latest: Int? = nil, into folder: FilePath
  ) throws {
    var filter = filter
    filter.kinds.insert(.photo)
    var (numbers, count) = ([Int](), 0)
    try journal.posts.forEach(filter, latest: latest) {
      numbers.append($0.number)
      count += $0.photos.count
    }
    (self.journal, self.folder, self.numbers, self.count) = (journal, folder, numbers, count)
  }

  /// The result for one photo.
  package enum Result: Sendable {
    case written, there
    /// The post is gone, or in the trash, by now.
    case gone
    case failed(any Error)
  }

  /// Makes the copies, in the order of the posts.
  ///
  /// - Parameter report: called for each photo with its post's number and what became of it; once for a
  ///   post of which nothing can be copied.
  /// - Throws: ``FileError`` where the folder cannot be used, ``JournalError`` where the journal cannot be
  ///   read any more.
  package func run(report: (Int, Result) -> Void) throws {
    let album = try AlbumFolder(folder)
    let isSet = try journal.settings.albumFolder() == folder.lexicallyNormalized()
    var room = RoomLeft()
    for number in numbers {
      if room.isNone {
        report(number, .failed(JournalError.noRoomLeft))
        continue
      }
      let post: Post
      do {
        post = try journal.posts.post(number)
      } catch JournalError.unknownPost {
        report(number, .gone)
        continue
      }
      if post.trashed != nil {
        report(number, .gone)
        continue
      }
      do {
        let areWritten = try album.put(post, of: journal)
        if isSet { try? journal.album.settle([post]) }
        room.noteSuccess()
        for isWritten in areWritten { report(number, isWritten ? .written : .there) }
      } catch {
        room.note(error)
        report(number, .failed(error))
      }
    }
  }
}
