import CaptureTime
import Files
import Formats
import Stamping
import Store
import SystemPackage

/// A post's files, written but without names yet; dropped, they are gone.
struct StagedPhoto: Sendable {
  var photo: PostPhoto
  private(set) var files: [(file: StagedFile, path: ContainedPath)]

  init(photo: PostPhoto, files: [(file: StagedFile, path: ContainedPath)]) {
    self.photo = photo
    self.files = files
  }

  /// Writes a stamped photo and, where unstamping would not give it back, the original.
  ///
  /// - Parameters:
  ///   - stamped: the photo with its label.
  ///   - original: the photo without it.
  ///   - edit: what was done to it before it was stamped: unstamping gives back what is left of it.
  ///   - originalName: the name that it came with.
  ///   - place: where they are to be, or the first free place after it.
  ///   - taken: paths that the files must not have.
  ///   - store: the journal's folder.
  ///   - live: the video beside it that moves in it.
  ///   - raw: the raw file beside it.
  /// - Throws: ``JournalError/file(_:)``.
  init(
    _ stamped: StampedPhoto, _ original: OriginalPhoto, _ edit: PhotoEdit, originalName: String,
    at place: PhotoPlace, avoiding taken: [ContainedPath] = [], in store: JournalStore,
    live: StagedVideo? = nil, raw: StagedRaw? = nil
  ) throws {
    let keepsOriginal = !edit.isNone || !stamped.fidelity.isReversible
    let format = original.format.recodedFormat
    let place = try place.free(for: format.fileExtension, besides: taken)
    var photo = PostPhoto(
      file: try place.file(format), hash: StampMark.hash(stamped.bytes),
      originalFile: keepsOriginal ? try place.originalFile(original.format) : nil,
      originalHash: original.hash, originalName: originalName,
      size: edit.isNone ? original.header.displayedSize : PostPhoto.size(of: stamped.bytes))
    photo.edit = edit
    // Of a stamped photo whose video is lost, the original is kept and has it.
    photo.video = original.motionVideo.map { PostVideo(.within, $0) }
    var files = [(try store.stage(stamped.bytes), photo.file)]
    if let path = photo.originalFile { files.append((try store.stage(original.bytes), path)) }
    if let live {
      let path = try place.liveFile(live.described.format)
      photo.video = PostVideo(.beside(path, hash: live.hash), live.described)
      files.append((live.file, path))
    }
    if let raw {
      let path = try place.rawFile(raw.fileExtension)
      photo.raw = KeptRaw(path, hash: raw.hash, byteCount: raw.byteCount)
      files.append((raw.file, path))
    }
    self.photo = photo
    self.files = files
  }

  /// A video that was copied, byte for byte.
  ///
  /// - Parameters:
  ///   - video: the copy.
  ///   - originalName: the name that it came with.
  ///   - place: where it is to be, or the first free place after it.
  /// - Throws: `PathNotContained` for no place in a journal.
  init(_ video: StagedVideo, originalName: String, at place: PhotoPlace) throws {
    var photo = PostPhoto(
      file: try place.file(video.described.format.fileExtension), hash: video.hash,
      originalFile: nil, originalHash: video.hash, originalName: originalName,
      size: video.described.size)
    photo.video = PostVideo(.itself, video.described)
    self.photo = photo
    files = [(video.file, photo.file)]
  }

  /// The same files, where none has the name of one of the others.
  ///
  /// - Parameters:
  ///   - place: where they are to be, or the first free place after it.
  ///   - taken: paths that they must not have.
  /// - Returns: the photo with its paths.
  /// - Throws: `PathNotContained` for no place in a journal.
  func placed(at place: PhotoPlace, avoiding taken: [ContainedPath]) throws -> StagedPhoto {
    guard let name = photo.file.path.extension else { return self }
    let place = try place.free(for: name, besides: taken)
    let original = photo.originalFile?.path.formatByName
    var placed = self
    placed.photo = PostPhoto(
      file: try place.file(name), hash: photo.hash,
      originalFile: try original.map { try place.originalFile($0) },
      originalHash: photo.originalHash, originalName: photo.originalName, size: photo.size)
    (placed.photo.edit, placed.photo.position) = (photo.edit, photo.position)
    placed.photo.video = try photo.video.map { try place.moving($0) }
    placed.photo.raw = try photo.raw.map { try place.moving($0) }
    placed.files = Array(zip(files.map(\.file), placed.photo.files))
    return placed
  }
}

/// Where in the journal's folder a photo's files are: `photos/YYYY/MM/DD/`, by its post's day, and
/// a name that says its time and, so that no two are the same, the first bytes of the post's uid.
struct PhotoPlace {
  private let stem: String
  /// Counts the places of one post's photos of one time, from 1.
  private let turn: Int

  private init(stem: String, turn: Int) { (self.stem, self.turn) = (stem, turn) }

