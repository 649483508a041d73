package import CaptureTime
package import Files
import Stamping
package import Store
import SystemPackage

/// The findings of the check of posts, in ``JournalProblem/area(_:)``.
package enum PostsProblem: AreaProblem {
  /// So many posts have captions whose words the search does not find, or finds though they are gone;
  /// nil where its index cannot be read.
  case search(posts: Int?)
  /// So many days have other numbers of posts, or of their words, than the database says.
  case counts(days: Int)
  /// The posts of a day are not as they were counted: one of them may have been altered.
  case counted(OwnerName, CivilDate)
  case post(OwnerName, number: Int, PostProblem)
  /// So many photos are in the database that no post has.
  case photosAlone(Int)
  /// So many posts have photos, and name none of them as the one that stands for them.
  case covers(posts: Int)
  /// So many days have several morning pages.
  case mornings(days: Int)
  /// The search does not find the owner's tag by its name.
  case tag(OwnerName, name: String)
  /// The number that was last given is none that posts get.
  case lastNumber(OwnerName)
  /// What is stored of a setting is no value of it.
  case setting(OwnerName, SettingError)
}

extension JournalProblem {
  package static func search(posts: Int?) -> JournalProblem {
    .area(PostsProblem.search(posts: posts))
  }

  package static func post(_ owner: OwnerName, number: Int, _ problem: PostProblem)
    -> JournalProblem
  {
    .area(PostsProblem.post(owner, number: number, problem))
  }
}

/// A problem of one post; paths are below the journal's folder.
package enum PostProblem: Sendable {
  case missing(Part, ContainedPath)
  /// The file has other bytes than those that were stored.
  case changed(Part, ContainedPath)
  /// A video or a raw file has the bytes that were stored, and its row another SHA-256 of it: this is the right
  /// one, 32 bytes.
  case copyRow(Part, ContainedPath, hash: [UInt8])
  /// The file is there but cannot be read.
  case unreadable(Part, ContainedPath, FileError)
  /// The stamped photo is as it was stored, but does not give its original back.
  case irreversible(ContainedPath)
  /// Whether it gives its original back was not looked at: that may take more bytes of memory than are
  /// allowed for one photo.
  case unproven(ContainedPath, needed: Int, allowed: Int)
  /// The day is not one that the time can belong to.
  case time(PostTime)
  /// A value in the post's row is not one that this program writes.
  case row(DatabaseFailure)
  /// Its words, title, captions or tags are not what the search has.
  case altered
  /// Its number is none that posts get.
  case number
  /// One of its texts breaks their rules, or one of an earlier version of its words.
  case text(TextFault, version: Int?)
  /// It has more tags than a post can have.
  case tags(observed: Int)
  /// It has these tags of other owners, which nobody is shown.
  case foreignTags([String])
  /// A photo of it is another owner's, and nobody is shown it.
  case foreignPhoto
  /// More versions of its words are there than are kept.
  case versions(observed: Int)
  /// An import elsewhere would refuse a value of it.
  case value(ImportProblem)

  package enum Part: String, Sendable {
    case stamped, original
    /// A video, or that beside a photo.
    case video
    /// The raw file beside a photo.
    case raw
  }

  /// The file that it is about.
  package var path: ContainedPath? {
    switch self {
    case .missing(_, let path), .changed(_, let path), .unreadable(_, let path, _),
      .copyRow(_, let path, _),
      .irreversible(let path), .unproven(let path, _, _):
      path
    case .time, .row, .altered, .number, .text, .tags, .foreignTags, .foreignPhoto, .versions,
      .value:
      nil
    }
  }
}

/// Finding problems.
extension PostProblem {
  /// What is wrong with a post.
  ///
  /// Whoever changes it meanwhile is waited for: only what is found twice, the second time while
  /// nobody is at work, counts.
  static func confirmed(
    of post: Post, in journal: OwnerJournal
  ) throws -> (post: Post, problems: [PostProblem]) {
    guard !current(of: post, in: journal).isEmpty else { return (post, []) }
    return try FolderLock(journal.store.folder).hold(.exclusive) {
      do {
        let post = try journal.posts.post(post.number)
        return (post, current(of: post, in: journal))
      } catch JournalError.unknownPost {
        return (post, [])
      }
    }
  }

