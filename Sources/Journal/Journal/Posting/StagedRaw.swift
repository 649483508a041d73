import Files
import Formats
import Stamping
import Store
import SystemPackage

/// A camera's raw file that is to be kept with a photo.
package struct ReadRaw {
  /// The end of its name, in lower case.
  let fileExtension: String
  private let reader: PhotoReader
  private let path: FilePath

  /// - Parameters:
  ///   - reader: reads the file.
  ///   - path: its name, also for errors.
  ///   - format: gives the end of a name that has none of a raw file.
  init(_ reader: PhotoReader, named path: FilePath, _ format: RawFormat = .tiff) {
    (self.reader, self.path) = (reader, path)
    let own = path.extension?.lowercased()
    fileExtension = own.flatMap { RawFormat.isExtension($0) ? $0 : nil } ?? format.rawValue
  }

  /// The file beside a photo that has its name. Any content will do.
  ///
  /// - Throws: `StampError` where it cannot be opened, or is empty.
  init(at path: FilePath) throws(StampError) {
    let reader = try rethrowing(PhotoReader(InputPhoto(named: path)), as: StampError.file)
    _ = try rethrowing(reader.head(), as: StampError.file)
    self.init(reader, named: path)
  }

  /// Copies it below the journal's folder, without a name as yet; a piece of it is in memory at a time.
  ///
  /// - Throws: ``JournalError``.
  func staged(in store: JournalStore) throws -> StagedRaw {
    let limit = KeptRaw.sizes.upperBound
    let (file, hash, count) = try reader.copied(into: store) { count in
      if count > limit { throw FileError.tooLarge(path, limit: limit) }
    }
    return StagedRaw(file: file, hash: hash, byteCount: count, fileExtension: fileExtension)
  }
}

/// A raw file that was copied, without a name as yet.
struct StagedRaw: Sendable {
  let file: StagedFile
  /// SHA-256, 32 bytes.
  let hash: [UInt8]
  let byteCount: Int
  let fileExtension: String
}
