import Files
import Formats
import Foundation
import Stamping
import SystemPackage
import Wording

/// A picture that a command draws into a file, whole or not at all.
struct PictureFile {
  private let file: WholeFile

  /// - Parameters:
  ///   - path: where the picture goes.
  ///   - replaces: whether a file that is there is replaced.
  /// - Throws: ``PictureFileError``, before anything is drawn.
  init(_ path: FilePath, replaces: Bool) throws(PictureFileError) {
    if !replaces, FileManager.default.fileExists(atPath: path.string) { throw .exists(path) }
    if let format = RawFormat(ofFile: path) { throw .raw(path, format) }
    file = WholeFile(path: path, replaces: replaces, isDurable: false)
  }

  /// - Throws: `FileError`; then the file is as it was.
  func write(_ bytes: [UInt8]) throws { try file.write(bytes, attributes: nil) }
}

/// Why a picture is not drawn into a file.
enum PictureFileError: Error, Worded, Hashable {
  case exists(FilePath)
  /// A camera's raw file is there.
  case raw(FilePath, RawFormat)

  var wording: ErrorMessage {
    switch self {
    case .exists(let path): ErrorMessage("file.there", ["path": .path(path)], in: .files)
    case .raw(let path, let format): StampError.outputIsRaw(path, format).wording
    }
  }
}