  /// What is wrong with a post at this moment.
  static func current(of post: Post, in journal: OwnerJournal) -> [PostProblem] {
    var problems: [PostProblem] = []
    if !post.time.isPossible { problems.append(.time(post.time)) }
    problems += ofRows(of: post, in: journal)
    return problems + post.photos.flatMap { files(of: $0, in: journal) }
  }

  /// What is wrong with a photo's files.
  private static func files(of photo: PostPhoto, in journal: OwnerJournal) -> [PostProblem] {
    var problems = photo.copies.compactMap { copy(photo, $0, in: journal) }
    if photo.isVideo { return problems }
    switch FileState(of: photo.file, hash: photo.hash, in: journal.store) {
    case .unlike(let problem): problems.append(problem(.stamped, photo.file))
    case .whole(let source):
      guard photo.originalFile == nil else { break }
      do throws(StampError) {
        if try OriginalPhoto(source).hash != photo.originalHash { throw .editedSinceStamping }
      } catch .tooMuchMemory(let needed, let allowed) {
        problems.append(.unproven(photo.file, needed: needed, allowed: allowed))
      } catch {
        problems.append(.irreversible(photo.file))
      }
    }
    if let file = photo.originalFile,
      case .unlike(let problem) = FileState(
        of: file, hash: photo.originalHash, in: journal.store)
    {
      problems.append(problem(.original, file))
    }
    return problems
  }

  /// What is wrong with the file of a video or a raw photo, or with its row; nil where nothing is.
  private static func copy(
    _ photo: PostPhoto, _ copy: PostPhoto.Copy, in journal: OwnerJournal
  ) -> PostProblem? {
    let found: [UInt8]
    let size: Int?
    do throws(FileError) {
      let reader = try PhotoReader(copy.file, beneath: journal.store.files)
      (found, size) = (try reader.hash(), reader.size)
    } catch {
      return FileState.problem(error)(copy.part, copy.file)
    }
    if photo.agrees(copy, found) { return nil }
    return photo.proves(copy, found, byteCount: size ?? 0)
      ? .copyRow(copy.part, copy.file, hash: found) : .changed(copy.part, copy.file)
  }
}

/// The state of a stored file.
enum FileState {
  /// It has the bytes that were stored.
  case whole(PhotoSource)
  case unlike((PostProblem.Part, ContainedPath) -> PostProblem)

  /// Compares a file with its SHA-256.
  init(of path: ContainedPath, hash: [UInt8], in store: JournalStore) {
    do throws(FileError) {
      let source = try PhotoReader(path, beneath: store.files).whole()
      if StampMark.hash(source.bytes) == hash {
        self = .whole(source)
        return
      }
    } catch {
      self = .unlike(Self.problem(error))
      return
    }
    self = .unlike { .changed($0, $1) }
  }

  /// What is wrong with a file of whatever size, a piece of which is in memory at a time; nil where it has
  /// the bytes that were stored.
  static func unlike(
    _ path: ContainedPath, hash: [UInt8], in store: JournalStore
  ) -> ((PostProblem.Part, ContainedPath) -> PostProblem)? {
    do throws(FileError) {
      if try PhotoReader(path, beneath: store.files).hash() == hash { return nil }
    } catch {
      return problem(error)
    }
    return { .changed($0, $1) }
  }

  fileprivate static func problem(
    _ error: FileError
  ) -> (PostProblem.Part, ContainedPath) -> PostProblem {
    switch error {
    case .system(_, _, .noSuchFileOrDirectory), .system(_, _, .notDirectory):
      { .missing($0, $1) }
    case .notAFile, .tooLarge: { .changed($0, $1) }
    default: { .unreadable($0, $1, error) }
    }
  }
}

extension PostTime {
  /// Whether the day can be that of the instant: the day that the clock showed or, as days may begin
  /// late and zones skip days, one beside it.
  var isPossible: Bool {
    let shown = (instant + offset).floorDivided(by: 86_400).quotient
    return abs(shown - day.daysSinceEpoch) <= 1
  }
}
