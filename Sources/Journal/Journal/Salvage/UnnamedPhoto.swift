import CaptureTime
import Files
import Formats
import Stamping
import Store
import SystemPackage

/// A photo that no row names, with what it says of itself: by the record of its stamp, else by its name
/// and folder, which are those of a journal's photo.
struct UnnamedPhoto {
  private let file: ContainedPath
  private let content: FailingDisk.Content
  /// What its label shows.
  let shown: ShownTime
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
    guard let shown = ShownTime(file, mark) else { return nil }
    self.shown = shown
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

  /// The photo as one of a post of this time, with what a damaged row or an index still says of it. The rule
  /// tells times that say no offset.
  func photo(_ known: KnownPhoto?, in time: PostTime, _ rule: DayRule) -> PostPhoto {
    let hash = StampMark.hash(content.bytes)
    var photo = PostPhoto(
      file: file, hash: hash, originalFile: original?.0, originalHash: originalHash ?? hash,
      originalName: known?.originalName ?? "", caption: known?.caption.text ?? "",
      size: PostPhoto.size(of: content.bytes))
    photo.taken = shown.taken(from: known?.source, in: time, rule)
    return photo
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
    photo.taken = taken
    return photo
  }
}
