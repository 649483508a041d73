import Files
import GRDB
import Glibc
package import SystemPackage

/// The folder that a salvage makes a journal in.
///
/// The photos come first, then the database gets its name, and last `salvage-unfinished` goes, which says of
/// what the folder is to be a journal. A salvage that was ended goes on where it was; where the database has
/// its name, it only tells again what is lost, for somebody may have written to the journal.
struct SalvageFolder {
  let path: FilePath
  private let files: ContainingFolder
  private let marker: FileDescriptor
  /// Whether an earlier run was ended here.
  private let isBegun: Bool
  /// Whether that run had made all of the journal.
  let isComplete: Bool
  /// A salvage works here until it has finished.
  static let work: ContainedPath = "salvage-unfinished"
  private static let note: ContainedPath = "salvage-unfinished/of"
  private static let database: ContainedPath = "salvage-unfinished/journal.sqlite"

  /// Takes a folder that is new, empty, or was begun by a salvage of the same journal.
  ///
  /// - Throws: ``SalvageError``, ``JournalError/file(_:)``.
  init(_ path: FilePath, salvaging journal: FilePath) throws {
    self.path = path
    do throws(Errno) {
      // What is made is not yet there; the folder above it may be.
      guard !path.isWithin(try journal.resolved()) else { throw .invalidArgument }
    } catch .invalidArgument {
      throw SalvageError.insideJournal(path)
    } catch {
      throw JournalError.file(.system(.open, journal, error))
    }
    do {
      _ = try path.createFolders(permissions: .ownerReadWriteExecute)
      files = try ContainingFolder(path)
      isBegun = (try? files.status(Self.work).type) == .directory
      isComplete = files.has(JournalStore.databaseFile)
      guard try isBegun ? !isComplete || files.has(Self.note) : files.entries(of: nil).isEmpty
      else { throw SalvageError.notEmpty(path) }
      try path.closeToOthers()
      _ = try files.createFolders(Self.work, permissions: .ownerReadWriteExecute)
      marker = try files.openOrCreate(Self.note, permissions: .ownerReadWrite)
    } catch let error as Errno {
      throw JournalError.file(.system(.create, path.pushing(Self.work), error))
    } catch let error as FileError {
      throw JournalError.file(error)
    }
    do {
      try claim(for: journal)
    } catch {
      marker.unlockAndClose()
      throw error
    }
  }

  /// Checks that the folder is of no other journal, and of no other salvage at the moment.
  private func claim(for journal: FilePath) throws {
    guard flock(marker.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw SalvageError.underWay(path) }
    do {
      let name = Array(String(decoding: try journal.resolved()).utf8)
      let written = try marker.bytes(upTo: 8_192)
      guard written.isEmpty || written == name else { throw SalvageError.otherJournal(path) }
      if written.isEmpty { try marker.write(all: name) }
      try removeDatabase()
    } catch let error as Errno {
      throw JournalError.file(.system(.write, path.pushing(Self.work), error))
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  /// Removes the database that has no name yet.
  private func removeDatabase() throws {
    for ending in ["", "-journal", "-wal", "-shm"] {
      try files.remove(ContainedPath(String(decoding: Self.database) + ending))
    }
  }

  /// Makes the file of the new database, empty, for the user alone.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func makeDatabase() throws -> FilePath {
    do throws(FileError) {
      let file = try files.create(Self.database, permissions: .ownerReadWrite)
      try? file.close()
    } catch {
      throw JournalError.file(error)
    }
    return path.pushing(Self.database)
  }

  /// The bytes of a file that an earlier run left; nil where there is none.
  func bytes(of file: ContainedPath) -> [UInt8]? {
    isBegun ? (try? FailingDisk(path).content(of: file))?.bytes : nil
  }

  /// What is known of a file that an earlier run left; nil where there is none.
  func outline(of file: ContainedPath) -> FailingFile.Outline? {
    isBegun ? try? FailingDisk(path).open(file)?.outline() : nil
  }

  /// Copies a file for the user alone, a megabyte at a time, as ``write(_:to:)`` writes one.
  ///
  /// - Returns: what is known of it once it was read.
  /// - Throws: ``JournalError/file(_:)``; `FileError` where nothing of it can be read.
  func copy(_ file: FailingFile, to target: ContainedPath) throws -> FailingFile.Outline {
    if isComplete { return try file.outline() }
    let staged: StagedFile
    do throws(Errno) {
      staged = try StagedFile(beneath: files, permissions: .ownerReadWrite)
    } catch {
      throw JournalError.file(.system(.create, path, error))
    }
    let outline = try file.outline { piece in
      do throws(Errno) {
        try staged.write(piece)
      } catch {
        throw JournalError.file(.system(.write, path.pushing(target), error))
      }
    }
    do throws(FileError) {
      try publish(staged, at: target)
    } catch {
      throw JournalError.file(error)
    }
    return outline
  }

  /// Writes a file for the user alone, in the place of one that an earlier run left; none where that run had
  /// made all of them.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func write(_ bytes: [UInt8], to target: ContainedPath) throws {
    if isComplete { return }
    do throws(FileError) {
      try publish(
        StagedFile(bytes, beneath: files, permissions: .ownerReadWrite), at: target)
    } catch {
      throw JournalError.file(error)
    }
  }

  private func publish(_ staged: StagedFile, at target: ContainedPath) throws(FileError) {
    do throws(FileError) {
      try staged.publish(at: target, makingFolders: .ownerReadWriteExecute)
    } catch .exists {
      try staged.publish(replacing: target)
    }
  }

  /// Puts everything on the disk, then gives the database its name.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func finish() throws {
    do throws(Errno) {
      // All files with their names at once: each on its own takes many times as long.
      try marker.synchronizeFileSystem()
      if !isComplete { try files.rename(Self.database, to: JournalStore.databaseFile) }
      try path.synchronizeFolder()
    } catch {
      throw JournalError.file(
        .system(.create, path.pushing(JournalStore.databaseFile), error))
    }
    try? removeDatabase()
    try? files.remove(Self.note)
    _ = path.pushing(Self.work).withPlatformString { rmdir($0) }
    marker.unlockAndClose()
  }
}

extension FilePath {
  /// Leaves a folder to the user alone (0700).
  fileprivate func closeToOthers() throws {
    let folder = try FileDescriptor.open(self, .readOnly, options: [.directory, .closeOnExec])
    try folder.closeAfter { try folder.setPermissions(.ownerReadWriteExecute) }
  }
}

/// Why nothing was salvaged; the caller has the wording.
package enum SalvageError: Error, Sendable, Hashable {
  /// The new folder has something in it.
  case notEmpty(FilePath)
  /// The new folder is in that of the damaged journal, which must not change.
  case insideJournal(FilePath)
  /// An unfinished salvage of another journal is in the new folder.
  case otherJournal(FilePath)
  /// Another process is salvaging into the same folder.
  case underWay(FilePath)
  /// There is neither a database nor a photo.
  case nothing(FilePath)
  /// The PIN that was given is not the owner's; `wait` seconds were waited before this was said.
  case wrongPIN(OwnerName, wait: Int)
}
