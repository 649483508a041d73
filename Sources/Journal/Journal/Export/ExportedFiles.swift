import Files
import Stamping
import Store
import SystemPackage

/// Reads the files of posts for an export; each is proved by its SHA-256.
struct ExportedFiles {
  private let journal: OwnerJournal
  private let folders: [FilePath]

  /// - Parameters:
  ///   - journal: whose posts.
  ///   - folders: for an ``ExportSpool``.
  init(of journal: OwnerJournal, keptIn folders: [FilePath]) {
    (self.journal, self.folders) = (journal, folders)
  }

  /// A photo, a video or a raw file.
  ///
  /// - Parameters:
  ///   - path: its path in the journal.
  ///   - hash: its SHA-256, 32 bytes.
  ///   - name: its path in the export.
  ///   - isOnly: whether no other file waits beside it: then a photo stays in memory.
  /// - Returns: the file.
  /// - Throws: ``JournalError/photoBroken(_:because:)``, ``JournalError/file(_:)``.
  func file(
    _ path: ContainedPath, _ hash: [UInt8], as name: ContainedPath, isOnly: Bool
  ) throws(JournalError) -> ExportFile {
    if path.isCopy { return try copy(path, hash, as: name) }
    return try file(journal.posts.bytes(of: path, hash: hash), as: name, isOnly: isOnly)
  }

  /// A photo that was read; one of several waits outside of the memory.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func file(
    _ bytes: [UInt8], as name: ContainedPath, isOnly: Bool
  ) throws(JournalError) -> ExportFile {
    if isOnly { return ExportFile(path: name, bytes: bytes) }
    let spool = ExportSpool(in: folders)
    try spool.append(bytes)
    return ExportFile(path: name, lines: spool)
  }

  /// A video or a raw file, which waits outside of the memory.
  private func copy(
    _ path: ContainedPath, _ hash: [UInt8], as name: ContainedPath
  ) throws(JournalError) -> ExportFile {
    let spool = ExportSpool(in: folders)
    do {
      let reader = try PhotoReader(path, beneath: journal.store.files)
      try reader.forEachPiece { try spool.append($0) }
    } catch let error as FileError {
      throw .photoBroken(journal.posts.path(path), because: StampError.file(error))
    } catch let error as JournalError {
      throw error
    } catch {
      throw .photoBroken(journal.posts.path(path), because: error)
    }
    guard spool.finish() == hash.hexadecimal else {
      throw .photoBroken(journal.posts.path(path), because: nil)
    }
    return ExportFile(path: name, lines: spool)
  }
}
