import Files
package import SystemPackage

/// Writes all of an owner's journal into a folder: the files of its areas and `journal.json`.
package struct JournalExport: Sendable {
  private let journal: OwnerJournal
  private let folder: FilePath

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folder: where to; it must be new or empty, or an export of this owner that was interrupted.
  package init(of journal: OwnerJournal, into folder: FilePath) {
    self.journal = journal
    self.folder = folder
  }

  /// Writes the files of each area, then `journal.json`: what ``ExportContent`` gives, in its order. In
  /// a folder that an earlier run began, what is there already is kept.
  ///
  /// - Parameter report: called with each record as its files are written.
  /// - Throws: ``ExportError`` before anything is written, and ``JournalError`` where
  ///   the export cannot go on; then there is no `journal.json`.
  package func run(report: (ExportRecord) -> Void) throws {
    try journal.checkUnlocked()
    let unfinished = try UnfinishedExport(in: folder, of: journal.owner)
    let target = try JournalError.opening(folder)
    let content = try ExportContent(of: journal)
    while let part = try content.next() {
      for file in part.files where try !unfinished.hasWhole(file) {
        try write(file, beneath: target)
      }
      if let record = part.record { report(record) }
    }
    try unfinished.finish()
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

/// Why an export was not begun; the wording is the caller's.
package enum ExportError: Error, Sendable {
  /// The folder to export into has something in it, which no export of this owner left there.
  case notEmpty(FilePath)
  /// Another process exports into the folder.
  case underWay(FilePath)
}
