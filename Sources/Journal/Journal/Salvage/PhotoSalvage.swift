import CaptureTime
import Files
import Formats
import Foundation
import GRDB
import Stamping
import Store
import SystemPackage

/// Copies the files of posts into the new journal, and gives those that no row names.
final class PhotoSalvage {
  private let salvage: JournalSalvage
  private let tell: (PostSalvageFinding) -> Void
  /// Files that nobody has copied yet.
  private var unnamed: Set<ContainedPath>
  /// What is not where a row says, by its SHA-256.
  private var missing:
    [[UInt8]: [(post: SalvagedPost, part: PostProblem.Part, file: ContainedPath)]] =
      [:]
  /// The SHA-256 of photos that are whole in the new journal.
  private var whole: Set<[UInt8]> = []

  init(_ salvage: JournalSalvage, _ tell: @escaping (PostSalvageFinding) -> Void) {
    (self.salvage, self.tell) = (salvage, tell)
    // What no post had yet is the drafts' own.
    unnamed = Set(salvage.files.files.filter { !$0.isBelow(DraftPhoto.folder) })
  }

  /// Copies the files of a post whose row was read.
  ///
  /// - Throws: ``JournalError/file(_:)`` where they cannot be written.
  func carry(_ post: PostSalvage.Carried) throws {
    var isDoubtful = post.isDoubtful
    for photo in post.photos { try carry(photo, of: post, &isDoubtful) }
    if isDoubtful { tell(.doubtful(post.name)) }
  }

  private func carry(
    _ photo: PostPhoto, of post: PostSalvage.Carried, _ isDoubtful: inout Bool
  ) throws {
    var parts = [(photo.isVideo ? PostProblem.Part.video : .stamped, photo.file, photo.hash)]
    if let file = photo.originalFile { parts.append((.original, file, photo.originalHash)) }
    if case .beside(let file, let hash) = photo.video?.place { parts.append((.video, file, hash)) }
    for (part, file, hash) in parts {
      let isThere = unnamed.remove(file) != nil
      let earlier = salvage.earlier(file).flatMap { StampMark.hash($0) == hash ? $0 : nil }
      let kept = earlier.map { FailingDisk.Content(bytes: $0, lost: 0, modified: 0) }
      guard let content = kept ?? (isThere ? self.content(of: file) : nil) else {
        missing[hash, default: []].append((post.name, part, file))
        continue
      }
      if earlier == nil { try salvage.write(content.bytes, to: file) }
      let found = StampMark.hash(content.bytes)
      var isRight = content.lost == 0 && found == hash
      if !isRight, part != .video, isProved(content, found, by: hash, part, photo) {
        // It is the row that is damaged.
        try mend(part == .stamped ? "hash" : "original_hash", found, of: photo.file)
        (isRight, isDoubtful) = (true, true)
      }
      if isRight {
        whole.insert(found)
      } else {
        tell(.photo(post.name, part, file, .damaged))
      }
      if part == .stamped, let mark = StampMark(of: content.bytes) {
        let label = photo.taken ?? post.time.captureTime
        if let time = mark.time, time != label.description { isDoubtful = true }
        if isRight, mark.isReversible, mark.originalHash != photo.originalHash,
          photo.originalFile == nil
        {
          // Only the photo is as it was stored: its stamp is right.
          try mend("original_hash", mark.originalHash, of: file)
        }
      }
    }
  }

  /// Whether a file of this SHA-256 is as it was, though its row has another one.
  private func isProved(
    _ content: FailingDisk.Content, _ found: [UInt8], by hash: [UInt8], _ part: PostProblem.Part,
    _ photo: PostPhoto
  ) -> Bool {
    guard content.lost == 0 else { return false }
    let otherBits = zip(found, hash).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    if otherBits <= Self.mostDamagedBits { return true }
    guard part == .stamped, photo.originalFile == nil else { return false }
    // Unstamping gives the original back.
    let source = PhotoSource(bytes: content.bytes, attributes: nil)
    return (try? Unstamper().unstamp(source).mark.originalHash) == photo.originalHash
  }

