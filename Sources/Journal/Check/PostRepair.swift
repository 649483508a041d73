import CaptureTime
import Files
import Stamping
import Store

/// Mends the files of one post, and never loses anything that was there.
///
/// A file that is found elsewhere goes back to its place. Where that is not enough and the original
/// is there, the photo is stamped again, under a path that is free; only then the file with other
/// bytes, which no post names any more, is set aside.
struct PostRepair {
  let journal: OwnerJournal
  let stamper: (LabelLook) throws -> Stamper

  private var store: JournalStore { journal.store }

  /// Mends what can be mended.
  ///
  /// - Parameters:
  ///   - post: as it is stored.
  ///   - problems: all that is wrong with it.
  ///   - files: files that are wanted; those that are put back are taken out.
  /// - Returns: what was done about each problem.
  func mend(
    _ post: Post, _ problems: [PostProblem], _ files: inout FilesByHash
  ) -> [(problem: PostProblem, repair: JournalFinding.Repair)] {
    var repairs: [PostProblem: JournalFinding.Repair] = [:]
    do {
      for problem in problems {
        if let place = try putBack(problem, of: post, &files) {
          repairs[problem] = .putBack(from: place)
        }
      }
      let rest = problems.filter { repairs[$0] == nil }
      if rest.contains(where: \.isMendedByStamping), post.time.isPossible,
        let original = original(of: post, files)
      {
        let file = try stamp(post, original, &files)
        for problem in rest where problem.path != nil { repairs[problem] = .remade(file) }
      }
    } catch {
      for problem in problems where repairs[problem] == nil { repairs[problem] = .failed(error) }
    }
    return problems.map { ($0, repairs[$0] ?? .beyondRepair) }
  }

  /// Puts a file in its place that was found elsewhere.
  ///
  /// - Returns: where it was; nil where it was not found.
  private func putBack(
    _ problem: PostProblem, of post: Post, _ files: inout FilesByHash
  ) throws -> ContainedPath? {
    let hash: [UInt8]
    switch problem {
    case .missing(let part, _), .changed(let part, _):
      hash = part == .stamped ? post.photo.hash : post.photo.originalHash
    case .unreadable, .irreversible, .unproven, .time, .row, .number: return nil
    }
    guard let path = problem.path, let found = files.takeFile(hash) else { return nil }
    return try FolderLock(store.folder).hold(.exclusive) {
      try checkUnchanged(post)
      guard case .whole = FileState(of: found, hash: hash, in: store) else { return nil }
      let moves = FileMoves(store: store)
      if store.hasFile(path) { files.move(path, to: try moves.setAside(path)) }
      try moves.move(found, to: path)
      return found
    }
  }

  /// The original, wherever it can be had from.
  private func original(of post: Post, _ files: FilesByHash) -> OriginalPhoto? {
    for file in post.photo.files.reversed() + files.originals(post.photo.originalHash) {
      do throws(StampError) {
        let original = try OriginalPhoto(reading: file, beneath: store.files)
        if original.hash == post.photo.originalHash { return original }
      } catch {
        // The next one may do.
      }
    }
    return nil
  }

  /// Stamps the photo again with the time and the look that the post has.
  ///
  /// - Returns: the stamped file.
  private func stamp(
    _ post: Post, _ original: OriginalPhoto, _ files: inout FilesByHash
  ) throws -> ContainedPath {
    let kept = post.photo.files.filter { store.hasFile($0) && !isWholeOriginal($0, of: post) }
    let changed = try Restamping(
      post: post, original: original, time: post.time, zone: CaptureZone.parse(post.time.zone),
      stamper: stamper(try journal.read { db in try PostRows(of: journal, db).look(post.look) }),
      kept: kept
    ).run(in: journal) { _ in }
    try FolderLock(store.folder).hold(.exclusive) {
      let strays = StrayFiles(store: store)
      for file in kept where try strays.isStray(file) {
        files.move(file, to: try FileMoves(store: store).setAside(file))
      }
    }
    return changed.photo.file
  }

  private func isWholeOriginal(_ file: ContainedPath, of post: Post) -> Bool {
    guard file == post.photo.originalFile,
      case .whole = FileState(
        of: file, hash: post.photo.originalHash, in: store)
    else { return false }
    return true
  }

  private func checkUnchanged(_ post: Post) throws {
    guard try journal.posts.post(post.number).photo == post.photo else {
      throw JournalError.changedMeanwhile(number: post.number)
    }
  }
}

extension PostProblem {
  /// Whether stamping the original again puts it right.
  fileprivate var isMendedByStamping: Bool {
    switch self {
    case .missing(.stamped, _), .changed(.stamped, _), .irreversible: true
    case .missing, .changed, .unreadable, .unproven, .time, .row, .number: false
    }
  }
}
