import Files
import Formats
import GRDB
import Stamping
import Store
import SystemPackage

/// A post of an export with whole files: its photos are the stamped ones, and their originals can
/// be restored.
struct CheckedPost: HasStagedFiles, Sendable {
  let post: ImportedPost
  private let photos: [Photo]
  /// Why versions of its words are left out, where some are.
  let versionsLeftOut: [ImportProblem]

  var stagedFiles: [StagedFile] { photos.flatMap(\.files) }

  private struct Photo {
    /// The end of its file's name.
    let fileExtension: String
    /// As it is displayed; nil where its file does not say it.
    let size: PixelSize?
    /// The format of the original that is kept.
    var originalFormat: PhotoFormat?
    /// The video that it is, or that moves in it, as its file says.
    var video: PostVideo?
    /// The raw file beside it, with the size that it has.
    var raw: KeptRaw?
    /// The photo, then the original, the video and the raw file beside it, without names; empty where nothing is
    /// to be stored.
    var files: [StagedFile]
  }

  /// Reads the post's files, one photo at a time.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - export: where its files are.
  ///   - store: where they are written, without names as yet; nil writes nothing.
  /// - Throws: ``ImportProblem``, ``JournalError/file(_:)`` where they cannot be written.
  init(_ post: ImportedPost, from export: ExportFolder, stagedIn store: JournalStore?) throws {
    self.post = post
    // They are read again when they are stored: all of them may be many times a post.
    var leftOut: [ImportProblem] = []
    try post.versions?.forEach {
      leftOut.append($0)
    } _: { _ in
    }
    versionsLeftOut = leftOut
    photos = try post.photos.map { exported in
      let exported = exported.photo
      if exported.isVideo {
        let video = try Self.video(exported.file, exported.hash, from: export, store)
        return Photo(
          fileExtension: video.described.format.fileExtension, size: video.described.size,
          video: PostVideo(.itself, video.described), files: video.file.map { [$0] } ?? [])
      }
      let photo = try Self.read(exported.file, exported.hash, from: export)
      let format = try Self.format(of: photo, exported.file)
      var files = [photo]
      var originalFormat: PhotoFormat?
      if let file = exported.originalFile {
        let original = try Self.read(file, exported.originalHash, from: export)
        originalFormat = try Self.format(ofOriginal: original, exported)
        files.append(original)
      } else {
        try Self.checkUnstamped(photo, exported)
      }
      var checked = Photo(
        fileExtension: format.fileExtension, size: PostPhoto.size(of: photo.bytes),
        originalFormat: originalFormat, video: exported.video,
        files: try store.map { store in try files.map { try store.stage($0.bytes) } } ?? [])
      if case .beside(let file, let hash) = exported.video?.place {
        let video = try Self.video(file, hash, from: export, store)
        checked.video = PostVideo(.beside(file, hash: hash), video.described)
        if let file = video.file { checked.files.append(file) }
      }
      if let raw = exported.raw {
        let copy = try Self.copy(raw.file, raw.hash, from: export, store)
        checked.raw = KeptRaw(raw.file, hash: raw.hash, byteCount: copy.byteCount)
        if let file = copy.file { checked.files.append(file) }
      }
      return checked
    }
  }

  private static func read(
    _ file: ContainedPath, _ hash: [UInt8], from export: ExportFolder
  ) throws(ImportProblem) -> PhotoSource {
    let source = try export.source(file)
    guard StampMark.hash(source.bytes) == hash else { throw .changedFile(file.path) }
    return source
  }

  /// Reads a video's file, and copies it where it is to be stored.
  private static func video(
    _ file: ContainedPath, _ hash: [UInt8], from export: ExportFolder, _ store: JournalStore?
  ) throws -> (described: VideoFile, file: StagedFile?) {
    let reader = try export.reader(file)
    let video = try rethrowing(
      reader.video(), as: { ImportProblem.notAPhoto(file.path, because: $0) })
    guard let video else {
      throw ImportProblem.notAPhoto(file.path, because: .video(.notAVideo))
    }
    let copied = try proved(file, hash) {
      guard let store else { return (try reader.hash(), nil) }
      let staged = try ReadVideo(video, reader).staged(in: store, limit: VideoSize.mostBytes)
      return (staged.hash, staged.file)
    }
    return (video, copied)
  }

  /// Reads a raw file, and copies it where it is to be stored.
  private static func copy(
    _ file: ContainedPath, _ hash: [UInt8], from export: ExportFolder, _ store: JournalStore?
  ) throws -> (byteCount: Int, file: StagedFile?) {
    let reader = try export.reader(file)
    let (limit, size) = (KeptRaw.sizes.upperBound, reader.size ?? 0)
    guard KeptRaw.sizes.contains(size) else {
      throw ImportProblem.unreadableFile(
        size == 0 ? .empty(file.path) : .tooLarge(file.path, limit: limit))
    }
    let copied = try proved(file, hash) {
      guard let store else { return (try reader.hash(), nil) }
      let staged = try ReadRaw(reader, named: file.path).staged(in: store)
      return (staged.hash, staged.file)
    }
    return (size, copied)
  }

