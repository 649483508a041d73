package import Files
import SystemPackage

/// Moves files within a journal's folder, never over another; paths are from the journal's folder.
///
/// Only to be used while the folder's lock is held exclusively.
package struct FileMoves {
  let store: JournalStore

  package init(store: JournalStore) { self.store = store }

  /// The folder for files that are in the way or belong to nothing.
  package static let setAsideFolder: ContainedPath = "set-aside"

  /// Where a file of the photos' folder goes, if nothing is there.
  static func placeAside(of file: ContainedPath) -> ContainedPath {
    file.path.components.dropFirst().reduce(setAsideFolder) { $0.appending($1) }
  }

  /// Moves a file out of the way, under its own name or, if that is taken, another.
  ///
  /// - Returns: where it is now.
  /// - Throws: ``JournalError/file(_:)``.
  package func setAside(_ file: ContainedPath) throws -> ContainedPath {
    let place = Self.placeAside(of: file)
    for turn in 1... {
      let candidate = place.numbered(turn)
      if store.hasFile(candidate) { continue }
      do {
        try move(file, to: candidate)
        return candidate
      } catch JournalError.file(.exists) {}
    }
    return place
  }

  /// Gives a file another path, which must be free, and puts both folders on the disk.
  ///
  /// - Throws: ``JournalError/file(_:)``, with `FileError.exists(_:)` where the path is taken.
  package func move(_ file: ContainedPath, to path: ContainedPath) throws {
    var changed: Set<ContainedPath?> = [file.folder, path.folder]
    do throws(FileError) {
      if let folder = path.folder {
        changed.formUnion(
          try store.files.createFolders(folder, permissions: .ownerReadWriteExecute))
      }
      do throws(Errno) {
        try store.files.rename(file, to: path)
      } catch {
        guard error == .improperLink else {
          throw error == .fileExists
            ? .exists(store.folder.pushing(path))
            : .system(.create, store.folder.pushing(path), error)
        }
        try moveToOtherDisk(file, path)
      }
    } catch {
      throw JournalError.file(error)
    }
    try store.synchronize(changed)
  }

  /// Another disk may be mounted as the photos' folder.
  private func moveToOtherDisk(
    _ source: ContainedPath, _ target: ContainedPath
  ) throws(FileError) {
    let (bytes, attributes) = try read(source)
    try WholeFile(target, beneath: store.files, replaces: false, isDurable: true)
      .write(bytes, attributes: attributes)
    try store.files.remove(source)
  }

  private func read(_ path: ContainedPath) throws(FileError) -> ([UInt8], FileAttributes) {
    let file = try store.files.openFile(path)
    defer { try? file.close() }
    do throws(Errno) {
      let stat = try file.stat()
      guard stat.size < Int64(Int32.max) else { throw .fileTooLarge }
      return (
        try file.bytes(upTo: Int(stat.size)),
        FileAttributes(
          permissions: stat.permissions, owner: stat.userID, group: stat.groupID,
          accessed: stat.st_atim, modified: stat.st_mtim)
      )
    } catch {
      throw .system(.read, store.folder.pushing(path), error)
    }
  }
}

extension ContainedPath {
  /// The path with a number after its stem; the first has none.
  fileprivate func numbered(_ turn: Int) -> ContainedPath {
    guard turn > 1, let name = lastComponent else { return self }
    let text = "\(name.stem)_\(turn)" + (name.extension.map { ".\($0)" } ?? "")
    guard let numbered = ContainedPath(nameOf: FilePath(text)) else { return self }
    return folder?.appending(numbered) ?? numbered
  }
}
