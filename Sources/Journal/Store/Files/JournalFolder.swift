package import Files
import Glibc
package import Synchronization
package import SystemPackage

/// The default place of a journal.
package enum JournalFolder {
  /// The folder that the environment names, else the usual one of the XDG Base Directory
  /// Specification 0.8.
  ///
  /// - Parameters:
  ///   - environment: the process's.
  ///   - home: the home folder by the machine's list of users.
  /// - Returns: nil where there is no home folder to keep it in.
  package static func usual(environment: [String: String], home: String?) -> FilePath? {
    if let path = environment["DAYSTAMP_JOURNAL"], !path.isEmpty { return FilePath(path) }
    // A relative path is to be ignored, says the specification.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return FilePath(data).appending("daystamp")
    }
    guard let home = environment["HOME"] ?? home, !home.isEmpty else { return nil }
    return FilePath(home).appending(".local/share/daystamp")
  }
}

/// A lock that processes take on a journal's folder (flock(2)); the kernel lets it go when a
/// process ends, however it ends.
///
/// A thread that holds it must not take it again, for it would wait for itself.
package struct FolderLock {
  private let folder: FilePath
  private let file: ContainedPath

  /// - Parameters:
  ///   - folder: the journal's.
  ///   - file: the lock's, in the folder; another one is another lock.
  package init(_ folder: FilePath, file: ContainedPath = "journal.lock") {
    (self.folder, self.file) = (folder, file)
  }

  package enum Mode {
    /// Held together with others that share.
    case shared
    case exclusive
  }

  /// Called after a process has waited for a lock for a second, with the lock's file. Set once,
  /// when a program opens its journal, because many places wait for locks.
  package static let waitNotice = Mutex<(@Sendable (FilePath) -> Void)?>(nil)

  /// Waits for the lock and does the work under it.
  package func hold<Result: ~Copyable>(
    _ mode: Mode, _ work: () throws -> Result
  ) throws -> Result {
    let descriptor = try open()
    defer { descriptor.unlockAndClose() }
    let operation = mode == .shared ? LOCK_SH : LOCK_EX
    if try !take(descriptor, operation, for: .seconds(1)) {
      Self.waitNotice.withLock { $0 }?(folder.pushing(file))
      while flock(descriptor.rawValue, operation) != 0 {
        guard errno == EINTR else { throw failure(Errno(rawValue: errno)) }
      }
    }
    return try work()
  }

  /// Tries to take the lock for some time.
  private func take(
    _ descriptor: FileDescriptor, _ operation: CInt, for time: Duration
  ) throws -> Bool {
    let end = ContinuousClock.now + time
    var pause: useconds_t = 500
    while flock(descriptor.rawValue, operation | LOCK_NB) != 0 {
      guard [EWOULDBLOCK, EINTR].contains(errno) else { throw failure(Errno(rawValue: errno)) }
      if ContinuousClock.now >= end { return false }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
    return true
  }

  /// Does the work only where nobody holds the lock.
  ///
  /// - Returns: nil where somebody does.
  func holdIfFree<Result>(_ work: () throws -> Result) throws -> Result? {
    let descriptor = try open()
    defer { descriptor.unlockAndClose() }
    guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
      guard [EWOULDBLOCK, EINTR].contains(errno) else { throw failure(Errno(rawValue: errno)) }
      return nil
    }
    return try work()
  }

  private func open() throws -> FileDescriptor {
    do throws(FileError) {
      let files = try ContainingFolder(folder)
      do throws(FileError) {
        return try files.openOrCreate(file, permissions: .ownerReadWrite)
      } catch .system(_, _, .readOnlyFileSystem) {
        // To be locked it need not be written to.
        return try files.openToRead(file)
      }
    } catch {
      throw JournalError.file(error)
    }
  }

  private func failure(_ error: Errno) -> JournalError {
    .file(.system(.open, folder.pushing(file), error))
  }
}
