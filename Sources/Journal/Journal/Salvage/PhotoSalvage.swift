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

  /// The files that are left, photos before kept originals.
  ///
  /// Those on their way in or out are left out only where nothing of the database is damaged: else the
  /// row that ended that may be what is lost.
  func rest() -> [ContainedPath] {
    let gaps = salvage.rows.gaps
    if gaps.hasHeader, gaps.tables.isEmpty, !gaps.isLogDamaged {
      let loose = try? salvage.rows.database.read { db in
        try String.fetchAll(db, sql: "SELECT path FROM loose_file WHERE typeof(path) = 'text'")
      }
      unnamed.subtract((loose ?? []).compactMap { try? ContainedPath($0) })
    }
    return unnamed.filter { file in
      !(file.lastComponent.map(ContainingFolder.isTemporary) ?? false)
    }.sorted { first, second in
      (first.isOriginal ? 1 : 0, String(decoding: first))
        < (second.isOriginal ? 1 : 0, String(decoding: second))
    }
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

/// A photo that no row names, with what it says of itself: by the record of its stamp, else by its name
/// and folder, which are those of a journal's photo.
struct UnnamedPhoto {
  private let file: ContainedPath
  private let content: FailingDisk.Content
  private let captured: CaptureTime
  private let mark: StampMark?
  /// The original that is kept beside it.
  let original: (ContainedPath, FailingDisk.Content)?
  /// Whether the photo is the one that was stamped, as far as that can be told.
  let isWhole: Bool

  /// Nil where it is not a photo of a journal's.
  init?(_ file: ContainedPath, _ content: FailingDisk.Content, beside photos: PhotoSalvage) {
    guard String(validating: file.path) != nil, !file.isOriginal,
      let format = PhotoFormat.detect(content.bytes)
    else { return nil }
    (self.file, self.content) = (file, content)
    let source = PhotoSource(bytes: content.bytes, attributes: nil)
    let stamp =
      format.isStampedInPlace ? try? Verifier().verify(source, original: nil) : nil
    mark = stamp?.mark
    guard let time = mark?.time.flatMap({ try? GivenTime.parse($0) }) ?? file.timeOfName else {
      return nil
    }
    captured = time
    // What was edited before it was stamped has it beside itself whatever its stamp restores.
    original = photos.takeOriginal(beside: file)
    let isAsStamped = stamp.map { $0.mark != nil && $0.problems.isEmpty } ?? false
    let holdsOriginal = mark?.isReversible == true && isAsStamped
    isWhole =
      content.lost == 0 && (holdsOriginal || original != nil && (mark == nil || isAsStamped))
  }

  /// SHA-256 of the photo as it was; nil where nothing says it.
  var originalHash: [UInt8]? {
    let kept = original.flatMap { $0.1.lost == 0 ? StampMark.hash($0.1.bytes) : nil }
    // A stamp that is for good tells of a file that is lost where it is not beside the photo.
    let marked = mark.flatMap { $0.isReversible || original != nil ? $0.originalHash : nil }
    return kept ?? marked ?? original.map { StampMark.hash($0.1.bytes) }
  }

  /// 16 bytes that are the same in each run, and begin as the name says.
  var uid: [UInt8] {
    let own = StampMark.hash(
      Array("daystamp salvage\n\(String(decoding: file))\n".utf8) + StampMark.hash(content.bytes))
    let written = file.uidOfName ?? []
    return written + own.prefix(Post.uidSize - written.count)
  }

  /// When it was taken, on the day of its folder; nil where that time cannot be.
  func time(_ rule: DayRule, clue: PostClue?) -> PostTime? {
    var rule = rule
    if let offset = captured.offset, let instant = captured.instant,
      rule.zone.offset(at: instant) != offset
    {
      rule = DayRule(zone: CaptureZone(offset: offset), start: rule.start)
    }
    guard let told = try? PostTime(captured, rule: rule) else { return nil }
    let days = [clue?.day, file.dayOfFolder, told.day].compactMap(\.self)
    return days.lazy.map { told.on($0) }.first(where: \.isPossible)
  }

  /// A further photo of a post that is there; nil where it says no time that an export could.
  func photo(_ clue: FurtherPhoto?) -> PostPhoto? {
    let hash = StampMark.hash(content.bytes)
    var photo = PostPhoto(
      file: file, hash: hash, originalFile: original?.0, originalHash: originalHash ?? hash,
      originalName: clue?.originalName ?? "", caption: clue?.caption.text ?? "",
      size: PostPhoto.size(of: content.bytes))
    photo.taken = CaptureTime(
      stored: captured.description, from: clue?.source ?? CaptureTimeSource.given.rawValue)
    return photo
  }

  func post(number: Int, uid: [UInt8], _ time: PostTime, _ clue: PostClue?) -> Post {
    let hash = StampMark.hash(content.bytes)
    return Post(
      number: number, time: time, title: clue?.title.text ?? "", words: clue?.words.text ?? "",
      written: clue?.written, mood: clue?.mood, isStarred: clue?.isStarred ?? false,
      tags: clue?.tags.map(\.text) ?? [],
      photos: [
        PostPhoto(
          file: file, hash: hash, originalFile: original?.0,
          originalHash: originalHash ?? hash, originalName: clue?.originalName ?? "",
          caption: clue?.caption.text ?? "", size: PostPhoto.size(of: content.bytes))
      ],
      posted: clue?.posted ?? content.modified, trashed: clue?.trashed, id: 0, uid: uid)
  }
}

extension PostTime {
  fileprivate func on(_ day: CivilDate) -> PostTime {
    PostTime(
      instant: instant, offset: offset, subsecond: subsecond, precision: precision, source: source,
      zone: zone, isOffsetAssumed: isOffsetAssumed, day: day)
  }
}

/// What ``PhotoPlace`` writes into paths: `photos/YYYY/MM/DD/YYYY-MM-DD_HHMMSS_xxxxxxxx.ext`.
extension ContainedPath {
  fileprivate var isOriginal: Bool { path.stem?.hasSuffix(".original") ?? false }

  fileprivate var dayOfFolder: CivilDate? {
    let parts = path.components.map(\.string)
    guard parts.count == 5 else { return nil }
    return CivilDate(iso: parts[1...3].joined(separator: "-"))
  }

  private var partsOfName: [Substring]? {
    let parts = path.stem?.split(separator: "_", omittingEmptySubsequences: false) ?? []
    guard dayOfFolder != nil, 2...4 ~= parts.count, CivilDate(iso: String(parts[0])) != nil else {
      return nil
    }
    return parts
  }

  fileprivate var timeOfName: CaptureTime? {
    guard let parts = partsOfName else { return nil }
    var text = String(parts[0])
    if parts.count > 2, [4, 6].contains(parts[1].utf8.count), parts[1].allSatisfy(\.isNumber) {
      let digits = Array(parts[1])
      text += "T\(String(digits[0...1])):\(String(digits[2...3]))"
      if digits.count == 6 { text += ":\(String(digits[4...5]))" }
    }
    return try? GivenTime.parse(text)
  }

  fileprivate var uidOfName: [UInt8]? {
    guard let parts = partsOfName, let written = parts.dropFirst().first(where: { $0.count == 8 })
    else { return nil }
    return [UInt8](hexadecimal: String(written)).flatMap { $0.count == 4 ? $0 : nil }
  }
}
