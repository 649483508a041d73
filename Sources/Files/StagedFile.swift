import Glibc
import Synchronization
package import SystemPackage

/// A file that is written but has no name yet; it is deleted with this object unless it got one.
///
/// It is nameless where the file system supports that (`O_TMPFILE`): killed at any moment, the
/// program leaves nothing behind. Elsewhere it has a temporary, hidden name, which a kill -9 may leave
/// behind. It can be given a name in any folder of the file system that it was made in.
package final class StagedFile: Sendable {
  /// What every temporary name begins with. The file is locked (flock(2)) for as long as it is used.
  package static let temporaryPrefix = ".daystamp-"

  private let descriptor: FileDescriptor
  private let state: Mutex<State>

  private struct State {
    /// The temporary name, while there is one.
    var temporary: FilePath?
    /// The path for errors: the folder, later the name that was given.
    var place: FilePath
  }

  /// Writes a file, and starts writing it out to the disk, so that ``synchronize()`` is short.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - folder: where it is made.
  ///   - permissions: those of the file, less the umask's.
  /// - Throws: ``FileError/system(_:_:_:)`` with the folder.
  package convenience init(
    _ bytes: [UInt8], in folder: FilePath, permissions: FilePermissions
  ) throws(FileError) {
    do throws(Errno) {
      try self.init(in: folder, permissions: permissions)
    } catch {
      throw .system(.create, folder, error)
    }
    try rethrowing(write(bytes), as: FileError.system(.write, folder))
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
      try self.init(in: folder, permissions: permissions, triesNameless: false)
    } catch {
      throw FileError.system(.create, folder, error)
    }
    if let temporary = state.withLock({ $0.temporary }) { try fill(temporary) }
  }

  /// Makes an empty file.
  ///
  /// - Parameters:
  ///   - folder: where it is made.
  ///   - permissions: those of the file, less the umask's.
  ///   - triesNameless: false for a temporary name on every file system.
  /// - Throws: errno of open(2).
  package init(
    in folder: FilePath, permissions: FilePermissions, triesNameless: Bool = true
  ) throws(Errno) {
    do throws(Errno) {
      guard triesNameless else { throw .notSupported }
      descriptor = try .openNameless(in: folder, permissions: permissions)
      state = Mutex(State(temporary: nil, place: folder))
    } catch {
      guard [.notSupported, .isDirectory, .invalidArgument].contains(error) else { throw error }
      let temporary = Self.temporaryName(in: folder)
      descriptor = try PartialFiles.making(temporary, .create(temporary, permissions: permissions))
      descriptor.showInUse()
      state = Mutex(State(temporary: temporary, place: folder))
    }
  }

  deinit {
    try? descriptor.close()
    if let temporary = state.withLock({ $0.temporary }) {
      temporary.unlink()
      PartialFiles.forget(temporary)
    }
  }

  /// Gives the file its name, which must be free.
  ///
  /// - Parameters:
  ///   - path: the name; never replaced.
  ///   - permissions: those of folders above it that are missing and are to be made; nil makes none.
  /// - Returns: the folders that have a new name in them, for `synchronizeFolder`.
  /// - Throws: ``FileError/exists(_:)`` where the name is taken, else ``FileError/system(_:_:_:)``;
  ///   the file can then be given another name.
  @discardableResult
  package func publish(
    at path: FilePath, makingFolders permissions: FilePermissions? = nil
  ) throws(FileError) -> [FilePath] {
    var changed: Set<FilePath> = [path.folder]
    // Others may remove a folder, empty as it still is, before the file is in it.
    var attempts = permissions == nil ? 0 : 3
    do throws(Errno) {
      while true {
        do throws(Errno) {
          try name(path)
          return Array(changed)
        } catch {
          guard error == .noSuchFileOrDirectory, let permissions, attempts > 0 else { throw error }
          attempts -= 1
          changed.formUnion(try path.folder.createFolders(permissions: permissions).map(\.folder))
        }
      }
    } catch {
      throw error == .fileExists ? .exists(path) : .system(.create, path, error)
    }
  }

  /// Gives the file its name, replacing a file that has it.
  ///
  /// - Throws: ``FileError/system(_:_:_:)``; then the name is unchanged.
  package func publish(replacing path: FilePath) throws(FileError) {
    try rethrowing(replace(path), as: FileError.system(.replace, path))
  }

  /// Waits until the bytes are on the disk.
  ///
  /// - Throws: ``FileError/system(_:_:_:)``, also for bytes that could not be written earlier.
  package func synchronize() throws(FileError) {
    try rethrowing(flush(), as: FileError.system(.write, state.withLock { $0.place }))
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

  /// A path at which this process can read what is written, for as long as the file is kept.
  package var readablePath: FilePath {
    state.withLock { $0.temporary } ?? FilePath("/proc/self/fd/\(descriptor.rawValue)")
  }

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
  package func name(_ path: FilePath) throws(Errno) {
    try state.withLock { state throws(Errno) in
      if let temporary = state.temporary {
        try temporary.renameExclusively(to: path)
        PartialFiles.forget(temporary)
        state.temporary = nil
      } else {
        try descriptor.link(to: path)
      }
      state.place = path
    }
  }

  /// Gives the file a name, replacing a file that has it.
  package func replace(_ path: FilePath) throws(Errno) {
    try state.withLock { state throws(Errno) in
      // A nameless file cannot replace another at once: it gets a temporary name first.
      let temporary = state.temporary ?? Self.temporaryName(in: path.folder)
      if state.temporary == nil {
        try PartialFiles.making(temporary, descriptor.link(to: temporary))
        state.temporary = temporary
      }
      try temporary.rename(to: path)
      PartialFiles.forget(temporary)
      state = State(temporary: nil, place: path)
    }
  }

  /// A name that no other process uses, on this machine or another that shares the folder.
  private static func temporaryName(in folder: FilePath) -> FilePath {
    folder.appending("\(temporaryPrefix)\(String(UInt64.random(in: .min ... .max), radix: 36))")
  }
}

/// The files that have a temporary name at the moment, to be removed when the program is ended.
package enum PartialFiles {
  private static let paths = Mutex<Set<FilePath>>([])

  /// Makes a file under a temporary name and remembers it, so that ``removeAll(thenExit:)`` finds it
  /// at any moment.
  static func making<Made>(
    _ path: FilePath, _ make: @autoclosure () throws(Errno) -> Made
  ) throws(Errno) -> Made {
    try paths.withLock { paths throws(Errno) in
      let made = try make()
      paths.insert(path)
      return made
    }
  }

  /// Forgets a file that has its own name now, or is gone.
  static func forget(_ path: FilePath) { _ = paths.withLock { $0.remove(path) } }

  /// Removes all of them and ends the program, before a further one can appear.
  package static func removeAll(thenExit status: CInt) -> Never {
    paths.withLock { paths in
      for path in paths { path.unlink() }
      _exit(status)
    }
  }
}
