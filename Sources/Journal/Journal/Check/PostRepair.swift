import CaptureTime
import Files
import Foundation
import GRDB
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
    var repairs = problems.map { _ -> JournalFinding.Repair? in nil }
    var post = post
    do {
      for (index, problem) in problems.enumerated() where problem.isOfRows {
        if try mendRows(problem, of: post) { repairs[index] = .rebuilt }
      }
      if repairs.contains(where: { $0 != nil }) { post = try journal.posts.post(post.number) }
      for (index, problem) in problems.enumerated() {
        if let place = try putBack(problem, of: post, &files) {
          repairs[index] = .putBack(from: place)
        }
      }
      let rest = problems.indices.filter { repairs[$0] == nil }
      for photo in post.photos where post.time.isPossible && !photo.isVideo {
        let rest = rest.filter { problems[$0].path.map(photo.files.contains) ?? false }
        guard rest.contains(where: { problems[$0].isMendedByStamping }),
          let original = original(of: photo, files)
        else { continue }
        let file = try stamp(post, photo, original, &files)
        for index in rest { repairs[index] = .remade(file) }
      }
    } catch {
      repairs = repairs.map { $0 ?? .failed(error) }
    }
    return zip(problems, repairs).map { ($0, $1 ?? .beyondRepair) }
  }

  /// Mends what is wrong with a post's rows.
  ///
  /// - Returns: whether it is mended.
  private func mendRows(_ problem: PostProblem, of post: Post) throws -> Bool {
    try journal.write { db in
      let rows = PostRows(of: journal, db)
      switch problem {
      case .foreignTags: try rows.removeForeignTags(of: post)
      case .versions: try rows.removeOldVersions(of: post)
      case .value(.value(.zone, _)):
        // The instant, what the clock showed and the day stay what they are.
        let zone = CaptureZone(offset: post.time.offset).name
        guard (try? CaptureZone.parse(zone)) != nil else { return false }
        try db.execute(
          cached: "UPDATE post SET zone = ? WHERE id = ? AND zone = ?",
          arguments: [zone, post.id, post.time.zone])
      case .copyRow(_, let file, let hash): return try rows.mendCopy(file, hash, of: post)
      default: return false
      }
      return true
    }
  }

  /// Puts a file in its place that was found elsewhere.
  ///
  /// - Returns: where it was; nil where it was not found.
  private func putBack(
    _ problem: PostProblem, of post: Post, _ files: inout FilesByHash
  ) throws -> ContainedPath? {
    let hash: [UInt8]
    switch problem {
    case .missing(_, let path), .changed(_, let path):
      guard let photo = post.photos.first(where: { $0.files.contains(path) }) else { return nil }
      guard let known = photo.filesAndHashes.first(where: { $0.file == path })?.hash else {
        return nil
      }
      hash = known
    default: return nil
    }
    guard let path = problem.path, let found = files.takeFile(hash) else { return nil }
    return try FolderLock(store.folder).hold(.exclusive) {
      try checkUnchanged(post)
      guard FileState.unlike(found, hash: hash, in: store) == nil else { return nil }
      let moves = FileMoves(store: store)
      if store.hasFile(path) { files.move(path, to: try moves.setAside(path)) }
      try moves.move(found, to: path)
      return found
    }
  }

  /// The original, wherever it can be had from.
  private func original(of photo: PostPhoto, _ files: FilesByHash) -> OriginalPhoto? {
    for file in photo.files.reversed() + files.originals(photo.originalHash) {
      do throws(StampError) {
        let original = try OriginalPhoto(reading: file, beneath: store.files)
        if original.hash == photo.originalHash { return original }
      } catch {
        // The next one may do.
      }
    }
    return nil
  }

  /// Stamps a photo again with the time and the look that it has.
  ///
  /// - Returns: the stamped file.
  private func stamp(
    _ post: Post, _ photo: PostPhoto, _ original: OriginalPhoto, _ files: inout FilesByHash
  ) throws -> ContainedPath {
    let kept = photo.files.filter { store.hasFile($0) && !isWholeOriginal($0, of: photo) }
    let stamper = try stamper(journal.posts.look(of: photo))
    let (changed, _) = try Restamping(
      post: post, time: post.time, zone: CaptureZone.parse(post.time.zone),
      photos: [Restamping.Photo(photo: photo, original: { original }, stamper: stamper)], kept: kept
    ).run(in: journal) { _ in }
    try FolderLock(store.folder).hold(.exclusive) {
      let strays = StrayFiles(store: store)
      for file in kept where try strays.isStray(file) {
        files.move(file, to: try FileMoves(store: store).setAside(file))
      }
    }
    return changed.photos.first { $0.id == photo.id }?.file ?? photo.file
  }

  private func isWholeOriginal(_ file: ContainedPath, of photo: PostPhoto) -> Bool {
    guard file == photo.originalFile,
      case .whole = FileState(of: file, hash: photo.originalHash, in: store)
    else { return false }
    return true
  }

  private func checkUnchanged(_ post: Post) throws {
    let now = try journal.posts.post(post.number).photos
    guard post.photos.elementsEqual(now, by: { $0.hasFiles(of: $1) }) else {
      throw JournalError.changedMeanwhile(number: post.number)
    }
  }
}

extension PostProblem {
  /// Whether stamping the original again puts it right.
  fileprivate var isMendedByStamping: Bool {
    switch self {
    case .missing(.stamped, _), .changed(.stamped, _), .irreversible: true
    default: false
    }
  }

  /// Whether changing rows puts it right.
  fileprivate var isOfRows: Bool {
    switch self {
    case .foreignTags, .versions, .copyRow, .value(.value(.zone, _)): true
    default: false
    }
  }
}

extension PostRows {
  /// Takes the tags of other owners from a post, and forgets those that no post has then.
  fileprivate func removeForeignTags(of post: Post) throws {
    let foreign = try db.values(
      Int64.self,
      cached: """
        SELECT tag.id FROM post_tag JOIN tag ON tag.id = post_tag.tag
        WHERE post_tag.post = ? AND tag.owner <> ?
        """, arguments: [post.id, owner])
    for tag in foreign {
      try db.execute(
        cached: "DELETE FROM post_tag WHERE post = ? AND tag = ?", arguments: [post.id, tag])
      try db.execute(
        cached: """
          DELETE FROM tag WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM post_tag WHERE tag = ?1)
          """, arguments: [tag])
    }
  }

  /// Gives the row of a video or a raw file the SHA-256 that its file has.
  ///
  /// - Returns: whether the row is still as it was read.
  fileprivate func mendCopy(
    _ file: ContainedPath, _ hash: [UInt8], of post: Post
  ) throws -> Bool {
    let now = try Post.stored(as: post.id, db)?.photos
    let copies = post.photos.flatMap { photo in photo.copies.map { (photo, $0) } }
    guard let (photo, copy) = copies.first(where: { $0.1.file == file }),
      now?.contains(where: { $0.id == photo.id && $0.hasFiles(of: photo) }) == true
    else { return false }
    let columns = copy.columns.map { "\($0) = ?1" }.joined(separator: ", ")
    try db.execute(
      cached: "UPDATE photo SET \(columns) WHERE id = ?2", arguments: [Data(hash), photo.id])
    return true
  }

  /// Removes the versions for which there is no place any more, as the next one that is kept would.
  fileprivate func removeOldVersions(of post: Post) throws {
    guard let first = try versionNumbers(of: post).first else { return }
    try db.execute(
      cached: "DELETE FROM post_version WHERE post = ? AND number < ?",
      arguments: [post.id, first])
  }
}
