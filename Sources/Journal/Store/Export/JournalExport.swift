import Files
package import SystemPackage

/// Writes all of an owner's journal into a folder: the files of its areas and `journal.json`.
package struct JournalExport: Sendable {
  private let journal: OwnerJournal
  private let folder: FilePath
  private let keepsGone: Bool

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folder: where to; it must be new or empty, or an export of this journal, whole or interrupted.
  ///   - keepsGone: whether posts of an earlier export in the folder stay there if the journal no longer
  ///     has them. All else becomes what the journal has.
  package init(of journal: OwnerJournal, into folder: FilePath, keepsGone: Bool = true) {
    self.journal = journal
    self.folder = folder
    self.keepsGone = keepsGone
  }

  /// Writes the files of each area, then their lists, then `journal.json`: the parts of ``ExportContent``. In
  /// a folder with an earlier export, files stay that are as they should be.
  ///
  /// `journal.json` is removed before anything else changes, and appears, whole, when all other files are on
  /// the disk: a folder without it is no export yet. The lists are replaced after the files that they
  /// name are on the disk, so each list speaks of whole files, and a later run can go by it.
  ///
  /// - Parameter report: called with each record as its files are written.
  /// - Returns: how many posts of the earlier export the journal no longer has.
  /// - Throws: ``ExportError`` before anything is written, and ``JournalError`` where
  ///   the export cannot go on; then there is no `journal.json`.
  @discardableResult
  package func run(report: (ExportRecord) -> Void) throws -> Int {
    try journal.checkUnlocked()
    let content = try ExportContent(of: journal, keepingLinesIn: [folder])
    let target = try ExportTarget(folder, of: journal.owner, files: content.files(ofEarlier:_:))
    try content.goOn(from: EarlierExport(folder: target.folder, keepsGone: keepsGone))
    var (lists, gone) = ([ExportFile](), 0)
    while let part = try content.next() {
      if part.areLists {
        lists += part.files
        continue
      }
      try target.write(part)
      if part.isGone { gone += 1 }
      if let record = part.record { report(record) }
    }
    let document = try content.document()
    // At once, for each file by itself takes a disk as long as all.
    try target.synchronize()
    for list in lists { try target.write(list, isFlushed: true) }
    try target.finish(with: document)
    return gone
  }
}

/// Why an export was not begun; the wording is the caller's.
package enum ExportError: Error, Sendable {
  /// The folder to export into has something in it, which no export of this owner left there.
  case notEmpty(FilePath)
  /// Another process exports into the folder.
  case underWay(FilePath)
  /// The folder has an export of another journal.
  case otherJournal(FilePath)
  /// Another program changed a list of the export in the folder.
  case changed(FilePath)
}
