package import SystemPackage

/// What went wrong with a file or folder; the wording is the caller's.
package enum FileError: Error, Hashable, Sendable {
  /// A system call failed on this path.
  case system(Operation, FilePath, Errno)
  /// The path names a thing that is not read as a photo: a socket, a FIFO or a device.
  case notAFile(FilePath, Kind)
  /// The output's path names a thing that is not to be replaced: a folder, a FIFO or a device.
  case notReplaceable(FilePath, Kind)
  /// The output is the input itself, under another path.
  case isInput(FilePath)
  /// The file has no byte in it.
  case empty(FilePath)
  /// The file is larger than libgd can take, in bytes.
  case tooLarge(FilePath, limit: Int)
  /// The output is there already, made by somebody else since it was looked for.
  case exists(FilePath)

  /// The file or folder that it is about.
  package var path: FilePath {
    switch self {
    case .system(_, let path, _), .notAFile(let path, _), .notReplaceable(let path, _),
      .isInput(let path), .empty(let path), .tooLarge(let path, _), .exists(let path):
      path
    }
  }

  package enum Operation: String, Sendable {
    case open, read, list, write, create, replace, remove
  }

  package enum Kind: String, Sendable {
    case folder, socket, fifo = "FIFO", device, unknown = "special file"

    package init(_ type: FileType) {
      self =
        switch type {
        case .directory: .folder
        case .socket: .socket
        case .fifo: .fifo
        case .characterSpecial, .blockSpecial: .device
        default: .unknown
        }
    }
  }
}
