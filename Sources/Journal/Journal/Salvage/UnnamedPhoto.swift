import CaptureTime
import Files
import Formats
import Stamping
import Store
import SystemPackage

/// A file of posts that no row names, as far as the disk gives it.
struct UnnamedFile {
  let file: ContainedPath
  /// Of a photo, whole; nil of anything else, which may be as large as it likes.
  let bytes: [UInt8]?
  /// How many bytes it has.
  let byteCount: Int
  /// What it says of itself, where it is a video.
  let video: VideoFile?
  /// SHA-256, 32 bytes.
  let hash: [UInt8]
  /// How many bytes of it could not be read.
  let lost: Int
  /// When it was changed last, in seconds since 1970 in UTC.
  let modified: Int

  /// Enough of a file to tell its format.
  private static let headLength = 4_096

  /// Reads a photo whole, and anything else a megabyte at a time; nil where there is no such file.
  ///
  /// - Throws: `FileError`.
  init?(_ file: ContainedPath, on disk: FailingDisk) throws {
    guard let opened = try disk.open(file) else { return nil }
    self.file = file
    byteCount = opened.byteCount
    // A raw file may begin as a TIFF does.
    if file.besidePhoto != .raw,
      PhotoFormat.detect(opened.bytes(from: 0, upTo: Self.headLength).bytes) != nil
    {
      guard let content = try disk.content(of: file) else { return nil }
      (bytes, video) = (content.bytes, nil)
      (hash, lost) = (StampMark.hash(content.bytes), content.lost)
    } else {
      let outline = try opened.outline()
      bytes = nil
      video = try? VideoFile(byteCount: opened.byteCount) { (start, count) throws(VideoFileError) in
        opened.bytes(from: start, upTo: count).bytes
      }
      (hash, lost) = (outline.hash, outline.lost)
    }
    modified = opened.modified
  }
}

/// A photo or video without a row, with its own details: from the record of its stamp, or else from
/// its name and folder in a journal.
struct UnnamedPhoto {
  /// Its file.
  let content: UnnamedFile
  /// What its label shows, or its name says.
  let shown: ShownTime
  private let mark: StampMark?
  /// The original that is kept beside it.
  let original: UnnamedFile?
  /// The video that is beside it, and moves in it.
  let live: UnnamedFile?
  /// The raw file that is beside it.
  let raw: UnnamedFile?
  /// Whether the photo is the one that was stamped, as far as that can be told.
  let isWhole: Bool

  private var file: ContainedPath { content.file }

  /// Nil where it is neither a photo nor a video of a journal's.
  init?(_ content: UnnamedFile, beside photos: PhotoSalvage) {
    let file = content.file
    guard String(validating: file.path) != nil, file.besidePhoto == nil else { return nil }
    self.content = content
    guard let bytes = content.bytes, let format = PhotoFormat.detect(bytes) else {
      guard content.video != nil, let shown = ShownTime(file, nil) else { return nil }
      self.shown = shown
      (mark, original, live, raw) = (nil, nil, nil, nil)
      isWhole = content.lost == 0
      return
    }
    let source = PhotoSource(bytes: bytes, attributes: nil)
    let stamp =
      format.isStampedInPlace ? try? Verifier().verify(source, original: nil) : nil
    mark = stamp?.mark
    guard let shown = ShownTime(file, mark) else { return nil }
    self.shown = shown
    // What was edited before it was stamped has it beside itself whatever its stamp restores.
    original = photos.takeOriginal(beside: file)
    live = photos.takeVideo(beside: file)
    raw = photos.takeRaw(beside: file)
    let isAsStamped = stamp.map { $0.mark != nil && $0.problems.isEmpty } ?? false
    let holdsOriginal = mark?.isReversible == true && isAsStamped
    isWhole =
      content.lost == 0 && (holdsOriginal || original != nil && (mark == nil || isAsStamped))
  }

