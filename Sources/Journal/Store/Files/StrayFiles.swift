package import Files
import GRDB
import SystemPackage

/// Finds the files below a journal's photos that no row names; paths are from the journal's folder.
package struct StrayFiles {
  let store: JournalStore

  package typealias Stray = (file: ContainedPath, problem: JournalProblem)

  package init(store: JournalStore) { self.store = store }

  /// Goes through the photos' folder and all below it, but follows no symbolic links.
  ///
  /// - Parameter tell: called with each ``JournalProblem/stray(_:)``, ``JournalProblem/unfinished(_:)``
  ///   and ``JournalProblem/folder(_:)``.
  /// - Throws: ``JournalError/database(_:)``, and what `tell` throws.
  func forEach(_ tell: (JournalProblem) throws -> Void) throws {
    try walk(JournalStore.photosFolder) { files in
      for file in try unnamed(files) where !isInUse(file) { try tell(problem(file)) }
    } orTell: {
      try tell(.folder($0))
    }
  }

  /// Whether a file is still stray; only valid while nobody works on the journal.
  package func isStray(_ file: ContainedPath) throws -> Bool {
    try store.hasFile(file) && !unnamed([file]).isEmpty && !isInUse(file)
  }

  /// All files below a folder.
  package func files(below folder: ContainedPath) throws -> [ContainedPath] {
    var found: [ContainedPath] = []
    try walk(folder) {
      found += $0
    } orTell: {
      throw JournalError.file($0)
    }
    return found
  }

  /// Whether a file has a temporary name that nobody uses any more.
  package func isAbandoned(_ file: ContainedPath) -> Bool {
    hasTemporaryName(file) && !isInUse(file)
  }

  private func problem(_ file: ContainedPath) -> JournalProblem {
    hasTemporaryName(file) ? .unfinished(file) : .stray(file)
  }

  private func hasTemporaryName(_ file: ContainedPath) -> Bool {
    file.lastComponent.map(ContainingFolder.isTemporary) ?? false
  }

  /// Whether the file has a passing name and somebody is still writing it.
  private func isInUse(_ file: ContainedPath) -> Bool {
    hasTemporaryName(file) && store.files.isInUse(file)
  }

  /// Goes through a folder and all below it.
  ///
  /// - Parameters:
  ///   - folder: one that is missing has nothing in it.
  ///   - visit: called with the files of each folder, symbolic links among them.
  ///   - tell: called where a folder cannot be read, or is a symbolic link to one.
  /// - Throws: what `visit` and `tell` throw.
  private func walk(
    _ folder: ContainedPath, _ visit: ([ContainedPath]) throws -> Void,
    orTell tell: (FileError) throws -> Void
  ) throws {
    var folders = [folder]
    while let folder = folders.popLast() {
      let entries: [FolderListing.Entry]
      do throws(FileError) {
        entries = try store.files.entries(of: folder)
      } catch .system(_, _, .noSuchFileOrDirectory) {
        continue
      } catch {
        try tell(error)
        continue
      }
      folders += entries.filter { $0.kind == .folder }.reversed().map { folder.appending($0.name) }
      var files: [ContainedPath] = []
      for entry in entries where entry.kind != .folder {
        let path = folder.appending(entry.name)
        // In a folder that is linked there whoever linked it may keep what they want.
        if entry.kind == .other, store.files.isLinkToFolder(path) {
          try tell(.symbolicLink(store.folder.pushing(path)))
        } else {
          files.append(path)
        }
      }
      if !files.isEmpty { try visit(files) }
    }
  }

  /// Those of some files that neither a row nor the list of loose files names.
  private func unnamed(_ files: [ContainedPath]) throws -> [ContainedPath] {
    let columns = store.areas.flatMap(\.fileColumns) + [Area.FileColumn("loose_file", "path")]
    return try JournalError.wrapping {
      try store.database.read { db in
        let statement = try db.cachedStatement(
          sql: "SELECT \(columns.map { $0.names("?1") }.joined(separator: " OR "))")
        return try files.filter { file in
          guard let path = String(validating: file.path) else { return true }
          return try Bool.fetchOne(statement, arguments: [path]) != true
        }
      }
    }
  }
}
