package import Files
import Glibc
import SystemPackage

/// A folder during an export, or after an interrupted one: a file in it lists what was written, and
/// is removed once all is there.
///
/// The list is what lets a later run go on: it replaces and removes what is listed, and nothing else.
package final class UnfinishedExport {
  /// The list.
  package static let file: ContainedPath = "journal.unfinished"
  private static let format = "daystamp-journal unfinished 1"
  /// Bytes of a path in a list that is read.
  private static let pathLimit = 1 << 12

  private let folder: ContainingFolder
  private let list: FileDescriptor
  /// What earlier runs wrote, or were about to write.
  private let earlier: Set<Fingerprint>
  /// What belongs to this run.
  private var paths: Set<Fingerprint> = []

  /// Stands for a path, of which there may be a million: another one with the same is as likely as one
  /// guessed, for the numbers are others in each process.
  private struct Fingerprint: Hashable {
    private let number: Int

    init(_ path: String) { number = path.hashValue }
  }

  /// Begins an export in a new or empty folder, for the user alone, or goes on with one of the same
  /// journal, whole or interrupted.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - owner: whose journal is exported.
  ///   - files: names the files of an earlier export in the folder, without its lists, and throws for one of
  ///     another journal; nil refuses a whole export.
  /// - Throws: ``ExportError``, ``JournalError/file(_:)``, what `files` throws.
  convenience init(
    in path: FilePath, of owner: OwnerName, files: EarlierFiles? = nil
  ) throws {
    do {
      _ = try path.createFolders(permissions: .ownerReadWriteExecute)
      let folder = try ContainingFolder(path)
      let isWhole = folder.has(ExportDocument.file) && !folder.has(Self.file)
      if isWhole, let files { try Self.reopen(folder, of: owner, files) }
      let names = try FolderListing.everything(in: path).map(\.name)
      let isNew = names.isEmpty
      let list = try Self.openList(in: path, isNew: isNew)
      let header = [Self.format, owner.text]
      // The lock goes with the process.
      guard flock(list.rawValue, LOCK_EX | LOCK_NB) == 0 else {
        try? list.close()
        throw ExportError.underWay(path)
      }
      let isAlone = names.map(\.string) == [String(decoding: Self.file)]
      if try isNew || (isAlone && Self.isBeginning(list, in: path)) {
        try list.resize(to: 0)
        try list.write(all: Self.listed(header))
        self.init(folder, list, earlier: [])
        return
      }
      var lines = try Self.lines(in: path)
      guard try lines.next() == header[0], try lines.next() == header[1] else {
        list.unlockAndClose()
        throw ExportError.notEmpty(path)
      }
      var earlier: Set<Fingerprint> = []
      while let line = try lines.next() { earlier.insert(Fingerprint(line)) }
      self.init(folder, list, earlier: earlier)
      if !isWhole { try files?(folder) { _ in } }
      // It would prove a content that the folder is about to lose.
      let document = ExportDocument.file
      if earlier.contains(Fingerprint(String(decoding: document))) {
        try folder.remove(document)
        try folder.synchronize(nil)
      }
    } catch let error as Errno {
      throw JournalError.file(.system(.create, path, error))
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  /// What names the files of an earlier export in a folder, one at a time.
  typealias EarlierFiles = (ContainingFolder, (ContainedPath) throws -> Void) throws -> Void

  /// Makes an interrupted export of a whole one: the list appears at once, with all that the export has, and
  /// until ``ExportDocument/file`` is removed the folder is still a whole export too.
  private static func reopen(
    _ folder: ContainingFolder, of owner: OwnerName, _ files: EarlierFiles
  ) throws {
    let finished = try FinishedExport(in: folder, of: owner)
    let staged = try StagedFile(beneath: folder, permissions: .ownerReadWrite)
    let lists = (finished.lists + [ExportDocument.file]).map { String(decoding: $0) }
    var waiting = listed([format, owner.text] + lists)
    try files(folder) { file in
      waiting += listed([String(decoding: file)])
      guard waiting.count > 1 << 16 else { return }
      try staged.write(waiting)
      waiting = []
    }
    try staged.write(waiting)
    try staged.flush()
    do throws(FileError) {
      try staged.publish(at: file)
    } catch {
      if case .exists = error { throw ExportError.underWay(folder.path) }
      throw error
    }
    try folder.synchronize(nil)
  }

  private init(_ folder: ContainingFolder, _ list: FileDescriptor, earlier: Set<Fingerprint>) {
    (self.folder, self.list, self.earlier) = (folder, list, earlier)
  }

  /// Opens a list to be read and continued, or makes it, for the user alone.
  private static func openList(in folder: FilePath, isNew: Bool) throws -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        folder.pushing(file), .readWrite,
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

  /// Whether a folder's list ends within its first two lines: nothing was exported before they were written.
  private static func isBeginning(_ list: FileDescriptor, in folder: FilePath) throws -> Bool {
    guard try list.stat().type == .regular else { return false }
    var lines = try lines(in: folder)
    let format = Array(format.utf8)
    switch try lines.reader?.next() {
    case nil: return true
    case .cut(let part): return format.starts(with: part)
    case .whole(format): break
    case .whole, .tooLong: return false
    }
    switch try lines.reader?.next() {
    case nil, .cut: return true
    case .whole, .tooLong: return false
    }
  }

  deinit { list.unlockAndClose() }

  private static func listed(_ texts: [String]) -> [UInt8] {
    texts.flatMap { Array($0.utf8) + [0] }
  }

  /// The lines of a folder's list, without a cut-off last one.
  private struct Lines: ~Copyable {
    var reader: LineReader?

    mutating func next() throws(Errno) -> String? {
      guard case .whole(let line) = try reader?.next() else { return nil }
      return String(decoding: line, as: UTF8.self)
    }
  }

  private static func lines(in folder: FilePath) throws -> Lines {
    let list = try FileDescriptor.open(
      folder.pushing(file), .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    guard try list.stat().type == .regular else {
      try list.close()
      return Lines(reader: nil)
    }
    return Lines(reader: LineReader(list, limit: pathLimit, end: 0))
  }

  /// What an export's folder has under the path of one of its files.
  enum Found {
    /// The file itself.
    case whole
    /// Another one, which an earlier run wrote: it may be replaced.
    case other
    /// Nothing that an earlier run wrote.
    case nothing
  }

  /// Notes that a file belongs to the export, and checks whether the folder has it.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func find(_ file: ExportFile) throws -> Found {
    let text = String(decoding: file.path)
    paths.insert(Fingerprint(text))
    do {
      if try isThere(file) { return .whole }
      if earlier.contains(Fingerprint(text)) { return folder.has(file.path) ? .other : .nothing }
      try list.write(all: Self.listed([text]))
      return .nothing
    } catch let error as Errno {
      throw JournalError.file(.system(.write, folder.path.pushing(Self.file), error))
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  /// Notes that a file of an earlier run belongs to the export, as it is.
  func keep(_ path: ContainedPath) { paths.insert(Fingerprint(String(decoding: path))) }

  /// Whether a file is there with its bytes.
  private func isThere(_ file: ExportFile) throws -> Bool {
    guard let found = try open(file.path) else { return false }
    defer { try? found.close() }
    let stat = try found.stat()
    guard stat.type == .regular, stat.size == Int64(file.size) else { return false }
    return try file.allPieces { piece in
      var bytes: [UInt8] = []
      try found.read(into: &bytes, upTo: piece.count)
      return bytes == piece
    }
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

  /// Removes what earlier runs wrote and is no longer in the export, with folders that are empty then.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func removeGone() throws {
    guard !earlier.isSubset(of: paths) else { return }
    do {
      var lines = try Self.lines(in: folder.path)
      // The format and the owner.
      for _ in 1...2 { _ = try lines.next() }
      while let line = try lines.next() {
        if !paths.contains(Fingerprint(line)), let path = try? ContainedPath(line) {
          try folder.remove(path)
          folder.removeEmptyFolders(path.folder)
        }
      }
    } catch let error as Errno {
      throw JournalError.file(.system(.read, folder.path.pushing(Self.file), error))
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  /// Removes the list, once all is there.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func finish() throws {
    do throws(FileError) {
      try folder.remove(Self.file)
    } catch {
      throw JournalError.file(error)
    }
  }
}
