import CLinux.Files
import Glibc
package import SystemPackage

/// A folder for opening, making, renaming, listing and removing files by paths that cannot lead out
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

/// How the folder opens paths beneath it.
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
  func walk(
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
