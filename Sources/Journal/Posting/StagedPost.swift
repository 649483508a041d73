import Files
import Glibc
import Stamping
import Store
import Synchronization

/// A photo on its way into the journal: stamped and written, but without a name or a row yet.
///
/// Where it is dropped, its files are gone.
struct StagedPost: HasStagedFiles, Sendable {
  let input: InputPhoto
  /// The photo's place among those that are posted together.
  let index: Int
  let uid: [UInt8]
  let time: PostTime
  let look: LabelLook
  let details: PostDetails
  let stamped: StampedPhoto
  let staged: StagedPhoto

  var stagedFiles: [StagedFile] { staged.files.map(\.file) }
}

/// Gathers staged posts from all threads until there are enough to be stored together.
///
/// The thread that adds the last one stores them all, while the others go on stamping.
final class PostGroup: Sendable {
  private let posting: Posting
  /// How many are stored together.
  private let size: Int
  private let state = Mutex(State())
  private let ending: BatchEnding

  private struct State {
    var waiting: [StagedPost] = []
    var room = RoomLeft()
  }

  /// Records that are to be reported.
  struct Records: Sendable {
    var all: [PostRecord] = []
    /// Whether they are those of a group that was stored, whose report the end of the program awaits.
    var isGroup = false
  }

  /// - Parameters:
  ///   - posting: stores the groups.
  ///   - jobs: how many photos are worked on at the same time.
  ///   - ending: is entered for each group, and left by whoever reports it.
  init(_ posting: Posting, jobs: Int, ending: BatchEnding) {
    self.posting = posting
    self.ending = ending
    size = Self.size(jobs: jobs)
  }

  /// How many posts this process can store together.
  static func size(jobs: Int) -> Int { size(jobs: jobs, openFiles: sysconf(CInt(_SC_OPEN_MAX))) }

  /// How many posts are stored together: enough that storing takes a small part of the time, few
  /// enough that little is done again after a run that was ended, and that they can all be open.
  ///
  /// A staged post has up to two files open; while every job stores a group of them, another gathers.
  ///
  /// - Parameters:
  ///   - jobs: how many photos are worked on at the same time.
  ///   - openFiles: how many files the process may have open (RLIMIT_NOFILE).
  /// - Returns: from 1 to 64.
  static func size(jobs: Int, openFiles: Int) -> Int {
    // Those of the database, of the locks and of the program; and each job reads and writes.
    let others = 24 + 4 * jobs
    return min(max(1, (openFiles - others) / (2 * (jobs + 1))), 64)
  }

  /// Takes a photo in.
  ///
  /// - Parameter stage: stamps it and writes its files.
  /// - Returns: the records that are known now: none where it waits for others.
  /// - Throws: what `stage` throws; ``JournalError/noRoomLeft`` where it is not tried.
  func add(_ stage: () throws -> StagedPost) throws -> Records {
    if state.withLock({ $0.room.isNone }) { throw JournalError.noRoomLeft }
    let post: StagedPost
    do {
      post = try stage()
    } catch {
      state.withLock { $0.room.note(error) }
      throw error
    }
    return store(
      state.withLock { state in
        state.room.noteSuccess()
        state.waiting.append(post)
        guard state.waiting.count >= size else { return [] }
        defer { state.waiting = [] }
        return state.waiting
      })
  }

  /// Stores those that still wait.
  func storeRest() -> Records {
    store(
      state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      })
  }

  private func store(_ posts: [StagedPost]) -> Records {
    if posts.isEmpty { return Records() }
    ending.enter()
    let posts = posts.sorted { $0.index < $1.index }
    let results = posting.store(posts)
    state.withLock { $0.room.note(results) }
    return Records(all: zip(posts, results).map { posting.record(of: $0, $1) }, isGroup: true)
  }
}
