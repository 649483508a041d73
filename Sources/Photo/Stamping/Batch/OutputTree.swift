import Files
import Synchronization
import SystemPackage

/// The folder in which a batch mirrors its inputs' folders: no symbolic link below it is followed, for
/// its target is not the named file.
final class OutputTree: Sendable {
  private let path: FilePath
  private let opened = Mutex<ContainingFolder?>(nil)

  /// - Parameter path: the folder, which is made with the first output.
  init(_ path: FilePath) { self.path = path }

  /// Whether anything has an output's path, even a link that leads nowhere; false where a symbolic
  /// link is above it.
  func has(_ output: FilePath) -> Bool {
    guard let folder = try? ContainingFolder(path), let path = try? contained(output) else {
      return false
    }
    return folder.has(path)
  }

  /// Opens an output that is there.
  ///
  /// - Throws: `FileError`, also where it is no regular file.
  func reader(of output: FilePath) throws(FileError) -> PhotoReader {
    try PhotoReader(try contained(output), beneath: ContainingFolder(path))
  }

  /// Writes an output, and makes the folders above it.
  ///
  /// - Throws: `FileError`, `FileError.symbolicLink(_:)` where a folder above it is a link.
  func write(
    _ bytes: [UInt8], to output: FilePath, replacing replaces: Bool, attributes: FileAttributes?
  ) throws(FileError) {
    let (tree, path) = (try folder(), try contained(output))
    if let folder = path.folder {
      try tree.createFolders(folder, permissions: FilePermissions(rawValue: 0o777))
    }
    try WholeFile(path, beneath: tree, replaces: replaces, isDurable: false)
      .write(bytes, attributes: attributes)
  }

  private func folder() throws(FileError) -> ContainingFolder {
    try opened.withLock { opened throws(FileError) in
      if let opened { return opened }
      try rethrowing(path.createFolders(), as: FileError.system(.create, path))
      let folder = try ContainingFolder(path)
      opened = folder
      return folder
    }
  }

  /// An output's path from the folder on.
  private func contained(_ output: FilePath) throws(FileError) -> ContainedPath {
    var relative = output
    guard relative.removePrefix(path), let contained = try? ContainedPath(relative) else {
      throw .system(.create, output, .invalidArgument)
    }
    return contained
  }
}
