import CFiles
import Glibc
package import SystemPackage

/// A folder whose files are opened, made, renamed, listed and removed by paths that cannot lead out
/// of it: no symbolic link beneath it is followed, also when another program puts one there meanwhile.
///
/// The folder itself may be named through symbolic links. It stays the same folder for as long as
/// this is kept, also when it is renamed. In it the path nil stands for the folder itself.
package final class ContainingFolder: Sendable {
  package let path: FilePath
  let descriptor: FileDescriptor
  let triesOpenat2: Bool

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - triesOpenat2: false to open paths as on a kernel without openat2(2).
  /// - Throws: ``FileError/system(_:_:_:)``.
  package convenience init(_ path: FilePath, triesOpenat2: Bool = true) throws(FileError) {
    do throws(Errno) {
      try self.init(opening: path, triesOpenat2: triesOpenat2)
    } catch {
      throw .system(.open, path, error)
    }
  }

  /// As ``init(_:triesOpenat2:)``.
  ///
  /// - Throws: errno of open(2).
  init(opening path: FilePath, triesOpenat2: Bool = true) throws(Errno) {
    (self.path, self.triesOpenat2) = (path, triesOpenat2)
    descriptor = try .open(path, in: .init(rawValue: AT_FDCWD), FileDescriptor.onlyFolder)
  }

  deinit { try? descriptor.close() }

  /// What is beneath it, as a path from where this one's begins.
  func full(_ path: ContainedPath?) -> FilePath { path.map { self.path.pushing($0) } ?? self.path }

  /// The error of a system call, which for a symbolic link on the way says where that is.
  func failure(
    _ operation: FileError.Operation, _ path: ContainedPath?, _ error: Errno
  ) -> FileError {
    guard error == .tooManySymbolicLinkLevels else { return .system(operation, full(path), error) }
    return .symbolicLink(full(path.flatMap(firstLink)))
  }
}

/// Files.
extension ContainingFolder {
  /// Opens a file for reading; a FIFO does not block the call.
  ///
  /// - Returns: a descriptor that the caller closes; also of a folder or a special file.
  /// - Throws: ``FileError/symbolicLink(_:)`` where a component is a symbolic link, else
  ///   ``FileError/system(_:_:_:)``.
  package func openToRead(_ path: ContainedPath) throws(FileError) -> FileDescriptor {
    try rethrowing(open(path, O_RDONLY | O_NONBLOCK)) { failure(.open, path, $0) }
  }

  /// Opens a regular file for reading; anything else is not even opened.
  ///
  /// - Returns: a descriptor that the caller closes.
  /// - Throws: as ``openToRead(_:)``, and ``FileError/notAFile(_:_:)``.
  package func openFile(_ path: ContainedPath) throws(FileError) -> FileDescriptor {
    let type = try status(path).type
    if type == .symbolicLink { throw .symbolicLink(full(path)) }
    guard type == .regular else { throw .notAFile(full(path), .init(type)) }
    return try openToRead(path)
  }

  /// open(2) of a path.
  ///
  /// - Returns: a descriptor that the caller closes.
  /// - Throws: errno, `tooManySymbolicLinkLevels` for a symbolic link.
  package func open(
    _ path: ContainedPath, _ mode: FileDescriptor.AccessMode,
    options: FileDescriptor.OpenOptions = [], permissions: FilePermissions = []
  ) throws(Errno) -> FileDescriptor {
    try open(path, mode.rawValue | options.rawValue, permissions)
  }

  /// Opens a file for reading and writing, and makes it where it is missing.
  ///
  /// - Returns: a descriptor that the caller closes.
  /// - Throws: as ``openToRead(_:)``.
  package func openOrCreate(
    _ path: ContainedPath, permissions: FilePermissions
  ) throws(FileError) -> FileDescriptor {
    try rethrowing(open(path, O_CREAT | O_RDWR, permissions)) { failure(.open, path, $0) }
  }

