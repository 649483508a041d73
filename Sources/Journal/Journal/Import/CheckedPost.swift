import Files
import Formats
import GRDB
import Stamping
import Store
import SystemPackage

/// A post of an export whose files are whole: the photo is the one that was stamped, and its original
/// comes back.
struct CheckedPost: HasStagedFiles, Sendable {
  let post: ImportedPost
  /// Nil without a photo.
  private let format: PhotoFormat?
  /// As it is displayed; nil where its file does not say it.
  private let size: PixelSize?
  /// The format of the original that is kept.
  private let originalFormat: PhotoFormat?
  /// The photo, then the original, without names; empty where nothing is to be stored.
  let stagedFiles: [StagedFile]
  /// Why versions of its words are left out, where some are.
  let versionsLeftOut: [ImportProblem]

  /// Reads the post's files.
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
    guard let exported = post.photo else {
      (format, size, originalFormat, stagedFiles) = (nil, nil, nil, [])
      return
    }
    let photo = try Self.read(exported.file, exported.hash, from: export)
    format = try Self.format(of: photo, exported.file)
    size = PostPhoto.size(of: photo.bytes)
    var files = [photo]
    if let file = exported.originalFile {
      let original = try Self.read(file, exported.originalHash, from: export)
      originalFormat = try Self.format(ofOriginal: original, exported)
      files.append(original)
    } else {
      originalFormat = nil
      try Self.checkUnstamped(photo, exported)
    }
    stagedFiles = try store.map { store in try files.map { try store.stage($0.bytes) } } ?? []
  }

  private static func read(
    _ file: ContainedPath, _ hash: [UInt8], from export: ExportFolder
  ) throws(ImportProblem) -> PhotoSource {
    let source = try export.source(file)
    guard StampMark.hash(source.bytes) == hash else { throw .changedFile(file.path) }
    return source
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
  /// - Returns: nil where it has no photo.
  func placed(in journal: OwnerJournal, _ db: Database) throws -> StagedPhoto? {
    guard var photo = post.photo, let format else { return nil }
    photo.size = size
    var place = PhotoPlace(post.time, uid: post.uid)
    var isFree = try hasGoodPaths(photo, format) && areFree(photo, in: journal, db)
    while !isFree {
      photo = PostPhoto(
        file: try place.file(format), hash: photo.hash,
        originalFile: try originalFormat.map { try place.originalFile($0) },
        originalHash: photo.originalHash,
        originalName: photo.originalName, size: size)
      isFree = try areFree(photo, in: journal, db)
      place = place.next
    }
    return StagedPhoto(photo: photo, files: Array(zip(stagedFiles, photo.files)))
  }

  /// Whether the paths are of the post's day, and name the photos' formats.
  private func hasGoodPaths(_ photo: PostPhoto, _ format: PhotoFormat) -> Bool {
    let formats = [format] + (originalFormat.map { [$0] } ?? [])
    return zip(photo.files, formats).allSatisfy { file, format in
      file.folder?.description == PhotoPlace.folder(of: post.time.day)
        && file.path.formatByName == format
        && !String(decoding: file).contains("..")
        && file.lastComponent.map { !String(decoding: $0).hasPrefix(".") } ?? false
    }
  }

  private func areFree(_ photo: PostPhoto, in journal: OwnerJournal, _ db: Database) throws -> Bool
  {
    for file in photo.files {
      let path = String(decoding: file)
      let row = try db.row(
        cached: """
          SELECT 1 FROM photo WHERE file = ? UNION ALL SELECT 1 FROM photo WHERE original_file = ?
          UNION ALL SELECT 1 FROM loose_file WHERE path = ?
          """, arguments: [path, path, path])
      if row != nil { return false }
      // Where it cannot be looked at, storing it will tell why.
      if journal.store.hasFile(file) { return false }
    }
    return true
  }
}
