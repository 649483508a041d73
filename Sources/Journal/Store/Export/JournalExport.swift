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

  /// Writes the files of each area, then `journal.json`: the parts of ``ExportContent``, in order.
  /// In a folder from an interrupted run, existing files stay.
  ///
  /// `journal.json` appears, whole, when all other files are on the disk: a folder without it is no
  /// export yet.
  ///
  /// - Parameter report: called with each record as its files are written.
  /// - Throws: ``ExportError`` before anything is written, and ``JournalError`` where
  ///   the export cannot go on; then there is no `journal.json`.
  package func run(report: (ExportRecord) -> Void) throws {
    try journal.checkUnlocked()
    let unfinished = try UnfinishedExport(in: folder, of: journal.owner)
    let target = try JournalError.opening(folder)
    let content = try ExportContent(of: journal, keepingLinesIn: [folder])
    while let part = try content.next() {
      for file in part.files where try !unfinished.hasWhole(file) {
        _ = try write(file, beneath: target)
      }
      if let record = part.record { report(record) }
    }
    let document = try content.document()
    try unfinished.removeGone()
    _ = try unfinished.hasWhole(document)
    do throws(FileError) {
      // At once, for each file by itself takes a disk as long as all.
      try target.synchronizeFileSystem()
    } catch {
      throw JournalError.file(error)
    }
    try write(document, beneath: target, isLast: true)
    try unfinished.finish()
  }

  /// Writes a file of the export, whole; the last one for good.
  private func write(
    _ file: ExportFile, beneath folder: ContainingFolder, isLast: Bool = false
  ) throws {
    do {
      let staged = try StagedFile(beneath: folder, permissions: .ownerReadWrite)
      _ = try file.allPieces { piece in
        try staged.write(piece)
        return true
      }
      if isLast { try staged.flush() }
      let changed = try staged.publish(at: file.path, makingFolders: .ownerReadWriteExecute)
      if isLast { for path in changed { try folder.synchronize(path) } }
    } catch let error as FileError {
      throw JournalError.file(error)
    } catch let error as Errno {
      throw JournalError.file(.system(.write, folder.path.pushing(file.path), error))
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
