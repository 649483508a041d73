import Glibc
import Synchronization
package import SystemPackage

/// A file that is written but has no name yet; dropped without one, it is gone.
///
/// It is nameless where the file system can do that (`O_TMPFILE`): killed at any moment, the
/// program leaves nothing behind. Elsewhere it has a passing, hidden name, which a kill -9 may leave
/// behind. It can be given a name in any folder of the file system it was made in.
package final class StagedFile: Sendable {
  /// What every passing name begins with; whose file is locked (flock(2)) for as long as it is used.
  package static let passingPrefix = ".daystamp-"

  private let descriptor: FileDescriptor
  private let state: Mutex<State>

  private struct State {
    /// The passing name, while there is one.
    var passing: FilePath?
    /// What errors name: the folder, later the name that was given.
    var place: FilePath
  }

  /// Writes a file, and has the disk begin to take it in, so that ``synchronize()`` is short.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - folder: where it is made.
  ///   - permissions: those of the file; the process's umask takes its part off.
  /// - Throws: ``FileError/system(_:_:_:)`` with the folder.
  package convenience init(
    _ bytes: [UInt8], in folder: FilePath, permissions: FilePermissions
  ) throws(FileError) {
    do throws(Errno) {
      try self.init(in: folder, permissions: permissions)
    } catch {
      throw .system(.create, folder, error)
    }
    do throws(Errno) {
      try write(bytes)
    } catch {
      throw .system(.write, folder, error)
    }
    descriptor.startWriteback()
  }

  /// Makes a file under a passing name and has it filled through that name, as by a library that opens
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
    if let passing = state.withLock({ $0.passing }) { try fill(passing) }
  }

  /// Makes an empty file.
  ///
  /// - Parameters:
  ///   - folder: where it is made.
  ///   - permissions: those of the file, less the umask's.
  ///   - triesNameless: false for a passing name on every file system.
  /// - Throws: errno of open(2).
  package init(
    in folder: FilePath, permissions: FilePermissions, triesNameless: Bool = true
  ) throws(Errno) {
    do throws(Errno) {
      guard triesNameless else { throw .notSupported }
      descriptor = try .openNameless(in: folder, permissions: permissions)
      state = Mutex(State(passing: nil, place: folder))
    } catch {
      guard [.notSupported, .isDirectory, .invalidArgument].contains(error) else { throw error }
      let passing = Self.passingName(in: folder)
      descriptor = try PartialFiles.making(passing) { () throws(Errno) in
        try .create(passing, permissions: permissions)
      }
      descriptor.showInUse()
      state = Mutex(State(passing: passing, place: folder))
    }
  }

  deinit {
    try? descriptor.close()
    if let passing = state.withLock({ $0.passing }) {
      passing.unlink()
      PartialFiles.forget(passing)
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

  /// Gives the file its name, replacing what has it.
  ///
  /// - Throws: ``FileError/system(_:_:_:)``; then the name has what it had.
  package func publish(replacing path: FilePath) throws(FileError) {
    do throws(Errno) {
      try replace(path)
    } catch {
      throw .system(.replace, path, error)
    }
  }

  /// Waits until the bytes are on the disk.
  ///
  /// - Throws: ``FileError/system(_:_:_:)``, also for bytes that could not be written earlier.
  package func synchronize() throws(FileError) {
    do throws(Errno) {
      try flush()
    } catch {
      throw .system(.write, state.withLock { $0.place }, error)
    }
  }
}

/// What else a file needs on its way to its name.
extension StagedFile {
  /// Whether the file is under a passing name, on a file system without nameless files. Such a file
  /// system may also tell of a failed write as late as when the file is synchronized.
  package var hasPassingName: Bool { state.withLock { $0.passing != nil } }

  package func write(_ bytes: [UInt8]) throws(Errno) { try descriptor.write(all: bytes) }

  /// A path at which this process can read what is written, for as long as the file is kept.
  package var readablePath: FilePath {
    state.withLock { $0.passing } ?? FilePath("/proc/self/fd/\(descriptor.rawValue)")
  }

  /// Waits until the bytes are on the disk.
  package func flush() throws(Errno) { try descriptor.synchronize() }

  /// Gives the file permissions and times and, in the place of a file of somebody else's, its
  /// owner, as far as this process may.
  package func take(_ attributes: FileAttributes, keepsOwner: Bool) throws(Errno) {
    if keepsOwner { descriptor.setOwner(attributes.owner, group: attributes.group) }
    try descriptor.setPermissions(attributes.permissions)
    try descriptor.setTimes(accessed: attributes.accessed, modified: attributes.modified)
  }

  /// Gives the file a name that must be free; `fileExists` where it is taken.
  package func name(_ path: FilePath) throws(Errno) {
    try state.withLock { state throws(Errno) in
      if let passing = state.passing {
        try passing.renameExclusively(to: path)
        PartialFiles.forget(passing)
        state.passing = nil
      } else {
        try descriptor.link(to: path)
      }
      state.place = path
    }
  }

  /// Gives the file a name, replacing what has it.
  package func replace(_ path: FilePath) throws(Errno) {
    try state.withLock { state throws(Errno) in
      // A nameless file cannot replace another at once: it is named in passing first.
      let passing = state.passing ?? Self.passingName(in: path.folder)
      if state.passing == nil {
        try PartialFiles.making(passing) { () throws(Errno) in try descriptor.link(to: passing) }
        state.passing = passing
      }
      try passing.rename(to: path)
      PartialFiles.forget(passing)
      state = State(passing: nil, place: path)
    }
  }

  /// A name that no other process has, on this machine or another that shares the folder.
  private static func passingName(in folder: FilePath) -> FilePath {
    folder.appending("\(passingPrefix)\(String(UInt64.random(in: .min ... .max), radix: 36))")
  }
}

/// The files that have a passing name just now, for whoever ends the program to remove.
package enum PartialFiles {
  private static let paths = Mutex<Set<FilePath>>([])

  /// Makes a file under a passing name, and remembers it in the same moment.
  static func making<Made: Sendable>(
    _ path: FilePath, by make: () throws(Errno) -> Made
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