  /// Tells which of its files are not as they were, as far as that is known.
  func tellDamage(of post: SalvagedPost, _ tell: (PostSalvageFinding) -> Void) {
    let isVideo = content.video != nil
    if !isWhole { tell(.photo(post, isVideo ? .video : .stamped, file, .damaged)) }
    if let live, live.lost > 0 { tell(.photo(post, .video, live.file, .damaged)) }
    if let raw, raw.lost > 0 { tell(.photo(post, .raw, raw.file, .damaged)) }
  }

  /// The files that are its own.
  var files: [UnnamedFile] { [content] + [original, live, raw].compactMap(\.self) }

  /// SHA-256 of the photo as it was; nil where nothing says it.
  var originalHash: [UInt8]? {
    if content.video != nil { return content.hash }
    let kept = original.flatMap { $0.lost == 0 ? $0.hash : nil }
    // A stamp that is for good tells of a file that is lost where it is not beside the photo.
    let marked = mark.flatMap { $0.isReversible || original != nil ? $0.originalHash : nil }
    return kept ?? marked ?? original?.hash
  }

  /// 16 bytes that are the same in each run, and begin as the name says.
  var uid: [UInt8] {
    let own = StampMark.hash(
      Array("daystamp salvage\n\(String(decoding: file))\n".utf8) + content.hash)
    let written = file.uidOfName ?? []
    return written + own.prefix(Post.uidSize - written.count)
  }

  /// The photo as one of a post of this time, with what a damaged row or an index still says of it. The rule
  /// tells times that say no offset.
  func photo(_ known: KnownPhoto?, in time: PostTime, _ rule: DayRule) -> PostPhoto {
    var photo = PostPhoto(
      file: file, hash: content.hash, originalFile: original?.file,
      originalHash: originalHash ?? content.hash,
      originalName: known?.originalName ?? "", caption: known?.caption.text ?? "",
      size: content.video?.size ?? content.bytes.flatMap { PostPhoto.size(of: $0) })
    photo.taken = shown.taken(from: known?.source, in: time, rule)
    photo.video = video
    photo.raw = raw.map { KeptRaw($0.file, hash: $0.hash, byteCount: $0.byteCount) }
    return photo
  }

  /// The video that it is, or that moves in it.
  private var video: PostVideo? {
    if let video = content.video { return PostVideo(.itself, video) }
    if let live, let video = live.video {
      return PostVideo(.beside(live.file, hash: live.hash), video)
    }
    // Where the stamped photo has lost it, the original has it.
    let within = [content, original].lazy.compactMap(\.?.bytes).compactMap { bytes in
      (try? PhotoFile(bytes))?.motionVideo.flatMap { try? VideoFile(bytes[$0]) }
    }
    return within.first.map { PostVideo(.within, $0) }
  }

  /// A post of the photo alone, with what is known of one that has lost its row.
  func post(
    number: Int, uid: [UInt8], _ time: PostTime, _ clue: PostClue?, _ photo: PostPhoto
  ) -> Post {
    var photo = photo
    if let clue, clue.file == nil || clue.file == file {
      if photo.caption.isEmpty { photo.caption = clue.caption.text }
      if photo.originalName.isEmpty { photo = photo.named(clue.originalName) }
    }
    return (clue ?? PostClue(0)).post(
      number: number, uid: uid, time, [photo], posted: content.modified)
  }
}

extension PostClue {
  /// The post that these things are known of; `other` is when it was posted, where nothing says it.
  func post(
    number: Int, uid: [UInt8], _ time: PostTime, _ photos: [PostPhoto], posted other: Int
  ) -> Post {
    Post(
      number: number, time: time, title: title.text, words: words.text, written: written,
      mood: mood, isMorning: isMorning && !words.isEmpty && mood != nil,
      isWrittenLater: isWrittenLater, isStarred: isStarred, tags: tags.map(\.text),
      photos: photos, posted: posted ?? other, trashed: trashed, id: 0, uid: uid)
  }
}

extension PostPhoto {
  fileprivate func named(_ name: String) -> PostPhoto {
    var photo = PostPhoto(
      file: file, hash: hash, originalFile: originalFile, originalHash: originalHash,
      originalName: name, caption: caption, size: size, look: look)
    (photo.taken, photo.video, photo.raw) = (taken, video, raw)
    photo.position = position
    return photo
  }
}
