import Glibc
package import SystemPackage

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

/// Folders beneath it.
extension ContainingFolder {
  /// Makes a folder, and those above it that are missing.
  ///
  /// - Parameters:
  ///   - path: the folder, which may exist.
  ///   - permissions: those of the folders that are made, less the umask's.
  /// - Returns: the folders that have a new name in them, the outermost first, for ``synchronize(_:)``.
  /// - Throws: ``FileError/symbolicLink(_:)``, ``FileError/system(_:_:_:)``, also where a component is
  ///   not a folder.
  @discardableResult
  package func createFolders(
    _ path: ContainedPath, permissions: FilePermissions
  ) throws(FileError) -> [ContainedPath?] {
    try rethrowing(makeFolders(path, permissions)) { failure(.create, path, $0) }
  }

  /// As ``createFolders(_:permissions:)``.
  ///
  /// - Throws: errno.
  func makeFolders(
    _ path: ContainedPath, _ permissions: FilePermissions
  ) throws(Errno) -> [ContainedPath?] {
    var changed: [ContainedPath?] = []
    let folder = try walk(to: path, making: permissions) { changed.append($0) }
    try? folder.close()
    return changed
  }

  /// Removes a folder, and those above it, up to the first that is not empty or cannot be removed.
  package func removeEmptyFolders(_ path: ContainedPath?) {
    var path = path
    while let folder = path {
      do throws(Errno) {
        try inFolder(of: folder) { above, name throws(Errno) in
          try check(
            name.withPlatformString { unlinkat(above.rawValue, $0, AT_REMOVEDIR) })
        }
      } catch {
        return
      }
      path = folder.folder
    }
  }

  /// What is in a folder, in the order of the names' bytes.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - prefix: how the names that are wanted begin.
  /// - Returns: the entries.
  /// - Throws: ``FileError/symbolicLink(_:)``, ``FileError/system(_:_:_:)`` when it cannot be read to
  ///   its end.
  package func entries(
    of path: ContainedPath?, beginningWith prefix: String = ""
  ) throws(FileError) -> [FolderListing.Entry] {
    let folder = try rethrowing(open(path, O_RDONLY | O_DIRECTORY)) {
      failure(.list, path, $0)
    }
    return try FolderListing.everything(
      in: folder, path: full(path), beginningWith: prefix)
  }

  /// Whether a symbolic link leads to a folder, which is not opened.
  package func isLinkToFolder(_ path: ContainedPath) -> Bool {
    let target = try? inFolder(of: path) { folder, name throws(Errno) in
      try name.stat(relativeTo: folder, flags: [])
    }
    return isLink(path) && target?.type == .directory
  }

  /// Whether a path is a symbolic link.
  package func isLink(_ path: ContainedPath?) -> Bool {
    guard let path else { return false }
    return (try? look(at: path))?.type == .symbolicLink
  }

  /// fsync(2) of a folder: the names in it are on the disk. A missing folder,
  /// a path that is not a folder and a file system without support are not errors.
  ///
  /// - Throws: ``FileError/symbolicLink(_:)``, ``FileError/system(_:_:_:)``.
  package func synchronize(_ path: ContainedPath?) throws(FileError) {
    do throws(Errno) {
      let folder = try open(path, O_RDONLY | O_DIRECTORY)
      defer { try? folder.close() }
      try folder.synchronize()
    } catch {
      let ignored: [Errno] = [
        .noSuchFileOrDirectory, .notDirectory, .invalidArgument, .notSupported,
      ]
      if !ignored.contains(error) {
        throw failure(.write, path, error)
      }
    }
  }
}