  /// Makes a file that must be new.
  ///
  /// - Parameters:
  ///   - path: its path, in a folder that exists.
  ///   - permissions: those of the file, less the umask's.
  /// - Returns: a descriptor for writing, which the caller closes.
  /// - Throws: ``FileError/exists(_:)`` where the name is taken, else as ``openToRead(_:)``.
  package func create(
    _ path: ContainedPath, permissions: FilePermissions
  ) throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      return try open(path, O_CREAT | O_EXCL | O_WRONLY, permissions)
    } catch {
      throw error == .fileExists ? .exists(full(path)) : failure(.create, path, error)
    }
  }

  /// What a path names; of a symbolic link, the link.
  ///
  /// - Throws: as ``openToRead(_:)``.
  package func status(_ path: ContainedPath) throws(FileError) -> Stat {
    try rethrowing(look(at: path)) { failure(.open, path, $0) }
  }

  /// As ``status(_:)``.
  ///
  /// - Throws: errno.
  func look(at path: ContainedPath) throws(Errno) -> Stat {
    try inFolder(of: path) { folder, name throws(Errno) in
      try name.stat(relativeTo: folder, flags: .symlinkNoFollow)
    }
  }

  /// Whether anything has this path, even a link that leads nowhere.
  package func has(_ path: ContainedPath) -> Bool { (try? look(at: path)) != nil }

  /// Removes a file or a symbolic link; one that is gone already is not an error, nor is one below what
  /// is no folder, and so cannot be there.
  ///
  /// - Throws: as ``openToRead(_:)``, also for a folder.
  package func remove(_ path: ContainedPath) throws(FileError) {
    do throws(Errno) {
      try unlink(path)
    } catch {
      if ![.noSuchFileOrDirectory, .notDirectory].contains(error) {
        throw failure(.remove, path, error)
      }
    }
  }

  /// unlinkat(2).
  func unlink(_ path: ContainedPath) throws(Errno) {
    try inFolder(of: path) { folder, name throws(Errno) in
      try check(name.withPlatformString { unlinkat(folder.rawValue, $0, 0) })
    }
  }
}

/// Names.
extension ContainingFolder {
  /// Gives a file another path that must be free; `fileExists` where it is taken.
  ///
  /// renameat2(2) does it in one step, link(2) where the file system does not know that. Where it has
  /// no links either the name is checked first, and of two programs that want the same name at the
  /// same instant both may get it.
  package func rename(_ path: ContainedPath, to target: ContainedPath) throws(Errno) {
    do throws(Errno) {
      return try naming(path, as: target, cfiles_rename_exclusively)
    } catch {
      guard [.invalidArgument, .noFunction].contains(error) else { throw error }
    }
    do throws(Errno) {
      try naming(path, as: target) { linkat($0, $1, $2, $3, 0) }
      try? unlink(path)
    } catch {
      guard [.notPermitted, .notSupported, .noFunction].contains(error) else { throw error }
      if has(target) { throw .fileExists }
      try rename(path, replacing: target)
    }
  }

  /// renameat(2): gives a file another path, replacing a file that has it.
  func rename(_ path: ContainedPath, replacing target: ContainedPath) throws(Errno) {
    try naming(path, as: target) { renameat($0, $1, $2, $3) }
  }

  /// Does a system call that takes the folder and the name of a file, and those that it is to have.
  private func naming(
    _ path: ContainedPath, as target: ContainedPath,
    _ call: (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>) -> CInt
  ) throws(Errno) {
    try inFolder(of: path) { folder, name throws(Errno) in
      try inFolder(of: target) { newFolder, newName throws(Errno) in
        try check(
          name.withPlatformString { name in
            newName.withPlatformString { call(folder.rawValue, name, newFolder.rawValue, $0) }
          })
      }
    }
  }

  /// linkat(2): names a nameless file, through /proc as open(2) shows it for `O_TMPFILE`.
  func link(_ file: FileDescriptor, to path: ContainedPath) throws(Errno) {
    let source = "/proc/self/fd/\(file.rawValue)"
    try inFolder(of: path) { folder, name throws(Errno) in
      try check(
        name.withPlatformString {
          linkat(AT_FDCWD, source, folder.rawValue, $0, AT_SYMLINK_FOLLOW)
        })
    }
  }
}
