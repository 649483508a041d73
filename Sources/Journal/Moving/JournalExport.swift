import Files
import Stamping
package import SystemPackage

/// Writes all of an owner's journal into a folder: photos, originals and `journal.json`.
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

  /// Exports every post, then writes what the journal says of them; all as ``ExportContent`` has it.
  ///
  /// - Parameter report: called with each post as it is done, by number.
  /// - Throws: ``MovingError/notEmpty(_:)`` before anything is written, and ``JournalError`` where
  ///   the export cannot go on; then there is no `journal.json`.
  package func run(report: (ExportRecord) -> Void) throws {
    try folder.takeAsEmptyFolder()
    let content = try ExportContent(of: journal)
    while let part = try content.next() {
      for file in part.files { try write(file) }
      if let record = part.record { report(record) }
    }
  }

  /// Writes a file of the export, whole and for good.
  private func write(_ file: ExportFile) throws {
    do throws(FileError) {
      let staged = try StagedFile(file.bytes, in: folder, permissions: .ownerReadWrite)
      try staged.synchronize()
      try staged.publish(at: folder.pushing(file.path), makingFolders: .ownerReadWriteExecute)
    } catch {
      throw JournalError.file(error)
    }
  }
}