  /// - Parameters:
  ///   - time: the post's.
  ///   - taken: when the photo was taken; nil for the post's time.
  ///   - uid: the post's 16 bytes.
  init(_ time: PostTime, taken: CaptureTime? = nil, uid: [UInt8]) {
    let wall = taken ?? time.captureTime
    var name = wall.date.description
    if wall.precision != .day {
      // Without the colons of ISO 8601, which file systems of other machines do not take.
      let clock = [wall.hour, wall.minute] + (wall.precision == .second ? [wall.second] : [])
      name += "_" + clock.map { $0 < 10 ? "0\($0)" : String($0) }.joined()
    }
    self.init(
      stem: "\(Self.folder(of: time.day))/\(name)_\(uid.prefix(4).hexadecimal)", turn: 1)
  }

  /// Where the files of a day's posts are.
  static func folder(of day: CivilDate) -> String {
    "photos/" + String(day.description.map { $0 == "-" ? "/" : $0 })
  }

  /// Whether a file has a name that was made for a post, at whatever time.
  static func isName(_ path: String, of uid: [UInt8]) -> Bool {
    guard let name = path.split(separator: "/").last else { return false }
    return name.contains("_\(uid.prefix(4).hexadecimal)")
  }

  /// Another place for the same post and time.
  var next: PhotoPlace { PhotoPlace(stem: stem, turn: turn + 1) }

  /// The first place from here on whose photo would have none of some names.
  fileprivate func free(
    for fileExtension: String, besides taken: [ContainedPath]
  ) throws(PathNotContained) -> PhotoPlace {
    var place = self
    while try place.isTaken(taken, fileExtension) { place = place.next }
    return place
  }

  private func isTaken(
    _ taken: [ContainedPath], _ fileExtension: String
  ) throws(PathNotContained) -> Bool {
    if taken.contains(try file(fileExtension)) { return true }
    for format in VideoFormat.allCases where taken.contains(try liveFile(format)) { return true }
    for name in RawFormat.allExtensions where taken.contains(try rawFile(name)) { return true }
    return false
  }

  func file(_ format: PhotoFormat) throws(PathNotContained) -> ContainedPath {
    try file(format.fileExtension)
  }

  /// The file of a photo or a video, whose name ends so.
  func file(_ fileExtension: String) throws(PathNotContained) -> ContainedPath {
    try path(nil, fileExtension)
  }

  func originalFile(_ format: PhotoFormat) throws(PathNotContained) -> ContainedPath {
    try path(.original, format.fileExtension)
  }

  /// The file of the video beside a photo.
  func liveFile(_ format: VideoFormat) throws(PathNotContained) -> ContainedPath {
    try path(.live, format.fileExtension)
  }

  /// A video beside a photo that is to be here; any other as it is.
  func moving(_ video: PostVideo) throws(PathNotContained) -> PostVideo {
    guard case .beside(let file, let hash) = video.place,
      let format = file.path.extension.flatMap(VideoFormat.init(fileExtension:))
    else { return video }
    return video.at(.beside(try liveFile(format), hash: hash))
  }

  /// The raw file beside a photo.
  func rawFile(_ fileExtension: String) throws(PathNotContained) -> ContainedPath {
    try path(.raw, fileExtension)
  }

  /// The raw file beside a photo that is to be here.
  func moving(_ raw: KeptRaw) throws(PathNotContained) -> KeptRaw {
    KeptRaw(try rawFile(raw.fileExtension), hash: raw.hash, byteCount: raw.byteCount)
  }

  private func path(
    _ part: BesidePhoto?, _ fileExtension: String
  ) throws(PathNotContained) -> ContainedPath {
    let infix = part.map { ".\($0.rawValue)" } ?? ""
    return try ContainedPath("\(stem)\(turn == 1 ? "" : "_\(turn)")\(infix).\(fileExtension)")
  }
}

/// A file that a photo has beside it, as the end of its stem says: `NAME.live.mov`.
enum BesidePhoto: String, CaseIterable {
  case original, live, raw
}

extension ContainedPath {
  /// What it is beside a photo; nil of a photo or a video itself.
  var besidePhoto: BesidePhoto? {
    guard let stem = path.stem else { return nil }
    return BesidePhoto.allCases.first { stem.hasSuffix(".\($0.rawValue)") }
  }

  /// The file beside this photo; nil where no file can have the name.
  func beside(_ part: BesidePhoto, _ fileExtension: String) -> ContainedPath? {
    guard let stem = path.stem, let folder,
      let name = FilePath.Component("\(stem).\(part.rawValue).\(fileExtension)")
    else { return nil }
    return folder.appending(name)
  }
}

extension Stamper {
  /// Stamps a photo for the journal: its label shows its time in the zone that decided the post's day, so
  /// that label and day agree.
  ///
  /// - Throws: `StampError`.
  func stamp(
    _ original: OriginalPhoto, _ context: PhotoContext, at time: CaptureTime, in zone: CaptureZone
  ) throws(StampError) -> StampedPhoto {
    try stamp(original, context, at: time.inZone(zone), as: original.format.recodedFormat)
  }
}
