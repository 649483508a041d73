import Files
import Formats
import Stamping
import SystemPackage

/// A post's files, written but without names yet; dropped, they are gone.
struct StagedPhoto: Sendable {
  let photo: PostPhoto
  let files: [(file: StagedFile, path: FilePath)]

  init(photo: PostPhoto, files: [(file: StagedFile, path: FilePath)]) {
    self.photo = photo
    self.files = files
  }

  /// Writes a stamped photo and, where unstamping would not give it back, the original.
  ///
  /// - Parameters:
  ///   - stamped: the photo with its label.
  ///   - original: the photo without it.
  ///   - originalName: the name that it came with.
  ///   - time: when it was taken.
  ///   - uid: the post's.
  ///   - taken: paths that the files must not have.
  ///   - store: the journal's folder.
  /// - Throws: ``JournalError/file(_:)``.
  init(
    _ stamped: StampedPhoto, _ original: OriginalPhoto, originalName: String, time: PostTime,
    uid: [UInt8], avoiding taken: [FilePath] = [], in store: JournalStore
  ) throws {
    let keepsOriginal = stamped.fidelity != .lossless(isReversible: true)
    var place = PhotoPlace(time, uid: uid)
    let format = original.format.stampedFormat
    while taken.contains(place.file(format)) { place = place.next }
    photo = PostPhoto(
      file: place.file(format), hash: StampMark.hash(stamped.bytes),
      originalFile: keepsOriginal ? place.originalFile(original.format) : nil,
      originalHash: original.hash, originalName: originalName)
    var files = [(try store.stage(stamped.bytes), photo.file)]
    if let path = photo.originalFile { files.append((try store.stage(original.bytes), path)) }
    self.files = files
  }
}

extension JournalStore {
  /// The photo of a post as it was before it was stamped.
  ///
  /// - Throws: ``JournalError/photoBroken(_:)`` where it is not what it was.
  func original(of photo: PostPhoto) throws -> OriginalPhoto {
    let path = folder.pushing(photo.originalFile ?? photo.file)
    do throws(StampError) {
      let original = try OriginalPhoto(reading: InputPhoto(named: path))
      if original.hash == photo.originalHash { return original }
    } catch {
      throw JournalError.photoBroken(path, because: error)
    }
    throw JournalError.photoBroken(path, because: nil)
  }
}
