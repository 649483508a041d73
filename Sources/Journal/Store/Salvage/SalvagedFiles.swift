package import Files

/// The files that areas bring into the new journal.
extension JournalSalvage {
  /// Writes a file of the new journal; paths are from its folder.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  package func write(_ bytes: [UInt8], to file: ContainedPath) throws {
    try target.write(bytes, to: file)
  }

  /// A file that an interrupted run left at a path of the new journal.
  package func earlier(_ file: ContainedPath) -> [UInt8]? { target.bytes(of: file) }

  /// As ``earlier(_:)``, of a file of whatever size.
  package func earlierOutline(_ file: ContainedPath) -> FailingFile.Outline? {
    target.outline(of: file)
  }

  /// Copies a file of whatever size, a megabyte at a time; paths are from either journal's folder.
  ///
  /// - Returns: what is known of it; nil where it cannot be read, which is told at the end.
  /// - Throws: ``JournalError/file(_:)``.
  package func copy(
    _ file: ContainedPath, to place: ContainedPath
  ) throws -> FailingFile.Outline? {
    do {
      return try disk.open(file).map { try target.copy($0, to: place) }
    } catch let error as FileError {
      tellUnreadable(error)
      return nil
    }
  }

  /// Copies a file that belongs to nothing to a folder of its own.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  package func setAside(_ file: ContainedPath, _ report: Report) throws {
    let place = FileMoves.placeAside(of: file)
    if try copy(file, to: place) != nil { report(.setAside(file, to: place)) }
  }
}
