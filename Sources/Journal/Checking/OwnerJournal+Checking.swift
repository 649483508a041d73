import CaptureTime
import Files
import GRDB
import Stamping
import SystemPackage

/// Looking whether an owner's posts and files are as they were stored.
extension OwnerJournal {
  /// Some of the owner's posts, those in the trash too, and the rows that cannot be read.
  struct Page {
    var posts: [Post] = []
    var broken: [(number: Int, failure: DatabaseFailure)] = []
    /// The last number in it; nil where there are no further posts.
    var last: Int?
  }

  /// The next posts by number.
  func page(after number: Int, size: Int) throws -> Page {
    try read { db in
      var page = Page()
      let rows = try Row.fetchCursor(
        db,
        sql:
          "SELECT \(Post.columns) FROM post WHERE owner = ? AND number > ? ORDER BY number LIMIT ?",
        arguments: [id, number, size])
      while let row = try rows.next() {
        let number = Int.fromDatabaseValue(row["number"])
        do {
          page.posts.append(try Post(row: row))
        } catch JournalError.database(let failure) {
          page.broken.append((number ?? 0, failure))
        }
        page.last = number ?? page.last
      }
      return page
    }
  }

  /// What is wrong with a post.
  ///
  /// Whoever changes it meanwhile is waited for: only what is found twice, the second time while
  /// nobody is at work, is told.
  func confirmedProblems(of post: Post) throws -> (post: Post, problems: [PostProblem]) {
    guard !problems(of: post).isEmpty else { return (post, []) }
    return try FolderLock(store.folder).hold(.exclusive) {
      do {
        let post = try self.post(post.number)
        return (post, problems(of: post))
      } catch JournalError.unknownPost {
        return (post, [])
      }
    }
  }

  /// What is wrong with a post at this moment.
  func problems(of post: Post) -> [PostProblem] {
    var problems: [PostProblem] = []
    if !post.time.isPossible { problems.append(.time(post.time)) }
    let photo = post.photo
    switch store.state(of: photo.file, hash: photo.hash) {
    case .unlike(let problem): problems.append(problem(.stamped, photo.file))
    case .whole(let source):
      guard photo.originalFile == nil else { break }
      if source.originalHash != photo.originalHash { problems.append(.irreversible(photo.file)) }
    }
    if let file = photo.originalFile,
      case .unlike(let problem) = store.state(of: file, hash: photo.originalHash)
    {
      problems.append(problem(.original, file))
    }
    return problems
  }
}

extension JournalStore {
  enum FileState {
    /// It has the bytes that were stored.
    case whole(PhotoSource)
    case unlike((PostProblem.Part, FilePath) -> PostProblem)
  }

  /// Compares a file with its SHA-256.
  func state(of path: FilePath, hash: [UInt8]) -> FileState {
    do throws(FileError) {
      let source = try PhotoReader(InputPhoto(named: folder.pushing(path))).whole()
      if StampMark.hash(source.bytes) == hash { return .whole(source) }
    } catch {
      switch error {
      case .system(_, _, .noSuchFileOrDirectory), .system(_, _, .notDirectory):
        return .unlike { .missing($0, $1) }
      case .notAFile, .tooLarge: break
      default: return .unlike { .unreadable($0, $1, error) }
      }
    }
    return .unlike { .changed($0, $1) }
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
