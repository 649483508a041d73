import CFiles
import Glibc
package import SystemPackage

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

  /// fsync(2) of a folder: the names in it are on the disk. A folder that is gone has none, nor has
  /// what is no folder, and file systems that do not support it are no error.
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

/// How the folder finds what is beneath it.
extension ContainingFolder {
  /// Opens a path, nil for this folder.
  func open(
    _ path: ContainedPath?, _ flags: CInt, _ permissions: FilePermissions = []
  ) throws(Errno) -> FileDescriptor {
    guard let path else { return try .open(".", in: descriptor, flags, permissions) }
    if let file = try openBeneath(path, flags, permissions) { return file }
    let folder = try walk(to: path.folder)
    defer { try? folder.close() }
    do throws(Errno) {
      return try .open(path.name, in: folder, flags | O_NOFOLLOW, permissions)
    } catch {
      throw error == .notDirectory && path.name.isLink(in: folder)
        ? .tooManySymbolicLinkLevels : error
    }
  }

  /// Does work on the last name of a path in its folder.
  func inFolder<Result>(
    of path: ContainedPath,
    _ work: (_ folder: FileDescriptor, _ name: FilePath) throws(Errno) -> Result
  ) throws(Errno) -> Result {
    guard let parent = path.folder else { return try work(descriptor, path.name) }
    var folder = try openBeneath(parent, FileDescriptor.onlyFolder, [])
    if folder == nil { folder = try walk(to: parent) }
    defer { try? folder?.close() }
    return try work(folder ?? descriptor, path.name)
  }

  /// Opens a path by openat2(2); nil where the system does not have it.
  private func openBeneath(
    _ path: ContainedPath, _ flags: CInt, _ permissions: FilePermissions
  ) throws(Errno) -> FileDescriptor? {
    guard triesOpenat2 else { return nil }
    let result = path.path.withPlatformString {
      cfiles_open_beneath(descriptor.rawValue, $0, flags | O_CLOEXEC, permissions.rawValue)
    }
    // EPERM is what some sandboxes answer to calls that they do not know. Where it has another
    // cause, opening the path component by component ends with it too.
    if result == -1, [ENOSYS, EPERM].contains(errno) { return nil }
    try check(result)
    return FileDescriptor(rawValue: result)
  }

  /// Opens a folder component by component, each in the one before it, following no link.
  ///
  /// - Parameters:
  ///   - path: the folder; nil for this one.
  ///   - permissions: those of missing folders, which are made; nil makes none.
  ///   - tell: called with each folder in which one was made.
  /// - Returns: a descriptor that the caller closes.
  /// - Throws: errno of openat(2), or `tooManySymbolicLinkLevels` for a link.
  private func walk(
    to path: ContainedPath?, making permissions: FilePermissions? = nil,
    _ tell: (ContainedPath?) -> Void = { _ in }
  ) throws(Errno) -> FileDescriptor {
    var folder = try FileDescriptor.open(".", in: descriptor, FileDescriptor.onlyFolder)
    var passed: ContainedPath?
    for component in path?.path.components ?? FilePath().components {
      let above = folder
      defer { try? above.close() }
      let name = FilePath(root: nil, [component])
      do throws(Errno) {
        if let permissions, try name.makeFolder(in: above, permissions) { tell(passed) }
        folder = try .open(name, in: above, FileDescriptor.onlyFolder | O_NOFOLLOW)
      } catch {
        // With O_DIRECTORY the error of a link is that of any other thing that is not a folder.
        throw error == .notDirectory && name.isLink(in: above) ? .tooManySymbolicLinkLevels : error
      }
      passed = passed?.appending(component) ?? ContainedPath(nameOf: name)
    }
    return folder
  }

  /// The first component of a path that is a symbolic link, with those before it.
  func firstLink(on path: ContainedPath) -> ContainedPath? {
    var passed: ContainedPath?
    for component in path.path.components {
      passed =
        passed?.appending(component) ?? ContainedPath(nameOf: FilePath(root: nil, [component]))
      if isLink(passed) { return passed }
    }
    return nil
  }
}

extension FileDescriptor {
  /// The flags by which a folder is opened to find what is in it, which takes no right to read it:
  /// O_PATH, which Swift does not import, and O_DIRECTORY.
  static let onlyFolder: CInt = 0o10_000_000 | O_DIRECTORY

  /// openat(2).
  static func open(
    _ path: FilePath, in folder: FileDescriptor, _ flags: CInt, _ permissions: FilePermissions = []
  ) throws(Errno) -> FileDescriptor {
    let result = path.withPlatformString {
      openat(folder.rawValue, $0, flags | O_CLOEXEC, permissions.rawValue)
    }
    try check(result)
    return FileDescriptor(rawValue: result)
  }
}

extension FilePath {
  /// mkdirat(2); false for a name that is taken, which is opened next, and refused there if it has to
  /// be.
  fileprivate func makeFolder(
    in folder: FileDescriptor, _ permissions: FilePermissions
  ) throws(Errno) -> Bool {
    do throws(Errno) {
      try check(withPlatformString { mkdirat(folder.rawValue, $0, permissions.rawValue) })
      return true
    } catch {
      if error != .fileExists { throw error }
      return false
    }
  }

  /// fstatat(2): whether the name is a symbolic link in a folder.
  fileprivate func isLink(in folder: FileDescriptor) -> Bool {
    (try? stat(relativeTo: folder, flags: .symlinkNoFollow).type) == .symbolicLink
  }
}
