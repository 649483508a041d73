package import Files
package import GRDB
import SystemPackage

/// Keeps files and rows together: a file has a row in the database before it has its name.
///
/// A file that comes in is first written down as loose, then gets its name, and stops being loose in
/// the transaction that inserts its row. A file that goes is written down as loose in the transaction
/// that deletes its row, and is removed then. So whatever is loose while nobody is at work belongs to
/// no row, and the next one to open the journal removes it. Processes at work share the folder's
/// lock; one that removes what was left holds it exclusively.
///
/// A path is loose for one worker only: nobody gives a file a name, or removes one, that another has
/// written down.
package struct LooseFiles {
  let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// Does work that makes or removes files, under the folder's lock.
  package func working<Result>(_ work: () throws -> Result) throws -> Result {
    try store.checkIsWritable()
    return try FolderLock(store.folder).hold(.shared, work)
  }

  /// Gives files their names, then does the work that inserts their rows.
  ///
  /// - Parameters:
  ///   - files: written, each with its path from the journal's folder.
  ///   - work: claims the files, in one transaction.
  /// - Returns: what the work returns.
  /// - Throws: ``JournalError``, with `FileError.exists(_:)` where a path is another's, and what the
  ///   work throws; then the files are gone.
  package func store<Result>(
    _ files: [(file: StagedFile, path: ContainedPath)], _ work: () throws -> Result
  ) throws -> Result {
    try JournalError.wrapping {
      try store.write { db in try announce(files.map(\.path), db) }
    }
    let results = try publish(each: [files]) { failures in
      if let failure = failures[0] { throw failure }
      return [.success(try work())]
    }
    return try results[0].get()
  }

  /// Writes files down as loose, before any of them is there.
  ///
  /// - Throws: ``JournalError/file(_:)`` with `FileError.exists(_:)` where a path is another's; those
  ///   before it may be written down by then, which is the transaction's to undo.
  package func announce(_ paths: [ContainedPath], _ db: Database) throws {
    for path in paths {
      try Self.add(path, db)
      guard db.changesCount == 1, !store.hasFile(path) else {
        throw JournalError.file(.exists(store.folder.pushing(path)))
      }
    }
  }

  /// Writes a file down as loose, in the transaction that deletes its row.
  package static func add(_ path: ContainedPath, _ db: Database) throws {
    try db.execute(
      cached: "INSERT OR IGNORE INTO loose_file (path) VALUES (?)",
      arguments: [String(decoding: path)])
  }

  /// A file stops being loose, in the transaction that inserts its row.
  package static func claim(_ path: ContainedPath, _ db: Database) throws {
    try db.execute(
      cached: "DELETE FROM loose_file WHERE path = ?", arguments: [String(decoding: path)])
  }

  /// Removes loose files without a row.
  ///
  /// - Throws: ``JournalError``, once all are removed that can be; the others stay loose.
  package func remove(_ paths: [ContainedPath]) throws { try remove(paths, forgetting: []) }

  /// Removes loose files after the work is done, or has failed. What cannot be removed now stays
  /// loose until the journal is opened again.
  package func clear(_ paths: [ContainedPath], forgetting unnamed: [ContainedPath] = []) {
    do {
      try remove(paths, forgetting: unnamed)
    } catch {}
  }

  /// - Parameters:
  ///   - paths: loose paths, each with or without its file.
  ///   - unnamed: loose paths at which no file was put.
  /// - Throws: ``JournalError``, as ``remove(_:)``.
  private func remove(_ paths: [ContainedPath], forgetting unnamed: [ContainedPath]) throws {
    guard !paths.isEmpty || !unnamed.isEmpty else { return }
    var gone = Set(unnamed)
    var failures: [FileError] = []
    for path in paths {
      do throws(FileError) {
        try store.files.remove(path)
        gone.insert(path)
      } catch {
        gone.remove(path)
        failures.append(error)
      }
    }
    // A name that the loss of power would bring back must still be written down then.
    try store.synchronize(Set(paths.filter(gone.contains).map(\.folder)))
    try store.writeMakingRoom { db in
      for path in gone { try Self.claim(path, db) }
    }
    if let failure = failures.first {
      throw JournalError.leftBehind(failure, count: failures.count)
    }
  }

  /// Removes what a process that was ended at its work left; does nothing while another is at work.
  ///
  /// - Throws: ``JournalError``; what cannot be removed stays loose.
  func removeAbandoned() throws {
    guard try !all().isEmpty else { return }
    try store.checkIsWritable()
    _ = try FolderLock(store.folder).holdIfFree {
      let named = store.areas.flatMap(\.fileColumns).map { $0.names("path") }
      if !named.isEmpty {
        try JournalError.wrapping {
          try store.write { db in
            try db.execute(
              sql: "DELETE FROM loose_file WHERE \(named.joined(separator: " OR "))")
          }
        }
      }
      try remove(all())
    }
  }

  /// The paths that are loose now, from the journal's folder.
  ///
  /// - Throws: ``JournalError``, ``JournalError/database(_:)`` where one leads out of it.
  func all() throws -> [ContainedPath] {
    try JournalError.wrapping {
      try store.database.read { db in
        let rows = try db.rows(cached: "SELECT path FROM loose_file ORDER BY path")
        var paths: [ContainedPath] = []
        while let row = try rows.next() {
          var values = RowDecoder(row)
          paths.append(try values.path())
        }
        return paths
      }
    }
  }
}
