import Files
package import SystemPackage

/// Moves files within a journal's folder, never over another; paths are from the journal's folder.
///
/// Only to be used while the folder's lock is held exclusively.
package struct FileMoves {
  let store: JournalStore

  package init(store: JournalStore) { self.store = store }

  /// Where files go that are in the way or belong to nobody.
  package static let setAsideFolder: FilePath = "set-aside"

  /// Moves a file out of the way, under its own name or, where that is taken, another.
  ///
  /// - Returns: where it is now.
  /// - Throws: ``JournalError/file(_:)``.
  package func setAside(_ file: FilePath) throws -> FilePath {
    var place = Self.setAsideFolder
    for component in file.components.dropFirst() { place.append(component) }
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
  package func move(_ file: FilePath, to path: FilePath) throws {
    let (source, target) = (store.folder.pushing(file), store.folder.pushing(path))
    var changed: Set<FilePath> = [source.folder, target.folder]
    do {
      changed.formUnion(
        try target.folder.createFolders(permissions: .ownerReadWriteExecute).map(\.folder))
      do throws(Errno) {
        try source.renameExclusively(to: target)
      } catch {
        guard error == .improperLink else { throw error }
        return try moveToOtherDisk(source, target)
      }
    } catch let error as Errno {
      throw JournalError.file(
        error == .fileExists ? .exists(target) : .system(.create, target, error))
    }
    try store.synchronize(changed)
  }

  /// The photos' folder may be a symbolic link to one on another disk.
  private func moveToOtherDisk(_ source: FilePath, _ target: FilePath) throws {
    do throws(FileError) {
      let (bytes, attributes) = try read(source)
      try WholeFile(path: target, replaces: false, isDurable: true)
        .write(bytes, attributes: attributes)
    } catch {
      throw JournalError.file(error)
    }
    do throws(Errno) {
      try source.remove()
    } catch {
      throw JournalError.file(.system(.remove, source, error))
    }
  }

  private func read(_ path: FilePath) throws(FileError) -> ([UInt8], FileAttributes) {
    do throws(Errno) {
      let file = try FileDescriptor.openToRead(path)
      defer { try? file.close() }
      let stat = try file.stat()
      guard stat.size < Int64(Int32.max) else { throw .fileTooLarge }
      return (
        try file.bytes(upTo: Int(stat.size)),
        FileAttributes(
          permissions: stat.permissions, owner: stat.userID, group: stat.groupID,
          accessed: stat.st_atim, modified: stat.st_mtim)
      )
    } catch {
      throw .system(.read, path, error)
    }
  }
}

extension FilePath {
  /// The path with a number after its stem; the first has none.
  fileprivate func numbered(_ turn: Int) -> FilePath {
    guard turn > 1, let name = lastComponent else { return self }
    let text = "\(name.stem)_\(turn)" + (name.extension.map { ".\($0)" } ?? "")
    return FilePath.Component(text).map { folder.appending($0) } ?? self
  }
}
