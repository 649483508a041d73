import GRDB
import Stamping
import SystemPackage

/// What keeps files and rows together: a file has a row in the database before it has its name.
///
/// A file that comes in is first written down as loose, then gets its name, and stops being loose in
/// the transaction that brings its post. A file that goes is written down as loose in the transaction
/// that takes its post away, and is removed then. So whatever is loose while nobody is at work
/// belongs to no post, and the next one to open the journal removes it. Who is at work holds the
/// folder's lock together with others; who removes holds it alone.
struct LooseFiles {
  private let store: JournalStore

  init(_ store: JournalStore) { self.store = store }

  /// Does work that makes or removes files, under the folder's lock.
  func working<Result>(_ work: () throws -> Result) throws -> Result {
    try FolderLock(store.folder).hold(.shared, work)
  }

  /// Gives files their names, then does the work that brings their rows.
  ///
  /// - Parameters:
  ///   - files: written, each with its path from the journal's folder.
  ///   - work: claims the files, in one transaction.
  /// - Returns: what the work returns.
  /// - Throws: ``JournalError``, and what the work throws; then the files are gone.
  func bring<Result>(
    _ files: [(file: StagedFile, path: FilePath)], _ work: () throws -> Result
  ) throws -> Result {
    try JournalError.wrapping {
      try store.database.write { db in
        for file in files { try Self.add(file.path, db) }
      }
    }
    return try publish(files, then: work)
  }

  /// Gives files their names that are written down as loose, then does the work that brings their
  /// rows, as ``bring(_:_:)``.
  func publish<Result>(
    _ files: [(file: StagedFile, path: FilePath)], then work: () throws -> Result
  ) throws -> Result {
    var published = 0
    do {
      try publish(files, count: &published)
      return try work()
    } catch {
      // Where this fails too, the next to open the journal does it. What has the name that a file
      // should have got is somebody else's.
      try? remove(files[..<published].map(\.path))
      try? forget(files[published...].map(\.path))
      throw error
    }
  }

  /// Gives files their names, and puts both on the disk.
  ///
  /// - Parameters:
  ///   - files: the files.
  ///   - count: how many have their names, also where this fails.
  /// - Throws: ``JournalError/file(_:)``.
  private func publish(
    _ files: [(file: StagedFile, path: FilePath)], count: inout Int
  ) throws {
    var changed: Set<FilePath> = []
    do throws(FileError) {
      for (file, path) in files {
        changed.formUnion(
          try file.publish(
            at: store.folder.pushing(path), makingFolders: .ownerReadWriteExecute))
        count += 1
      }
      for (file, _) in files { try file.synchronize() }
      for folder in changed { try synchronize(folder) }
    } catch {
      throw JournalError.file(error)
    }
  }

  private func synchronize(_ folder: FilePath) throws(FileError) {
    do throws(Errno) {
      try folder.synchronizeFolder()
    } catch {
      throw .system(.write, folder, error)
    }
  }

  /// Writes a file down as loose, in the transaction that takes its post away.
  static func add(_ path: FilePath, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO loose_file (path) VALUES (?)",
      arguments: [String(decoding: path)])
  }

  /// A file stops being loose, in the transaction that brings its post.
  static func claim(_ path: FilePath, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM loose_file WHERE path = ?", arguments: [String(decoding: path)])
  }

  /// Removes loose files whose posts are gone, or never came.
  func remove(_ paths: [FilePath]) throws {
    guard !paths.isEmpty else { return }
    for path in paths {
      do throws(Errno) {
        try store.folder.pushing(path).remove()
      } catch {
        throw JournalError.file(.system(.replace, store.folder.pushing(path), error))
      }
    }
    try forget(paths)
  }

  /// Strikes files out that are not there.
  private func forget(_ paths: [FilePath]) throws {
    guard !paths.isEmpty else { return }
    try JournalError.wrapping {
      try store.database.write { db in
        for path in paths { try Self.claim(path, db) }
      }
    }
  }

  /// Removes what a process left that was ended at its work; nothing where somebody is at work.
  func removeAbandoned() throws {
    let isAnyLoose = try JournalError.wrapping {
      try store.database.read { db in
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM loose_file)") ?? false
      }
    }
    guard isAnyLoose else { return }
    try FolderLock(store.folder).holdIfFree {
      try remove(
        JournalError.wrapping {
          try store.database.write { db in
            try db.execute(
              sql: """
                DELETE FROM loose_file WHERE EXISTS (SELECT 1 FROM post WHERE file = path)
                  OR EXISTS (SELECT 1 FROM post WHERE original_file = path)
                """)
            return try String.fetchAll(db, sql: "SELECT path FROM loose_file").map { FilePath($0) }
          }
        })
    }
  }
}
