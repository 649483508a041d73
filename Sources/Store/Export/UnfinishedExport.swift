import Files
import Glibc
import SystemPackage

/// A folder while it is exported into, and an export that was ended before its end: a file in it lists
/// what the export has written, and goes when all is there.
///
/// The list is what lets a later run go on: it replaces and removes what is listed, and nothing else.
final class UnfinishedExport {
  /// The name of the list.
  static let fileName = "journal.unfinished"
  private static let format = "daystamp-journal unfinished 1"
  /// Bytes of a list that is read; each of a million paths takes some 60.
  private static let byteLimit = 1 << 28

  private let folder: ContainingFolder
  private let list: FileDescriptor
  /// What earlier runs wrote, or were about to write.
  private let earlier: Set<String>
  /// What belongs to this run.
  private var paths: Set<String> = []

  /// Begins an export in a new or empty folder, for the user alone, or goes on with one of the same
  /// owner.
  ///
  /// - Throws: ``ExportError``, ``JournalError/file(_:)``.
  convenience init(in path: FilePath, of owner: OwnerName) throws {
    do {
      _ = try path.createFolders(permissions: .ownerReadWriteExecute)
      let folder = try ContainingFolder(path)
      let isNew = try FolderListing.everything(in: path).isEmpty
      let list = try Self.openList(in: path, isNew: isNew)
      let header = [Self.format, owner.text]
      // The lock goes with the process.
      guard flock(list.rawValue, LOCK_EX | LOCK_NB) == 0 else {
        try? list.close()
        throw ExportError.underWay(path)
      }
      if isNew {
        try list.write(all: Self.lines(header))
        self.init(folder, list, earlier: [])
        return
      }
      let lines = try Self.read(list)
      guard lines.prefix(2).elementsEqual(header) else {
        try? list.close()
        throw ExportError.notEmpty(path)
      }
      self.init(folder, list, earlier: Set(lines.dropFirst(2)))
    } catch let error as Errno {
      throw JournalError.file(.system(.create, path, error))
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  private init(_ folder: ContainingFolder, _ list: FileDescriptor, earlier: Set<String>) {
    (self.folder, self.list, self.earlier) = (folder, list, earlier)
  }

  /// Opens a list to be read and continued, or makes it, for the user alone.
  private static func openList(in folder: FilePath, isNew: Bool) throws -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        folder.appending(fileName), .readWrite,
        options: isNew
          ? [.create, .exclusiveCreate, .append, .closeOnExec]
          : [.append, .noFollow, .nonBlocking, .closeOnExec],
        permissions: .ownerReadWrite)
    } catch let error as Errno {
      let isOther = [.noSuchFileOrDirectory, .fileExists, .tooManySymbolicLinkLevels, .isDirectory]
        .contains(error)
      throw isOther && !isNew ? ExportError.notEmpty(folder) : error
    }
  }

  deinit { try? list.close() }

  private static func lines(_ texts: [String]) -> [UInt8] { texts.flatMap { Array($0.utf8) + [0] } }

  private static func read(_ list: FileDescriptor) throws -> [String] {
    let stat = try list.stat()
    guard stat.type == .regular, stat.size <= Int64(byteLimit) else { return [] }
    var bytes: [UInt8] = []
    try list.read(into: &bytes, upTo: Int(stat.size))
    // What follows the last end of a line was cut off.
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Notes that a file belongs to the export, and looks whether it is there; one that an earlier run
  /// wrote and that is another by now is removed.
  ///
  /// - Returns: whether it need not be written.
  /// - Throws: ``JournalError/file(_:)``.
  func hasWhole(_ file: ExportFile) throws -> Bool {
    let text = String(decoding: file.path)
    paths.insert(text)
    do {
      let path = file.path
      if try isThere(path, file.bytes) { return true }
      if earlier.contains(text) {
        try folder.remove(path)
      } else {
        try list.write(all: Self.lines([text]))
      }
      return false
    } catch let error as Errno {
      throw JournalError.file(.system(.write, folder.path.appending(Self.fileName), error))
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  /// Whether a file has these bytes.
  private func isThere(_ path: ContainedPath, _ bytes: [UInt8]) throws -> Bool {
    guard let file = try open(path) else { return false }
    defer { try? file.close() }
    let stat = try file.stat()
    guard stat.type == .regular, stat.size == Int64(bytes.count) else { return false }
    var found: [UInt8] = []
    try file.read(into: &found, upTo: bytes.count)
    return found == bytes
  }

  /// Nil where there is no such file.
  private func open(_ path: ContainedPath) throws(FileError) -> FileDescriptor? {
    do throws(FileError) {
      return try folder.openToRead(path)
    } catch {
      if case .system(_, _, .noSuchFileOrDirectory) = error { return nil }
      throw error
    }
  }

  /// Removes what earlier runs wrote and is no longer in the journal, and the list.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func finish() throws {
    let gone = earlier.subtracting(paths).compactMap { try? ContainedPath($0) }
    do {
      for path in gone { try folder.remove(path) }
      try folder.remove(ContainedPath(Self.fileName))
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }
}
