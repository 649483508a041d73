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
    for copy in photo.copies { try carry(copy, of: photo, post, &isDoubtful) }
    if photo.isVideo { return }
    var parts = [(PostProblem.Part.stamped, photo.file, photo.hash)]
    if let file = photo.originalFile { parts.append((.original, file, photo.originalHash)) }
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
      if !isRight, isProved(content, found, by: hash, part, photo) {
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

  /// Copies a video, or the video or raw file beside a photo.
  private func carry(
    _ copy: PostPhoto.Copy, of photo: PostPhoto, _ post: PostSalvage.Carried,
    _ isDoubtful: inout Bool
  ) throws {
    let (file, hash) = (copy.file, copy.hash)
    let isThere = unnamed.remove(file) != nil
    let earlier = salvage.earlierOutline(file).flatMap { $0.hash == hash ? $0 : nil }
    guard let found = try earlier ?? (isThere ? salvage.copy(file, to: file) : nil) else {
      missing[hash, default: []].append((post.name, copy.part, file))
      return
    }
    guard found.lost == 0, photo.proves(copy, found.hash, byteCount: found.byteCount) else {
      return tell(.photo(post.name, copy.part, file, .damaged))
    }
    whole.insert(found.hash)
    if !photo.agrees(copy, found.hash) {
      // It is the row that is damaged.
      for column in copy.columns { try mend(column, found.hash, of: photo.file) }
      isDoubtful = true
    }
  }

  /// Whether a file of this SHA-256 is as it was, though its row has another one.
  private func isProved(
    _ content: FailingDisk.Content, _ found: [UInt8], by hash: [UInt8], _ part: PostProblem.Part,
    _ photo: PostPhoto
  ) -> Bool {
    guard content.lost == 0 else { return false }
    if found.isHash(damagedTo: hash) { return true }
    guard part == .stamped, photo.originalFile == nil else { return false }
    // Unstamping gives the original back.
    let source = PhotoSource(bytes: content.bytes, attributes: nil)
    return (try? Unstamper().unstamp(source).mark.originalHash) == photo.originalHash
  }

  private func mend(_ column: String, _ hash: [UInt8], of file: ContainedPath) throws {
    try JournalError.wrapping {
      try salvage.database.write { db in
        try db.execute(
          cached: "UPDATE photo SET \(column) = ? WHERE file = ?",
          arguments: [Data(hash), String(decoding: file)])
      }
    }
  }

  /// The files that are left, photos before kept originals and what else is beside them, day by day.
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
      let place = (file.besidePhoto == nil ? 0 : 1, file.folder?.description ?? "")
      return (file: file, place: place, rank: rank(file), name: String(decoding: file))
    }
    return files.sorted { first, second in
      if first.place != second.place { return first.place < second.place }
      if first.rank != second.rank { return first.rank < second.rank }
      return first.name < second.name
    }.map(\.file)
  }

  /// A file that is left; nil where another photo has taken it, or it cannot be read, which is told.
  func take(_ file: ContainedPath) -> UnnamedFile? {
    guard unnamed.remove(file) != nil else { return nil }
    return reading { try UnnamedFile(file, on: salvage.disk) }
  }

  /// The original that is kept beside a photo, which is taken with it.
  func takeOriginal(beside file: ContainedPath) -> UnnamedFile? {
    take(.original, PhotoFormat.allCases.map(\.fileExtension), beside: file)
  }

  /// The video that is beside a photo, which is taken with it; nil also where it cannot be read as one.
  func takeVideo(beside file: ContainedPath) -> UnnamedFile? {
    let video = take(.live, VideoFormat.allCases.map(\.fileExtension), beside: file)
    guard let video, video.video == nil else { return video }
    unnamed.insert(video.file)
    return nil
  }

  /// The raw file that is kept beside a photo, which is taken with it.
  func takeRaw(beside file: ContainedPath) -> UnnamedFile? {
    take(.raw, RawFormat.allExtensions, beside: file)
  }

  private func take(
    _ part: BesidePhoto, _ extensions: [String], beside file: ContainedPath
  ) -> UnnamedFile? {
    extensions.lazy.compactMap { file.beside(part, $0) }.first { self.unnamed.contains($0) }
      .flatMap(take)
  }

  /// Writes a file of the new journal where it was, or elsewhere.
  func write(_ content: UnnamedFile, to place: ContainedPath) throws {
    if let bytes = content.bytes {
      try salvage.write(bytes, to: place)
    } else {
      _ = try salvage.copy(content.file, to: place)
    }
  }

  /// Gives a file back to the post that misses it.
  ///
  /// - Returns: whether there is one.
  func putBack(_ content: UnnamedFile) throws -> Bool {
    guard let places = missing.removeValue(forKey: content.hash) else { return false }
    for place in places { try write(content, to: place.file) }
    whole.insert(content.hash)
    return true
  }

  /// Whether the new journal has the same photo, as a post's.
  func isCopy(_ content: UnnamedFile) -> Bool { whole.contains(content.hash) }

  /// Tells of what was found nowhere.
  func tellMissing() {
    let all = missing.values.flatMap(\.self)
    for (post, part, file) in all.sorted(by: {
      String(decoding: $0.file) < String(decoding: $1.file)
    }) { tell(.photo(post, part, file, .missing)) }
  }

  private func content(of file: ContainedPath) -> FailingDisk.Content? {
    reading { try salvage.disk.content(of: file) }
  }

  /// What reading gives; nil where it fails, which is told.
  private func reading<Content>(_ read: () throws -> Content?) -> Content? {
    do {
      return try read()
    } catch {
      if let error = error as? FileError { salvage.tellUnreadable(error) }
      return nil
    }
  }
}
