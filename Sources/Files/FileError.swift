package import SystemPackage

/// What went wrong with a file or folder; the wording is added at the edge.
package enum FileError: Error, Hashable, Sendable {
  /// A system call failed on this path.
  case system(Operation, FilePath, Errno)
  /// What the path names is not read: a folder, a socket, a FIFO or a device.
  case notAFile(FilePath, Kind)
  /// What the output's path names is not replaced: a folder, a socket, a FIFO or a device.
  case notReplaceable(FilePath, Kind)
  /// The output is the input itself, under another path.
  case isInput(FilePath)
  /// The file has no bytes.
  case empty(FilePath)
  /// The file has more bytes than its reader takes.
  case tooLarge(FilePath, limit: Int)
  /// The file has more bytes than the memory that one photo may take.
  case overMemory(FilePath, size: Int, allowed: Int)
  /// The output exists already; another program made it since the check.
  case exists(FilePath)
  /// A symbolic link where none is followed: beneath a journal's, an export's or an output folder.
  case symbolicLink(FilePath)

  /// Makes the error for a system call's errno, for ``rethrowing(_:as:)``.
  package static func system(_ operation: Operation, _ path: FilePath) -> (Errno) -> FileError {
    { .system(operation, path, $0) }
  }

  /// The file or folder that the error is about.
  package var path: FilePath {
    switch self {
    case .system(_, let path, _), .notAFile(let path, _), .notReplaceable(let path, _),
      .isInput(let path), .empty(let path), .tooLarge(let path, _), .overMemory(let path, _, _),
      .exists(let path), .symbolicLink(let path):
      path
    }
  }

  /// Whether there was no room for the file, on the disk or in the user's share of it.
  package var isDiskFull: Bool {
    guard case .system(_, _, let error) = self else { return false }
    return [.noSpace, .diskQuotaExceeded].contains(error)
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

/// Runs the work of a lower layer, and wraps its error in one of the layer above:
/// `try rethrowing(reader.whole(), as: StampError.file)`.
///
/// - Parameters:
///   - work: throws the lower layer's error.
///   - wrap: makes the upper layer's error of it; usually an enum's case.
/// - Returns: what the work returns.
/// - Throws: what `wrap` makes of the work's error.
@discardableResult
package func rethrowing<Success, Cause: Error, Failure: Error>(
  _ work: @autoclosure () throws(Cause) -> Success, as wrap: (Cause) -> Failure
) throws(Failure) -> Success {
  do { return try work() } catch { throw wrap(error) }
}
