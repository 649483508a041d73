import Dispatch
import Files
import Glibc
import Stamping
import Store
import Synchronization

/// Photos on their way into the journal as one post: stamped and written, but without names or rows yet.
///
/// Where it is dropped, its files are gone.
struct StagedPost: HasStagedFiles, Sendable {
  /// At least one.
  let photos: [Photo]
  let uid: [UInt8]
  let time: PostTime
  let details: PostDetails

  struct Photo: Sendable {
    let input: InputPhoto
    /// Its place among all that are posted.
    let index: Int
    let caption: Caption
    /// Of its label.
    let look: LabelLook
    /// Whether it may be posted where it has a post already.
    let allowsAgain: Bool
    /// What the label says; empty of a video.
    let label: String
    let warnings: [StampWarning]
    /// With the time that the label shows, where that is not the post's.
    var staged: StagedPhoto
  }

  var stagedFiles: [StagedFile] { photos.flatMap { $0.staged.files.map(\.file) } }
  fileprivate var index: Int { photos.first?.index ?? 0 }
}

/// How many posts are stored together.
enum PostGroup {
  /// The groups for which there is room: one is stored while the next gathers, and may take up to twice as
  /// long as the gathering before that halts.
  static let atOnce = 3

  /// How many posts this process can store together.
  static func size(jobs: Int) -> Int { size(jobs: jobs, openFiles: sysconf(CInt(_SC_OPEN_MAX))) }

  /// How many posts are stored together at least, while more come: enough that storing takes a small part
  /// of the time, few enough that little is done again after a run that was ended, and that they can all be
  /// open.
  ///
  /// - Parameters:
  ///   - jobs: how many photos are worked on at the same time.
  ///   - openFiles: how many files the process may have open (RLIMIT_NOFILE).
  /// - Returns: from 1 to 128.
  static func size(jobs: Int, openFiles: Int) -> Int {
    // Those of the database, of the locks and of the program; and each job reads and writes.
    let others = 32 + 4 * jobs
    // A staged post has up to three files open: of a Live Photo the photo, its original and its video.
    return min(max(1, (openFiles - others) / (3 * atOnce)), 128)
  }
}

/// Gathers staged posts from all threads and stores them in groups, on a thread of its own: the others go
/// on stamping while the disk is waited for.
///
/// What gathers while a group is stored is the next one, so groups are larger where the disk is slower.
final class GatheredPosts: Sendable {
  /// Records to report.
  struct Records: Sendable {
    let all: [PostRecord]
    /// Whether they are those of a group that was stored, whose report the end of the program awaits.
    let isGroup: Bool
  }

  /// The records in the order in which they are known, until all posts are stored.
  let records: AsyncStream<Records>

  private let posting: Posting
  private let ending: BatchEnding
  /// How many make a group.
  private let size: Int
  private let continuation: AsyncStream<Records>.Continuation
  private let storing = DispatchQueue(label: "daystamp.storing")
  /// Room for those that are stamped, gathered, stored or not yet reported, which all have files open.
  private let room: DispatchSemaphore
  private let state = Mutex(State())

  private struct State {
    var waiting: [StagedPost] = []
    /// When the first of those began to wait.
    var since = ContinuousClock.now
    /// Whether they will be stored, without more of them.
    var isTurn = false
    var roomLeft = RoomLeft()
  }

  /// How long a post waits for others, where they come slowly.
  private static let patience = Duration.seconds(1)

  /// - Parameters:
  ///   - posting: stores the groups.
  ///   - jobs: how many photos are worked on at the same time.
  ///   - ending: is entered for each group, and left by whoever reports it.
  init(_ posting: Posting, jobs: Int, ending: BatchEnding) {
    self.posting = posting
    self.ending = ending
    size = PostGroup.size(jobs: jobs)
    room = DispatchSemaphore(value: PostGroup.atOnce * size)
    (records, continuation) = AsyncStream.makeStream()
  }

  /// Takes a photo in; waits while there is no room for it.
  ///
  /// - Parameter stage: stamps it and writes its files.
  /// - Throws: what `stage` throws; ``JournalError/noRoomLeft`` where it is not tried.
  func add(_ stage: () throws -> StagedPost) throws {
    room.wait()
    let post: StagedPost
    do {
      if state.withLock({ $0.roomLeft.isNone }) { throw JournalError.noRoomLeft }
      post = try stageWithRoomOfLog(stage)
    } catch {
      room.signal()
      state.withLock { $0.roomLeft.note(error) }
      throw error
    }
    let isTurn = state.withLock { state in
      state.roomLeft.noteSuccess()
      if state.waiting.isEmpty { state.since = .now }
      state.waiting.append(post)
      guard !state.isTurn, state.waiting.count >= size || .now - state.since > Self.patience else {
        return false
      }
      state.isTurn = true
      return true
    }
    if isTurn { storing.async { self.store() } }
  }

  /// Stages a photo, once more where the disk was full and SQLite's log could give room back.
  private func stageWithRoomOfLog(_ stage: () throws -> StagedPost) throws -> StagedPost {
    do {
      return try stage()
    } catch  where error.isDiskFull {
      guard posting.journal.store.shortenLog(), let post = try? stage() else { throw error }
      return post
    }
  }

  /// Forgets that photos found no room, so that others are tried.
  func beginAgain() { state.withLock { $0.roomLeft = RoomLeft() } }

  /// Tells of a photo that is not stored.
  func tell(_ record: PostRecord) {
    continuation.yield(Records(all: [record], isGroup: false))
  }

  /// Those of a group are reported.
  func makeRoom(for count: Int) {
    for _ in 0..<count { room.signal() }
  }

  /// Stores those that still wait, and ends the records.
  func end() {
    storing.async {
      self.store()
      self.continuation.finish()
    }
  }

  private func store() {
    let posts = state.withLock { state in
      defer { (state.waiting, state.isTurn) = ([], false) }
      return state.waiting.sorted { $0.index < $1.index }
    }
    if posts.isEmpty { return }
    ending.enter()
    let results = posting.store(posts)
    state.withLock { $0.roomLeft.note(results) }
    let records = posting.records(of: posts, results)
    continuation.yield(Records(all: records, isGroup: true))
  }
}
