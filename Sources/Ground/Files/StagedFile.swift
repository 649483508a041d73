import Glibc
import Synchronization
package import SystemPackage

/// A file that is written but has no name yet; it is deleted with this object unless it got one.
///
/// It is nameless where the file system supports that (`O_TMPFILE`): killed at any moment, the
/// program leaves nothing behind. Elsewhere it has a temporary, hidden name, which a kill -9 may leave
/// behind until the next program that stages a file in that folder. It can be given a name beneath the
/// folder that it was made beneath, on the same file system.
package final class StagedFile: Sendable {
  /// What every temporary name begins with. The file is locked (flock(2)) for as long as it is used.
  package static let temporaryPrefix = ".daystamp-"
  /// How many digits, of 36, the number has at most that comes after it.
  static let longestNumber = String(UInt64.max, radix: 36).utf8.count

  private let folder: ContainingFolder
  private let descriptor: FileDescriptor
  private let state: Mutex<State>

  private struct State {
    /// The temporary name, while there is one.
    var temporary: ContainedPath?
    /// The path for errors: the folder, later the name that was given.
    var place: ContainedPath?
  }

  /// Writes a file, and starts writing it out to the disk, so that ``synchronize()`` is short.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - folder: beneath which it gets its name.
  ///   - subfolder: where it is made; nil for the folder itself.
  ///   - permissions: those of the file, less the umask's.
  /// - Throws: ``FileError`` with the folder.
  package convenience init(
    _ bytes: [UInt8], beneath folder: ContainingFolder, in subfolder: ContainedPath? = nil,
    permissions: FilePermissions
  ) throws(FileError) {
    do throws(Errno) {
      try self.init(beneath: folder, in: subfolder, permissions: permissions)
    } catch {
      throw folder.failure(.create, subfolder, error)
    }
    try rethrowing(write(bytes)) { folder.failure(.write, subfolder, $0) }
    descriptor.startWriteback()
  }

  /// Makes a file under a temporary name, to be filled through that name by a library that opens
  /// files itself.
  ///
  /// - Parameters:
  ///   - folder: where it is made.
  ///   - permissions: those of the file, less the umask's.
  ///   - fill: gets the name of the empty file.
  /// - Throws: ``FileError/system(_:_:_:)`` with the folder, and what `fill` throws.
  package convenience init(
    in folder: FilePath, permissions: FilePermissions, filledBy fill: (FilePath) throws -> Void
  ) throws {
    do throws(Errno) {
      try self.init(
        beneath: .init(opening: folder), permissions: permissions, triesNameless: false)
    } catch {
      throw FileError.system(.create, folder, error)
    }
    if let temporary = state.withLock({ $0.temporary }) { try fill(folder.pushing(temporary)) }
  }

  /// Makes an empty file in a folder.
  ///
  /// - Throws: errno of open(2).
  package convenience init(in folder: FilePath, permissions: FilePermissions) throws(Errno) {
    try self.init(beneath: .init(opening: folder), permissions: permissions)
  }

  /// Makes an empty file.
  ///
  /// - Parameters:
  ///   - folder: beneath which it gets its name.
  ///   - subfolder: where it is made; nil for the folder itself.
  ///   - permissions: those of the file, less the umask's.
  ///   - triesNameless: false for a temporary name on every file system.
  /// - Throws: errno of open(2).
  package init(
    beneath folder: ContainingFolder, in subfolder: ContainedPath? = nil,
    permissions: FilePermissions, triesNameless: Bool = true
  ) throws(Errno) {
    self.folder = folder
    do throws(Errno) {
      guard triesNameless else { throw .notSupported }
      // O_TMPFILE is an expression that Swift does not import: __O_TMPFILE | O_DIRECTORY.
      descriptor = try folder.open(
        subfolder, 0o20_000_000 | O_DIRECTORY | O_WRONLY, permissions)
      state = Mutex(State(temporary: nil, place: subfolder))
    } catch {
      guard [.notSupported, .isDirectory, .invalidArgument].contains(error) else { throw error }
      let (descriptor, temporary) = try Self.named(beneath: folder, in: subfolder, permissions)
      self.descriptor = descriptor
      state = Mutex(State(temporary: temporary, place: subfolder))
    }
  }

  /// Makes a file under a temporary name.
  private static func named(
    beneath folder: ContainingFolder, in subfolder: ContainedPath?, _ permissions: FilePermissions
  ) throws(Errno) -> (FileDescriptor, ContainedPath) {
    Leftovers.removeOnce(from: folder, in: subfolder)
    while true {
      let temporary = try temporaryName(in: subfolder)
      let descriptor = try PartialFiles.making(
        temporary, in: folder, folder.open(temporary, O_CREAT | O_EXCL | O_WRONLY, permissions))
      if descriptor.showInUse() { return (descriptor, temporary) }
      try? descriptor.close()
      PartialFiles.forget(temporary)
    }
  }

  deinit {
    try? descriptor.close()
    if let temporary = state.withLock({ $0.temporary }) {
      try? folder.unlink(temporary)
      PartialFiles.forget(temporary)
    }
  }

  /// Gives the file its name, which must be free.
  ///
  /// - Parameters:
  ///   - path: the name; never replaced.
  ///   - permissions: those of folders above it that are missing and are to be made; nil makes none.
  /// - Returns: the folders that have a new name in them, for ``ContainingFolder/synchronize(_:)``.
  /// - Throws: ``FileError/exists(_:)`` where the name is taken, ``FileError/symbolicLink(_:)`` where a
  ///   folder above it is a link, else ``FileError/system(_:_:_:)``; the file can then be given another
  ///   name.
  @discardableResult
  package func publish(
    at path: ContainedPath, makingFolders permissions: FilePermissions? = nil
  ) throws(FileError) -> [ContainedPath?] {
    var changed: Set<ContainedPath?> = [path.folder]
    // Others may remove a folder, empty as it still is, before the file is in it.
    var attempts = permissions == nil ? 0 : 3
    do throws(Errno) {
      while true {
        do throws(Errno) {
          try name(path)
          return Array(changed)
        } catch {
          guard error == .noSuchFileOrDirectory, let permissions, let above = path.folder,
            attempts > 0
          else { throw error }
          attempts -= 1
          changed.formUnion(try folder.makeFolders(above, permissions))
        }
      }
    } catch {
      throw error == .fileExists ? .exists(folder.full(path)) : folder.failure(.create, path, error)
    }
  }

  /// Gives the file its name, replacing a file that has it.
  ///
  /// - Throws: ``FileError``; then the name is unchanged.
  package func publish(replacing path: ContainedPath) throws(FileError) {
    try rethrowing(replace(path)) { folder.failure(.replace, path, $0) }
  }

  /// Waits until the bytes are on the disk.
  ///
  /// - Throws: ``FileError/system(_:_:_:)``, also for bytes that could not be written earlier.
  package func synchronize() throws(FileError) {
    try rethrowing(flush()) { folder.failure(.write, state.withLock { $0.place }, $0) }
  }
}

