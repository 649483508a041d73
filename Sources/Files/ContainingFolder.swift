import CFiles
import Glibc
package import SystemPackage

/// A path beneath a folder: names one below the other, none of them `.` or `..`.
///
/// A path from a database, an export or a form becomes one of these before it reaches the file
/// system. Symbolic links on the way are refused by ``ContainingFolder``, which opens it.
package struct ContainedPath: Hashable, Sendable {
  /// The path, relative to the folder.
  package let path: FilePath

  /// - Throws: ``PathNotContained`` where the path is empty or absolute, or has a component `.` or
  ///   `..`.
  package init(_ path: FilePath) throws(PathNotContained) {
    guard path.isRelative, !path.isEmpty, path.components.allSatisfy({ $0.kind == .regular }) else {
      throw PathNotContained(path: path.string)
    }
    self.path = path
  }

  /// - Throws: ``PathNotContained`` as for a path, and where the text has a NUL, which would end it.
  package init(_ text: String) throws(PathNotContained) {
    guard !text.utf8.contains(0), let contained = try? ContainedPath(FilePath(text)) else {
      throw PathNotContained(path: text)
    }
    self = contained
  }

  /// The path of the folder that contains it; nil for the containing folder itself.
  fileprivate var parent: ContainedPath? { try? ContainedPath(path.removingLastComponent()) }
  fileprivate var name: FilePath { FilePath(root: nil, path.components.suffix(1)) }
}

/// A path that does not name anything beneath a folder.
package struct PathNotContained: Error, Hashable, Sendable {
  package let path: String
}

/// A folder whose files are opened, made and removed by paths that cannot lead out of it: no
/// symbolic link beneath it is followed, also when another program puts one there meanwhile.
///
/// The folder itself may be named through symbolic links. It stays the same folder for as long as
/// this is kept, also when it is renamed.
package final class ContainingFolder: Sendable {
  package let path: FilePath
  private let descriptor: FileDescriptor
  private let triesOpenat2: Bool

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - triesOpenat2: false to open paths as on a kernel without openat2(2).
  /// - Throws: ``FileError/system(_:_:_:)``.
  package init(_ path: FilePath, triesOpenat2: Bool = true) throws(FileError) {
    (self.path, self.triesOpenat2) = (path, triesOpenat2)
    descriptor = try rethrowing(
      FileDescriptor.open(path, in: .init(rawValue: AT_FDCWD), O_DIRECTORY),
      as: FileError.system(.open, path))
  }

  deinit { try? descriptor.close() }

  /// Opens a file for reading; a FIFO does not block the call.
  ///
  /// - Returns: a descriptor that the caller closes; also of a folder or a special file.
  /// - Throws: ``FileError/system(_:_:_:)``, with `tooManySymbolicLinkLevels` where a component is a
  ///   symbolic link.
  package func openToRead(_ path: ContainedPath) throws(FileError) -> FileDescriptor {
    try rethrowing(open(path, O_RDONLY | O_NONBLOCK), as: FileError.system(.open, full(path)))
  }

  /// Makes a file that must be new.
  ///
  /// - Parameters:
  ///   - path: its path, in a folder that exists.
  ///   - permissions: those of the file, less the umask's.
  /// - Returns: a descriptor for writing, which the caller closes.
  /// - Throws: ``FileError/exists(_:)`` where the name is taken, else ``FileError/system(_:_:_:)``.
  package func create(
    _ path: ContainedPath, permissions: FilePermissions
  ) throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      return try open(path, O_CREAT | O_EXCL | O_WRONLY, permissions)
    } catch {
      throw error == .fileExists ? .exists(full(path)) : .system(.create, full(path), error)
    }
  }

  /// Makes a folder, and those above it that are missing.
  ///
  /// - Parameters:
  ///   - path: the folder, which may exist.
  ///   - permissions: those of the folders that are made, less the umask's.
  /// - Throws: ``FileError/system(_:_:_:)``, also where a component is not a folder.
  package func createFolders(
    _ path: ContainedPath, permissions: FilePermissions
  ) throws(FileError) {
    let folder = try rethrowing(
      walk(to: path, making: permissions), as: FileError.system(.create, full(path)))
    try? folder.close()
  }

  /// Removes a file or a symbolic link; one that is gone already is not an error.
  ///
  /// - Throws: ``FileError/system(_:_:_:)``, also for a folder.
  package func remove(_ path: ContainedPath) throws(FileError) {
    do throws(Errno) {
      let folder = try folder(of: path)
      defer { try? folder.close() }
      try check(path.name.withPlatformString { unlinkat(folder.rawValue, $0, 0) })
    } catch {
      if error != .noSuchFileOrDirectory { throw .system(.remove, full(path), error) }
    }
  }

  private func full(_ path: ContainedPath) -> FilePath {
    self.path.appending(path.path.components)
  }
}

/// How the folder finds what is beneath it.
extension ContainingFolder {
  private func open(
    _ path: ContainedPath, _ flags: CInt, _ permissions: FilePermissions = []
  ) throws(Errno) -> FileDescriptor {
    if let file = try openBeneath(path, flags, permissions) { return file }
    let folder = try walk(to: path.parent)
    defer { try? folder.close() }
    return try .open(path.name, in: folder, flags | O_NOFOLLOW, permissions)
  }

  /// Opens the folder of a path's last component.
  private func folder(of path: ContainedPath) throws(Errno) -> FileDescriptor {
    if let parent = path.parent, let folder = try openBeneath(parent, O_DIRECTORY) {
      return folder
    }
    return try walk(to: path.parent)
  }

  /// Opens a path by openat2(2); nil where the system does not have it.
  private func openBeneath(
    _ path: ContainedPath, _ flags: CInt, _ permissions: FilePermissions = []
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
  /// - Returns: a descriptor that the caller closes.
  /// - Throws: errno of openat(2), or `tooManySymbolicLinkLevels` for a link.
  private func walk(
    to path: ContainedPath?, making permissions: FilePermissions? = nil
  ) throws(Errno) -> FileDescriptor {
    var folder = try FileDescriptor.open(".", in: descriptor, O_DIRECTORY)
    guard let path else { return folder }
    for component in path.path.components {
      let above = folder
      defer { try? above.close() }
      let name = FilePath(root: nil, [component])
      do throws(Errno) {
        if let permissions { try name.makeFolder(in: above, permissions) }
        folder = try .open(name, in: above, O_DIRECTORY | O_NOFOLLOW)
      } catch {
        // With O_DIRECTORY the error of a link is that of any other thing that is not a folder.
        throw error == .notDirectory && name.isLink(in: above) ? .tooManySymbolicLinkLevels : error
      }
    }
    return folder
  }
}

extension FileDescriptor {
  /// openat(2).
  fileprivate static func open(
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
  /// mkdirat(2); a name that is taken already is opened next, and refused there if it has to be.
  fileprivate func makeFolder(
    in folder: FileDescriptor, _ permissions: FilePermissions
  ) throws(Errno) {
    do throws(Errno) {
      try check(withPlatformString { mkdirat(folder.rawValue, $0, permissions.rawValue) })
    } catch {
      if error != .fileExists { throw error }
    }
  }

  /// fstatat(2): whether the name is a symbolic link in a folder.
  fileprivate func isLink(in folder: FileDescriptor) -> Bool {
    var status = Glibc.stat()
    let result = withPlatformString {
      fstatat(folder.rawValue, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    return result == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
