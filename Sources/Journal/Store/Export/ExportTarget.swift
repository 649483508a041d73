package import Files
package import SystemPackage

/// The folder that an export is written into, new or with what an earlier run wrote.
package struct ExportTarget {
  package let folder: ContainingFolder
  private let unfinished: UnfinishedExport

  /// Begins an export in a new or empty folder, or goes on with one of this owner that was interrupted.
  ///
  /// - Throws: ``ExportError``, ``JournalError/file(_:)``.
  package init(_ path: FilePath, of owner: OwnerName) throws {
    try self.init(path, of: owner, files: nil)
  }

  /// As ``init(_:of:)``; with names of an earlier export's files, also with a whole one.
  init(
    _ path: FilePath, of owner: OwnerName, files: UnfinishedExport.EarlierFiles?
  ) throws {
    unfinished = try UnfinishedExport(in: path, of: owner, files: files)
    folder = try JournalError.opening(path)
  }

  /// Writes a part's files that are not there.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  package func write(_ part: ExportPart) throws {
    for file in part.files { try write(file) }
    part.unchanged.forEach(unfinished.keep)
  }

  /// Writes a file of the export, whole, if it is not there; a flushed one for good.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func write(_ file: ExportFile, isFlushed: Bool = false) throws {
    let found = try unfinished.find(file)
    if found == .whole { return }
    do {
      let staged = try StagedFile(beneath: folder, permissions: .ownerReadWrite)
      try file.forEachPiece { try staged.write($0) }
      if isFlushed { try staged.flush() }
      if found == .other {
        try staged.publish(replacing: file.path)
        if isFlushed { try folder.synchronize(file.path.folder) }
      } else {
        let changed = try staged.publish(at: file.path, makingFolders: .ownerReadWriteExecute)
        if isFlushed { for path in changed { try folder.synchronize(path) } }
      }
    } catch let error as FileError {
      throw JournalError.file(error)
    } catch let error as Errno {
      throw JournalError.file(.system(.write, folder.path.pushing(file.path), error))
    }
  }

  /// Waits until all that was written is on the disk.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func synchronize() throws(JournalError) {
    do throws(FileError) {
      try folder.synchronizeFileSystem()
    } catch {
      throw .file(error)
    }
  }

  /// Ends the export: what an earlier run wrote and this one did not is removed.
  ///
  /// - Parameter document: the last file, which is written once all others are on the disk.
  /// - Throws: ``JournalError/file(_:)``.
  package func finish(with document: ExportFile? = nil) throws {
    if let document { unfinished.keep(document.path) }
    try unfinished.removeGone()
    try synchronize()
    if let document { try write(document, isFlushed: true) }
    try unfinished.finish()
  }
}
