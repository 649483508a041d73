import Files
import Glibc
package import SystemPackage

/// Writes all of an owner's journal into a folder: the files of its areas and `journal.json`.
package struct JournalExport: Sendable {
  private let journal: OwnerJournal
  private let folder: FilePath

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folder: where to; it must be new or empty.
  package init(of journal: OwnerJournal, into folder: FilePath) {
    self.journal = journal
    self.folder = folder
  }

  /// Writes the files of each area, then `journal.json`: what ``ExportContent`` gives, in its order.
  ///
  /// - Parameter report: called with each record as its files are written.
  /// - Throws: ``ExportError/notEmpty(_:)`` before anything is written, and ``JournalError`` where
  ///   the export cannot go on; then there is no `journal.json`.
  package func run(report: (ExportRecord) -> Void) throws {
    try folder.takeAsEmptyFolder()
    let target = try JournalError.opening(folder)
    let content = try ExportContent(of: journal)
    while let part = try content.next() {
      for file in part.files { try write(file, beneath: target) }
      if let record = part.record { report(record) }
    }
  }

  /// Writes a file of the export, whole and for good.
  private func write(_ file: ExportFile, beneath folder: ContainingFolder) throws {
    do throws(FileError) {
      let staged = try StagedFile(file.bytes, beneath: folder, permissions: .ownerReadWrite)
      try staged.synchronize()
      try staged.publish(at: file.path, makingFolders: .ownerReadWriteExecute)
    } catch {
      throw JournalError.file(error)
    }
  }
}

extension FilePath {
  /// Makes a folder for the user alone (0700), or takes one that has nothing in it.
  ///
  /// - Throws: ``ExportError/notEmpty(_:)``, ``JournalError/file(_:)``.
  func takeAsEmptyFolder() throws {
    do {
      _ = try createFolders(permissions: .ownerReadWriteExecute)
    } catch {
      throw JournalError.file(.system(.create, self, error))
    }
    guard let stream = withPlatformString({ opendir($0) }) else {
      throw JournalError.file(.system(.list, self, Errno(rawValue: errno)))
    }
    defer { closedir(stream) }
    errno = 0
    while let entry = readdir(stream) {
      let isItselfOrAbove = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        [".", ".."].contains { name.starts(with: Array($0.utf8) + [0]) }
      }
      guard isItselfOrAbove else { throw ExportError.notEmpty(self) }
    }
    guard errno == 0 else {
      throw JournalError.file(.system(.list, self, Errno(rawValue: errno)))
    }
  }
}

/// Why an export was not begun; the wording is the caller's.
package enum ExportError: Error, Sendable {
  /// The folder to export into has something in it.
  case notEmpty(FilePath)
}