  /// A file that was copied where it is to be stored, proved by its SHA-256.
  private static func proved(
    _ file: ContainedPath, _ hash: [UInt8], _ copy: () throws -> ([UInt8], StagedFile?)
  ) throws -> StagedFile? {
    let found: ([UInt8], StagedFile?)
    do {
      found = try copy()
    } catch JournalError.file(let error) where error.isOfReading {
      throw ImportProblem.unreadableFile(error)
    } catch let error as FileError {
      throw ImportProblem.unreadableFile(error)
    }
    guard found.0 == hash else { throw ImportProblem.changedFile(file.path) }
    return found.1
  }

  private static func format(
    of source: PhotoSource, _ file: ContainedPath
  ) throws(ImportProblem) -> PhotoFormat {
    try rethrowing(
      PhotoFormat(announcedBy: source.bytes),
      as: { ImportProblem.notAPhoto(file.path, because: .photo($0)) })
  }

  /// Checks that an original is a photo that can be stamped anew.
  private static func format(
    ofOriginal source: PhotoSource, _ photo: PostPhoto
  ) throws(ImportProblem) -> PhotoFormat {
    let file = photo.originalFile ?? photo.file
    do throws(StampError) {
      let original = try OriginalPhoto(source)
      guard original.hash == photo.originalHash else { throw .editedSinceStamping }
      return original.format
    } catch {
      throw .noOriginal(file.path, because: error)
    }
  }

  /// Checks that unstamping gives the original back.
  private static func checkUnstamped(
    _ source: PhotoSource, _ photo: PostPhoto
  ) throws(ImportProblem) {
    let mark: StampMark
    do throws(StampError) {
      mark = try Unstamper().unstamp(source).mark
    } catch {
      throw .noOriginal(photo.file.path, because: error)
    }
    guard mark.originalHash == photo.originalHash else {
      throw .noOriginal(photo.file.path, because: nil)
    }
  }
}

/// Where a post's files go.
extension CheckedPost {
  /// The post's files with the paths that they had, where those are free and where this journal
  /// would look for them, otherwise with new ones.
  ///
  /// - Returns: a photo for each of the post's, in their order.
  func placed(in journal: OwnerJournal, _ db: Database) throws -> [StagedPhoto] {
    var placed: [StagedPhoto] = []
    for (found, exported) in zip(photos, post.photos) {
      var photo = exported.photo
      photo.size = found.size
      (photo.video, photo.raw) = (found.video, found.raw)
      var place = PhotoPlace(post.time, taken: photo.taken, uid: post.uid)
      let taken = Set(placed.flatMap(\.photo.files))
      func isFree(_ photo: PostPhoto) throws -> Bool {
        try taken.isDisjoint(with: photo.files) && areFree(photo, in: journal, db)
      }
      var isPlaced = try hasGoodPaths(photo, found) && isFree(photo)
      while !isPlaced {
        photo = PostPhoto(
          file: try place.file(found.fileExtension), hash: photo.hash,
          originalFile: try found.originalFormat.map { try place.originalFile($0) },
          originalHash: photo.originalHash, originalName: photo.originalName, size: found.size)
        photo.video = try found.video.map { try place.moving($0) }
        photo.raw = try found.raw.map { try place.moving($0) }
        isPlaced = try isFree(photo)
        place = place.next
      }
      placed.append(StagedPhoto(photo: photo, files: Array(zip(found.files, photo.files))))
    }
    return placed
  }

  /// Whether the paths are of the post's day, and name the photos' formats.
  private func hasGoodPaths(_ photo: PostPhoto, _ found: Photo) -> Bool {
    let names = Self.names(of: found)
    return zip(photo.files, names).allSatisfy { file, names in
      file.folder?.description == PhotoPlace.folder(of: post.time.day)
        && file.path.extension.map { names.contains($0.lowercased()) } ?? false
        && !String(decoding: file).contains("..")
        && file.lastComponent.map { !String(decoding: $0).hasPrefix(".") } ?? false
    }
  }

  /// How the names of a photo's files may end.
  private static func names(of found: Photo) -> [[String]] {
    let videos = VideoFormat.allExtensions
    let own = PhotoFormat(fileExtension: found.fileExtension)?.extensions
    return [own ?? videos] + (found.originalFormat.map { [$0.extensions] } ?? [])
      + (found.video?.file == nil ? [] : [videos])
      + (found.raw == nil ? [] : [RawFormat.allExtensions])
  }

  private func areFree(_ photo: PostPhoto, in journal: OwnerJournal, _ db: Database) throws -> Bool
  {
    for file in photo.files {
      let path = String(decoding: file)
      let row = try db.row(
        cached: """
          SELECT 1 FROM photo WHERE file = ?1 UNION ALL SELECT 1 FROM photo WHERE original_file = ?1
          UNION ALL SELECT 1 FROM photo WHERE video = ?1 UNION ALL SELECT 1 FROM photo WHERE raw = ?1
          UNION ALL SELECT 1 FROM loose_file WHERE path = ?1
          """, arguments: [path])
      if row != nil { return false }
      // Where it cannot be looked at, storing it will tell why.
      if journal.store.hasFile(file) { return false }
    }
    return true
  }
}