/// The steps of ``WholeFile``, which reports failures with its own path.
extension StagedFile {
  /// Whether the file has a temporary name, on a file system without nameless files. Such a file
  /// system may also report a failed write as late as when the file is synchronized.
  package var hasTemporaryName: Bool { state.withLock { $0.temporary != nil } }

  package func write(_ bytes: [UInt8]) throws(Errno) { try descriptor.write(all: bytes) }

  /// Gives the room on the disk back before the file is let go of, for one that will get no name. Only
  /// an attempt, so a failure is not reported.
  package func giveBack() { _ = ftruncate(descriptor.rawValue, 0) }

  /// A path where this process can read the written data, while the file is kept.
  package var readablePath: FilePath { FilePath("/proc/self/fd/\(descriptor.rawValue)") }

  /// Waits until the bytes are on the disk.
  package func flush() throws(Errno) { try descriptor.synchronize() }

  /// Gives the file permissions and times and, where it replaces a file, that one's owner as far as
  /// this process may.
  package func take(_ attributes: FileAttributes, keepsOwner: Bool) throws(Errno) {
    if keepsOwner { descriptor.setOwner(attributes.owner, group: attributes.group) }
    try descriptor.setPermissions(attributes.permissions)
    try descriptor.setTimes(accessed: attributes.accessed, modified: attributes.modified)
  }

  /// Gives the file a name that must be free; `fileExists` where it is taken.
  func name(_ path: ContainedPath) throws(Errno) {
    try state.withLock { state throws(Errno) in
      if let temporary = state.temporary {
        try folder.rename(temporary, to: path)
        PartialFiles.forget(temporary)
        state.temporary = nil
      } else {
        try folder.link(descriptor, to: path)
      }
      state.place = path
    }
  }

  /// Gives the file a name, replacing a file that has it.
  func replace(_ path: ContainedPath) throws(Errno) {
    try state.withLock { state throws(Errno) in
      // A nameless file cannot replace another at once: it gets a temporary name first.
      let temporary: ContainedPath
      if let name = state.temporary {
        temporary = name
      } else {
        temporary = try Self.temporaryName(in: path.folder)
        Leftovers.removeOnce(from: folder, in: path.folder)
        _ = descriptor.showInUse()
        try PartialFiles.making(temporary, in: folder, folder.link(descriptor, to: temporary))
        state.temporary = temporary
      }
      try folder.rename(temporary, replacing: path)
      PartialFiles.forget(temporary)
      state = State(temporary: nil, place: path)
    }
  }

  /// A name that no other process uses, on this machine or another that shares the folder.
  private static func temporaryName(in folder: ContainedPath?) throws(Errno) -> ContainedPath {
    let name = "\(temporaryPrefix)\(String(UInt64.random(in: .min ... .max), radix: 36))"
    guard let path = ContainedPath(nameOf: FilePath(name)) else { throw .invalidArgument }
    return folder?.appending(path) ?? path
  }
}

/// The files that have a temporary name at the moment, to be removed when the program is ended.
package enum PartialFiles {
  /// By name, which no two have in common, the folders that they are beneath.
  private static let folders = Mutex<[ContainedPath: ContainingFolder]>([:])

  /// Makes a file under a temporary name and remembers it, so that ``removeAll(thenExit:)`` finds it
  /// at any moment.
  static func making<Made>(
    _ path: ContainedPath, in folder: ContainingFolder,
    _ make: @autoclosure () throws(Errno) -> Made
  ) throws(Errno) -> Made {
    try folders.withLock { folders throws(Errno) in
      let made = try make()
      folders[path] = folder
      return made
    }
  }

  /// Forgets a file that has its own name now, or is gone.
  static func forget(_ path: ContainedPath) { folders.withLock { $0[path] = nil } }

  /// Removes all of them and ends the program, before a further one can appear.
  package static func removeAll(thenExit status: CInt) -> Never {
    folders.withLock { folders in
      for (path, folder) in folders { try? folder.unlink(path) }
      _exit(status)
    }
  }
}