  /// A file's SHA-256 that differs from the row's in no more bits is the one that was stored: those of two
  /// files differ in about 128 of their 256 bits, and in 48 or fewer once in 2^80.
  private static let mostDamagedBits = 48

  private func mend(_ column: String, _ hash: [UInt8], of file: ContainedPath) throws {
    try JournalError.wrapping {
      try salvage.database.write { db in
        try db.execute(
          cached: "UPDATE photo SET \(column) = ? WHERE file = ?",
          arguments: [Data(hash), String(decoding: file)])
      }
    }
  }

  /// The files that are left, photos before kept originals, day by day.
  ///
  /// Those on their way in or out are left out only where nothing of the database is damaged: else the
  /// row that ended that may be what is lost. Of the photos of a day, those of a smaller rank come first.
  func rest(by rank: (ContainedPath) -> (Int, Int, Int)) -> [ContainedPath] {
    let gaps = salvage.rows.gaps
    if gaps.hasHeader, gaps.tables.isEmpty, !gaps.isLogDamaged {
      let loose = try? salvage.rows.database.read { db in
        try String.fetchAll(db, sql: "SELECT path FROM loose_file WHERE typeof(path) = 'text'")
      }
      unnamed.subtract((loose ?? []).compactMap { try? ContainedPath($0) })
    }
    let files = unnamed.filter { file in
      !(file.lastComponent.map(ContainingFolder.isTemporary) ?? false)
    }.map { file in
      let place = (file.isOriginal ? 1 : 0, file.folder?.description ?? "")
      return (file: file, place: place, rank: rank(file), name: String(decoding: file))
    }
    return files.sorted { first, second in
      if first.place != second.place { return first.place < second.place }
      if first.rank != second.rank { return first.rank < second.rank }
      return first.name < second.name
    }.map(\.file)
  }

  /// The content of a file that is left; nil where another photo has taken it, or it cannot be read,
  /// which is told.
  func take(_ file: ContainedPath) -> FailingDisk.Content? {
    unnamed.remove(file) == nil ? nil : content(of: file)
  }

  /// The original that is kept beside a photo, which is taken with it.
  func takeOriginal(beside file: ContainedPath) -> (ContainedPath, FailingDisk.Content)? {
    guard let stem = file.path.stem, let folder = file.folder else { return nil }
    let found = PhotoFormat.allCases.lazy.compactMap { format in
      FilePath.Component("\(stem).original.\(format.fileExtension)").map {
        folder.appending($0)
      }
    }.first { self.unnamed.contains($0) }
    guard let found, let content = take(found) else { return nil }
    return (found, content)
  }

  /// Gives a file back to the post that misses it.
  ///
  /// - Returns: whether there is one.
  func putBack(_ content: FailingDisk.Content, _ file: ContainedPath) throws -> Bool {
    let hash = StampMark.hash(content.bytes)
    guard let places = missing.removeValue(forKey: hash) else { return false }
    for place in places { try salvage.write(content.bytes, to: place.file) }
    whole.insert(hash)
    return true
  }

  /// Whether the new journal has the same photo, as a post's.
  func isCopy(_ content: FailingDisk.Content) -> Bool {
    whole.contains(StampMark.hash(content.bytes))
  }

  /// Tells of what was found nowhere.
  func tellMissing() {
    let all = missing.values.flatMap(\.self)
    for (post, part, file) in all.sorted(by: {
      String(decoding: $0.file) < String(decoding: $1.file)
    }) { tell(.photo(post, part, file, .missing)) }
  }

  private func content(of file: ContainedPath) -> FailingDisk.Content? {
    do throws(FileError) {
      return try salvage.disk.content(of: file)
    } catch {
      salvage.tellUnreadable(error)
      return nil
    }
  }
}
